package bots_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPicks plays matches in which a bot of each kit answers with cards in arbitrary order. It
// checks that both lanes give the same results, and that the bot was asked each of the expected
// questions more than twice.
func TestPicks(t *testing.T) {
	t.Parallel()
	number := "4"
	if *whole {
		number = "6"
	}
	forKits(t, func(t *testing.T, k kit) {
		for _, row := range []struct {
			game, opponent string
			options        []string
			asks           []string // the effect on the cards, and their minimum and maximum number
		}{
			{"dominion", "buy:testdata/militia.txt", []string{"--kingdom", "Chapel,Cellar,Militia,Warehouse,Secret Passage"},
				[]string{"trash 0 4", "discard 0 4", "discard 2 2", "discard 3 3", "put into the deck 1 1"}},
			{"elements", "random", []string{"--decks", "testdata/pit.txt"}, []string{"destroy 0 1"}},
		} {
			t.Run(row.game, func(t *testing.T) {
				t.Parallel()
				var results [2]struct {
					Digest string
					Faults []map[string]int
				}
				for i, lane := range []string{"direct", "actor"} {
					picked := filepath.Join(t.TempDir(), "picked")
					args := append([]string{"match", row.game, "cmd:" + k.program + " " + k.picker, row.opponent, "-n", number, "--lane", lane, "--json"}, row.options...)
					cmd := exec.CommandContext(t.Context(), gamed, args...)
					cmd.Env = append(append(cmd.Environ(), k.command("").Env...), "PICKED="+picked)
					out, err := cmd.Output()
					require.NoError(t, err)
					require.NoError(t, json.Unmarshal(out, &results[i]))
					for _, faults := range results[i].Faults {
						assert.Empty(t, faults)
					}
					asked, err := os.ReadFile(picked)
					require.NoError(t, err)
					for _, ask := range row.asks {
						assert.Greater(t, strings.Count(string(asked), ask+"\n"), 2, ask)
					}
				}
				assert.NotEmpty(t, results[0].Digest)
				assert.Equal(t, results[0], results[1])
			})
		}
	})
}
