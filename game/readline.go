package game

import (
	"encoding/json"
	"strconv"

	"gamed/state"
)

// readLine reads a record as it stands in the log. Requests as [Record.line] writes them, which
// are nearly all records, are read by hand, in a tenth of the time; whatever is written in
// another way is read as JSON.
func readLine(line []byte) (*Record, error) {
	if r, ok := readRequest(line); ok {
		return &Record{T: "request", Request: r}, nil
	}
	r := new(Record)
	return r, json.Unmarshal(line, r)
}

// readRequest reads what [Record.line] has written for a request; false for anything else.
func readRequest(line []byte) (*Request, bool) {
	t := tokens{rest: line, ok: true}
	r := new(Request)
	t.word(`{"t":"request","request":{"seat":`)
	r.Seat = state.Seat(t.number(8))
	t.word(`,"decision":`)
	r.Decision = uint32(t.number(32))
	t.word(`,"option":[`)
	for i := range r.Option {
		if i > 0 {
			t.word(`,`)
		}
		r.Option[i] = uint8(t.number(8))
	}
	t.word(`],"salt":"`)
	r.Salt = t.letters()
	t.word(`","at_ms":`)
	r.At = int64(t.number(63))
	if t.has(`,"bank_ms":`) {
		bank := int64(t.number(63))
		r.Bank = &bank
	}
	if t.has(`,"by":"`) {
		r.By = t.letters()
		t.word(`"`)
	}
	t.word(`}}`)
	return r, t.ok && len(t.rest) == 0
}

// tokens takes a line apart.
type tokens struct {
	rest []byte
	ok   bool // so far
}

// has takes a word if it comes next.
func (t *tokens) has(word string) bool {
	if len(t.rest) < len(word) || string(t.rest[:len(word)]) != word {
		return false
	}
	t.rest = t.rest[len(word):]
	return true
}

// word takes a word, which has to come next.
func (t *tokens) word(word string) { t.ok = t.has(word) && t.ok }

// number takes a number of up to so many bits, with neither sign nor leading zeros.
func (t *tokens) number(bits int) uint64 {
	n := 0
	for n < len(t.rest) && t.rest[n] >= '0' && t.rest[n] <= '9' {
		n++
	}
	v, err := strconv.ParseUint(string(t.rest[:n]), 10, bits)
	t.ok = t.ok && err == nil && (n == 1 || t.rest[0] != '0')
	t.rest = t.rest[n:]
	return v
}

// letters takes the lower-case letters and digits that come next.
func (t *tokens) letters() string {
	n := 0
	for n < len(t.rest) && (t.rest[n] >= '0' && t.rest[n] <= '9' || t.rest[n] >= 'a' && t.rest[n] <= 'z') {
		n++
	}
	s := string(t.rest[:n])
	t.rest = t.rest[n:]
	return s
}
