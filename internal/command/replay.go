package command

import (
	"context"
	"flag"
	"fmt"
	"os"

	"gamed/game"
	"gamed/state"
	"gamed/store"
)

var replayCommand = command{
	name: "replay", args: "FILE", about: "step through the log of a game",
	more: `The log of a served game comes out of the data folder with gamed export ID, or,
when it is over, from the server itself, at /api/games/ID/log. On a terminal Enter
shows the next request and q ends; otherwise everything is printed.`,
	setup: func(flags *flag.FlagSet) action {
		check := flags.Bool("check", false, "only run it again and compare the end with the one recorded")
		seat := flags.Int("seat", -1, "show what seat `N` could see; -1 shows everything")
		games := flags.String("game", "", "the game file of a game that is not built in, `FILE.yaml`")
		return func(ctx context.Context, env environ, args []string) error {
			if err := arguments(args, 1, 1, "one FILE, the log of a game"); err != nil {
				return err
			}
			all, err := env.games.with(*games)
			if err != nil {
				return err
			}
			r, err := openReplay(args[0], all)
			switch {
			case err != nil:
				return err
			case *check:
				err = checkReplay(env, r)
			default:
				err = showReplay(ctx, env, r, *seat)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		}
	},
}

// openReplay deals the game of a log file.
func openReplay(name string, all games) (*game.Replay, error) {
	records, err := readLog(name)
	if err != nil {
		return nil, err
	}
	r, err := game.Open(records, all.dealer)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// readLog reads the records of a log file.
func readLog(name string) ([][]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, &usageError{err}
	}
	defer func() { _ = file.Close() }()
	records, err := store.Lines(file)
	if err != nil {
		return nil, &usageError{err}
	}
	return records, nil
}

// checkReplay runs the log again. It compares the end by itself.
func checkReplay(env environ, r *game.Replay) error {
	if err := r.Run(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(env.out, "%s, %d requests, %s\ndigest %s\n", r.Header.Rules, r.Machine.Seq(), ending(r), game.Digest(r.Machine))
	return err
}

// ending says how a log ends.
func ending(r *game.Replay) string {
	over, _ := r.Machine.Result()
	switch {
	case r.Fault != "":
		return "set aside after a fault in the rules: " + r.Fault
	case !over:
		return "not over"
	case r.End == nil:
		return outcomeText(r.Machine) + ", no end recorded"
	}
	return outcomeText(r.Machine) + ", as recorded"
}

// outcomeText says who has won.
func outcomeText(m state.Machine) string {
	_, won := m.Result()
	switch {
	case won == 0 && m.Seats() == 1:
		return "lost"
	case won == 0:
		return "a draw"
	}
	text := ""
	for ; won != 0; won &= won - 1 {
		if text != "" {
			text += " and "
		}
		text += fmt.Sprintf("seat %d", won.First())
	}
	return "won by " + text
}

// showReplay prints each request, what came of it, and the position then.
func showReplay(ctx context.Context, env environ, r *game.Replay, seat int) error {
	viewer := state.Everything
	if seat >= 0 {
		if viewer = state.Seat(seat); seat >= r.Machine.Seats() {
			return usagef("no seat %d: they are 0 to %d", seat, r.Machine.Seats()-1)
		}
	}
	var lines <-chan string
	if isTerminal(env.in) && isTerminal(env.out) {
		lines = readLines(ctx, env.in)
	}
	fmt.Fprintf(env.out, "%s, version %d of the rules\n", r.Header.Rules, r.Header.Version)
	for i, s := range r.Seats {
		fmt.Fprintf(env.out, "seat %d: %s\n", i, join(" ", s.Kind, s.Name))
	}
	before := r.Machine.Fork()
	for {
		fmt.Fprintf(env.out, "\n%s", r.Machine.Draw(viewer))
		if lines != nil {
			fmt.Fprint(env.out, "Enter: next, q: quit > ")
			select {
			case line, ok := <-lines:
				if !ok || line == "q" {
					return nil
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		before.Set(r.Machine)
		var log state.Log
		q, err := r.Next(&log)
		if err != nil {
			return err
		}
		if q == nil {
			_, err := fmt.Fprintf(env.out, "\n%s\n", ending(r))
			return err
		}
		if err := printRequest(env, before, q, viewer); err != nil {
			return err
		}
		for _, e := range log.Events {
			fmt.Fprintf(env.out, "  - %s\n", r.Machine.Tell(e, viewer).Text)
		}
	}
}

// printRequest says who chose what. A choice that is secret is shown to its
// seat only.
func printRequest(env environ, before state.Machine, q *game.Request, viewer state.Seat) error {
	s, err := q.State()
	if err != nil {
		return err
	}
	what := "answers"
	if viewer == state.Everything || viewer == s.Seat {
		what = before.Label(s.Seat, s.Option).Text
	}
	by := ""
	if q.By != "" {
		by = " (by the " + q.By + ")"
	}
	_, err = fmt.Fprintf(env.out, "\n%d. seat %d: %s%s\n", before.Seq()+1, s.Seat, what, by)
	return err
}
