package farm

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
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

// add returns the result that a message completes, or nil.
func (p puzzle) add(header nats.Header, data []byte) (*result, error) {
	of := header.Get(ofHeader)
	part, err := strconv.Atoi(header.Get(partHeader))
	if err != nil {
		return nil, fmt.Errorf("a part: %w", err)
	}
	parts, err := strconv.Atoi(header.Get(endHeader))
	if err != nil {
		return nil, fmt.Errorf("a number of parts: %w", err)
	}
	if part == 0 {
		p[of] = nil
	}
	p[of] = append(p[of], data...)
	if len(p[of]) > largest {
		delete(p, of)
		return nil, fmt.Errorf("result %s is too large", of)
	}
	if part+1 < parts {
		return nil, nil
	}
	packed := p[of]
	delete(p, of)
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("result %s: %w", of, err)
	}
	text, err := io.ReadAll(io.LimitReader(r, largest))
	if err != nil {
		return nil, fmt.Errorf("result %s: %w", of, err)
	}
	whole := new(result)
	if err := json.Unmarshal(text, whole); err != nil {
		return nil, fmt.Errorf("result %s: %w", of, err)
	}
	return whole, nil
}
