package farm

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strconv"

	"github.com/nats-io/nats.go"
)

const (
	// partSize is the maximum payload of a message, in bytes.
	partSize = 256 << 10
	// maxResult is the maximum size of a result in bytes. This size is enough for several thousand
	// games with all logs.
	maxResult = 256 << 20
)

// The headers of the messages that carry the parts of a result.
const (
	resultHeader = "Gamed-Result" // identifies the result
	partHeader   = "Gamed-Part"   // number of the part, counted from 0
	endHeader    = "Gamed-Parts"  // number of parts
)

// split splits a result into messages. No other result may have the same id.
func (r *result) split(subject, id string) (parts []*nats.Msg) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(encoded(r)) // a buffer never fails
	_ = w.Close()
	n := (packed.Len() + partSize - 1) / partSize
	for i := range n {
		m := nats.NewMsg(subject)
		m.Header.Set(resultHeader, id)
		m.Header.Set(partHeader, strconv.Itoa(i))
		m.Header.Set(endHeader, strconv.Itoa(n))
		m.Data = packed.Next(partSize)
		parts = append(parts, m)
	}
	return parts
}

// An assembler joins the parts of results. The parts of each result arrive in order.
type assembler map[string][]byte

// add returns the result that a message completes. It returns nil before the last part and for
// an unreadable result. The coordinator later resends the task of an unreadable result.
func (p assembler) add(header nats.Header, data []byte) *result {
	id := header.Get(resultHeader)
	part, noPart := strconv.Atoi(header.Get(partHeader))
	parts, noParts := strconv.Atoi(header.Get(endHeader))
	if noPart != nil || noParts != nil {
		return nil
	}
	if part == 0 {
		p[id] = nil
	}
	p[id] = append(p[id], data...)
	if len(p[id]) <= maxResult && part+1 < parts {
		return nil
	}
	packed := p[id]
	delete(p, id)
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil || len(packed) > maxResult {
		return nil
	}
	res := new(result)
	if json.NewDecoder(io.LimitReader(r, maxResult)).Decode(res) != nil {
		return nil
	}
	return res
}
