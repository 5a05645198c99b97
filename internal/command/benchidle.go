package command

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"gamed/game"
	"gamed/internal/load"
)

// answersBeforeIdle is how many answers each seat gives before its game goes
// idle, so that the game has done everything once.
const answersBeforeIdle = 4

// benchIdle holds n live games at once, each with two agents, and measures their
// memory and processor time while they wait.
func benchIdle(b *benchmark, n int) error {
	if n == 0 {
		return nil
	}
	before := inUse()
	games := make([]*game.Game, n)
	bar := newProgress(b.progress, n)
	begun := time.Now()
	for i := range games {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		var err error
		if games[i], err = b.startGame(i, noLog{}, answersBeforeIdle, nil); err != nil {
			return err
		}
		if i%1000 == 999 {
			bar.set(i + 1)
		}
	}
	started := time.Since(begun)
	// Every game has answered once its queue is empty and it says so.
	for _, g := range games {
		if _, err := g.Status(b.ctx); err != nil {
			return err
		}
	}
	bar.finish()
	each := float64(inUse()-before) / float64(n)
	what := "elements, " + plural(n, "idle game")
	b.add(atMost(what+", memory each", each, 5*1024, "bytes"))
	if resident, ok := residentSet(); ok {
		b.add(figure{what: what + ", resident set of the process", measured: amount(resident/(1<<20)) + " MiB"})
	}
	b.add(figure{what: what + ", started", measured: amount(float64(n)/started.Seconds()) + " a second"})
	watched := 3 * b.each
	cpu := load.Processors()
	select {
	case <-time.After(watched):
	case <-b.ctx.Done():
		return b.ctx.Err()
	}
	share := 100 * float64(load.Processors()-cpu) / float64(watched)
	b.add(atMost(what+fmt.Sprintf(", processor over %v", watched), share, 1, "% of a core"))
	for _, g := range games {
		if err := g.Close(b.ctx); err != nil {
			return err
		}
	}
	return nil
}

// inUse returns the bytes of heap and stacks that are in use, after as many
// collections as it takes to shrink the stack of a goroutine that is parked:
// each halves it.
func inUse() uint64 {
	for range 4 {
		debug.FreeOSMemory()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// residentSet returns what of the process is in memory, where the system tells.
func residentSet() (bytes float64, ok bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	_, err = fmt.Sscan(rest, &bytes)
	return bytes * 1024, err == nil
}

// noLog keeps nothing: what a log in files takes is on the disk.
type noLog struct{}

func (noLog) Append(context.Context, string, uint64, []byte) error { return nil }
func (noLog) Read(context.Context, string) ([][]byte, error)       { return nil, nil }
func (noLog) Finish(context.Context, string) error                 { return nil }
func (noLog) Games(context.Context) ([]string, error)              { return nil, nil }
func (noLog) Live(context.Context) ([]string, error)               { return nil, nil }
func (noLog) Close() error                                         { return nil }
