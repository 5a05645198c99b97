package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxMessage is how many bytes a message of a client may have.
const MaxMessage = 16 << 10

// kinds makes an empty message of each type.
var kinds = map[string]func() ClientMessage{
	"hello":    func() ClientMessage { return new(Hello) },
	"join":     func() ClientMessage { return new(Join) },
	"watch":    func() ClientMessage { return new(Watch) },
	"choose":   func() ClientMessage { return new(Choose) },
	"chat":     func() ClientMessage { return new(Chat) },
	"resign":   func() ClientMessage { return new(Resign) },
	"offer":    func() ClientMessage { return new(Offer) },
	"respond":  func() ClientMessage { return new(Respond) },
	"exit":     func() ClientMessage { return new(Exit) },
	"mute":     func() ClientMessage { return new(Mute) },
	"who":      func() ClientMessage { return new(Who) },
	"settings": func() ClientMessage { return new(Settings) },
	"always":   func() ClientMessage { return new(Always) },
	"fork":     func() ClientMessage { return new(Fork) },
	"apply":    func() ClientMessage { return new(Apply) },
	"release":  func() ClientMessage { return new(Release) },
	"ping":     func() ClientMessage { return new(Ping) },
	"pong":     func() ClientMessage { return new(Pong) },
	"bye":      func() ClientMessage { return new(Bye) },
}

// required lists the fields without which a message means nothing.
var required = map[string][]string{
	"hello": {"protocol"}, "join": {"game"}, "watch": {"game"},
	"choose": {"decision", "option"}, "chat": {"text"}, "apply": {"fork", "option"}, "release": {"fork"},
	"offer": {"kind"}, "respond": {"kind", "accept"}, "exit": {"seat", "way"}, "mute": {"seat", "on"}, "always": {"decision", "option"},
	"ping": {"t"}, "pong": {"t"},
}

// maxFields is more fields than any message has.
const maxFields = 8

// Parse reads a message of a client. It takes nothing on trust: a message is one
// JSON object of valid UTF-8 within [MaxMessage], of a known type, with each
// field known, spelled exactly, given once and of the right type. The error is
// an [*Error] that can be sent back as it is.
func Parse(data []byte) (ClientMessage, error) {
	if len(data) > MaxMessage {
		return nil, &Error{Code: TooBig, Text: fmt.Sprintf("a message may have %d bytes, this one has %d", MaxMessage, len(data))}
	}
	kind, fields, err := split(data, make([]field, 0, maxFields))
	if err != nil {
		return nil, err
	}
	empty, ok := kinds[kind]
	if !ok {
		return nil, &Error{Code: UnknownType, Field: "type", Text: fmt.Sprintf("there is no message of type %q", clip(kind))}
	}
	for _, name := range required[kind] {
		if !slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			return nil, bad(name, "%s needs the field %q", kind, name)
		}
	}
	m := empty()
	for _, f := range fields {
		if f.name == "type" {
			continue
		}
		if err := m.set(f); err != nil {
			return nil, err
		}
	}
	if err := check(m); err != nil {
		return nil, err
	}
	return m, nil
}

// split appends the fields of a message to dst, and returns which type it says
// it has. No field holds an object or a list, so it goes no deeper, however
// deep the message.
func split(data []byte, dst []field) (kind string, fields []field, err error) {
	// A few names are compared faster than the decoder would.
	d := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	if first, err := d.ReadToken(); err != nil {
		return "", nil, malformed(err)
	} else if first.Kind() != '{' {
		return "", nil, malformed(errors.New("this is something else"))
	}
	for d.PeekKind() != '}' {
		token, err := d.ReadToken()
		if err != nil {
			return "", nil, malformed(err)
		}
		f := field{name: token.String(), kind: d.PeekKind()}
		if slices.ContainsFunc(dst, func(other field) bool { return other.name == f.name }) {
			return "", nil, malformed(fmt.Errorf("duplicate name %q", clip(f.name)))
		}
		if len(dst) == maxFields {
			return "", nil, bad(clip(f.name), "%q is one field too many", clip(f.name))
		}
		switch f.kind {
		case '{', '[':
			return "", nil, bad(clip(f.name), "%q holds an object or a list: no field does", clip(f.name))
		case 'n':
			return "", nil, bad(clip(f.name), "%q is null: leave it out instead", clip(f.name))
		}
		if token, err = d.ReadToken(); err != nil {
			return "", nil, malformed(err)
		}
		f.value = token.String()
		if f.name == "type" && f.kind == '"' {
			kind = f.value
		}
		dst = append(dst, f)
	}
	if _, err := d.ReadToken(); err != nil {
		return "", nil, malformed(err)
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return "", nil, malformed(errors.New("something follows it"))
	}
	if kind == "" {
		return "", nil, bad("type", "every message has a type, a string")
	}
	return kind, dst, nil
}

// clip keeps what a client sent from filling an error.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// malformed says what is wrong with the JSON, without the words of the library.
func malformed(err error) error {
	reason := err.Error()
	if wrong := (*jsontext.SyntacticError)(nil); errors.As(err, &wrong) {
		reason = fmt.Sprintf("%s, at byte %d", strings.TrimPrefix(wrong.Err.Error(), "jsontext: "), wrong.ByteOffset)
	} else if err == io.EOF {
		reason = "it is empty"
	}
	return &Error{Code: Malformed, Text: "a message is one JSON object in UTF-8, with no name twice: " + clip(reason)}
}
