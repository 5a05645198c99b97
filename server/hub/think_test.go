package hub

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// A slowBot thinks for a second and counts the bots that think at once.
type slowBot struct{ now, most *atomic.Int32 }

func (p slowBot) Choose(ai.Ask) state.Option {
	n := p.now.Add(1)
	for most := p.most.Load(); n > most && !p.most.CompareAndSwap(most, n); most = p.most.Load() {
		continue
	}
	time.Sleep(time.Second)
	p.now.Add(-1)
	return state.Option{}
}

// TestThinkLimiter checks that slow bots think on at most half of the processors. It also checks that
// a bot that plays with people waits for at most one bot of the games without people.
func TestThinkLimiter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closing, stop := context.WithCancel(t.Context())
		limiter := newThinkLimiter(closing)
		var now, most, alone, mostAlone atomic.Int32
		seats := []table.Seat{{Kind: protocol.SeatBot}, {Kind: protocol.SeatBot}}
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { limiter.limit(slowBot{&alone, &mostAlone}, seats).Choose(ai.Ask{}) })
		}
		synctest.Wait()
		begun := time.Now()
		mixed := []table.Seat{{Kind: protocol.SeatBot}, {Kind: protocol.SeatPerson}}
		limiter.limit(slowBot{&now, &most}, mixed).Choose(ai.Ask{})
		assert.LessOrEqual(t, time.Since(begun), 2*time.Second, "after at most one bot of a game without people")
		for range 10 {
			all.Go(func() { limiter.limit(slowBot{&now, &most}, mixed).Choose(ai.Ask{}) })
		}
		time.Sleep(20 * time.Second)
		assert.LessOrEqual(t, int(most.Load()), max(runtime.GOMAXPROCS(0)/2, 1))
		assert.EqualValues(t, 1, mostAlone.Load())
		stop()
		all.Wait()
	})
}
