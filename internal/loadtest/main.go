// Command crowd plays many games at a server at a steady pace, with a WebSocket for each
// seat, and measures how long it takes from a choice to the update that each of the two is
// sent of it.
//
//	go run ./cmd/gamed serve --data /tmp/crowd
//	go run ./internal/loadtest --games 2000
//
// Its clients and the server are processes of their own, and share the processors of one
// machine if both run on it.
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
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "crowd:", err)
		os.Exit(1)
	}
}

// plan is the command line.
type plan struct {
	server string // the address of its page
	rules  string
	games  int           // at once
	pace   time.Duration // between two choices of a game
	lasts  time.Duration // what is measured, once all games have begun
}

func run(ctx context.Context, out io.Writer, args []string) error {
	var p plan
	flags := flag.NewFlagSet("crowd", flag.ContinueOnError)
	flags.StringVar(&p.server, "server", "http://127.0.0.1:8080", "play at the server at `URL`")
	flags.StringVar(&p.rules, "rules", "elements", "play the ruleset `NAME`, by two")
	flags.IntVar(&p.games, "games", 2000, "play `N` games at once")
	flags.DurationVar(&p.pace, "pace", time.Second, "let `TIME` pass between two choices of a game")
	flags.DurationVar(&p.lasts, "for", time.Minute, "measure for `TIME` once all games have begun")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if p.games < 1 || p.pace <= 0 || p.lasts <= 0 {
		return errors.New("--games, --pace and --for are to be more than 0")
	}
	c, err := gather(ctx, p)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(out, c.report())
	return err
}
