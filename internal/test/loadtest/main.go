// Command loadtest plays many games on a server at a fixed pace, with a WebSocket for each
// seat, and measures the time from each choice to its acknowledgement.
//
//	go run ./cmd/gamed serve --data /tmp/loadtest
//	go run ./internal/test/loadtest --games 2000 --dir /tmp/loadtest
//	go run ./internal/test/loadtest --games 9700 --silent --for 5s
//
// With --silent, the clients make no choices, and loadtest measures the server's memory for each game.
//
// The clients run in one process and the server in another. On one machine, the two processes
// compete for the processors.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gamed/internal/load"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "loadtest:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, args []string) (err error) {
	flags := flag.NewFlagSet("loadtest", flag.ContinueOnError)
	var on remote
	flags.StringVar(&on.url, "server", "http://127.0.0.1:8080", "play on the server at `URL`")
	flags.DurationVar(&on.patience, "patience", time.Minute, "fail if a game cannot be created or joined within `TIME`")
	rules := flags.String("rules", "elements", "play two-player games of the ruleset `NAME`")
	games := flags.Int("games", 2000, "play `N` games at once")
	pace := flags.Duration("pace", time.Second, "make one choice every `TIME` in each game")
	lasts := flags.Duration("for", time.Minute, "measure for `TIME` once all games have started")
	dir := flags.String("dir", "", "time syncs of one record in folder `DIR` too, which must be on the server's disk")
	quiet := flags.Bool("silent", false, "measure the memory of games whose clients are silent, and the time of a ping")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *games < 1 || *pace <= 0 || *lasts <= 0 {
		return errors.New("--games, --pace and --for must be above 0")
	}
	if *quiet {
		s := &silentTest{remote: on, rules: *rules, games: *games, duration: *lasts}
		return s.run(ctx, out)
	}
	due := float64(*games) / pace.Seconds()
	pings := &pinger{server: on, ctx: ctx}
	defer pings.close()
	plan := load.Plan{Games: *games, Rate: due, Duration: *lasts, WarmUp: *pace, Probes: []func() error{pings.ping}}
	if *dir != "" {
		file, wrong := load.NewSyncedFile(*dir)
		if wrong != nil {
			return wrong
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		plan.Probes = append(plan.Probes, file.Append)
	}
	r, err := load.RunGames(ctx, []load.GameServer{on}, *rules, plan)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, `%d games of %s, %d WebSockets, a choice every %s in each game, for %s
  choices       %.0f a second, %.0f due
  acknowledged  p50 %v, p99 %v, at most %v
  refused       %d
%s`, *games, *rules, 2**games, *pace, *lasts, r.Rate, due, short(r.P50), short(r.P99), short(r.Worst), r.Refused, probeText(&r))
	return err
}

// allowance is the time that an acknowledgement may take beyond a ping and a sync.
const allowance = time.Millisecond

// probeText describes the probes of a run, and whether its acknowledgements meet the target.
func probeText(r *load.Result) string {
	ping := r.Probes[0]
	text := fmt.Sprintf("  ping          p50 %v, p99 %v\n", short(ping.P50), short(ping.P99))
	if len(r.Probes) == 1 {
		return text + "  sync          not measured: name a folder on the server's disk with --dir\n"
	}
	sync := r.Probes[1]
	target := ping.P99 + sync.P99 + allowance
	verdict := "met"
	if r.P99 > target {
		verdict = "not met"
	}
	return text + fmt.Sprintf("  sync          p50 %v, p99 %v\n  target        p99 at most %v (ping + sync + %v): %s\n",
		short(sync.P50), short(sync.P99), short(target), allowance, verdict)
}

func short(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }
