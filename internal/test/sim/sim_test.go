package sim

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	first = flag.Uint64("seed", 1, "first seed of TestSeeds")
	seeds = flag.Uint64("seeds", 300, "number of seeds of TestSeeds")
)

// TestSeeds simulates consecutive seeds. For a failed seed it logs the last steps and the
// command to repeat it. With -v and a single seed it logs all steps.
func TestSeeds(t *testing.T) {
	begun := time.Now()
	var next, done, requests atomic.Uint64
	next.Store(*first)
	t.Run("workers", func(t *testing.T) {
		for i := range runtime.GOMAXPROCS(0) {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				for !t.Failed() {
					seed := next.Add(1) - 1
					if seed-*first >= *seeds {
						return
					}
					requests.Add(uint64(try(t, seed)))
					done.Add(1)
				}
			})
		}
	})
	t.Logf("%d seeds with %d requests in %v", done.Load(), requests.Load(), time.Since(begun).Round(time.Second))
}

// try simulates a seed and returns the number of requests. It simulates one seed in ten
// twice, while other seeds run, to detect dependence on goroutine scheduling.
func try(t *testing.T, seed uint64) int {
	r := run(t, seed, options{})
	if r.err == nil && seed%10 == 0 {
		assert.Equal(t, r.history, run(t, seed, options{}).history, "seed %d: the histories differ", seed)
	}
	if r.err != nil || *seeds == 1 && testing.Verbose() {
		again := run(t, seed, options{verbose: true})
		steps := again.steps
		if *seeds > 1 {
			steps = steps[max(len(steps)-40, 0):]
		}
		t.Logf("seed %d:\n%s", seed, strings.Join(steps, "\n"))
		assert.Equal(t, r.history, again.history, "the histories differ")
	}
	assert.NoError(t, r.err, "repeat with: go test ./internal/test/sim -run TestSeeds -v -seeds 1 -seed %d", seed)
	return r.requests
}

// TestSameHistory checks that a seed determines the history.
func TestSameHistory(t *testing.T) {
	for seed := range uint64(30) {
		once := run(t, seed, options{})
		again := run(t, seed, options{})
		require.NoError(t, once.err)
		assert.NotZero(t, once.requests)
		assert.Equal(t, once.history, again.history, "seed %d", seed)
	}
}
