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

// maxRequests is an upper bound on the number of requests in a game.
const maxRequests = 50_000

// A GameTest tests a ruleset.
type GameTest struct {
	Rules state.Dealer
	// View is a value of the ruleset's view type. If it is nil, the view step is skipped.
	View any
	// Games is the number of games for each step and each number of seats.
	Games int
	Seed  uint64 // seed for all randomness
	Table map[string]string
	// Done, if not nil, is called after each step.
	Done func(Step)
	// Progress, if not nil, is called with the number of games played so far, out of Total.
	Progress func(done int)

	played int
	report Report
}

// Total returns the maximum number of games that Run plays.
func (t *GameTest) Total() int {
	info := t.Rules.Info()
	return (info.MaxSeats - info.MinSeats + 1) * t.Games * (len(statecheck.Checks) + 2 + 3)
}

// Run runs all steps. If ctx is canceled, it returns the steps so far and the error of ctx.
func (t *GameTest) Run(ctx context.Context) (Report, error) {
	t.step("the ruleset", "is described", t.checkInfo())
	for _, c := range statecheck.Checks {
		if err := t.check(ctx, c); err != nil {
			return t.report, err
		}
	}
	const views = "views match their type"
	if t.View == nil {
		t.step("a game", views, Step{Outcome: NotTried, Note: "the ruleset declares no view type"})
	} else if err := t.runGames(ctx, views, "Write views with exactly the fields of the declared type.", t.checkViews); err != nil {
		return t.report, err
	}
	if err := t.runGames(ctx, "its log replays", "Take all random numbers from the seed of the deal and the salts of requests.", t.checkReplays); err != nil {
		return t.report, err
	}
	return t.report, t.runMatches(ctx)
}

func (t *GameTest) check(ctx context.Context, c statecheck.Check) error {
	return t.runGames(ctx, c.Name, c.About+" "+c.Remedy, func(d deal) *statecheck.Failure { return c.Run(d.play()) })
}

// step adds a step to the report, and passes the step to Done.
func (t *GameTest) step(part, name string, s Step) {
	s.Part, s.Name = part, name
	t.report = append(t.report, s)
	if t.Done != nil {
		t.Done(s)
	}
}

// checkInfo checks the ruleset's Info.
func (t *GameTest) checkInfo() Step {
	info := t.Rules.Info()
	var wrong []string
	need := func(ok bool, format string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Sprintf(format, args...))
		}
	}
	need(info.Name != "" && strings.ToLower(info.Name) == info.Name && !strings.ContainsAny(info.Name, " /:,"), "name %q must be lower case without spaces, slashes, colons and commas", info.Name)
	need(strings.TrimSpace(info.About) != "", "About is empty")
	need(info.Version >= 1, "version %d must be at least 1", info.Version)
	need(info.MinSeats >= 1 && info.MinSeats <= info.MaxSeats && info.MaxSeats <= state.MaxSeats,
		"%d to %d seats; the limits are 1 and %d", info.MinSeats, info.MaxSeats, state.MaxSeats)
	cards := map[string]bool{}
	for _, c := range info.Cards {
		need(c.Name != "" && !cards[c.Name], "card %q: the name is empty or a duplicate", c.Name)
		cards[c.Name] = true
	}
	decks := map[string]bool{}
	for _, d := range info.Decks {
		need(d.Name != "" && !decks[d.Name], "deck %q: the name is empty or a duplicate", d.Name)
		decks[d.Name] = true
		for name := range d.Cards {
			need(cards[name], "deck %q has an unknown card %q", d.Name, name)
		}
	}
	if wrong != nil {
		return Step{Outcome: Failed, Error: strings.Join(wrong, "; "), Fix: "Correct the ruleset's Info."}
	}
	return Step{Outcome: OK}
}

// runGames plays the games for a step until one fails, and reports the step.
func (t *GameTest) runGames(ctx context.Context, name, fix string, run func(deal) *statecheck.Failure) error {
	info := t.Rules.Info()
	seats := max(info.MaxSeats-info.MinSeats+1, 1)
	step := Step{Outcome: OK}
	before := t.played
	for n := 0; n < seats*t.Games && step.Outcome == OK; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		d := t.deal(n, info.MinSeats+n%seats)
		if failure := run(d); failure != nil {
			step = Step{
				Outcome: Failed, Error: failure.Text + callsBelowPanic(failure.Stack), Fix: fix,
				Position: failure.Where() + "\n" + failure.Position, Log: d.log(failure.Requests),
			}
		}
		t.setPlayed(before + n + 1)
	}
	t.setPlayed(before + seats*t.Games)
	t.step("a game", name, step)
	return nil
}

// setPlayed sets the number of games played so far, and reports the progress.
func (t *GameTest) setPlayed(played int) {
	if t.played = played; t.Progress != nil {
		t.Progress(played)
	}
}

// callsBelowPanic returns up to five calls of a stack trace, from below the panic.
func callsBelowPanic(text string) string {
	_, below, found := strings.Cut(text, "panic(")
	if !found {
		return ""
	}
	lines := strings.Split(below, "\n")
	return "\n" + strings.Join(lines[min(2, len(lines)):min(12, len(lines))], "\n")
}

// checkViews checks that the views for each seat, for spectators and for replays decode as the type
// of View.
func (t *GameTest) checkViews(d deal) *statecheck.Failure {
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
				return fmt.Errorf("the view of seat %d does not decode as %T: %w: %s", v, t.View, err, clip(string(view)))
			}
		}
		return nil
	})
}
