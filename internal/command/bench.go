package command

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"gamed/internal/bench"
)

var benchCommand = command{
	name: "bench", args: "[store]", about: "measure this machine against the project's targets",
	takes: arity{0, 1, "use gamed bench or gamed bench store"},
	details: `gamed bench measures the rules, matches, bots, the actor and idle games, and prints
each figure beside its target and the figures of other programs. Each is for one
core. The targets are for an idle core; a busy or shared machine stays below them.
Some figures need a flag or a server of their own. The last lines name their commands.

  gamed bench --idle 20000 --threads --plot bench.svg

gamed bench store measures how many requests a second a server can store on this
disk, and how long each takes until it is acknowledged. For comparison it appends the
same records to a bare file that shares its syncs between all games. Clients in this
process play --games games at once. By default they play at full speed, so each
request waits for all others. Use --rate to measure times at a fixed rate.

  gamed bench store --rate 50000 --plot store.svg
  gamed bench store --engine nats --nats nats://10.0.0.1:4222,nats://10.0.0.2:4222 --servers 3`,
	setup: func(flags *flag.FlagSet) action {
		var p bench.Plan
		flags.IntVar(&p.IdleGames, "idle", 100_000, "`N`: idle games to hold at once, up to 1,000,000; 0 skips them")
		between(flags, &p.IdleGames, "idle", 0, 1_000_000)
		threads := flags.Bool("threads", false, "measure also two threads against two processes")
		flags.DurationVar(&p.FigureTime, "time", time.Second, "`TIME`: time for each figure")
		atLeast(flags, &p.FigureTime, "time", time.Microsecond)
		s := new(benchStoreOptions)
		s.flags(flags)
		return func(ctx context.Context, env environ, args []string) error {
			switch {
			case len(args) == 0:
				if *threads {
					var err error
					if p.Program, err = os.Executable(); err != nil {
						return err
					}
				}
				return benchRules(ctx, env, p, s)
			case args[0] == "store":
				return benchStore(ctx, env, *s)
			}
			return unknownName("argument", args[0], []string{"store"})
		}
	},
}

// benchRules prints the figures of the rules, matches, bots, the actor and idle games.
func benchRules(ctx context.Context, env environ, p bench.Plan, o *benchStoreOptions) error {
	setMemory(0)
	bar := newProgress(env.err, p.IdleGames)
	p.Progress = bar.set
	report, err := bench.Run(ctx, p)
	bar.finish()
	if err != nil {
		return err
	}
	if o.plot != "" {
		if err := os.WriteFile(o.plot, []byte(report.Plot()), 0o644); err != nil {
			return err
		}
	}
	machine := fmt.Sprintf("%s, %s", program(), plural(runtime.NumCPU(), "core"))
	if o.asJSON {
		return writeJSON(env.out, struct {
			Machine string `json:"machine"`
			bench.Report
		}{machine, report})
	}
	_, err = fmt.Fprintf(env.out, "%s\n\n%s", machine, &report)
	return err
}
