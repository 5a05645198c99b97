package protocol_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
)

// botPage is the tutorial for bots. Its last chapter is for programs without a kit.
const botPage = "../docs/write-a-bot.md"

// chapter returns the text of the tutorial under a heading.
func chapter(t *testing.T, heading string) string {
	t.Helper()
	page, err := os.ReadFile(botPage)
	require.NoError(t, err)
	_, text, ok := strings.Cut(string(page), "\n"+heading+"\n")
	require.True(t, ok, "%s has a chapter %q", botPage, heading)
	before, _, _ := strings.Cut(text, "\n"+heading[:strings.Index(heading, " ")+1])
	return before
}

// rows returns the rows of a chapter's table whose first cell is code, each as a list of cells.
func rows(text string) (rows [][]string) {
	for _, line := range regexp.MustCompile("(?m)^\\| (`.*) \\|$").FindAllStringSubmatch(text, -1) {
		rows = append(rows, strings.Split(line[1], " | "))
	}
	return rows
}

// codes returns the words in backquotes.
func codes(text string) (words []string) {
	for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	return words
}

func definitions(t *testing.T) jsonschema.Definitions {
	t.Helper()
	var schema jsonschema.Schema
	require.NoError(t, json.Unmarshal(protocol.Schema(nil), &schema))
	return schema.Definitions
}

// kindsOf returns the types of the messages in a definition of the schema.
func kindsOf(defs jsonschema.Definitions, of string) (kinds []string) {
	for _, ref := range defs[of].OneOf {
		kind, _ := defs[named(ref.Ref)].Properties.Get("type")
		kinds = append(kinds, kind.Enum[0].(string))
	}
	return kinds
}

// TestBotStates checks that the state diagram of the tutorial and its table of messages agree with the
// schema.
func TestBotStates(t *testing.T) {
	defs, text := definitions(t), chapter(t, "### States and messages")
	diagram := regexp.MustCompile("(?s)```text\n(.*?)```").FindString(text)
	require.NotEmpty(t, diagram)
	states := regexp.MustCompile(`\b[A-Z]{2,}\b`).FindAllString(diagram, -1)

	var received []string
	for _, row := range rows(text) {
		require.Len(t, row, 3)
		received = append(received, codes(row[0])...)
		for state := range strings.SplitSeq(row[1], ", ") {
			if state != "any" {
				assert.Contains(t, states, state, row[0])
			}
		}
	}
	assert.ElementsMatch(t, kindsOf(defs, "ServerMessage"), received, "each message of the server has one row in %s", botPage)

	// A list of messages may continue on the next line, as "→ fork,".
	arrows := func(arrow string) (kinds []string) {
		for _, list := range regexp.MustCompile(arrow+` (\w+(, \w+)*)`).FindAllStringSubmatch(diagram, -1) {
			kinds = append(kinds, strings.Split(list[1], ", ")...)
		}
		return kinds
	}
	assert.Subset(t, received, arrows("←"), "the diagram has only messages of the server")
	assert.Subset(t, arrows("←"), []string{"welcome", "joined", "ping", "update", "world", "over", "bye"}, "the diagram has the messages that change the state")
	assert.Subset(t, kindsOf(defs, "ClientMessage"), arrows("→"), "the diagram has only messages to the server")
}

// TestBotErrors checks that the tutorial's table of errors has all codes, and that it marks the codes
// that an arena sends.
func TestBotErrors(t *testing.T) {
	var known, listed, arena, marked []string
	code, _ := definitions(t)["Error"].Properties.Get("code")
	for _, one := range code.OneOf {
		known = append(known, one.Const.(string))
	}
	for _, row := range rows(chapter(t, "### Errors")) {
		require.Len(t, row, 4, "code, from, cause, what to do: %s", row)
		listed = append(listed, codes(row[0])...)
		if strings.Contains(row[1], "arena") {
			marked = append(marked, codes(row[0])...)
		}
	}
	assert.ElementsMatch(t, known, listed, "each error code has one row in %s", botPage)

	constants, err := os.ReadFile("error.go")
	require.NoError(t, err)
	value := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\t([A-Z]\w+) +Code = "(\w+)"`).FindAllStringSubmatch(string(constants), -1) {
		value[m[1]] = m[2]
	}
	sources, err := filepath.Glob("../agent/external/*.go")
	require.NoError(t, err)
	for _, file := range append(sources, "../agent/worlds.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?:Code: |return )protocol\.(\w+)\b`).FindAllStringSubmatch(string(source), -1) {
			if code := value[m[1]]; code != "" && !slices.Contains(arena, code) {
				arena = append(arena, code)
			}
		}
	}
	assert.ElementsMatch(t, arena, marked, "the codes of an arena are marked in %s", botPage)
}
