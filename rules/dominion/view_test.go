package dominion

import (
	"bytes"
	stdjson "encoding/json"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/state"
)

// randomPosition returns a position of an unfinished random game with a random kingdom.
func randomPosition(t *rapid.T) Position {
	seats := rapid.IntRange(1, state.MaxSeats).Draw(t, "seats")
	seed := rapid.Uint64().Draw(t, "seed")
	s, err := deal(state.Setup{Seats: seats, Seed: state.Seed(seed), Table: map[string]string{"kingdom": "random", "colony": "yes"}})
	require.NoError(t, err)
	r := state.Rand(seed)
	var opts []state.Option
	for range rapid.IntRange(0, 1000).Draw(t, "steps") {
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

// viewOf returns the viewer's view, decoded from JSON. The test fails if a name is unknown or
// occurs twice.
func viewOf(t require.TestingT, s *Position, viewer state.Seat) (v View) {
	require.NoError(t, json.Unmarshal(appendView(nil, s, viewer), &v, json.RejectUnknownMembers(true)))
	return v
}

// TestViewMatchesType checks that appendView writes the same JSON as encoding a View, except for the
// order of names.
func TestViewMatchesType(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		for _, viewer := range viewers(&s) {
			written, err := stdjson.Marshal(viewOf(t, &s, viewer))
			require.NoError(t, err)
			view := appendView(nil, &s, viewer)
			require.Len(t, written, len(view))
			require.JSONEq(t, string(written), string(view))
		}
	})
}

// TestViewCounts checks that the number of cards that a view shows in a zone matches the size of
// the zone.
func TestViewCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		for _, viewer := range viewers(&s) {
			v := viewOf(t, &s, viewer)
			for p, side := range v.Sides {
				if s.sees(viewer, state.Seat(p)) {
					require.Equal(t, side.Hand, count(side.HandCards))
					require.Equal(t, side.Discard, count(side.Discarded))
					require.Equal(t, side.Native, count(side.NativeCards))
					require.Equal(t, side.Haven, count(side.HavenCards))
					known := count(side.Rest) + len(side.Stashes)
					for _, name := range side.Top {
						if name != "" {
							known++
						}
					}
					require.Equal(t, side.Deck, known)
					continue
				}
				require.LessOrEqual(t, count(side.HandCards), side.HandCards["Stash"], "only Stashes are seen in another's hand")
				require.Empty(t, side.Rest)
				require.LessOrEqual(t, count(side.Discarded), side.Discard)
			}
			require.LessOrEqual(t, count(v.Looked), v.Looking)
		}
	})
}

func count(c CardCounts) (n int) {
	for _, m := range c {
		n += m
	}
	return n
}

// TestViewOfTurns checks that the bottom frame of the stack belongs to the active seat.
func TestViewOfTurns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomPosition(t)
		v := viewOf(t, &s, state.Watcher)
		require.Equal(t, v.Active, v.Stack[0].Seat)
		require.Equal(t, v.Active, v.Stack[0].Actor)
	})
}

// TestWatcherSeesNoHand checks that after the deal a spectator sees no hand, and a seat only its own.
func TestWatcherSeesNoHand(t *testing.T) {
	s, err := deal(state.Setup{Seats: 6, Seed: 1})
	require.NoError(t, err)
	for _, side := range viewOf(t, &s, state.Watcher).Sides {
		require.Empty(t, side.HandCards)
		require.Empty(t, side.Top)
		require.Equal(t, handSize, side.Hand)
		require.Equal(t, 3, side.Points)
	}
	for p, side := range viewOf(t, &s, 1).Sides {
		require.Equal(t, map[bool]int{true: handSize}[p == 1], count(side.HandCards))
	}
	require.True(t, bytes.HasPrefix(appendView([]byte("x"), &s, 0), []byte("x{")))
}
