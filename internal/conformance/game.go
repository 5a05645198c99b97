package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"gamed/state"
	"gamed/state/statecheck"
)

// mostRequests is more than a game may take.
const mostRequests = 50_000

// A GameTest is a ruleset to be tested.
type GameTest struct {
	Rules state.Dealer
	// View is a value of the type of its views, nil if it has none.
	View any
	// Games is how many games each step plays with every number of seats.
	Games int
	Seed  uint64 // from which all chance comes
	Table map[string]string
	// Done is told of each step that is done. It may be nil.
	Done func(Step)
	// Progress is told how many games of Total have been played. It may be nil.
	Progress func(done int)

	played int
	report Report
}

// Total is how many games Run plays at most.
func (t *GameTest) Total() int {
	info := t.Rules.Info()
	return (info.MaxSeats - info.MinSeats + 1) * t.Games * (len(statecheck.Checks) + 2 + 3)
}

// Run tries all steps. The error is that of ctx.
func (t *GameTest) Run(ctx context.Context) (Report, error) {
	t.step("the ruleset", "is described", t.described())
	for _, c := range statecheck.Checks {
		s, err := t.check(ctx, c)
		if err != nil {
			return t.report, err
		}
		t.step("a game", c.Name, s)
	}
	for _, own := range []struct {
		name, mend string
		run        func(deal) *statecheck.Failure
	}{
		{"views are of their type", "Give View the fields that the type of its views declares, with the same names.", t.views},
		{"a log brings it back", "All chance must come from the seed of the deal and the salts of the requests.", t.brings},
	} {
		s := Step{Outcome: NotTried, Note: "it declares no type"}
		if own.name != "views are of their type" || t.View != nil {
			var err error
			if s, err = t.games(ctx, own.run); err != nil {
				return t.report, err
			}
			s.Mend = own.mend
		}
		t.step("a game", own.name, s)
	}
	return t.report, t.matches(ctx)
}

func (t *GameTest) check(ctx context.Context, c statecheck.Check) (Step, error) {
	s, err := t.games(ctx, func(d deal) *statecheck.Failure { return c.Run(d.play()) })
	s.Mend = c.About + " " + c.Mend
	return s, err
}

// step notes a step. Only one that has not gone well says how to mend it.
func (t *GameTest) step(part, name string, s Step) {
	s.Part, s.Name = part, name
	if s.Outcome == OK || s.Outcome == NotTried {
		s.Mend = ""
	}
	t.report = append(t.report, s)
	if t.Done != nil {
		t.Done(s)
	}
}

// described checks what is known of the ruleset before a game.
func (t *GameTest) described() Step {
	info := t.Rules.Info()
	var wrong []string
	need := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	need(info.Name != "" && strings.ToLower(info.Name) == info.Name && !strings.ContainsAny(info.Name, " /:,"), "the name is %q: small letters, without blanks", info.Name)
	need(strings.TrimSpace(info.About) != "", "About is empty")
	need(info.Version >= 1, "the version is %d: it counts from 1", info.Version)
	need(info.MinSeats >= 1 && info.MinSeats <= info.MaxSeats && info.MaxSeats <= state.MaxSeats,
		"it has %d to %d seats: at least 1 and at most %d", info.MinSeats, info.MaxSeats, state.MaxSeats)
	cards := map[string]bool{}
	for _, c := range info.Cards {
		need(c.Name != "" && !cards[c.Name], "card %q: a name that is empty or there twice", c.Name)
		cards[c.Name] = true
	}
	decks := map[string]bool{}
	for _, d := range info.Decks {
		need(d.Name != "" && !decks[d.Name], "deck %q: a name that is empty or there twice", d.Name)
		decks[d.Name] = true
		for name := range d.Cards {
			need(cards[name], "deck %q has a card %q, which is none", d.Name, name)
		}
	}
	if wrong != nil {
		return Step{Outcome: Failed, What: strings.Join(wrong, "; "), Mend: "Mend what Info returns."}
	}
	return Step{Outcome: OK}
}

// games plays all games of a step, until one fails.
func (t *GameTest) games(ctx context.Context, run func(deal) *statecheck.Failure) (Step, error) {
	info := t.Rules.Info()
	seats := max(info.MaxSeats-info.MinSeats+1, 1)
	before := t.played
	for n := range seats * t.Games {
		if err := ctx.Err(); err != nil {
			return Step{}, err
		}
		d := t.deal(n, info.MinSeats+n%seats)
		failure := run(d)
		t.tell(before + n + 1)
		if failure != nil {
			t.tell(before + seats*t.Games)
			return Step{
				Outcome: Failed, What: failure.Text + stack(failure.Stack), Position: failure.Where() + "\n" + failure.Position,
				Log: d.log(failure.Requests),
			}, nil
		}
	}
	return Step{Outcome: OK}, nil
}

func (t *GameTest) tell(played int) {
	if t.played = played; t.Progress != nil {
		t.Progress(played)
	}
}

// stack keeps of a panic's stack what is below the panic.
func stack(text string) string {
	_, below, found := strings.Cut(text, "panic(")
	if !found {
		return ""
	}
	lines := strings.Split(below, "\n")
	return "\n" + strings.Join(lines[min(2, len(lines)):min(12, len(lines))], "\n")
}

// views reads the view of every seat, of spectators and of replays as its type.
func (t *GameTest) views(d deal) *statecheck.Failure {
	return statecheck.Each(d.play(), func(m state.Machine, _ []state.Request) error {
		for seat := range m.Seats() + 2 {
			v := state.Seat(seat)
			if seat >= m.Seats() {
				v = state.Watcher + state.Seat(seat-m.Seats())
			}
			view := m.AppendView(nil, v)
			d := json.NewDecoder(bytes.NewReader(view))
			d.DisallowUnknownFields()
			if err := d.Decode(reflect.New(reflect.TypeOf(t.View)).Interface()); err != nil {
				return fmt.Errorf("the view of seat %d is no %T: %w: %s", v, t.View, err, clip(string(view)))
			}
		}
		return nil
	})
}
