package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MaxMessage is the maximum size of a client message in bytes.
const MaxMessage = 16 << 10

// A clientKind describes one type of client message.
type clientKind struct {
	empty    ClientMessage
	required []string // the fields that must be present
	decode   func(data []byte) (ClientMessage, error)
}

// clientKinds lists the client messages in the order of the schema.
var clientKinds = []clientKind{
	kindOf[Hello]("protocol"), kindOf[Join]("game"), kindOf[Watch]("game"), kindOf[Choose]("decision", "option"),
	kindOf[Pick]("decision", "cards"),
	kindOf[Chat]("text"), kindOf[Resign](), kindOf[Offer]("kind"), kindOf[Respond]("kind", "accept"),
	kindOf[Exit]("seat", "way"), kindOf[Mute]("seat", "on"), kindOf[Who](), kindOf[Settings](),
	kindOf[Always]("decision", "option"), kindOf[Fork](), kindOf[Apply]("fork", "option"), kindOf[Rollouts]("seeds"), kindOf[Release]("fork"), kindOf[Refresh](),
	kindOf[Ping]("t"), kindOf[Pong]("t"), kindOf[Bye](),
}

var kindByType = func() map[string]clientKind {
	m := make(map[string]clientKind)
	for _, k := range clientKinds {
		m[k.empty.kind()] = k
	}
	return m
}()

func kindOf[T any, P interface {
	*T
	ClientMessage
}](required ...string) clientKind {
	return clientKind{P(new(T)), required, func(data []byte) (ClientMessage, error) {
		var m struct {
			Type   string `json:"type"`
			Fields T      `json:",inline"`
		}
		err := json.Unmarshal(data, &m, json.RejectUnknownMembers(true))
		return P(&m.Fields), err
	}}
}

// Parse parses and validates a client message. The message must be one JSON object in valid
// UTF-8 of at most [MaxMessage] bytes, with a known type. Every field must be known, spelled
// exactly, present at most once, and of the right type and range. A whole number may have a
// fraction of zeros or an exponent. The error is an [*Error] to send back.
func Parse(data []byte) (ClientMessage, error) {
	if len(data) > MaxMessage {
		return nil, &Error{Code: TooBig, Text: fmt.Sprintf("the message has %d bytes; at most %d are allowed", len(data), MaxMessage)}
	}
	if m, ok := readChoose(data); ok {
		return m, nil
	}
	kind, err := findKind(data)
	if err != nil {
		return nil, nameMessage(err, "", data)
	}
	m, err := kind.parse(data)
	if err != nil {
		if whole, changed := Whole(data); changed {
			m, err = kind.parse(whole)
		}
	}
	if err != nil {
		return nil, nameMessage(err, kind.empty.kind(), data)
	}
	return m, nil
}

// readChoose parses a choose message in the form in which [Append] writes it, without id and note,
// ten times as fast as the decoder. It returns false for any other text. Nearly all messages of a
// bot are choose messages in that form.
func readChoose(data []byte) (*Choose, bool) {
	data, begins := bytes.CutPrefix(data, []byte(`{"type":"choose","decision":`))
	decision, data, numbered := cutNumber(data)
	data, follows := bytes.CutPrefix(data, []byte(`,"option":`))
	option, data, chosen := cutNumber(data)
	if !begins || !numbered || !follows || !chosen || string(data) != "}" {
		return nil, false
	}
	return &Choose{Decision: uint32(decision), Option: option}, true
}

// cutNumber parses the number of one to nine digits with which data begins.
func cutNumber(data []byte) (n int, rest []byte, ok bool) {
	digits := 0
	for digits < len(data) && '0' <= data[digits] && data[digits] <= '9' {
		n = n*10 + int(data[digits]-'0')
		digits++
	}
	return n, data[digits:], digits == 1 || 1 < digits && digits < 10 && data[0] != '0'
}

func (k clientKind) parse(data []byte) (ClientMessage, error) {
	m, err := k.decode(data)
	if err != nil {
		return nil, decodeError(m, err)
	}
	if err := k.checkPresence(data); err != nil {
		return nil, err
	}
	return m, firstError(checkIdentifier("id", m.id(), 1), m.check())
}

// nameMessage adds to an error the type of the rejected message, and its id if that can be read.
func nameMessage(err error, kind string, data []byte) error {
	wrong := (*Error)(nil)
	if !errors.As(err, &wrong) {
		return err
	}
	var m messageID
	if json.Unmarshal(data, &m) != nil || checkIdentifier("id", m.ID, 1) != nil {
		m.ID = ""
	}
	wrong.Message, wrong.ID = kind, m.ID
	return wrong
}

// findKind returns the kind for the type in a message. Most clients write the type first, and
// findKind then need not decode the message.
func findKind(data []byte) (clientKind, error) {
	if rest, ok := bytes.CutPrefix(data, []byte(`{"type":"`)); ok {
		name, _, _ := bytes.Cut(rest, []byte{'"'})
		if kind, ok := kindByType[string(name)]; ok {
			return kind, nil
		}
	}
	switch text := bytes.TrimLeft(data, " \t\r\n"); {
	case len(text) == 0:
		return clientKind{}, malformed("it is empty")
	case text[0] != '{':
		first, _ := utf8.DecodeRune(text)
		return clientKind{}, malformed(fmt.Sprintf("it begins with %q, but an object begins with {", first))
	}
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return clientKind{}, decodeError(nil, err)
	}
	if head.Type == "" {
		return clientKind{}, fieldError("type", "a message needs the field \"type\", a string")
	}
	kind, ok := kindByType[head.Type]
	if !ok {
		return kind, &Error{Code: UnknownType, Field: "type", Text: fmt.Sprintf("unknown message type %q", clip(head.Type))}
	}
	return kind, nil
}

// notEmpty lists the string fields that must not be empty if present.
var notEmpty = []string{"id", "key", "claim", "nonce", "until", "play"}

// checkPresence checks a decoded message for missing required fields, and for null and empty
// values.
func (k clientKind) checkPresence(data []byte) error {
	missing := slices.ContainsFunc(k.required, func(name string) bool { return !hasField(data, name) })
	if !missing && !bytes.Contains(data, []byte("null")) && !bytes.Contains(data, []byte(`""`)) {
		return nil
	}
	present := make(map[string]bool)
	d := jsontext.NewDecoder(bytes.NewReader(data))
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() == '"' {
		var token jsontext.Token
		if token, err = d.ReadToken(); err != nil {
			break
		}
		name := token.String()
		var value jsontext.Value
		if value, err = d.ReadValue(); err != nil {
			break
		}
		switch kind := value.Kind(); {
		case kind == 'n' && !slices.Contains(k.required, name):
			return fieldError(name, "%q is null; leave it out instead", name)
		case kind == '"' && len(value) == len(`""`) && slices.Contains(notEmpty, name):
			return fieldError(name, "%q is empty; leave it out instead", name)
		case kind == '[' && hasNull(value):
			return fieldError(name, "an entry of %q is null; leave it out instead", name)
		}
		present[name] = value.Kind() != 'n'
	}
	for _, name := range k.required {
		if !present[name] {
			return fieldError(name, "%s needs the field %q", k.empty.kind(), name)
		}
	}
	return err
}

// hasNull reports whether a valid list has null as an entry, or as an entry of its lists.
func hasNull(list []byte) bool {
	for d := jsontext.NewDecoder(bytes.NewReader(list)); ; {
		token, err := d.ReadToken()
		if err != nil {
			return false // the end of the list
		}
		if token.Kind() == 'n' {
			return true
		}
	}
}

// hasField reports whether a valid message has a field with that name, spelled without escapes.
// It cannot mistake a string value for a name: quotes inside the value are escaped, and no colon
// follows the value.
func hasField(data []byte, name string) bool {
	for rest := data; ; {
		i := bytes.Index(rest, []byte(name))
		if i < 0 {
			return false
		}
		end := i + len(name)
		if i > 0 && rest[i-1] == '"' && bytes.HasPrefix(rest[end:], []byte(`":`)) {
			return true
		}
		rest = rest[end:]
	}
}

// decodeError converts an error of the decoder to an [*Error]. m is the message, or nil if its type is
// unknown.
func decodeError(m ClientMessage, err error) error {
	wrong := new(json.SemanticError)
	if !errors.As(err, &wrong) {
		reason := err.Error()
		if syntax := new(jsontext.SyntacticError); errors.As(err, &syntax) {
			reason = fmt.Sprintf("%s, at byte %d", strings.TrimPrefix(syntax.Err.Error(), "jsontext: "), syntax.ByteOffset)
			if errors.Is(err, jsontext.ErrDuplicateName) {
				reason = fmt.Sprintf("duplicate name %q", clip(syntax.JSONPointer.LastToken()))
			}
		} else if errors.Is(err, io.ErrUnexpectedEOF) {
			reason = "it ends too early"
		}
		return malformed(reason)
	}
	path := slices.Collect(wrong.JSONPointer.Tokens())
	if len(path) == 0 || m == nil {
		return fieldError("type", "a message needs the field \"type\", a string")
	}
	name := clip(path[0])
	if errors.Is(wrong, json.ErrUnknownName) {
		return fieldError(name, "%s has no field %q", m.kind(), name)
	}
	what := strconv.Quote(name)
	if len(path) > 1 {
		what = fmt.Sprintf("each entry of %q", name)
	}
	return fieldError(name, "%s must be %s", what, WantedValue(reflect.TypeOf(m), wrong))
}

// WantedValue describes the value that a field needs, such as "a string", for the error of a decoder that
// found another value. t is the type of the whole JSON value.
func WantedValue(t reflect.Type, wrong *json.SemanticError) string {
	if wrong.GoType != nil {
		switch wrong.GoType.Kind() {
		case reflect.String:
			return "a string"
		case reflect.Bool:
			return "true or false"
		case reflect.Slice, reflect.Array:
			return "a list"
		case reflect.Struct, reflect.Map:
			return "an object"
		}
	}
	if least, most, ok := RangeAt(t, wrong.JSONPointer); ok {
		return fmt.Sprintf("a whole number from %d to %d", least, most)
	}
	return "of another type"
}

// clip shortens a client's text for use in an error message.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// malformed returns the error for a message that is not one JSON object.
func malformed(reason string) error {
	return &Error{Code: Malformed, Text: "a message is one JSON object in UTF-8 without duplicate names: " + clip(reason)}
}
