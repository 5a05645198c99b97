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
	what := "elements, " + columns.Thousands(b.IdleGames) + " idle games"
	memory := Goal{what + ", memory each", "bytes", AtMost, 5 * 1024, nil}
	resident := Goal{what + ", resident set of the process", "MiB", "", 0, nil}
	watched := 3 * b.FigureTime
	cpu := Goal{fmt.Sprintf("%s, processor over %v", what, watched), "% of a core", AtMost, 1, nil}
	if b.IdleGames == 0 {
		for _, g := range []Goal{starts, {"elements, idle games, memory each", memory.Unit, memory.Bound, memory.Target, nil}} {
			b.omit(g, "gamed bench --idle 100000")
		}
		return nil
	}
	if err := b.measureStarts(); err != nil {
		return figureError(starts, err)
	}
	before := memoryInUse()
	games := make([]*game.Game, b.IdleGames)
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
	// A game responds to Status only after it has handled its earlier messages.
	for _, g := range games {
		if _, err := g.Status(b.ctx); err != nil {
			return err
		}
	}
	count := float64(b.IdleGames)
	b.add(memory, float64(memoryInUse()-before)/count)
	if bytes, ok := residentSet(); ok {
		b.add(resident, bytes/(1<<20))
	}
	used := load.ProcessorTime()
	select {
	case <-time.After(watched):
	case <-b.ctx.Done():
		return b.ctx.Err()
	}
	b.add(cpu, 100*float64(load.ProcessorTime()-used)/float64(watched))
	for _, g := range games {
		if err := g.Close(b.ctx); err != nil {
			return err
		}
	}
	return nil
}

// measureStarts measures how many games start in a second. Each game has two agents that receive
// their first messages and do not answer.
func (b *benchmark) measureStarts() error {
	games := make([]*game.Game, max(b.IdleGames/10, 1))
	var best time.Duration
	for run := range runs {
		begun := time.Now()
		for i := range games {
			var err error
			if games[i], err = b.startGame(i, noLog{}, 0, nil); err != nil {
				return err
			}
		}
		if took := time.Since(begun); run == 0 || took < best {
			best = took
		}
		for _, g := range games {
			if err := g.Close(b.ctx); err != nil {
				return err
			}
		}
	}
	b.add(starts, float64(len(games))/best.Seconds())
	return nil
}

// memoryInUse returns the bytes of heap and stacks in use. It first runs several garbage collections,
// because each of them only halves an unused stack.
func memoryInUse() uint64 {
	for range 4 {
		debug.FreeOSMemory()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// residentSet returns the resident memory of the process, or false if the system does not report
// it.
func residentSet() (bytes float64, ok bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	_, err = fmt.Sscan(rest, &bytes)
	return bytes * 1024, err == nil
}

// noLog is a log that discards all records. Like a log in files, it needs no memory for records.
type noLog struct{}

func (noLog) Append(context.Context, string, uint64, []byte) error { return nil }
func (noLog) Read(context.Context, string) ([][]byte, error)       { return nil, nil }
func (noLog) Finish(context.Context, string) error                 { return nil }
func (noLog) Games(context.Context) ([]string, error)              { return nil, nil }
func (noLog) Live(context.Context) ([]string, error)               { return nil, nil }
func (noLog) Ready() error                                         { return nil }
func (noLog) Close() error                                         { return nil }
