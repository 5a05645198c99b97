// Command loadtest plays many games on a server at a fixed pace, with a WebSocket for each
// seat, and measures the time from each choice to its acknowledgement.
//
//	go run ./cmd/gamed serve --data /tmp/loadtest
//	go run ./internal/loadtest --games 2000
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

func run(ctx context.Context, out io.Writer, args []string) error {
	flags := flag.NewFlagSet("loadtest", flag.ContinueOnError)
	var on remote
	flags.StringVar(&on.url, "server", "http://127.0.0.1:8080", "play on the server at `URL`")
	flags.DurationVar(&on.patience, "patience", time.Minute, "fail if a game cannot be created or joined within `TIME`")
	rules := flags.String("rules", "elements", "play two-player games of the ruleset `NAME`")
	games := flags.Int("games", 2000, "play `N` games at once")
	pace := flags.Duration("pace", time.Second, "make one choice every `TIME` in each game")
	lasts := flags.Duration("for", time.Minute, "measure for `TIME` once all games have started")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *games < 1 || *pace <= 0 || *lasts <= 0 {
		return errors.New("--games, --pace and --for must be above 0")
	}
	due := float64(*games) / pace.Seconds()
	r, err := load.Play(ctx, []load.Tables{on}, *rules, load.Plan{Games: *games, Rate: due, For: *lasts, Warm: *pace})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, `%d games of %s, %d WebSockets, a choice every %s in each game, for %s
  choices       %.0f a second, %.0f due
  acknowledged  p50 %v, p99 %v, at most %v
  refused       %d
`, *games, *rules, 2**games, *pace, *lasts, r.Rate, due, r.P50.Round(10*time.Microsecond), r.P99.Round(10*time.Microsecond), r.Worst.Round(10*time.Microsecond), r.Refused)
	return err
}
