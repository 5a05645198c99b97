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

// TestPicks plays Dominion matches in which a bot of each kit answers with cards. It checks that
// both lanes give the same results.
func TestPicks(t *testing.T) {
	t.Parallel()
	forKits(t, func(t *testing.T, k kit) {
		var results [2]struct {
			Digest string
			Faults []map[string]int
		}
		for i, lane := range []string{"direct", "actor"} {
			picked := filepath.Join(t.TempDir(), "picked")
			cmd := exec.CommandContext(t.Context(), gamed(t), "match", "dominion", "cmd:"+k.program+" "+k.picker, "smithy",
				"-n", "6", "--kingdom", "Chapel,Cellar,Militia", "--lane", lane, "--json")
			cmd.Env = append(append(cmd.Environ(), k.command("").Env...), "PICKED="+picked)
			out, err := cmd.Output()
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(out, &results[i]))
			for _, faults := range results[i].Faults {
				assert.Empty(t, faults)
			}
			does, err := os.ReadFile(picked)
			require.NoError(t, err)
			assert.Greater(t, strings.Count(string(does), "trash\n"), 5)
			assert.Greater(t, strings.Count(string(does), "discard\n"), 5)
		}
		assert.NotEmpty(t, results[0].Digest)
		assert.Equal(t, results[0], results[1])
	})
}
