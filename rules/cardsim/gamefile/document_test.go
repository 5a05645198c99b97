package gamefile_test

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim/gamefile"
	"gamed/state"
)

const root = "../../.." // the root of the source tree

func document(t *testing.T) string {
	text, err := os.ReadFile(root + "/docs/write-a-decision-game.md")
	require.NoError(t, err)
	return string(text)
}

// checkDocument checks that docs/write-a-decision-game.md contains a text.
func checkDocument(t *testing.T, text string) {
	assert.True(t, strings.Contains(document(t), text), "the document lacks: %s", text)
}

// snippets returns the examples of a language in the document.
func snippets(t *testing.T, language string) (all []string) {
	for rest := document(t); ; {
		_, after, found := strings.Cut(rest, "\n```"+language+"\n")
		if !found {
			return all
		}
		snippet, after, closed := strings.Cut(after, "```\n")
		require.True(t, closed)
		all = append(all, snippet)
		rest = after
	}
}

// TestDocumentYAML checks that the game of the tutorial can be played after each step.
func TestDocumentYAML(t *testing.T) {
	steps := snippets(t, "yaml")
	require.Len(t, steps, 4, "three steps, and the cards of the village")
	var file string
	for i, step := range steps[:3] {
		file += step
		g, err := gamefile.Load("lighthouse.yaml", []byte(file))
		require.NoError(t, err, "step %d", i+1)
		for seed := range uint64(50) {
			m, r := deal(t, g, seed), state.Rand(seed)
			for range 200 { // without endings it lasts 500 turns
				options := m.Options(0, nil)
				if len(options) == 0 {
					break
				}
				m.Apply(state.Request{Option: options[r.N(len(options))]}, nil)
			}
			require.NoError(t, player(m).Failure())
			if i == 2 {
				require.NotNil(t, player(m).Ended())
			}
		}
	}
	assert.Less(t, strings.Count(file, "\n"), 100, "the example must be short")
	checkDocument(t, "the game below has "+strconv.Itoa(strings.Count(file, "\n"))+" lines")

	_, err := gamefile.Load("lighthouse.yaml", []byte(strings.Replace(file, "spirit: -10", "sprit: -10", 1)))
	checkDocument(t, "    "+err.Error()+"\n")

	g, err := gamefile.Load("lighthouse.yaml", []byte(strings.Replace(file, "  weather:\n", "  weather:\n    off: true\n", 1)))
	require.NoError(t, err)
	require.Len(t, g.Remarks, 1)
	checkDocument(t, "    mistake: "+g.Remarks[0]+"\n")
}

// TestDocumentGo checks that the document's Go module builds, and that its two games
// pass the check.
func TestDocumentGo(t *testing.T) {
	code := snippets(t, "go")
	require.Len(t, code, 3)
	assert.Less(t, strings.Count(code[0], "\n"), 100, "the example must be short")
	tree, err := filepath.Abs(root)
	require.NoError(t, err)
	dir := t.TempDir()
	write := func(path, text string) {
		file := filepath.Join(dir, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	add := func(text, after, more string) string {
		require.Equal(t, 1, strings.Count(text, after))
		return strings.Replace(text, after, after+more, 1)
	}
	for i, path := range []string{"lighthouse/lighthouse.go", "main.go", "village/village.go"} {
		formatted, err := format.Source([]byte(code[i]))
		require.NoError(t, err)
		assert.Equal(t, string(formatted), code[i])
		write(path, code[i])
	}
	write("main.go", add(add(code[1], "\t\"mygames/lighthouse\"\n", "\t\"mygames/village\"\n"),
		"gamed.WithGame(lighthouse.Game())", ", gamed.WithGame(village.Game())"))
	write("village/cards.yaml", snippets(t, "yaml")[3])
	// The test copies the requirements of this module, which a designer would add with go mod tidy.
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(tree, name))
		require.NoError(t, err)
		write(name, strings.Replace(string(text), "module gamed\n", "module mygames\n\nrequire gamed v0.0.0\n\nreplace gamed => "+tree+"\n", 1))
	}
	checkDocument(t, "    module mygames\n\n    go 1.26\n\n    require gamed v0.0.0\n\n    replace gamed => ../gamed\n")

	program := filepath.Join(dir, "mygames")
	build := exec.CommandContext(t.Context(), "go", "build", "-mod=mod", "-ldflags=-w", "-o", program, ".") // debug information takes half of the linker's time
	build.Dir = dir
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, game := range []string{"lighthouse", "village"} {
		out, err = exec.CommandContext(t.Context(), program, "cardsim", "check", game, "-n", "200").CombinedOutput()
		assert.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "no findings")
	}
}

// TestDocumentKeys checks that the document describes each key of the format.
func TestDocumentKeys(t *testing.T) {
	schema, err := gamefile.Schema()
	require.NoError(t, err)
	type object struct{ Properties map[string]any }
	var read struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(schema, &read))
	read.Defs["game"] = read.object
	for _, def := range read.Defs {
		for key := range def.Properties {
			checkDocument(t, "`"+key+"`")
		}
	}
}
