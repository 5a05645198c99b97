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
	"gamed/table"
)

// readGame reads the records of a game from a file, or from the store if there is no such
// file. From the store it also reads the transcript, which is nil for most games.
func (s *storage) readGame(ctx context.Context, env environ, name string) (records [][]byte, transcript []byte, err error) {
	if _, err := os.Stat(name); err == nil || !hub.IsID(name) {
		records, err := readLog(name)
		return records, nil, err
	}
	log, err := s.existing(ctx, env)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	if records, err = log.Read(ctx, name); err == nil {
		transcript, err = lobby.Transcript(ctx, log, name)
	}
	return records, transcript, err
}

// showOther prints a finished game whose rules have changed.
func showOther(env environ, records [][]byte, other *table.OtherRules, transcript []byte) error {
	g, err := replay.OpenOther(records, other, transcript)
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
