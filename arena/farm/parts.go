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
	// largest is the maximum size of a result in bytes. It allows for several thousand games
	// with all logs.
	largest = 256 << 20
)

// Headers of the messages that carry a result.
const (
	ofHeader   = "Gamed-Result" // identifies the result
	partHeader = "Gamed-Part"   // counts from 0
	endHeader  = "Gamed-Parts"  // number of parts
)

// cut splits a result into messages. The identifier in the parameter of must be unique to the
// result.
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

// add returns the result that a message completes. It returns nil before the last part and for
// an unreadable result. The coordinator later resends the task of an unreadable result.
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
