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
	// partSize is the size of a message, in bytes.
	partSize = 256 << 10
	// largest bounds the bytes of a result: some thousand games with all logs.
	largest = 256 << 20
)

// Headers of the messages of a result.
const (
	ofHeader   = "Gamed-Result" // identifies the result
	partHeader = "Gamed-Part"   // counts from 0
	endHeader  = "Gamed-Parts"  // number of parts
)

// cut splits a result into messages. of must be unique to the result.
func (r *result) cut(subject, of string) (parts []*nats.Msg) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(encoded(r)) // a buffer never fails
	_ = w.Close()
	n := (packed.Len() + partSize - 1) / partSize
	for i := range n {
		m := nats.NewMsg(subject)
		m.Header.Set(ofHeader, of)
		m.Header.Set(partHeader, strconv.Itoa(i))
		m.Header.Set(endHeader, strconv.Itoa(n))
		m.Data = packed.Next(partSize)
		parts = append(parts, m)
	}
	return parts
}

// A puzzle reassembles results from parts, which arrive in order for each result.
type puzzle map[string][]byte

// add returns the result that a message completes. It returns nil before the last part
// and for an unreadable result, which is missing then and sent out again.
func (p puzzle) add(header nats.Header, data []byte) *result {
	of := header.Get(ofHeader)
	part, noPart := strconv.Atoi(header.Get(partHeader))
	parts, noParts := strconv.Atoi(header.Get(endHeader))
	if noPart != nil || noParts != nil {
		return nil
	}
	if part == 0 {
		p[of] = nil
	}
	p[of] = append(p[of], data...)
	if len(p[of]) <= largest && part+1 < parts {
		return nil
	}
	packed := p[of]
	delete(p, of)
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil || len(packed) > largest {
		return nil
	}
	res := new(result)
	if json.NewDecoder(io.LimitReader(r, largest)).Decode(res) != nil {
		return nil
	}
	return res
}
