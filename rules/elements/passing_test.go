package elements

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestPassing checks that the labels in passing exist in the game.
func TestPassing(t *testing.T) {
	s := set(t, "phase=attack present0=(Moss Hare) present1=(Moss Hare)")
	words := func(seat state.Seat) (all []string) {
		for _, o := range Rules.Options(&s, seat, nil) {
			all = append(all, label(&s, seat, o).Do)
		}
		return all
	}
	attack := slices.Index(words(0), "attack")
	assert.Equal(t, passing.Pass, words(0)[0])
	Rules.Apply(&s, 0, Rules.Options(&s, 0, nil)[attack], nil)
	assert.Subset(t, words(1), append(passing.Needs, passing.Pass))
}

// TestConcerns checks events that target a seat.
func TestConcerns(t *testing.T) {
	s := set(t, "present0=(Moss Hare) present1=(Moss Hare)")
	var mine, theirs state.Card
	for c := range s.Tokens {
		switch {
		case s.Tokens[c].Kind == 0:
		case s.Tokens[c].Seat == 0:
			mine = state.Card(c)
		default:
			theirs = state.Card(c)
		}
	}
	s.Push(state.Frame{Phase: TriggerPhase, Seat: 1, Kind: s.Tokens[theirs].Kind})
	top := frameRefs + state.Card(s.Stack.N) - 1
	for _, test := range []struct {
		name string
		e    state.Event
		want [2]bool
	}{
		{"nothing", state.Event{}, [2]bool{}},
		{"a token", state.Event{On: mine}, [2]bool{true, false}},
		{"two tokens", state.Event{On: mine, Also: theirs}, [2]bool{true, true}},
		{"a seat", state.Event{On: seatRef(1)}, [2]bool{false, true}},
		{"a card in a Past", state.Event{On: seatRef(1), Also: mine}, [2]bool{false, true}},
		{"a card on the stack", state.Event{On: top}, [2]bool{false, true}},
		{"one that has left the stack", state.Event{On: top + 1}, [2]bool{}},
		{"a token that is gone", state.Event{On: slots - 1}, [2]bool{}},
	} {
		assert.Equal(t, test.want, [2]bool{concerns(&s, test.e, 0), concerns(&s, test.e, 1)}, test.name)
	}
}
