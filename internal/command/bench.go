package command

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"time"

	"gamed/internal/bench"
	"gamed/internal/columns"
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
			return benchRules(ctx, env, args, *idle, *each)
		}
	},
}

func benchRules(ctx context.Context, env environ, args []string, idle int, each time.Duration) error {
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
	bar := newProgress(env.err, idle)
	figures, err := bench.Run(ctx, bench.Plan{Each: each, Idle: idle, Progress: bar.set})
	bar.finish()
	if err != nil {
		return err
	}
	return write(env.out, figures, "")
}

// thousands writes n with commas: 1,234,567.
func thousands(n int) string { return columns.Thousands(n) }

// plural writes "1 bot" or "2 bots".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%s %ss", thousands(n), what)
}
