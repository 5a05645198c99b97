package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"strings"

	"gamed/arena"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

var replayCommand = command{
	name: "replay", args: "FILE|URL|ID", takes: arity{1, 1, "give one FILE with the log of a game, or the ID of a game"}, about: "step through the log of a game",
	details: `gamed export ID copies the log of a game out of a data folder. A server has the logs
of finished games at /api/games/ID/log. On a terminal, Enter shows the next request
and q quits. Otherwise the command prints everything.

With an ID, the command reads the game from a data folder or a cluster. Stop the
server of a data folder first. If the rules of a finished game have changed, the
command prints its public transcript, which only the folder or cluster has.

  gamed replay game.jsonl
  gamed replay --check game.jsonl
  gamed replay --number 17 games.gz
  curl -s http://localhost:8080/api/games/7k3p9qd2xw/log | gamed replay -
  gamed replay --data gamed-data 7k3p9qd2xw`,
	setup: func(flags *flag.FlagSet) action {
		s := new(storageOptions)
		s.flags(flags)
		check := flags.Bool("check", false, "only replay the log and compare the end with the recorded one")
		number := gameNumber(flags)
		all := flags.Bool("all", false, "show also the choices of a seat with a single option")
		seat := flags.Int("seat", -1, "`N`: show only what this seat could see; -1 shows everything")
		return withGameFiles(flags, "`FILE.yaml`: the game file, unless the game is built in; - is standard input", func(ctx context.Context, env environ, args []string) error {
			return s.readGame(ctx, env, args[0], *number, func(g loggedGame) error {
				r, err := table.Open(g.records, g.find)
				other := (*table.OtherRules)(nil)
				switch {
				case errors.As(err, &other) && !*check && table.Closed(g.records):
					err = showOtherRules(env, g.records, other, g.transcript)
				case err != nil:
				case *check:
					err = checkReplay(env, r)
				default:
					err = showReplay(ctx, env, r, *seat, *all)
				}
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				return nil
			})
		})
	},
}

// gameNumber declares the flag that selects a game in a file of gamed match --games.
func gameNumber(flags *flag.FlagSet) *int {
	n := flags.Int("number", -1, "`N`: the number of the game in a FILE of gamed match --games, from 0")
	between(flags, n, "number", -1, math.MaxInt32)
	return n
}

// isGames reports whether a source has the games of a match.
func (env environ) isGames(name string) bool { return env.beginsWith(name, "\x1f\x8b") }

// readGameLog reads the records of a game in a file of gamed match --games.
func (env environ) readGameLog(name string, n int) ([][]byte, error) {
	in, err := env.open(name)
	if err != nil {
		return nil, &usageError{err}
	}
	defer func() { _ = in.Close() }()
	records, err := arena.ReadLog(in, n)
	if errors.Is(err, arena.ErrNoLog) {
		return nil, usagef("%s: %w", name, err)
	}
	return records, err
}

// readLog reads the records of a log.
func (env environ) readLog(name string) ([][]byte, error) {
	switch {
	case env.isGames(name):
		return nil, usagef("%s has the games of a match: choose one with --number N", name)
	case env.beginsWith(name, `{"type":"match"`):
		return nil, usagef("%s has the results of a match, without its games: play the match with --games FILE, and replay that file", name)
	}
	in, err := env.open(name)
	if err != nil {
		return nil, &usageError{err}
	}
	defer func() { _ = in.Close() }()
	records, err := store.Lines(in)
	if err != nil {
		return nil, &usageError{err}
	}
	return records, nil
}

// checkReplay replays the whole log and compares the end with the recorded one.
func checkReplay(env environ, r *table.Replay) error {
	if err := r.Run(); err != nil {
		return err
	}
	m := r.Table.Machine
	_, err := fmt.Fprintf(env.out, "%s, %d requests, %s\ndigest %s\n", r.Header.Rules, m.Seq(), endText(r.Table), table.Digest(m))
	return err
}

// endText describes the end of a log.
func endText(t *table.Table) string {
	over, _ := t.Machine.Result()
	switch {
	case t.Fault != "":
		return "set aside after a fault in the rules: " + t.Fault
	case !over:
		return "not over"
	case t.End == nil:
		return outcomeText(t.Machine) + ", no end recorded"
	}
	return outcomeText(t.Machine) + ", as recorded"
}

// outcomeText names the winners.
func outcomeText(m state.Machine) string {
	_, won := m.Result()
	return winnersText(m.Seats(), table.Numbers(won))
}

// winnersText names the seats that won a game with the given number of seats.
func winnersText(seats int, won []int) string {
	switch {
	case len(won) == 0 && seats == 1:
		return "lost"
	case len(won) == 0:
		return "a draw"
	}
	var names []string
	for _, seat := range won {
		names = append(names, fmt.Sprintf("seat %d", seat))
	}
	return "won by " + strings.Join(names, " and ")
}

// showReplay prints each choice, its events and the position after it. If a choice had only one
// option, it prints only the events, unless all is set.
func showReplay(ctx context.Context, env environ, r *table.Replay, seat int, all bool) error {
	viewer, m := state.Everything, r.Table.Machine
	if seat >= 0 {
		if viewer = state.Seat(seat); seat >= m.Seats() {
			return usagef("--seat %d: use 0 to %d", seat, m.Seats()-1)
		}
	}
	var lines <-chan string
	if isTerminal(env.in) && isTerminal(env.out) {
		lines = readLines(ctx, env.in)
	}
	skip := func() error { return skipToChoice(env, r, viewer, all) }
	if err := skip(); err != nil {
		return err
	}
	fmt.Fprintf(env.out, "%s, version %d of the rules\n", r.Header.Rules, r.Header.Version)
	for i, s := range r.Table.Seats {
		fmt.Fprintf(env.out, "seat %d: %s\n", i, join(" ", s.Kind, s.Name))
	}
	for {
		fmt.Fprintf(env.out, "\n%s", m.Draw(viewer))
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
		if !r.More() {
			_, err := fmt.Fprintf(env.out, "\n%s\n", endText(r.Table))
			return err
		}
		next, err := r.Record()
		if err == nil {
			err = printRequest(env, m, next.Request, viewer)
		}
		if err == nil {
			err = apply(env, r, viewer)
		}
		if err == nil {
			err = skip()
		}
		if err != nil {
			return err
		}
	}
}

// skipToChoice applies the records before the next choice to show: the next choice from several options or,
// if all is set, the next choice.
func skipToChoice(env environ, r *table.Replay, viewer state.Seat, all bool) error {
	var options []state.Option
	for r.More() {
		next, err := r.Record()
		if err != nil {
			return err
		}
		if q := next.Request; q != nil {
			s, m := q.State(), r.Table.Machine
			forced := s.Do != state.Resign && m.Awaiting().Has(s.Seat)
			if forced {
				options = m.Options(s.Seat, options[:0])
				forced = len(options) == 1
			}
			if all || !forced {
				return nil
			}
		}
		if err := apply(env, r, viewer); err != nil {
			return err
		}
	}
	return nil
}

// apply applies a record and prints its events.
func apply(env environ, r *table.Replay, viewer state.Seat) error {
	c, err := r.Next()
	if err != nil {
		return err
	}
	for _, e := range r.Table.Told(&c, viewer) {
		fmt.Fprintf(env.out, "  - %s\n", e.Text)
	}
	return nil
}

// printRequest prints a choice. It hides the choice from a viewer at another seat.
func printRequest(env environ, before state.Machine, q *table.Request, viewer state.Seat) error {
	s := q.State()
	what := "answers"
	if viewer == state.Everything || viewer == s.Seat {
		what = before.Label(s.Seat, s.Option).Text
	}
	by := ""
	if q.By != "" {
		by = " (by the " + q.By + ")"
	}
	_, err := fmt.Fprintf(env.out, "\n%d. seat %d: %s%s\n", before.Seq()+1, s.Seat, what, by)
	return err
}
