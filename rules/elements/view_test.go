package elements

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/state"
)

// randomPosition returns a position of an unfinished random game with ready decks.
func randomPosition(t *rapid.T) Position {
	seats := rapid.IntRange(2, maxSeats).Draw(t, "seats")
	setup := state.Setup{Seats: seats, Seed: state.Seed(rapid.Uint64().Draw(t, "seed"))}
	for range seats {
		setup.Decks = append(setup.Decks, decks[rapid.IntRange(0, len(decks)-1).Draw(t, "deck")].name)
	}
	s, err := deal(setup)
	require.NoError(t, err)
	r := state.Rand(setup.Seed)
	var opts []state.Option
	for range rapid.IntRange(0, 300).Draw(t, "steps") {
		next := s
		opts = Rules.Options(&next, next.Next(), opts[:0])
		if Rules.Apply(&next, next.Next(), opts[r.N(len(opts))], nil); next.Over {
			break
		}
		s = next
	}
	return s
}

func viewers(s *Position) []state.Seat {
	all := []state.Seat{state.Watcher, state.Everything}
	for seat := range state.Seat(s.Seats) {
		all = append(all, seat)
	}
	return all
}

func viewOf(t require.TestingT, s *Position, viewer state.Seat) (v View) {
	d := json.NewDecoder(bytes.NewReader(appendView(nil, s, viewer)))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&v))
	return v
}

// TestViewMatchesType checks that appendView writes the same JSON as encoding a View.
func TestViewMatchesType(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		for _, viewer := range viewers(&s) {
			written, err := json.Marshal(viewOf(t, &s, viewer))
			require.NoError(t, err)
			require.Equal(t, string(written), string(appendView(nil, &s, viewer)))
		}
	})
}

// TestViewShowsWhatIsKnown checks that a view shows exactly those cards in hands that the viewer knows. It
// must show no card in a Future that the viewer does not know.
func TestViewShowsWhatIsKnown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		for _, viewer := range viewers(&s) {
			v := viewOf(t, &s, viewer)
			for p := range state.Seat(s.Seats) {
				side, shown := &s.Sides[p], v.Sides[p]
				hand := []string{}
				for i, k := range side.Hand[:side.NHand] {
					if viewer == p || viewer == state.Everything || side.HandSeen[i] == seenByAll || viewer != state.Watcher && side.HandSeen[i].Has(viewer) {
						hand = append(hand, cards[k].Name)
					}
				}
				require.Equal(t, hand, shown.Cards)
				require.Equal(t, int(side.NHand), shown.Hand)
				require.Equal(t, int(side.NFuture), shown.Future)
				for i, name := range shown.Top {
					at := int(side.NFuture) - 1 - i
					if name != "" {
						require.Equal(t, cards[side.Future[at]].Name, name)
						require.True(t, seen(side.FutureSeen[at], viewer), "card %d of the Future of seat %d", i, p)
					}
				}
			}
		}
	})
}

// TestWatcherSeesNoHand checks that after the deal a spectator sees no hand, and a seat only its own.
func TestWatcherSeesNoHand(t *testing.T) {
	s, err := deal(state.Setup{Seats: 3, Seed: 1})
	require.NoError(t, err)
	for _, side := range viewOf(t, &s, state.Watcher).Sides {
		require.Empty(t, side.Cards)
		require.Empty(t, side.Top)
		require.Equal(t, StartHand, side.Hand)
	}
	for p, side := range viewOf(t, &s, 1).Sides {
		require.Len(t, side.Cards, map[bool]int{true: StartHand}[p == 1])
	}
}
