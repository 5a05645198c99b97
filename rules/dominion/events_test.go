package dominion

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/state"
)

// TestTell checks the texts of redacted events and of events that occur in no script.
func TestTell(t *testing.T) {
	moat := kindOf["Moat"]
	for _, c := range []struct {
		event state.Event
		want  state.EventLabel
	}{
		{state.Event{What: drew, Seat: 1, Kind: moat}, state.EventLabel{What: "draw", Text: "seat 1 draws Moat", Seat: 1, Card: "Moat"}},
		{state.Event{What: drew, Seat: 1}, state.EventLabel{What: "draw", Text: "seat 1 draws a card", Seat: 1}},
		{state.Event{What: played, Kind: moat, Amount: 1}, state.EventLabel{What: "play", Text: "seat 0 plays Moat", Card: "Moat"}},
		{state.Event{What: played, Kind: moat, Amount: 3}, state.EventLabel{What: "play", Text: "seat 0 plays 3 Moat", Card: "Moat", Amount: 3}},
		{state.Event{What: gained, Kind: moat, Amount: int8(Discarded)}, state.EventLabel{What: "gain", Text: "seat 0 gains Moat", Card: "Moat"}},
		{state.Event{What: gained, Kind: moat, Amount: int8(Hand)}, state.EventLabel{What: "gain", Text: "seat 0 gains Moat into the hand", Card: "Moat"}},
		{state.Event{What: gained, Kind: moat, Amount: int8(Deck)}, state.EventLabel{What: "gain", Text: "seat 0 gains Moat onto the deck", Card: "Moat"}},
		{state.Event{What: ended, Amount: 1 << 3}, state.EventLabel{What: "end", Text: "the game is over: seat 3 wins"}},
		{state.Event{What: ended, Amount: 1<<3 | 1<<1 | 1}, state.EventLabel{What: "end", Text: "the game is over: seat 0 and seat 1 and seat 3 share the victory"}},
		{state.Event{What: ended}, state.EventLabel{What: "end", Text: "the game is over: no player is left"}},
	} {
		assert.Equal(t, c.want, tell(nil, c.event))
	}
}

// TestTelling checks that every event has a sentence that begins with its seat, its card or the game.
func TestTelling(t *testing.T) {
	for what := state.EventKind(1); what <= ended; what++ {
		row := telling[what]
		require.NotEmpty(t, row.What, what)
		assert.Regexp(t, `^(%s|%c of %s|the game) `, row.Text, row.What)
	}
}

// TestAsks checks that every decision has a question, and that the text of each option names its card.
func TestAsks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		asks := s.question()
		require.NotEmpty(t, asks)
		require.NotContains(t, asks, "%")
		for _, o := range Rules.Options(&s, s.Next(), nil) {
			l := label(&s, s.Next(), o)
			require.NotContains(t, l.Text, "%")
			if l.Target != "" {
				require.NotEmpty(t, l.Card)
				require.Contains(t, l.Text, l.Card)
			}
		}
	})
}
