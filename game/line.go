package game

import (
	"encoding/json"
	"strconv"
)

// line is the record as it stands in the log. Requests, which are nearly all records,
// are written by hand, to the same bytes as by encoding/json in a fifth of the time.
func (r *Record) line() ([]byte, error) {
	if r.T != "request" || r.Request == nil {
		return json.Marshal(r)
	}
	const usual = 160 // bytes
	b := append(make([]byte, 0, usual), `{"t":"request","request":`...)
	return append(r.Request.append(b), '}'), nil
}

// append appends the request as JSON.
func (r *Request) append(b []byte) []byte {
	b = strconv.AppendUint(append(b, `{"seat":`...), uint64(r.Seat), 10)
	b = strconv.AppendUint(append(b, `,"decision":`...), uint64(r.Decision), 10)
	b = append(b, `,"option":[`...)
	for i, o := range r.Option {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(o), 10)
	}
	b = append(append(b, `],"salt":"`...), r.Salt...)
	b = strconv.AppendInt(append(b, `","at_ms":`...), r.At, 10)
	if r.Bank != nil {
		b = strconv.AppendInt(append(b, `,"bank_ms":`...), *r.Bank, 10)
	}
	if r.By != "" {
		b = append(append(append(b, `,"by":"`...), r.By...), '"')
	}
	return append(b, '}')
}
