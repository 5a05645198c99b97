package protocol

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"github.com/invopop/jsonschema"
)

// The messages, for the schema.
var (
	fromClients = []any{Hello{}, Join{}, Watch{}, Choose{}, Chat{}, Resign{}, Offer{}, Respond{}, Exit{}, Mute{}, Who{}, Settings{}, Always{}, Fork{}, Apply{}, Release{}, Ping{}, Pong{}, Bye{}}
	fromServers = []any{Welcome{}, Joined{}, Table{}, Update{}, Error{}, Said{}, Kept{}, Over{}, World{}, Ping{}, Pong{}, Bye{}}
)

// Schema returns the JSON Schema of all messages, as indented JSON that is the
// same every time. A client's message may hold nothing else; one of the server
// may get more fields in time. views has a value of the view's type for each
// ruleset that is to be described as well, by the ruleset's name.
func Schema(views map[string]any) ([]byte, error) {
	comments, codes, err := describe()
	if err != nil {
		return nil, err
	}
	r := jsonschema.Reflector{Anonymous: true, CommentMap: comments}
	r.Mapper = func(t reflect.Type) *jsonschema.Schema {
		if t == reflect.TypeFor[Code]() {
			return &jsonschema.Schema{Type: "string", OneOf: codes}
		}
		return nil
	}
	defs := jsonschema.Definitions{}
	anyOf := func(values []any) (refs []*jsonschema.Schema) {
		for _, v := range values {
			s := r.Reflect(v)
			maps.Copy(defs, s.Definitions)
			refs = append(refs, &jsonschema.Schema{Ref: s.Ref})
		}
		return refs
	}
	r.AllowAdditionalProperties = true
	server := anyOf(fromServers)
	r.AllowAdditionalProperties = false
	client := anyOf(fromClients)
	defs["ServerMessage"] = &jsonschema.Schema{Description: "A message from the server.", OneOf: server}
	defs["ClientMessage"] = &jsonschema.Schema{Description: "A message to the server.", OneOf: client}

	r.AllowAdditionalProperties = true
	var shapes []*jsonschema.Schema
	for _, name := range slices.Sorted(maps.Keys(views)) {
		r.Namer = func(t reflect.Type) string {
			if t.Name() == "" {
				return "" // lists and the like stand where they are used
			}
			return name + "." + t.Name()
		}
		shapes = append(shapes, anyOf([]any{views[name]})...)
	}
	for _, message := range []string{"Update", "World"} {
		view := defs[message].Properties.Value("view")
		*view = jsonschema.Schema{Type: "object", Description: view.Description, AnyOf: shapes}
	}
	data, err := json.MarshalIndent(&jsonschema.Schema{
		Version: jsonschema.Version, Title: "gamed, version " + strconv.Itoa(Version) + " of the protocol",
		OneOf:       []*jsonschema.Schema{{Ref: "#/$defs/ClientMessage"}, {Ref: "#/$defs/ServerMessage"}},
		Definitions: defs,
	}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("protocol: schema: %w", err)
	}
	return append(data, '\n'), nil
}
