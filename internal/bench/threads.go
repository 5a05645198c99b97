package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"
)

// measureThreads compares one process with two threads to two processes with one thread each. Every
// process plays the same match, so two processes together play twice as many games. A result below
// 1 means that threads of one process slow each other down.
func (b *benchmark) measureThreads() error {
	for _, test := range []struct {
		goal  Goal
		bot   string
		games float64 // approximate number in a second
	}{{threadsMatch, "random", 20_000}, {threadsSearch, "learned:80", 50}} {
		if b.Program == "" {
			b.omit(test.goal, "gamed bench --threads")
			continue
		}
		games := max(int(test.games*b.FigureTime.Seconds()), 1) * 2
		var ratios []float64
		for range runs {
			two, err := b.playInProcesses(2, 1, test.bot, games)
			if err != nil {
				return figureError(test.goal, err)
			}
			one, err := b.playInProcesses(1, 2, test.bot, games)
			if err != nil {
				return figureError(test.goal, err)
			}
			ratios = append(ratios, float64(two)/2/float64(one))
		}
		slices.Sort(ratios)
		b.add(test.goal, ratios[runs/2])
	}
	return nil
}

// playInProcesses plays a match in each of several processes at once, and returns the time until all
// have ended.
func (b *benchmark) playInProcesses(count, threads int, bot string, games int) (time.Duration, error) {
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	errs := make([]error, count)
	var group sync.WaitGroup
	begun := time.Now()
	for i := range count {
		group.Go(func() {
			match := exec.CommandContext(ctx, b.Program, "match", "elements", bot, bot,
				"-n", strconv.Itoa(games), "--parallel", strconv.Itoa(threads))
			match.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(threads))
			if out, err := match.CombinedOutput(); err != nil {
				errs[i] = fmt.Errorf("%w: %s", err, out)
				cancel()
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return 0, err
		}
	}
	return time.Since(begun), nil
}
