package elements

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestTell checks the texts of redacted events and of events that occur in no script.
func TestTell(t *testing.T) {
	s := &Position{Core: state.Core{Turn: 1000}, TokenNames: [slots]uint16{2: 5}}
	mend, spark := kindOf["Mend"], kindOf["Spark"]
	for _, c := range []struct {
		event state.Event
		want  state.EventLabel
	}{
		{state.Event{What: rose, Seat: 3}, state.EventLabel{What: "sunrise", Text: "turn 1000: the sun rises for seat 3", Seat: 3, Amount: 1000}},
		{state.Event{What: ended, Amount: 1 << 3}, state.EventLabel{What: "end", Text: "the game is over: seat 3 wins"}},
		{state.Event{What: ended}, state.EventLabel{What: "end", Text: "the game is over: a draw"}},
		{state.Event{What: drew, Seat: 1, Kind: mend}, state.EventLabel{What: "draw", Text: "seat 1 draws Mend", Seat: 1, Card: "Mend"}},
		{state.Event{What: drew, Seat: 1}, state.EventLabel{What: "draw", Text: "seat 1 draws a card", Seat: 1}},
		{state.Event{What: triggered, Kind: mend, Card: 2, Amount: int8(slotDies)}, state.EventLabel{What: "trigger", Text: "the death power of Mend triggers", Card: "Mend", By: "t5"}},
		{
			state.Event{What: used, Kind: mend, Card: 2, Target: frameRefs + 1, TargetKind: spark},
			state.EventLabel{What: "use", Text: "seat 0 uses Mend t5 on Spark f1", Card: "Mend", By: "t5", Target: "f1"},
		},
	} {
		assert.Equal(t, c.want, tell(s, c.event))
	}
}
