package external_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
)

// kinds lists the bots that commit each kind of fault, and the limits for these bots.
var kinds = []struct {
	kind   external.Kind
	limits external.Limits
	bots   []string
}{
	{external.Startup, exits, []string{"crash at start", "exit at start", "garbage at start", "other version", "other first"}},
	{external.Malformed, limits, []string{"garbage", "long", "unknown type", "chat", "hello again", "wrong pong"}},
	{external.Illegal, limits, []string{"illegal", "wrong id", "answers twice"}},
	{external.Timeout, expiredLimits, []string{"random"}},
	{external.Stall, shortLimits, []string{"stall", "half a line"}},
	{external.Exit, exits, []string{"exit", "half exit"}},
	{external.Crash, exits, []string{"crash", "killed"}},
	{external.Memory, memory(64 << 20), []string{"memory"}},
	{external.Disconnect, limits, []string{"closes stdout", "closes stdin", "bye"}},
	{external.Flood, shortLimits, []string{"halts in a line"}},
	{external.Flood, ready(5 * time.Second), []string{"forks"}}, // Ready also bounds the wait for a bot that does not read
	{external.Flood, limits, []string{
		"pings", "pongs", "refused forks", "releases", "talks unasked", "errors", "unknowns", "hellos", "lines", "answers", "illegals",
		"resigns", "endless line",
	}},
}

// expiredLimits contains limits that any answer exceeds.
var expiredLimits = func() external.Limits {
	l := limits
	l.Decision, l.StallAfter = time.Nanosecond, patience
	return l
}()

// shortLimits contains the limits for bots that never answer.
var shortLimits = func() external.Limits {
	l := limits
	l.Decision, l.ExitGrace = 200*time.Millisecond, patience
	return l
}()

var plays = flag.Int("plays", 1, "how often TestKinds plays with each bot; if more than once, beside busy goroutines")

// TestKinds checks the kind of each bot's fault. The kind must not depend on the speed of the machine.
func TestKinds(t *testing.T) {
	var stop atomic.Bool
	busy := 0
	if *plays > 1 {
		busy = runtime.GOMAXPROCS(0)
	}
	for range busy {
		go func() {
			for !stop.Load() {
			}
		}()
	}
	t.Cleanup(func() { stop.Store(true) })
	for _, row := range kinds {
		for _, name := range row.bots {
			t.Run(string(row.kind)+"/"+name, func(t *testing.T) {
				t.Parallel()
				for range *plays {
					b, err := start(t, name, row.limits)
					for seed := uint64(1); err == nil && seed < 4; seed++ { // some floods begin between two games
						_, err = play(t.Context(), t, b, seed)
					}
					requireFault(t, err, row.kind, "")
					if b != nil {
						require.NoError(t, b.Close())
					}
				}
			})
		}
	}
}

// TestKindsAreDocumented checks that the code, docs/write-a-bot.md and TestKinds have the same kinds. The
// page and TestKinds omit Rules, which is not the fault of a bot.
func TestKindsAreDocumented(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "external.go", nil, 0)
	require.NoError(t, err)
	var coded []external.Kind
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			if of, ok := v.Type.(*ast.Ident); ok && of.Name == "Kind" {
				kind, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				require.NoError(t, err)
				coded = append(coded, external.Kind(kind))
			}
		}
		return true
	})
	page, err := os.ReadFile("../../docs/write-a-bot.md")
	require.NoError(t, err)
	table := regexp.MustCompile(`(?s)\| fault \| cause \|\n(.*?)\n\n`).FindSubmatch(page)
	require.NotNil(t, table, "docs/write-a-bot.md has a table of faults")
	documented := []external.Kind{external.Rules}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllSubmatch(table[1], -1) {
		documented = append(documented, external.Kind(row[1]))
	}
	assert.ElementsMatch(t, coded, documented)
	played := []external.Kind{external.Rules}
	for _, row := range kinds {
		if !slices.Contains(played, row.kind) {
			played = append(played, row.kind)
		}
	}
	assert.ElementsMatch(t, coded, played)
}
