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
	first = flag.Uint64("seed", 1, "the first seed that TestSeeds simulates")
	seeds = flag.Uint64("seeds", 300, "how many seeds TestSeeds simulates")
	last  = flag.Duration("for", 0, "TestSeeds goes on with more seeds for that long")
)

// TestSeeds simulates one seed after the other. One that fails is told step by step,
// with the command that repeats it. -v tells the steps of a single one in any case.
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
					if seed-*first >= *seeds && time.Since(begun) >= *last {
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

// try simulates a seed and returns how many requests it had. One in ten is simulated
// twice: whether goroutines decide anything shows best while others run beside them.
func try(t *testing.T, seed uint64) int {
	r := run(t, seed, options{})
	if r.err == nil && seed%10 == 0 {
		assert.Equal(t, r.history, run(t, seed, options{}).history, "seed %d: one seed, one history", seed)
	}
	if r.err != nil || *seeds == 1 && testing.Verbose() {
		again := run(t, seed, options{verbose: true})
		steps := again.steps
		if *seeds > 1 {
			steps = steps[max(len(steps)-40, 0):]
		}
		t.Logf("seed %d:\n%s", seed, strings.Join(steps, "\n"))
		assert.Equal(t, r.history, again.history, "one seed, one history")
	}
	assert.NoError(t, r.err, "repeat it with: go test ./sim -run TestSeeds -v -seeds 1 -seed %d", seed)
	return r.requests
}

// TestSameHistory: a seed stands for one history, to the byte.
func TestSameHistory(t *testing.T) {
	for seed := range uint64(30) {
		once := run(t, seed, options{})
		again := run(t, seed, options{})
		require.NoError(t, once.err)
		assert.NotZero(t, once.requests)
		assert.Equal(t, once.history, again.history, "seed %d", seed)
	}
}
