package dominion

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/state"
)

// eagerPosition returns a position of an unfinished game in which chooseEagerly chose.
func eagerPosition(t *rapid.T) Position {
	r := state.Rand(rapid.Uint64().Draw(t, "seed"))
	s, err := deal(randomSetup(&r))
	require.NoError(t, err)
	var options []state.Option
	for range rapid.IntRange(0, 600).Draw(t, "steps") {
		next := s
		options = Rules.Options(&next, next.Next(), options[:0])
		if Rules.Apply(&next, next.Next(), chooseEagerly(&next, next.Next(), options, &r), nil); next.Over {
			break
		}
		s = next
	}
	return s
}

// TestSampleForgets checks that a sample depends only on the seat's knowledge and the random
// source. So a bot may sample from a sampled world.
func TestSampleForgets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := eagerPosition(t)
		seed := rapid.Uint64().Draw(t, "sample")
		for _, viewer := range viewers(&s) {
			if viewer == state.Everything {
				continue
			}
			once, twice := s, s
			r := state.Rand(seed)
			sample(&once, viewer, &r)
			other := state.Rand(seed + 1)
			sample(&twice, viewer, &other)
			r = state.Rand(seed)
			sample(&twice, viewer, &r)
			require.Equal(t, once, twice, "seat %d", viewer)
		}
	})
}

// TestSampleKeepsWhatIsKnown checks that a sample keeps the viewer's view and options, and how many
// cards of each kind every seat owns.
func TestSampleKeepsWhatIsKnown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := eagerPosition(t)
		r := state.Rand(rapid.Uint64().Draw(t, "sample"))
		for _, viewer := range viewers(&s) {
			if viewer == state.Everything {
				continue
			}
			world := s
			sample(&world, viewer, &r)
			require.NoError(t, check(&s, &world), "seat %d", viewer)
			require.Equal(t, string(appendView(nil, &s, viewer)), string(appendView(nil, &world, viewer)))
			require.Equal(t, Rules.Options(&s, viewer, nil), Rules.Options(&world, viewer, nil))
			for seat := range state.Seat(s.Seats) {
				require.Equal(t, s.size(seat), world.size(seat))
				for p := range pile(maxPiles) {
					require.Equal(t, s.owned(seat, p), world.owned(seat, p))
				}
			}
		}
	})
}

// TestSampleVaries checks for which viewers the content of a zone varies between samples.
func TestSampleVaries(t *testing.T) {
	gold := func(b *Bag, s *Position) int { return int(b.Counts[s.pileOf(Gold)]) }
	inHand := func(seat state.Seat) func(s *Position) int {
		return func(s *Position) int { return gold(&s.Sides[seat].Hand, s) }
	}
	onTop := func(seat state.Seat, depth uint8) func(s *Position) int {
		return func(s *Position) int {
			d := &s.Sides[seat]
			return int(s.Kinds[d.Top[d.NTop-1-depth].pile()])
		}
	}
	for _, tc := range []struct {
		name, deal string
		say        []string
		number     func(s *Position) int
		varies     state.Seats // the seats whose sampled worlds differ in the number
		watcher    bool
	}{
		{"hand", "hand1=(2 Copper, Gold) rest1=(Copper, Gold)", nil, inHand(1), state.Only(0), true},
		{"hand of three seats", "seats=3 hand1=(2 Copper, Gold) rest1=(Copper, Gold)", nil, inHand(1), state.Only(0).With(2), true},
		{"order of the own deck", "deck0=(Gold, Copper, Silver)", nil, onTop(0, 1), state.AllSeats(2), true},
		{"put back for all to see", "hand0=Harbinger discard0=Gold rest0=(9 Copper)", []string{"play Harbinger", "put Gold on the deck"}, onTop(0, 0), 0, false},
		{"put back unseen", "hand0=(Artisan, Gold, 4 Copper) rest0=(9 Copper) supply=(0 Copper, 0 Silver, 0 Estate, 0 Duchy, 0 Curse, 1 Cellar)",
			[]string{"play Artisan", "gain Cellar", "put Gold on the deck"}, onTop(0, 0), state.Only(1), true},
		{"looked at", "hand0=Sentry rest0=(3 Gold, 3 Copper)", []string{"play Sentry"},
			func(s *Position) int { return gold(&s.LookedAt, s) }, state.Only(1), true},
		{"set aside for the next turn", "hand0=(Haven, Gold, Copper) rest0=(3 Copper)", []string{"play Haven", "set Gold aside"},
			func(s *Position) int { return gold(&s.Sides[0].Haven, s) }, state.Only(1), true},
		{"Native Village mat", "native1=(Gold, Copper) rest1=(3 Copper)",
			nil, func(s *Position) int { return gold(&s.Sides[1].Native, s) }, state.Only(0), true},
		{"Island mat", "island1=(Gold, Copper) rest1=(3 Gold)",
			nil, func(s *Position) int { return gold(&s.Sides[1].Island, s) }, 0, false},
		{"hand discarded in clean-up", "dark1=(Gold, Copper) rest1=(3 Copper)",
			nil, func(s *Position) int { return gold(&s.Sides[1].FaceDown, s) }, state.Only(0), true},
		{"discard pile", "discard1=(Gold, Copper) rest1=(3 Copper)",
			nil, func(s *Position) int { return gold(&s.Sides[1].Discard, s) }, 0, false},
		{"Stash in hand", "hand1=(2 Stash, Copper) rest1=(3 Copper)",
			nil, func(s *Position) int { return int(s.Sides[1].Hand.Counts[s.stash()]) }, 0, false},
		{"hand of a possessed seat", "seats=3 hand0=(Possession, Copper) rest1=(Gold, 9 Copper) hand1=(5 Copper)",
			[]string{"play Possession", "end the treasure phase", "end the turn"}, inHand(1), state.Only(2), true},
		{"card drawn with a Library", "hand0=Library rest0=(Moat, 4 Village)", []string{"play Library"},
			func(s *Position) int { return int(s.Stack.Below(1).Target) }, state.Only(1), true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := stagedPosition(t, "deal "+tc.deal)
			chooseLabels(t, &s, tc.say...)
			for seat := range state.Seat(s.Seats) {
				require.Equal(t, tc.varies.Has(seat), varies(&s, seat, tc.number), "seat %d", seat)
			}
			require.Equal(t, tc.watcher, varies(&s, state.Watcher, tc.number), "spectators")
		})
	}
}

// varies reports whether the function number returns another result for one of 100 worlds, sampled
// for the seat, than for s.
func varies(s *Position, seat state.Seat, number func(s *Position) int) bool {
	r := state.Rand(1)
	for range 100 {
		world := *s
		sample(&world, seat, &r)
		if number(&world) != number(s) {
			return true
		}
	}
	return false
}
