package protocol_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state/statetest"
)

const document = "../docs/protocol.md"

// TestDocument generates the tables, views and transcripts in docs/protocol.md and compares
// them with the file.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	got := fill(t, string(text), "messages", tables(t))
	got = fill(t, got, "views", views(t))
	got = fill(t, got, "worlds", forwardTranscript(t))
	got = fill(t, got, "game", transcript(t))
	statetest.Golden(t, document, got)
}

// fill replaces the text between two markers.
func fill(t *testing.T, text, name, with string) string {
	t.Helper()
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
	before, rest, ok := strings.Cut(text, begin)
	require.True(t, ok, begin)
	_, after, ok := strings.Cut(rest, end)
	require.True(t, ok, end)
	return before + begin + "\n" + with + "\n" + end + after
}

// tables describes every message in the schema.
func tables(t *testing.T) string {
	t.Helper()
	data := protocol.Schema(nil)
	var schema jsonschema.Schema
	require.NoError(t, json.Unmarshal(data, &schema))
	defs := schema.Definitions
	var b strings.Builder
	messages := func(title, of string) {
		fmt.Fprintf(&b, "## %s\n\n", title)
		for _, ref := range defs[of].OneOf {
			d := defs[named(ref.Ref)]
			kind, _ := d.Properties.Get("type")
			if of == "ClientMessage" {
				d.Properties.Delete("id") // the section "Message ids" describes it for all messages
			}
			fields(&b, fmt.Sprint(kind.Enum[0]), d)
		}
	}
	messages("Messages to the server", "ClientMessage")
	messages("Messages from the server", "ServerMessage")
	b.WriteString("The parts of these messages:\n\n")
	for _, name := range []string{"Seat", "Offered", "Declined", "Clock", "Budget", "Event", "Decision", "Selection", "Option", "Resigned"} {
		fields(&b, strings.ToLower(name), defs[name])
	}
	b.WriteString("## Errors\n\n| code | meaning |\n|---|---|\n")
	codes, _ := defs["Error"].Properties.Get("code")
	for _, code := range codes.OneOf {
		fmt.Fprintf(&b, "| `%s` | %s |\n", code.Const, code.Description)
	}
	return b.String()
}

// sentenceEnd matches the end of a sentence before another one.
var sentenceEnd = regexp.MustCompile(`([a-z)]\.) ([A-Z])`)

// sentences puts each sentence of a paragraph on its own line, like the rest of the docs.
func sentences(text string) string { return sentenceEnd.ReplaceAllString(text, "$1\n$2") }

// fields describes the fields of a definition.
func fields(b *strings.Builder, name string, d *jsonschema.Schema) {
	fmt.Fprintf(b, "### `%s`\n\n%s\n\n", name, sentences(d.Description))
	fields := 0
	for field, property := range d.Properties.FromOldest() {
		if field == "type" {
			continue
		}
		if fields++; fields == 1 {
			b.WriteString("| field | type | meaning |\n|---|---|---|\n")
		}
		kind := typeOf(property)
		if !slices.Contains(d.Required, field) {
			kind += ", optional"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", field, kind, property.Description)
	}
	if fields > 0 {
		b.WriteString("\n")
	}
}

func typeOf(s *jsonschema.Schema) string {
	switch {
	case named(s.Ref) == "ChatMessage":
		return "[chat](#chat-1)" // the first heading of this name is that of the client's message
	case s.Ref != "":
		return "[" + strings.ToLower(named(s.Ref)) + "](#" + strings.ToLower(named(s.Ref)) + ")"
	case s.Type == "array":
		return "list of " + typeOf(s.Items)
	case s.Type == "" && s.OneOf != nil:
		var kinds []string
		for _, one := range s.OneOf {
			kinds = append(kinds, typeOf(one))
		}
		return strings.Join(kinds, " or ")
	case s.Enum != nil:
		return strings.Trim(fmt.Sprintf("%q", s.Enum), "[]")
	}
	return s.Type
}

func named(ref string) string { return strings.TrimPrefix(ref, "#/$defs/") }

// fold writes the innermost objects and lists of indented JSON on one line each.
func fold(indented []byte) []byte {
	lines := strings.Split(string(indented), "\n")
	var folded []string
	for i := 0; i < len(lines); i++ {
		end := i + 1
		if open := lines[i]; strings.HasSuffix(open, "{") || strings.HasSuffix(open, "[") {
			for end < len(lines) && !strings.ContainsAny(lines[end][len(lines[end])-1:], "{[") && !closes(lines[end]) {
				end++
			}
		}
		if end > i+1 && end < len(lines) && closes(lines[end]) {
			one := lines[i]
			for _, l := range lines[i+1 : end] {
				one += strings.TrimSpace(l) + " "
			}
			folded = append(folded, strings.TrimSuffix(one, " ")+strings.TrimSpace(lines[end]))
			i = end
			continue
		}
		folded = append(folded, lines[i])
	}
	return []byte(strings.Join(folded, "\n"))
}

func closes(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "}") || strings.HasPrefix(line, "]")
}
