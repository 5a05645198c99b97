package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"gamed/protocol"
	"gamed/replay"
	"gamed/server/hub"
	"gamed/server/lobby"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// readGame calls do with a game from a server, a file, or the store if there is no such file.
// Only the store has a transcript and earlier versions of game files.
func (s *storageOptions) readGame(ctx context.Context, env environ, name string, number int, do func(loggedGame) error) (err error) {
	g := loggedGame{find: env.games.rulesFinder(ctx, hub.NewVersions(nil))}
	switch _, absent := os.Stat(name); {
	case isURL(name):
		g.records, err = download(ctx, name)
	case number >= 0:
		g.records, err = env.readGameLog(name, number)
	case absent == nil || !hub.IsID(name):
		g.records, err = env.readLog(name)
	default:
		var log store.Store
		if log, err = s.openExisting(ctx, env); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, log.Close()) }()
		g.find = env.games.rulesFinder(ctx, hub.NewVersions(log))
		if g.records, err = log.Read(ctx, name); err == nil {
			g.transcript, err = lobby.Transcript(ctx, log, name)
		}
	}
	if err != nil {
		return err
	}
	return do(g)
}

// A loggedGame is a game that a command reads.
type loggedGame struct {
	records    [][]byte
	transcript []byte            // nil if there is none
	find       table.RulesFinder // finds the ruleset of the game
}

// showOtherRules prints a finished game whose rules have changed.
func showOtherRules(env environ, records [][]byte, other *table.OtherRules, transcript []byte) error {
	g, err := replay.OpenOtherRules(records, other, transcript)
	if err != nil {
		return err
	}
	page, err := g.Page(state.Watcher, 1, g.Steps)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.out, "%s, version %d of the rules, played with %s\n", g.Rules, g.Version, g.Program)
	for _, s := range g.Seats {
		fmt.Fprintf(env.out, "seat %d: %s\n", s.Seat, join(" ", s.Kind, s.Name))
	}
	if g.Source == replay.FromLog {
		fmt.Fprintf(env.out, "\nThe rules have changed since this game, and it has no transcript: only that program can show its %s.\n", plural(g.Steps, "step"))
		page.List = nil
	} else {
		fmt.Fprintln(env.out, "\nThe rules have changed since this game. Spectators saw these moves.")
	}
	for _, step := range page.List {
		who := ""
		if step.Seat >= 0 {
			who = fmt.Sprintf(" seat %d", step.Seat)
		}
		fmt.Fprintf(env.out, "\n%d.%s\n", step.N, who)
		for _, e := range step.Events {
			fmt.Fprintf(env.out, "  - %s\n", e.Text)
		}
	}
	end := winnersText(len(g.Seats), g.Won)
	if g.Reason == protocol.ReasonRules {
		end = "a draw, because the rules changed"
	}
	_, err = fmt.Fprintf(env.out, "\n%s\n", end)
	return err
}
