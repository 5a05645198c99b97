package protocol

import (
	"encoding"
	"encoding/json"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"
)

// serverKinds lists the server messages in the order of the schema.
var serverKinds = []ServerMessage{
	&Welcome{}, &Joined{}, &Table{}, &Update{}, &Patch{}, &Error{}, &Done{}, &ChatMessage{}, &SeatSettings{}, &Over{}, &World{}, &Values{}, &Ping{}, &Pong{}, &Bye{},
}

// Schema returns the JSON Schema of all messages as indented JSON. Every call returns the
// same text. The schema forbids unknown fields in client messages. It allows them in server
// messages, to which later versions may add fields. The schema includes the views of the rulesets
// in views, which maps the name of a ruleset to any value of the type of its view.
func Schema(views map[string]any) []byte {
	comments, codes := describe()
	r := jsonschema.Reflector{Anonymous: true, CommentMap: comments}
	r.Mapper = func(t reflect.Type) *jsonschema.Schema {
		switch t {
		case reflect.TypeFor[Code]():
			return &jsonschema.Schema{Type: "string", OneOf: codes}
		case reflect.TypeFor[Op]():
			return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, integerSchema(reflect.TypeFor[int]())}}
		}
		return integerSchema(t)
	}
	defs := jsonschema.Definitions{}
	add := func(v any) *jsonschema.Schema {
		s := r.Reflect(v)
		maps.Copy(defs, s.Definitions)
		return &jsonschema.Schema{Ref: s.Ref}
	}
	addMessage := func(m Message) *jsonschema.Schema {
		ref := add(m)
		addType(defs[path.Base(ref.Ref)], m.kind())
		return ref
	}
	var server, client []*jsonschema.Schema
	r.AllowAdditionalProperties = true
	for _, m := range serverKinds {
		server = append(server, addMessage(m))
	}
	r.AllowAdditionalProperties = false
	for _, k := range clientKinds {
		client = append(client, addMessage(k.empty))
	}
	defs["ServerMessage"] = &jsonschema.Schema{Description: "A message from the server.", OneOf: server}
	defs["ClientMessage"] = &jsonschema.Schema{Description: "A message to the server.", OneOf: client}

	r.AllowAdditionalProperties = true
	var shapes []*jsonschema.Schema
	for _, name := range slices.Sorted(maps.Keys(views)) {
		r.Namer = func(t reflect.Type) string {
			if t.Name() == "" {
				return "" // unnamed types are written inline
			}
			return name + "." + t.Name()
		}
		shapes = append(shapes, add(views[name]))
	}
	for _, message := range []string{"Update", "World"} {
		view := defs[message].Properties.Value("view")
		*view = jsonschema.Schema{Type: "object", Description: view.Description, AnyOf: shapes}
	}
	data := must(json.MarshalIndent(&jsonschema.Schema{
		Version: jsonschema.Version, Title: "gamed, version " + strconv.Itoa(Version) + " of the protocol",
		OneOf:       []*jsonschema.Schema{{Ref: "#/$defs/ClientMessage"}, {Ref: "#/$defs/ServerMessage"}},
		Definitions: defs,
	}, "", "  "))
	return append(data, '\n')
}

// integerSchema returns the schema of an integer type with its range, or nil for other types.
func integerSchema(t reflect.Type) *jsonschema.Schema {
	if t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || t.Implements(reflect.TypeFor[json.Marshaler]()) {
		return nil
	}
	least, most, ok := Range(t)
	if !ok {
		return nil
	}
	number := func(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }
	return &jsonschema.Schema{Type: "integer", Minimum: number(least), Maximum: number(most)}
}

// JSONSchemaExtend says that a key and a claim exclude each other.
func (Join) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Not = &jsonschema.Schema{Required: []string{"key", "claim"}}
}

// JSONSchemaExtend limits the entries of a path. The library does not apply a tag to lists of lists.
func (Rollouts) JSONSchemaExtend(s *jsonschema.Schema) {
	s.Properties.Value("paths").Items.Items.Minimum = json.Number("0")
}

// RangeAt returns the range of the integer at a place in a JSON value of type t. The limits come from
// the schema of the field, or else from the integer type. RangeAt returns false if there is no integer
// at that place.
func RangeAt(t reflect.Type, at jsontext.Pointer) (least, most int64, ok bool) {
	tag := ""
	for name := range at.Tokens() {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Struct:
			f, found := fieldNamed(t, name)
			if !found {
				return 0, 0, false
			}
			t, tag = f.Type, f.Tag.Get("jsonschema")
		case reflect.Slice, reflect.Map:
			t = t.Elem()
		default:
			return 0, 0, false
		}
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	least, most, ok = Range(t)
	for limit := range strings.SplitSeq(tag, ",") {
		name, text, _ := strings.Cut(limit, "=")
		n, err := strconv.ParseInt(text, 10, 64)
		switch {
		case err != nil:
		case name == "minimum":
			least = n
		case name == "maximum":
			most = n
		}
	}
	return least, most, ok
}

// fieldNamed returns the field of a struct with a name in JSON.
func fieldNamed(t reflect.Type, name string) (reflect.StructField, bool) {
	for _, f := range reflect.VisibleFields(t) {
		if tagged, _, _ := strings.Cut(f.Tag.Get("json"), ","); tagged == name && !f.Anonymous {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// Range returns the range of an integer type in JSON, or false for another type. JavaScript
// represents 53 bits exactly, so no integer in a message has more bits.
func Range(t reflect.Type) (least, most int64, ok bool) {
	least, most = -maxInteger, maxInteger
	switch t.Kind() {
	case reflect.Int8, reflect.Int16, reflect.Int32:
		least, most = -1<<(t.Bits()-1), 1<<(t.Bits()-1)-1
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		least, most = 0, 1<<t.Bits()-1
	case reflect.Uint, reflect.Uint64:
		least = 0
	case reflect.Int, reflect.Int64:
	default:
		return 0, 0, false
	}
	return least, most, true
}

// addType adds the type as the first property of a message definition.
func addType(s *jsonschema.Schema, kind string) {
	properties := jsonschema.NewProperties()
	properties.Set("type", &jsonschema.Schema{Type: "string", Enum: []any{kind}})
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		properties.Set(p.Key, p.Value)
	}
	s.Properties, s.Required = properties, append([]string{"type"}, s.Required...)
}
