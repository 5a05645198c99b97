package protocol_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

// A definition is the part of a schema that the tests read.
type definition struct {
	Description string                `json:"description"`
	Properties  map[string]definition `json:"properties"`
	Required    []string              `json:"required"`
	Additional  *bool                 `json:"additionalProperties"`
	Const       string                `json:"const"`
	Enum        []string              `json:"enum"`
	OneOf       []definition          `json:"oneOf"`
	AnyOf       []definition          `json:"anyOf"`
	Ref         string                `json:"$ref"`
}

// board is the view of a fictional game.
type board struct {
	Cells []cell `json:"cells"`
}

type cell struct {
	Stone int `json:"stone"`
}

func schema(t *testing.T, views map[string]any) map[string]definition {
	t.Helper()
	data := protocol.Schema(views)
	require.Equal(t, string(data), string(protocol.Schema(views)))
	var s struct {
		Defs map[string]definition `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(data, &s))
	return s.Defs
}

func TestSchemaDescribesEverything(t *testing.T) {
	for name, d := range schema(t, nil) {
		assert.NotEmpty(t, d.Description, name)
		for field, property := range d.Properties {
			if field != "type" {
				assert.NotEmpty(t, property.Description, "%s.%s", name, field)
			}
		}
	}
}

func TestSchemaOfMessages(t *testing.T) {
	defs := schema(t, nil)
	types := func(of string) (list []string) {
		for _, ref := range defs[of].OneOf {
			d := defs[ref.Ref[len("#/$defs/"):]]
			require.Contains(t, d.Required, "type", ref.Ref)
			require.Len(t, d.Properties["type"].Enum, 1, ref.Ref)
			list = append(list, d.Properties["type"].Enum[0])
		}
		return list
	}
	assert.Equal(t, []string{"hello", "join", "watch", "choose", "pick", "chat", "resign", "offer", "respond", "exit", "mute", "who", "settings", "always", "fork", "apply", "rollouts", "release", "refresh", "ping", "pong", "bye"}, types("ClientMessage"))
	assert.Equal(t, []string{"welcome", "joined", "table", "update", "patch", "error", "done", "chat", "settings", "over", "world", "values", "ping", "pong", "bye"}, types("ServerMessage"))

	require.NotNil(t, defs["Choose"].Additional)
	assert.False(t, *defs["Choose"].Additional, "messages of clients have no other fields")
	assert.Nil(t, defs["Update"].Additional, "messages of the server may gain fields")
}

// fullMessages has a message of each definition, with all fields.
var fullMessages = map[string]map[string]any{
	"Hello":    {"type": "hello", "protocol": 1, "name": "Ada", "author": "Bob", "version": "2", "repeats": true, "forks": true, "patches": true},
	"Join":     {"type": "join", "game": "g", "seat": 0, "claim": "abcdefghijklmnoPQ-_901", "nonce": "n", "deck": "red", "after": 1},
	"Watch":    {"type": "watch", "game": "g"},
	"Choose":   {"type": "choose", "decision": 1, "option": 0, "info": "{}"},
	"Pick":     {"type": "pick", "decision": 1, "cards": []int{0}, "info": "{}"},
	"Chat":     {"type": "chat", "text": "hi"},
	"Resign":   {"type": "resign"},
	"Offer":    {"type": "offer", "kind": "undo"},
	"Respond":  {"type": "respond", "kind": "draw", "accept": true},
	"Exit":     {"type": "exit", "seat": 1, "way": "bot"},
	"Mute":     {"type": "mute", "seat": -1, "on": true},
	"Who":      {"type": "who"},
	"Settings": {"type": "settings", "stops": []any{"main"}, "alone": true, "forget": true},
	"Always":   {"type": "always", "decision": 1, "option": 0},
	"Fork":     {"type": "fork", "from": 1, "seed": 2, "view": true},
	"Apply":    {"type": "apply", "fork": 1, "option": 0, "seed": 2, "view": true},
	"Release":  {"type": "release", "fork": 1},
	"Rollouts": {"type": "rollouts", "from": 1, "seeds": []int{1}, "paths": [][]int{{0}}, "until": "turn", "play": "random"},
	"Refresh":  {"type": "refresh"},
	"Ping":     {"type": "ping", "t": 1},
	"Pong":     {"type": "pong", "t": 1},
	"Bye":      {"type": "bye", "reason": "tea"},
}

// TestSchemaAndParseAgree omits each field of each message and checks that the schema and
// Parse agree on whether it is required.
func TestSchemaAndParseAgree(t *testing.T) {
	full := fullMessages
	others := map[string]int{"Join": 1} // a key, which a message with a claim must not have
	const ids = 1
	defs := schema(t, nil)
	require.Len(t, defs["ClientMessage"].OneOf, len(full))
	for name, fields := range full {
		assert.Len(t, defs[name].Properties, len(fields)+others[name]+ids, name)
		for without := range fields {
			data, err := json.Marshal(but(fields, without))
			require.NoError(t, err)
			_, err = protocol.Parse(data)
			assert.Equal(t, slices.Contains(defs[name].Required, without), err != nil, "%s without %s: %v", name, without, err)
		}
	}
}

func but(fields map[string]any, without string) map[string]any {
	left := map[string]any{}
	for name, v := range fields {
		if name != without {
			left[name] = v
		}
	}
	return left
}

func TestSchemaOfCodes(t *testing.T) {
	var codes []string
	for _, code := range schema(t, nil)["Error"].Properties["code"].OneOf {
		codes = append(codes, code.Const)
		assert.NotEmpty(t, code.Description, code.Const)
	}
	assert.Len(t, codes, 24)
	assert.Contains(t, codes, string(protocol.SlowReader))
}

func TestSchemaOfViews(t *testing.T) {
	defs := schema(t, map[string]any{"go": board{}, "chess": board{}})
	for _, message := range []string{"Update", "World"} {
		var refs []string
		for _, view := range defs[message].Properties["view"].AnyOf {
			refs = append(refs, view.Ref)
		}
		assert.Equal(t, []string{"#/$defs/chess.board", "#/$defs/go.board"}, refs, message)
	}
	assert.Contains(t, defs, "go.cell")
}

// TestSchemaLimitsIntegers checks that every integer in a message has a range that JavaScript
// represents exactly.
func TestSchemaLimitsIntegers(t *testing.T) {
	found := 0
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case []any:
			for _, v := range v {
				walk(path, v)
			}
		case map[string]any:
			if v["type"] == "integer" {
				found++
				least, limited := v["minimum"].(float64)
				most, ok := v["maximum"].(float64)
				assert.True(t, limited && ok && least >= 1-1<<53 && most <= 1<<53-1, "%s has %v", path, v)
			}
			for name, v := range v {
				walk(path+"."+name, v)
			}
		}
	}
	var all any
	require.NoError(t, json.Unmarshal(protocol.Schema(map[string]any{"board": board{}}), &all))
	walk("", all)
	assert.Greater(t, found, 50)
}
