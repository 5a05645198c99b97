package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"gamed/ai"
	"gamed/state"
	"gamed/table"
)

// A terminal is a game between one person and bots, in this process.
type terminal struct {
	rules  ruleset
	m      state.Machine
	seat   state.Seat // of the person
	bots   []ai.Bot   // by seat, nil for the person
	chance *table.Chance
	lines  <-chan string
	out    io.Writer
	stops  []string // names of the situations in which the game waits for the person
	news   []string // events of a decision game that the next screen shows below the stats
}

// errQuit is returned when the person quits or the input ends before the end of the game.
var errQuit = errors.New("the game is left unfinished")

// play plays until the game is over or the person leaves.
func (t *terminal) play(ctx context.Context) error {
	var buf []state.Option
	for over := false; !over; over, _ = t.m.Result() {
		seat := t.m.Next()
		buf = t.m.Options(seat, buf[:0])
		options := buf[:1]
		var err error
		switch p := t.m.Selection(seat); {
		case t.bots[seat] != nil:
			options = []state.Option{t.bots[seat].Choose(ai.NewAsk(t.m, seat, buf))}
		case t.rules.Decisions != nil: // even one option comes with pages to read
			options, err = t.ask(ctx, newDecisionScreen(t.out, t.rules.Decisions.View(t.m, t.seat), t.seat, buf, t.labels(buf), t.news))
			t.news = nil
		case p != nil && p.Max > 1:
			options, err = t.ask(ctx, picker{board{t, p.Cards, t.labels(p.Cards)}, p})
		case len(buf) > 1: // a single option needs no choice
			if labels := t.labels(buf); !t.passes(labels) {
				options, err = t.ask(ctx, board{t, buf, labels})
			}
		}
		if errors.Is(err, errQuit) {
			_, err = fmt.Fprintln(t.out, "\nThe game is left unfinished.")
			return err
		}
		if err != nil {
			return err
		}
		for _, o := range options {
			t.apply(seat, o)
		}
	}
	fmt.Fprintf(t.out, "\n%s\n", t.m.Draw(t.seat))
	for _, line := range t.news {
		fmt.Fprintln(t.out, line)
	}
	_, err := fmt.Fprintln(t.out, t.result())
	return err
}

func (t *terminal) labels(options []state.Option) []state.Label {
	labels := make([]state.Label, len(options))
	for i, o := range options {
		labels[i] = t.m.Label(t.seat, o)
	}
	return labels
}

// apply applies an option and prints its events. A decision game shows them on the next
// screen instead.
func (t *terminal) apply(seat state.Seat, option state.Option) {
	var log state.Log
	t.m.Apply(state.Request{Seat: seat, Decision: t.m.Decision(seat), Option: option, Salt: t.chance.Next()}, &log)
	for i, n := 0, 0; i < len(log.Events); i += n {
		text := t.m.Tell(log.Events[i], t.seat).Text
		for n = 1; i+n < len(log.Events) && t.m.Tell(log.Events[i+n], t.seat).Text == text; n++ {
		}
		if n > 1 {
			text += fmt.Sprintf(" (%d times)", n)
		}
		if t.rules.Decisions == nil {
			fmt.Fprintln(t.out, "  - "+text)
			continue
		}
		for line := range strings.SplitSeq(text, "\n") { // with several seats, an event has a line for each note
			t.news = append(t.news, "  - "+line)
		}
	}
}

// result returns the outcome of the game for the person. Without a winner only rivals draw:
// in solo games the person loses, and in side-by-side games every player does.
func (t *terminal) result() string {
	switch _, won := t.m.Result(); {
	case won == 0 && t.m.Seats() > 1 && t.rules.Decisions != nil:
		return "No player has won."
	case won == 0 && t.m.Seats() > 1:
		return "The game is a draw."
	case won == state.Only(t.seat):
		return "You have won."
	case won.Has(t.seat):
		return "You share the victory."
	}
	return "You have lost."
}

// readLines yields the lines of r until r ends or ctx is done. A read cannot be interrupted, so its
// goroutine may run longer than the command.
func readLines(ctx context.Context, r io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}
