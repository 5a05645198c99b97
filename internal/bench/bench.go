// Package bench measures the rules and the game actor against the project's performance
// targets. Each figure is for one core.
package bench

import (
	"context"
	"fmt"
	"time"

	"gamed/internal/columns"
	"gamed/rules/elements"
	"gamed/table"
)

// A Plan selects what to measure.
type Plan struct {
	Each time.Duration // time for each figure
	Idle int           // number of idle games; 0 skips their figures
	// Progress receives the number of idle games that have started.
	Progress func(started int)
}

// Run measures every figure and returns them as a table.
func Run(ctx context.Context, p Plan) (columns.Table, error) {
	b := &benchmark{Plan: p, ctx: ctx, rules: table.List(elements.Rules)}
	b.table.Row("what", "measured", "aim", "")
	if err := measureRules(b, elements.Rules); err != nil {
		return nil, err
	}
	if err := b.measureActor(); err != nil {
		return nil, err
	}
	if p.Idle == 0 {
		return b.table, nil
	}
	return b.table, b.measureIdle()
}

// A benchmark collects figures.
type benchmark struct {
	Plan
	ctx   context.Context
	rules *table.Listed
	table columns.Table
}

// atMost adds a figure that should not exceed aim.
func (b *benchmark) atMost(what string, measured, aim float64, unit string) {
	b.judge(what, measured, "at most", aim, unit, measured <= aim)
}

// atLeast adds a figure that should not be below aim.
func (b *benchmark) atLeast(what string, measured, aim float64, unit string) {
	b.judge(what, measured, "at least", aim, unit, measured >= aim)
}

func (b *benchmark) judge(what string, measured float64, bound string, aim float64, unit string, met bool) {
	verdict := "not met"
	if met {
		verdict = "met"
	}
	b.table.Row(what, amount(measured)+" "+unit, bound+" "+amount(aim)+" "+unit, verdict)
}

// add adds a figure without an aim.
func (b *benchmark) add(what, measured string) { b.table.Row(what, measured, "", "") }

// amount formats x with three significant digits, or as a whole number with commas.
func amount(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.3g", x)
	}
	return columns.Thousands(int(x + 0.5))
}

// runs is the number of measurements of a figure. The fastest one counts, because other
// work on the machine can only slow a run down.
const runs = 5

// time returns the nanoseconds that f takes for one round. It doubles the count until a
// call takes long enough, then repeats the call with that count.
func (b *benchmark) time(f func(n int)) float64 {
	n, best := 1, time.Duration(0)
	for ; best < b.Each/runs && b.ctx.Err() == nil; n *= 2 {
		best = once(f, n)
	}
	n /= 2
	for range runs - 1 {
		best = min(best, once(f, n))
	}
	return float64(best.Nanoseconds()) / float64(n)
}

func once(f func(n int), n int) time.Duration {
	start := time.Now()
	f(n)
	return time.Since(start)
}
