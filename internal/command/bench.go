package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"gamed/internal/columns"
	"gamed/rules/elements"
	"gamed/table"
)

var benchCommand = command{
	name: "bench", args: "[store]", about: "measure this machine against the project's aims",
	more: `Each figure is of one core. Aims are for a core that does nothing else; a
busy or shared machine stays below them.

gamed bench store measures how many requests a second a server takes on this disk, and how
long they take until they are acknowledged, beside a bare file that shares its syncs between
all games: --games at once, each figure --for so long. Clients in this process play as fast
as they are answered, or with --rate at a fixed rate, which is what tells their times: as
fast as it goes each waits for all others.

  gamed bench store --rate 50000 --plot store.svg
  gamed bench store --engine nats --nats nats://10.0.0.1:4222,nats://10.0.0.2:4222 --servers 3`,
	setup: func(flags *flag.FlagSet) action {
		idle := flags.Int("idle", 100_000, "how many idle games to hold at once: `N` up to 1,000,000; 0 skips them")
		each := flags.Duration("time", time.Second, "spend `TIME` on each figure")
		s := new(benchStoreOptions)
		s.flags(flags)
		return func(ctx context.Context, env environ, args []string) error {
			if len(args) > 0 && args[0] == "store" {
				if err := arguments(args, 1, 1, "bench store takes no more"); err != nil {
					return err
				}
				return benchStore(ctx, env, *s)
			}
			return bench(ctx, env, args, *idle, *each)
		}
	},
}

// A figure is one line of the report.
type figure struct {
	what     string
	measured string
	aim      string // empty: none was set
	met      bool
}

// atMost returns a figure that should not be above aim.
func atMost(what string, measured, aim float64, unit string) figure {
	return figure{what, amount(measured) + " " + unit, "at most " + amount(aim) + " " + unit, measured <= aim}
}

// atLeast returns a figure that should not be below aim.
func atLeast(what string, measured, aim float64, unit string) figure {
	return figure{what, amount(measured) + " " + unit, "at least " + amount(aim) + " " + unit, measured >= aim}
}

// amount writes x with three digits, or whole with commas.
func amount(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.3g", x)
	}
	return thousands(int(x + 0.5))
}

func bench(ctx context.Context, env environ, args []string, idle int, each time.Duration) error {
	if err := arguments(args, 0, 0, "it is gamed bench, or gamed bench store"); err != nil {
		return err
	}
	if idle < 0 || idle > 1_000_000 {
		return usagef("--idle %d: it is 0 to 1,000,000", idle)
	}
	if each <= 0 {
		return usagef("--time %v: it must be above 0", each)
	}
	fmt.Fprintf(env.out, "gamed %s, %s %s/%s, %s\n\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, plural(runtime.NumCPU(), "core"))
	b := &benchmark{ctx: ctx, each: each, progress: env.err, rules: table.List(elements.Rules)}
	for _, part := range []func(*benchmark) error{
		func(b *benchmark) error { return benchRules(b, elements.Rules) },
		benchActor,
		func(b *benchmark) error { return benchIdle(b, idle) },
	} {
		if err := part(b); err != nil {
			return err
		}
	}
	return b.report(env.out)
}

// A benchmark collects figures.
type benchmark struct {
	ctx      context.Context
	each     time.Duration
	progress io.Writer
	rules    *table.Listed
	figures  []figure
}

func (b *benchmark) add(f figure) { b.figures = append(b.figures, f) }

// runs is how often a figure is measured. The best one counts: whatever else
// the machine does can only slow a run down.
const runs = 5

// time calls f with growing counts, until one call takes long enough, then some
// more times with that count, and returns what a round of the fastest call took
// in nanoseconds.
func (b *benchmark) time(f func(n int)) float64 {
	n, best := 1, time.Duration(0)
	for ; best < b.each/runs && b.ctx.Err() == nil; n *= 2 {
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

func (b *benchmark) report(w io.Writer) error {
	var list columns.Table
	list.Row("what", "measured", "aim", "")
	for _, f := range b.figures {
		met := ""
		switch {
		case f.aim == "":
		case f.met:
			met = "met"
		default:
			met = "not met"
		}
		list.Row(f.what, f.measured, f.aim, met)
	}
	return write(w, list, "")
}

// thousands writes n with commas: 1,234,567.
func thousands(n int) string {
	s := fmt.Sprint(n)
	var groups []string
	for len(s) > 3 {
		groups = append([]string{s[len(s)-3:]}, groups...)
		s = s[:len(s)-3]
	}
	return strings.Join(append([]string{s}, groups...), ",")
}

// plural writes "1 bot" or "2 bots".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%s %ss", thousands(n), what)
}
