package protocol

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MaxMessage is how many bytes a message of a client may have.
const MaxMessage = 16 << 10

// maxText is how many bytes a name or a chat message may have.
const maxText = 500

// kinds makes an empty message of each type.
var kinds = map[string]func() ClientMessage{
	"hello":  func() ClientMessage { return new(Hello) },
	"join":   func() ClientMessage { return new(Join) },
	"watch":  func() ClientMessage { return new(Watch) },
	"choose": func() ClientMessage { return new(Choose) },
	"chat":   func() ClientMessage { return new(Chat) },
	"resign": func() ClientMessage { return new(Resign) },
	"ping":   func() ClientMessage { return new(Ping) },
	"bye":    func() ClientMessage { return new(Bye) },
}

// required lists the fields without which a message means nothing.
var required = map[string][]string{
	"hello": {"protocol"}, "join": {"game"}, "watch": {"game"},
	"choose": {"decision", "option"}, "chat": {"text"}, "ping": {"t"},
}

// Parse reads a message of a client. It takes nothing on trust: a message is one
// JSON object of valid UTF-8 within [MaxMessage], of a known type, with each
// field known, spelled exactly, given once and of the right type. The error is
// an [*Error] that can be sent back as it is.
func Parse(data []byte) (ClientMessage, error) {
	if len(data) > MaxMessage {
		return nil, &Error{Code: TooBig, Text: fmt.Sprintf("a message may have %d bytes, this one has %d", MaxMessage, len(data))}
	}
	var fields map[string]jsontext.Value
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, &Error{Code: Malformed, Text: "a message is one JSON object in UTF-8 with each name once: " + reason(err)}
	}
	if fields == nil {
		return nil, &Error{Code: Malformed, Text: "a message is a JSON object, not null"}
	}
	var kind string
	if err := json.Unmarshal(fields["type"], &kind); fields["type"] == nil || err != nil {
		return nil, &Error{Code: BadField, Field: "type", Text: "every message has a type, a string"}
	}
	make, ok := kinds[kind]
	if !ok {
		return nil, &Error{Code: UnknownType, Field: "type", Text: fmt.Sprintf("there is no message of type %.40q", kind)}
	}
	for _, name := range required[kind] {
		if v, ok := fields[name]; !ok || string(v) == "null" {
			return nil, &Error{Code: BadField, Field: name, Text: fmt.Sprintf("%s needs the field %q", kind, name)}
		}
	}
	m := make()
	if err := json.Unmarshal(data, m, json.RejectUnknownMembers(true)); err != nil {
		return nil, fieldError(kind, err)
	}
	if err := check(m); err != nil {
		return nil, err
	}
	return m, nil
}

// check holds values to their ranges.
func check(m ClientMessage) error {
	long := func(field, s string) error {
		if len(s) <= maxText {
			return nil
		}
		return &Error{Code: BadField, Field: field, Text: fmt.Sprintf("%q may have %d bytes", field, maxText)}
	}
	switch m := m.(type) {
	case *Hello:
		return long("name", m.Name)
	case *Chat:
		if strings.TrimSpace(m.Text) == "" {
			return &Error{Code: BadField, Field: "text", Text: "there is nothing in the text"}
		}
		return long("text", m.Text)
	case *Choose:
		if m.Option < 0 {
			return &Error{Code: BadField, Field: "option", Text: "an option's id is not negative"}
		}
	case *Join:
		if m.Seat != nil && (*m.Seat < 0 || *m.Seat >= 6) {
			return &Error{Code: BadField, Field: "seat", Text: "a seat is a number from 0 to 5"}
		}
	}
	return nil
}

// fieldError says which field is wrong.
func fieldError(kind string, err error) error {
	field := ""
	if se := (*json.SemanticError)(nil); errors.As(err, &se) {
		field = strings.TrimPrefix(string(se.JSONPointer), "/")
		field, _, _ = strings.Cut(field, "/")
		if errors.Is(err, json.ErrUnknownName) {
			return &Error{Code: BadField, Field: clip(field), Text: fmt.Sprintf("%s has no field %.40q", kind, field)}
		}
		return &Error{Code: BadField, Field: clip(field), Text: fmt.Sprintf("%q of %s is to be %s", clip(field), kind, typeName(se.GoType))}
	}
	return &Error{Code: Malformed, Text: reason(err)}
}

// clip keeps what a client sent from filling an error text.
func clip(s string) string { return s[:min(len(s), 100)] }

func typeName(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil:
		return "of another type"
	case t.Kind() == reflect.String:
		return "a string"
	case t.Kind() == reflect.Uint32 || t.Kind() == reflect.Uint64:
		return "a whole number from 0"
	}
	return "a whole number"
}

// reason is err without the name of the library.
func reason(err error) string {
	text := err.Error()
	for _, prefix := range []string{"jsontext: ", "json: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return clip(text)
}
