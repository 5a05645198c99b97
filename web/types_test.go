package web

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/protocol"
	"gamed/replay"
	"gamed/rules"
	"gamed/rules/cardsim"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/state"
)

var update = flag.Bool("update", false, "rewrite static/types.js")

// ruleset is the answer to GET /api/rules/NAME.
type ruleset struct {
	state.Info
	Stats     []string     `json:"stats,omitempty"`     // the stats that rank its games
	Component string       `json:"component,omitempty"` // names the page's component for the game, "" for the generic one
	Words     []rules.Word `json:"words,omitempty"`     // the glossary
	Lot       bool         `json:"lot,omitempty"`       // the deal draws the seat with the first turn
}

// puzzle is an item of the answer to GET /api/learn/NAME.
type puzzle struct {
	rules.Puzzle
	identity.PuzzleCount
}

// httpTypes lists the types of the HTTP API by their names in the page.
var httpTypes = map[string]any{
	"Spec": hub.Request{}, "GameInfo": hub.Info{}, "Ranking": hub.Ranking{}, "RankedSeat": hub.RankedSeat{}, "Rules": ruleset{}, "Bot": ai.Info{},
	"Level": lobby.Level{}, "Quick": lobby.Terms{}, "FoundGame": lobby.FoundGame{}, "Queue": lobby.QueueInfo{}, "Series": lobby.Series{}, "Result": lobby.Result{},
	"ReplayPage": replay.Page{}, "ReplayDecision": replay.Decision{}, "Proof": replay.Proof{}, "BotToken": identity.Token{}, "Lesson": rules.Lesson{}, "Puzzle": puzzle{},
}

// TestTypes compares static/types.js, which editors and tsc use to check the page, with the
// Go types of messages and the HTTP API.
func TestTypes(t *testing.T) {
	const file = "static/types.js"
	text := types(t)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	have, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, text == string(have), "%s is out of date: run go test ./web -run TestTypes -update", file)
}

// types returns the JSDoc types of all messages, views and HTTP types.
func types(t *testing.T) string {
	t.Helper()
	text := protocol.Schema(map[string]any{"elements": elements.View{}, "dominion": dominion.View{}, "cardsim": cardsim.View{}})
	var messages jsonschema.Schema
	require.NoError(t, json.Unmarshal(text, &messages))
	all := map[string]*jsonschema.Schema{}
	for name, s := range messages.Definitions {
		if view, kind, ok := strings.Cut(name, "."); ok {
			name = strings.ToUpper(view[:1]) + view[1:] + kind
		}
		all[name] = s
	}
	r := jsonschema.Reflector{Anonymous: true}
	for _, dir := range []string{"ai", "protocol", "server/hub", "server/identity", "server/lobby", "replay", "rules", "state"} {
		require.NoError(t, r.AddGoComments("gamed/web", "../"+dir, jsonschema.WithFullComment()))
	}
	for _, name := range slices.Sorted(maps.Keys(httpTypes)) {
		s := r.Reflect(httpTypes[name])
		for part, definition := range s.Definitions {
			if "#/$defs/"+part == s.Ref {
				all[name] = definition
			} else if all[part] == nil {
				all[part] = definition
			}
		}
	}
	var b strings.Builder
	b.WriteString("// The types of messages and the HTTP API, generated from Go: run\n" +
		"// go test ./web -run TestTypes -update.\n\n/**\n")
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if i > 0 {
			b.WriteString(" *\n")
		}
		typedef(&b, name, all[name])
	}
	b.WriteString(" */\n\nexport {};\n")
	return b.String()
}

// typedef writes the JSDoc definition of a type.
func typedef(b *strings.Builder, name string, s *jsonschema.Schema) {
	if s.Properties == nil || s.Properties.Len() == 0 {
		fmt.Fprintf(b, " * @typedef {%s} %s%s\n", typeOf(s), name, about(s))
		return
	}
	fmt.Fprintf(b, " * @typedef {object} %s%s\n", name, about(s))
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		field := p.Key
		if !slices.Contains(s.Required, field) {
			field = "[" + field + "]"
		}
		fmt.Fprintf(b, " * @property {%s} %s%s\n", typeOf(p.Value), field, about(p.Value))
	}
}

func about(s *jsonschema.Schema) string {
	if s.Description == "" {
		return ""
	}
	text := strings.Join(strings.Fields(s.Description), " ")
	return " " + strings.NewReplacer("*/", "", "@", "", "[", "", "]", "").Replace(text)
}

// typeOf returns the TypeScript type of a schema. A view is any, since its type depends on
// the game.
func typeOf(s *jsonschema.Schema) string {
	switch {
	case s.Ref != "":
		name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		if view, kind, ok := strings.Cut(name, "."); ok {
			name = strings.ToUpper(view[:1]) + view[1:] + kind
		}
		return name
	case len(s.Enum) > 0:
		words := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			words[i] = fmt.Sprintf("%q", v)
		}
		return strings.Join(words, " | ")
	case len(s.OneOf) > 0:
		var parts []string
		for _, one := range s.OneOf {
			if word, ok := one.Const.(string); ok {
				parts = append(parts, fmt.Sprintf("%q", word))
			} else {
				parts = append(parts, typeOf(one))
			}
		}
		return strings.Join(parts, " | ")
	case len(s.AnyOf) > 0:
		return "any"
	}
	switch s.Type {
	case "string":
		return "string"
	case "integer", "number":
		return "number"
	case "boolean":
		return "boolean"
	case "array":
		item := typeOf(s.Items)
		if strings.Contains(item, " ") {
			item = "(" + item + ")"
		}
		return item + "[]"
	case "object":
		if s.AdditionalProperties != nil {
			if of := typeOf(s.AdditionalProperties); of != "any" {
				return "Object<string, " + of + ">"
			}
		}
		return "Object<string, any>"
	}
	return "any"
}
