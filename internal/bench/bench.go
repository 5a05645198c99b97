// Package bench measures the rules, bots, matches and the game actor against the project's
// performance targets. Each figure is for one core, unless its name says otherwise.
package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// A Plan selects what to measure.
type Plan struct {
	FigureTime time.Duration // approximate time for each figure
	IdleGames  int           // number of idle games; 0 skips their figures
	// Program is the path of gamed. To measure two threads, Run starts this program as one process
	// with two threads, and as two processes with one thread each. If Program is empty, the report
	// leaves out the figures of two threads.
	Program string
	// Progress receives the number of idle games that have started.
	Progress func(started int)
}

// Run measures the figures that the plan selects.
func Run(ctx context.Context, p Plan) (Report, error) {
	b := &benchmark{Plan: p, ctx: ctx, rules: table.Cache(elements.Rules)}
	for _, measure := range []func() error{
		b.measureElements, b.measureDominion, b.measureMatches, b.measureBots, b.measureActor, b.measureIdle, b.measureThreads,
	} {
		if err := measure(); err != nil {
			return Report{}, err
		}
		if err := ctx.Err(); err != nil {
			return Report{}, err
		}
	}
	b.omitSockets()
	return b.Report, nil
}

// A benchmark collects figures.
type benchmark struct {
	Plan
	Report
	ctx   context.Context
	rules *table.CachedRules
}

func (b *benchmark) measureElements() error {
	games, err := startPositions(elements.Rules)
	if err != nil {
		return err
	}
	l := measureLoop(b, elements.Rules, games, chooseRandom(elements.Rules))
	b.add(randomGames, 1e9/l.time)
	b.add(randomDecision, l.time/l.requests)
	b.add(openDecision, l.time/l.open)
	b.add(allocations, l.allocations)
	measureSteps(b, elements.Rules, games[0])
	return nil
}

func (b *benchmark) measureDominion() error {
	games, err := startPositions(dominion.Rules)
	if err != nil {
		return err
	}
	b.add(dominionGames, 1e9/measureLoop(b, dominion.Rules, games, chooseRandom(dominion.Rules)).time)
	b.add(moneyLoop, 1e9/measureLoop(b, dominion.Rules, games, chooseBigMoney).time)
	return nil
}

// chooseBigMoney buys a Province, a Gold or a Silver if it may, in this order. Otherwise it takes the
// default, such as to play Treasures.
func chooseBigMoney(s *dominion.Position, seat state.Seat, buf []state.Option, _ *state.Rand) (o state.Option, open bool) {
	if kind := s.FirstBuyable(dominion.Province, dominion.Gold, dominion.Silver); kind != 0 {
		return state.Option{Do: dominion.BuyCard, Card: state.Card(kind)}, false
	}
	return dominion.Rules.Options(s, seat, buf)[0], false
}

// omitSockets leaves out the figures that need a server and its clients in separate processes.
func (b *benchmark) omitSockets() {
	const serve = "gamed serve --connections 19800 --data DIR"
	for _, g := range []Goal{silentLive, silentResident} {
		b.omit(g, serve, "go run ./internal/test/loadtest --games 9700 --silent --for 4s")
	}
	b.omit(updateTime, serve, "go run ./internal/test/loadtest --games 2000 --for 10s --dir DIR")
}

// runs is the number of measurements of a figure. The fastest measurement of a time counts, because
// other work on the machine can only slow a measurement down.
const runs = 5

// timePerRound returns the nanoseconds that f takes for one round. f runs the given number of
// rounds. timePerRound doubles this number until a call takes long enough, and then repeats the
// call.
func (b *benchmark) timePerRound(f func(n int)) float64 {
	best, n := b.calibrate(f)
	for range runs - 1 {
		best = min(best, timeCall(f, n))
	}
	return float64(best.Nanoseconds()) / float64(n)
}

// calibrate returns a number of rounds of f that take long enough for a measurement, and their time.
func (b *benchmark) calibrate(f func(n int)) (took time.Duration, n int) {
	n = 1
	for took = timeCall(f, n); took < b.FigureTime/runs && b.ctx.Err() == nil; took = timeCall(f, n) {
		n *= 2
	}
	return took, n
}

// timeRatio measures rounds of f and g alternately, so that other work on the machine slows both down.
// It returns the median of the time for f divided by the time for g.
func (b *benchmark) timeRatio(f, g func(n int)) float64 {
	_, n := b.calibrate(f)
	var ratios []float64
	for range runs {
		ratios = append(ratios, float64(timeCall(f, n))/float64(timeCall(g, n)))
	}
	slices.Sort(ratios)
	return ratios[runs/2]
}

func timeCall(f func(n int), n int) time.Duration {
	start := time.Now()
	f(n)
	return time.Since(start)
}

// figureError returns the error of a figure that could not be measured.
func figureError(g Goal, err error) error { return fmt.Errorf("bench: %s: %w", g.Name, err) }
