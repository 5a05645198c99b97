package command

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var pages = flag.String("pages", "README.md", "pages whose outputs TestOutputs compares, such as README.md,docs/strength.md")

// shownCommand matches a command of a page and its output, all indented by four spaces.
var shownCommand = regexp.MustCompile(`(?m)^    \$ gamed (.+)\n((?:    .*\n)+)`)

// measuredFigure matches the figures that differ from run to run.
var measuredFigure = regexp.MustCompile(` +p50 +p99$|( +[\d.,]+ [mµn]?s){2}$|\d+\.\d s(, [\d,.]+ games/s)?$`)

// TestOutputs checks each command whose output a page shows. It compares the outputs without measured
// times. With -update it writes the outputs to the pages:
//
//	go test ./internal/command -run TestOutputs -pages README.md,docs/strength.md -update
func TestOutputs(t *testing.T) {
	for _, page := range strings.Split(*pages, ",") {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			path := "../../" + page
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			found := shownCommand.FindAllSubmatch(text, -1)
			require.NotEmpty(t, found)
			for _, parts := range found {
				var out, said bytes.Buffer
				require.Zero(t, run(t.Context(), environ{nil, &out, &said, builtinGames()}, strings.Fields(string(parts[1]))), "%s: %s", parts[1], said.String())
				got := regexp.MustCompile(`(?m)^`).ReplaceAllString(strings.TrimSuffix(out.String(), "\n"), "    ") + "\n"
				if *update {
					text = bytes.Replace(text, parts[2], []byte(got), 1)
				} else {
					assert.Equal(t, unmeasured(string(parts[2])), unmeasured(got), parts[1])
				}
			}
			if *update {
				require.NoError(t, os.WriteFile(path, text, 0o644))
			}
		})
	}
}

// unmeasured replaces the measured figures of each line by "…".
func unmeasured(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(measuredFigure.ReplaceAllString(strings.TrimSuffix(line, "\n"), "…") + "\n")
	}
	return b.String()
}
