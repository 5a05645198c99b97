package table

import (
	"bytes"
	"cmp"
	"encoding/json"
)

// Format is the version of new logs. Formats 1 and 2 stay readable. Since format 3,
// every record has a time, and a choice of several options is one record. People are
// identified by the digest of their seat's key, not by name. Package store adds a
// checksum and the hash of the previous record.
const Format = 3

// Sealed is the first format whose records have a checksum and the hash of the previous
// record.
const Sealed = 3

// A Record is one line of a game's log. Only the field that T names is set.
type Record struct {
	T string `json:"t"` // header, seat, request, undo, draw, offers, standin, settings, epoch, end or fault
	// At is when the record was made, in milliseconds since 1970, for kinds without a
	// time of their own. Logs before format 3 lack it.
	At       int64     `json:"at_ms,omitempty"`
	Header   *Header   `json:"header,omitempty"`
	Sit      *Sit      `json:"seat,omitempty"`
	Request  *Request  `json:"request,omitempty"`
	Undo     *Undo     `json:"undo,omitempty"`
	Draw     *Draw     `json:"draw,omitempty"`
	Offers   []Offer   `json:"offers,omitempty"` // all offers after the record
	StandIn  *StandIn  `json:"standin,omitempty"`
	Settings *Settings `json:"settings,omitempty"`
	End      *End      `json:"end,omitempty"`
	Epoch    string    `json:"epoch,omitempty"` // the server that runs the game from here on
	Fault    string    `json:"fault,omitempty"` // the panic that set the game aside
}

// Last reports whether no record may follow.
func (r *Record) Last() bool { return r.T == "end" || r.T == "fault" }

// Time returns the time of the record, in milliseconds since 1970, or 0 if the log
// does not say.
func (r *Record) Time() int64 {
	switch {
	case r.Header != nil:
		return r.Header.At
	case r.Request != nil:
		return r.Request.At
	case r.Sit != nil:
		return cmp.Or(r.Sit.At, r.At)
	case r.Undo != nil:
		return r.Undo.At
	case r.Draw != nil:
		return r.Draw.At
	}
	return r.At
}

// Encode returns the record as a line of the log. Nearly all records are requests, so
// Encode writes them five times as fast as encoding/json. It escapes only characters that other
// JSON libraries escape too, so that their copies have the same checksums.
func (r *Record) Encode() ([]byte, error) {
	if r.T != "request" || r.Request == nil || r.Request.Also != nil || r.Request.At < 0 {
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(r)
		return bytes.TrimSuffix(line.Bytes(), []byte("\n")), err
	}
	const usual = 224 // bytes, with room for the checksum that store adds
	return r.Request.append(make([]byte, 0, usual)), nil
}

// Decode reads a line of the log. It decodes requests as written by Encode ten times as
// fast as encoding/json. It passes all other lines to encoding/json.
func Decode(line []byte) (*Record, error) {
	if q, ok := readRequest(line); ok {
		return &Record{T: "request", Request: q}, nil
	}
	r := new(Record)
	return r, json.Unmarshal(line, r)
}
