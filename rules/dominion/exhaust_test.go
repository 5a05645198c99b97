package dominion

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// maxGames is the number of games after which TestExhaust fails. With most seeds, a quarter of
// these games is enough.
const maxGames = 6000

// TestExhaust plays games with random kingdoms until every possible deed has happened to every card.
// After every request the position must be valid. If a game fails, the test prints a script that repeats
// the game.
func TestExhaust(t *testing.T) {
	todo := deeds{}
	for k := 1; k < len(cards); k++ {
		todo.add(state.Kind(k))
	}
	run := Rules.Code
	t.Cleanup(func() { Rules.Code = run })
	Rules.Code = func(k state.Kind, slot state.Slot) state.Code {
		delete(todo, deed{k, runs, slot})
		return run(k, slot)
	}
	r := state.Rand(1)
	games, requests := 0, 0
	for ; len(todo) > 0 && games < maxGames; games++ {
		g := &trial{setup: randomSetup(&r), todo: todo}
		g.play(t, &r)
		requests += len(g.choices)
	}
	t.Logf("%d games, %d requests", games, requests)
	require.Empty(t, todo.names(), "this never happened")
}

// A deed is a kind of card and an event that can happen to it. The slot is 0 unless the event runs
// code of the card.
type deed struct {
	kind state.Kind
	what string
	slot state.Slot
}

const (
	isPlayed    = "is played"
	isGained    = "is gained"
	isDiscarded = "is discarded"
	isTrashed   = "is trashed"
	reacts      = "reacts"
	runs        = "runs"
)

type deeds map[deed]bool

// add adds the possible deeds of one kind of card. All cards can be gained, discarded and
// trashed, but not all can be played or react.
func (all deeds) add(k state.Kind) {
	for _, what := range []string{isGained, isDiscarded, isTrashed} {
		all[deed{k, what, 0}] = true
	}
	if statsOf(k).is(Action | Treasure) {
		all[deed{k, isPlayed, 0}] = true
	}
	for slot := range nSlots {
		if statsOf(k).hasCode(slot) {
			all[deed{k, runs, slot}] = true
			if slot >= slotDiscard {
				all[deed{k, reacts, slot}] = true
			}
		}
	}
}

func (all deeds) names() (names []string) {
	for d := range all {
		names = append(names, fmt.Sprintf("%s %s %d", cards[d.kind].Name, d.what, d.slot))
	}
	slices.Sort(names)
	return names
}

// A trial is one game of TestExhaust, with the choices made so far.
type trial struct {
	setup   state.Setup
	todo    deeds
	choices []choice
	s       Position
}

// A choice is an option and the seat that chose it.
type choice struct {
	seat state.Seat
	state.Option
}

// randomSetup draws a setup whose seed a script can express.
func randomSetup(r *state.Rand) state.Setup {
	var c constraints
	kingdom, _ := c.kingdom(r) // no constraints, so no error
	var names []string
	for _, k := range kingdom {
		names = append(names, cards[k].Name)
	}
	table := map[string]string{"kingdom": strings.Join(names, ", ")}
	if r.N(2) == 0 {
		table["colony"] = "yes"
	}
	if printing := []string{"", "2011", "current"}[r.N(3)]; printing != "" {
		table["printing"] = printing
	}
	// Games with two seats progress faster.
	return state.Setup{Seats: []int{2, 2, 2, 3, 4, 5, 6, 1}[r.N(8)], Seed: state.Seed(r.Uint64() >> 32), Table: table}
}

// play plays the game to its end, and removes from g.todo each deed that happens.
func (g *trial) play(t *testing.T, r *state.Rand) {
	defer func() {
		if err := recover(); err != nil {
			t.Fatalf("%v\n%s", err, g.script())
		}
	}()
	var err error
	g.s, err = deal(g.setup)
	require.NoError(t, err)
	dealt := g.s
	var options []state.Option
	var log state.Log
	for !g.s.Over {
		seat := g.s.Next()
		options = Rules.Options(&g.s, seat, options[:0])
		o := chooseEagerly(&g.s, seat, options, r)
		g.choices = append(g.choices, choice{seat, o})
		if o.Do == Show {
			f := g.s.Stack.Top()
			delete(g.todo, deed{state.Kind(o.Card), reacts, g.s.slotOf(f, seat)})
		}
		log.Events = log.Events[:0]
		Rules.Apply(&g.s, seat, o, &log)
		for _, e := range log.Events {
			switch e.What {
			case played:
				delete(g.todo, deed{e.Kind, isPlayed, 0})
			case gained:
				delete(g.todo, deed{e.Kind, isGained, 0})
			case discarded:
				delete(g.todo, deed{e.Kind, isDiscarded, 0})
			case trashed:
				delete(g.todo, deed{e.Kind, isTrashed, 0})
			}
		}
		if err := check(&dealt, &g.s); err != nil {
			t.Fatalf("%v\n%s\n%s", err, g.s.stackText(), g.script())
		}
		require.Less(t, len(g.choices), 100_000, "the game does not end")
	}
}

// chooseEagerly draws a random option, and prefers options that make progress: to play cards, to buy
// expensive ones, and to react.
func chooseEagerly(s *Position, _ state.Seat, options []state.Option, r *state.Rand) state.Option {
	first, last := options[0], options[len(options)-1]
	o := options[r.N(len(options))]
	switch s.Stack.Top().Phase {
	case ActionPhase:
		// Play Actions before Treasures, because a Treasure ends the phase.
		if n := slices.IndexFunc(options, func(o state.Option) bool { return o.Do == PlayAll }); n > 0 {
			options = options[:n]
		}
		if len(options) > 1 && r.N(8) > 0 {
			return options[1+r.N(len(options)-1)]
		}
	case TreasurePhase:
		if r.N(3) > 0 {
			return first
		}
	case BuyPhase:
		// Buy the most expensive of a few random cards.
		for range r.N(4) {
			other := options[r.N(len(options))]
			if other.Do == BuyCard && (o.Do != BuyCard || cards[other.Card].Cost > cards[o.Card].Cost) {
				o = other
			}
		}
	case ReactPhase:
		if r.N(3) > 0 {
			return options[max(r.N(len(options)), min(1, len(options)-1))]
		}
	case ChoicePhase:
		if o.Do == state.Done && r.N(2) == 0 {
			return last
		}
	}
	return o
}

// script returns the trial as a script in the form of testdata/rules.
func (g *trial) script() string {
	var b strings.Builder
	fmt.Fprintf(&b, "deal start seats=%d seed=%d", g.setup.Seats, g.setup.Seed)
	for _, name := range slices.Sorted(maps.Keys(g.setup.Table)) {
		switch value := g.setup.Table[name]; name {
		case "kingdom":
			fmt.Fprintf(&b, " kingdom=(%s)", value)
		case "colony":
			b.WriteString(" colony")
		default:
			fmt.Fprintf(&b, " %s=%s", name, value)
		}
	}
	b.WriteString("\n----\n\nact\n")
	s, err := deal(g.setup)
	if err != nil {
		return err.Error()
	}
	for i, c := range g.choices {
		fmt.Fprintf(&b, "%d %s\n", c.seat, label(&s, c.seat, c.Option).Text)
		if i < len(g.choices)-1 {
			Rules.Apply(&s, c.seat, c.Option, nil)
		}
	}
	b.WriteString("----\n")
	return b.String()
}

// TestScriptRepeats checks that the script of a trial repeats it.
func TestScriptRepeats(t *testing.T) {
	r := state.Rand(2)
	for range 20 {
		g := &trial{setup: randomSetup(&r), todo: deeds{}}
		g.play(t, &r)
		var s Position
		datadriven.RunTestFromString(t, g.script(), func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd == "deal" {
				var err error
				s, err = scene(d.CmdArgs)
				require.NoError(t, err)
				return d.Expected
			}
			for line := range strings.SplitSeq(d.Input, "\n") {
				seat := state.Seat(line[0] - '0')
				options := Rules.Options(&s, seat, nil)
				i := slices.IndexFunc(options, func(o state.Option) bool { return label(&s, seat, o).Text == line[2:] })
				require.GreaterOrEqual(t, i, 0, line)
				Rules.Apply(&s, seat, options[i], nil)
			}
			return d.Expected
		})
		require.Equal(t, g.s, s)
	}
}
