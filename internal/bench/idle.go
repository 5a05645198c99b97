package bench

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"gamed/game"
	"gamed/internal/columns"
	"gamed/internal/load"
)

// answersBeforeIdle is the number of answers that each seat gives before its game goes
// idle. By then every part of the game has run at least once.
const answersBeforeIdle = 4

// measureIdle starts games with two agents each and measures their memory and processor time
// while they wait.
func (b *benchmark) measureIdle() error {
	before := inUse()
	games := make([]*game.Game, b.Idle)
	begun := time.Now()
	for i := range games {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		var err error
		if games[i], err = b.startGame(i, noLog{}, answersBeforeIdle, nil); err != nil {
			return err
		}
		b.Progress(i + 1)
	}
	started := time.Since(begun)
	// A game responds to Status when its inbox is empty.
	for _, g := range games {
		if _, err := g.Status(b.ctx); err != nil {
			return err
		}
	}
	count := float64(b.Idle)
	what := "elements, " + columns.Thousands(b.Idle) + " idle games"
	b.atMost(what+", memory each", float64(inUse()-before)/count, 5*1024, "bytes")
	if resident, ok := residentSet(); ok {
		b.add(what+", resident set of the process", amount(resident/(1<<20))+" MiB")
	}
	b.add(what+", started", amount(count/started.Seconds())+" a second")
	watched := 3 * b.Each
	cpu := load.Processors()
	select {
	case <-time.After(watched):
	case <-b.ctx.Done():
		return b.ctx.Err()
	}
	share := 100 * float64(load.Processors()-cpu) / float64(watched)
	b.atMost(fmt.Sprintf("%s, processor over %v", what, watched), share, 1, "% of a core")
	for _, g := range games {
		if err := g.Close(b.ctx); err != nil {
			return err
		}
	}
	return nil
}

// inUse returns the bytes of heap and stacks in use. Each garbage collection halves the
// stack of a parked goroutine, so inUse first runs several collections.
func inUse() uint64 {
	for range 4 {
		debug.FreeOSMemory()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// residentSet returns the resident memory of the process, or false if the system does
// not report it.
func residentSet() (bytes float64, ok bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	_, err = fmt.Sscan(rest, &bytes)
	return bytes * 1024, err == nil
}

// noLog discards all records. It stands for a log in files, which takes no memory.
type noLog struct{}

func (noLog) Append(context.Context, string, uint64, []byte) error { return nil }
func (noLog) Read(context.Context, string) ([][]byte, error)       { return nil, nil }
func (noLog) Finish(context.Context, string) error                 { return nil }
func (noLog) Games(context.Context) ([]string, error)              { return nil, nil }
func (noLog) Live(context.Context) ([]string, error)               { return nil, nil }
func (noLog) Ready() error                                         { return nil }
func (noLog) Close() error                                         { return nil }
