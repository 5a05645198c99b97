package protocol

import (
	"bytes"
	"encoding/json"
	"gamed/state/appendjson"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

//go:generate go test . -run ^TestEncoders$ -update

// Append appends m as JSON to dst. Append encodes an [*Update] only once. With a nil dst, it returns
// the shared bytes of the update, which the caller must not change. Append changes m only if m is an
// Update that has not been encoded yet. Goroutines may share every other m.
func Append(dst []byte, m Message) []byte {
	switch m := m.(type) {
	case *Update:
		if data := m.JSON(); dst == nil {
			return slices.Clip(data)
		}
		return append(dst, m.encoded...)
	case *Encoded:
		return append(dst, m.Data...)
	case *World: // encoding/json would be too slow, because a search encodes many worlds
		return m.append(dst)
	}
	fields, err := json.Marshal(m)
	if err != nil {
		panic(err) // every field can be encoded
	}
	dst = append(appendQuoted(append(dst, `{"type":`...), m.kind()), ',')
	if len(fields) == len("{}") {
		dst = dst[:len(dst)-1]
	}
	return append(dst, fields[1:]...)
}

// Answer returns m with the id of the client message that m answers. If the client message has no id,
// Answer returns m itself.
func Answer(m ServerMessage, to ClientMessage) ServerMessage {
	id := to.id()
	if id == "" {
		return m
	}
	data := Append(nil, m)
	end := len(`{"type":""`) + len(typeIn(data))
	with := appendQuoted(append(slices.Clone(data[:end]), `,"id":`...), id)
	return &Encoded{Data: append(with, data[end:]...)}
}

// typeIn returns the type of a message that Append has encoded.
func typeIn(data []byte) string {
	kind, _, _ := bytes.Cut(bytes.TrimPrefix(data, []byte(`{"type":"`)), []byte{'"'})
	return string(kind)
}

// DoneFor returns the Done for a message, or nil for a message without an id.
func DoneFor(m ClientMessage) ServerMessage {
	if id := m.id(); id != "" {
		return &Done{ID: id}
	}
	return nil
}

// Encoded is a message to a client in JSON, such as one that another server has encoded.
type Encoded struct {
	Data     []byte
	Update   bool   // whether the message is an [Update] of another server
	Decision uint32 // the id of the decision in that update, or 0 for none
}

// buffers holds reusable buffers. Encode copies each encoding to a slice of the right size.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// JSON returns the update as JSON. The first call encodes it, and must come from the
// goroutine that built it. The caller must not change the bytes.
func (u *Update) JSON() []byte {
	if u.encoded == nil {
		u.Encode(func(dst []byte) []byte { return append(dst, u.View...) })
	}
	return u.encoded
}

// Encode encodes the update. view appends the JSON object that becomes the View. The caller must not
// change the update afterwards.
func (u *Update) Encode(view func(dst []byte) []byte) {
	buffer := buffers.Get().(*[]byte)
	b := u.appendHead((*buffer)[:0])
	begin := len(b)
	b = view(b)
	end := len(b)
	if begin == end {
		b = append(b, "null"...)
	}
	b = u.appendTail(b)
	u.encoded = slices.Clone(b)
	if begin < end {
		u.View = u.encoded[begin:end:end]
	}
	*buffer = b
	buffers.Put(buffer)
}

func appendNumbers[N int | int64](b []byte, list []N) []byte {
	b = append(b, '[')
	for _, n := range list {
		b = strconv.AppendInt(appendjson.Comma(b), int64(n), 10)
	}
	return append(b, ']')
}

// appendQuoted appends s as a JSON string. Invalid UTF-8 becomes U+FFFD.
func appendQuoted(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			b, _ = jsontext.AppendQuote(b, s)
			return b
		}
	}
	b = append(append(b, '"'), s...)
	return append(b, '"')
}
