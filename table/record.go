package table

import (
	"bytes"
	"cmp"
	"encoding/json"
)

// Format is the version of new logs. Formats 1 and 2 stay readable. Since format 3, every record
// has a time, and a choice of several options is one record. Logs identify people by the hash of
// their seat key or claim, and not by name. Package store adds to each record a checksum and the
// hash of the previous record.
const Format = 3

// Sealed is the first format whose records have a checksum and the hash of the previous
// record.
const Sealed = 3

// A Record is one line of a game's log. Besides Kind and At, only the field that Kind names is set.
type Record struct {
	Kind string `json:"t"` // a key of the map kinds
	// At is the time of the record, in milliseconds since 1970, for kinds without a time among
	// their own fields. It is 0 in logs before format 3.
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
	Epoch    string    `json:"epoch,omitempty"` // the server that runs the game after this record
	Fault    string    `json:"fault,omitempty"` // the panic that set the game aside
}

// A kind describes the records of one kind.
type kind struct {
	// noun names the client's request, such as "the undo", in the text of an error that says that
	// the server could not store it. It is "" for records that no client requests.
	noun  string
	step  bool // players see the record as a step of the game
	last  bool // no record may follow
	minor bool // the record leaves the position and the players unchanged, so it does not count for [Summary.LastChange]
	// hasField reports whether the record has the field of its kind. The functions below are called
	// only for records for which hasField returns true.
	hasField func(r *Record) bool
	// at returns the time of the record, if that is not [Record.At].
	at func(r *Record) int64
	// apply applies the record. It is nil for the header, which only [New] reads.
	apply func(t *Table, r *Record, c *Change, at PositionBefore) error
	// summarize adds the record to a [Summary]. It is nil if the record changes no field of a
	// Summary but LastChange.
	summarize func(s *Summary, r *Record)
}

// kinds lists the kinds of records by [Record.Kind]. The definition of each kind is next to that of
// its fields.
var kinds = map[string]*kind{
	"header": &headerKind, "seat": &sitKind, "request": &requestKind, "undo": &undoKind, "draw": &drawKind, "offers": &offersKind,
	"standin": &standInKind, "settings": &settingsKind, "epoch": &epochKind, "end": &endKind, "fault": &faultKind,
}

// unknown is the kind of a record that this program does not know, or that lacks its field.
var unknown kind

func (r *Record) kind() *kind {
	if k := kinds[r.Kind]; k != nil && k.hasField(r) {
		return k
	}
	return &unknown
}

// Last reports whether no record may follow.
func (r *Record) Last() bool { return r.kind().last }

// Step reports whether players see the record as a step of the game.
func (r *Record) Step() bool { return r.kind().step }

// Noun returns the words for the client's request that led to the record, such as "the undo", for
// the text of an error. It returns "" if no client requests such a record.
func (r *Record) Noun() string { return r.kind().noun }

// An epoch record names the server that runs the game after the record.
var epochKind = kind{
	minor:    true,
	hasField: func(*Record) bool { return true },
	apply: func(t *Table, r *Record, _ *Change, _ PositionBefore) error {
		t.Epoch = r.Epoch
		return nil
	},
	summarize: func(s *Summary, r *Record) { s.Epoch = r.Epoch },
}

// Time returns the time of the record, in milliseconds since 1970, or 0 if the record has no time.
func (r *Record) Time() int64 {
	if at := r.kind().at; at != nil {
		return cmp.Or(at(r), r.At)
	}
	return r.At
}

// Encode returns the record as a line of the log. Nearly all records are requests, so Encode
// writes these without encoding/json, five times as fast. It escapes only characters that other
// JSON libraries escape too. So a line keeps its checksum when such a library copies it.
func (r *Record) Encode() ([]byte, error) {
	if r.Kind != "request" || r.Request == nil || r.Request.FurtherOptions != nil || r.Request.At < 0 {
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(r)
		return bytes.TrimSuffix(line.Bytes(), []byte("\n")), err
	}
	const usual = 224 // bytes, with room for the checksum that store adds
	return r.Request.append(make([]byte, 0, usual)), nil
}

// Decode reads a line of the log. Decode reads requests in the form that Encode writes ten
// times as fast as encoding/json does. It passes all other lines to encoding/json.
func Decode(line []byte) (*Record, error) {
	if q, ok := readRequest(line); ok {
		return &Record{Kind: "request", Request: q}, nil
	}
	r := new(Record)
	return r, json.Unmarshal(line, r)
}
