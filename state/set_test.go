package state_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	. "gamed/state"
)

func cards() *rapid.Generator[[]Card] { return rapid.SliceOf(card()) }

// card generates cards, more often those next to the boundaries between the words of a Set.
func card() *rapid.Generator[Card] {
	return rapid.OneOf(rapid.Custom(func(t *rapid.T) Card { return Card(rapid.IntRange(0, 255).Draw(t, "card")) }),
		rapid.SampledFrom([]Card{0, 1, 62, 63, 64, 65, 127, 128, 191, 192, 254, 255}))
}

// sorted returns the distinct cards in ascending order. The tests compare a Set with such a list.
func sorted(cards []Card) []Card {
	cards = slices.Clone(cards)
	slices.Sort(cards)
	return slices.Compact(cards)
}

func contents(s Set) (all []Card) {
	for ; !s.Empty(); s = s.Rest() {
		all = append(all, s.First())
	}
	return all
}

func setOf(cards ...Card) (s Set) {
	for _, c := range cards {
		s = s.With(c)
	}
	return s
}

func union(sets ...Set) (all Set) {
	for _, s := range sets {
		all = Set{all.A | s.A, all.B | s.B, all.C | s.C, all.D | s.D}
	}
	return all
}

func checkSame(t *rapid.T, want []Card, got Set) {
	t.Helper()
	require.Equal(t, len(want), got.Len())
	require.Equal(t, len(want) == 0, got.Empty())
	require.True(t, slices.Equal(want, contents(got)), "%v, not %v", contents(got), want)
	require.Equal(t, setOf(want...), got)
}

func filterSorted(cards []Card, keep func(Card) bool) []Card {
	return slices.DeleteFunc(sorted(cards), func(c Card) bool { return !keep(c) })
}

func TestSetIsLikeASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, c := cards().Draw(t, "a"), card().Draw(t, "c")
		s := setOf(a...)
		checkSame(t, sorted(a), s)
		checkSame(t, sorted(append(slices.Clone(a), c)), s.With(c))
		checkSame(t, filterSorted(a, func(x Card) bool { return x != c }), s.Without(c))
		checkSame(t, filterSorted(a, func(x Card) bool { return x >= c }), s.NotBelow(c))
		assert.Equal(t, slices.Contains(a, c), s.Has(c))
		if !s.Empty() {
			assert.Equal(t, sorted(a)[0], s.First())
			checkSame(t, sorted(a)[1:], s.Rest())
		}
	})
}

// TestSetAtTheEnd checks the operations of ascending picks at the highest card.
func TestSetAtTheEnd(t *testing.T) {
	all := Set{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	assert.Equal(t, setOf(255), all.NotBelow(255))
	assert.Equal(t, setOf(255), all.NotBelow(254).Rest())
	assert.Equal(t, Set{}, setOf(255).Rest())
	assert.Equal(t, all, all.NotBelow(0))
	assert.Equal(t, 65, all.NotBelow(191).Len())
	assert.Equal(t, 64, all.NotBelow(192).Len())
}

func TestSetOptions(t *testing.T) {
	before := []Option{{Do: Done}}
	got := setOf(255, 3, 64).Options(before, Take)
	assert.Equal(t, []Option{{Do: Done}, {Do: Take, Card: 3}, {Do: Take, Card: 64}, {Do: Take, Card: 255}}, got)
}

func seatList() *rapid.Generator[[]Seat] {
	return rapid.SliceOf(rapid.Custom(func(t *rapid.T) Seat { return Seat(rapid.IntRange(0, MaxSeats-1).Draw(t, "seat")) }))
}

func TestSeatsAreLikeASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := seatList().Draw(t, "seats")
		one := Seat(rapid.IntRange(0, MaxSeats-1).Draw(t, "one"))
		var ss Seats
		for _, s := range list {
			ss = ss.With(s)
		}
		slices.Sort(list)
		list = slices.Compact(list)
		assert.Equal(t, len(list), ss.Len())
		assert.Equal(t, slices.Contains(list, one), ss.Has(one))
		assert.Equal(t, ss&^Only(one), ss.Without(one))
		assert.True(t, ss.Has(Everything))
		assert.False(t, ss.Has(Watcher) || ss.Has(MaxSeats))
		if len(list) == 0 {
			return
		}
		assert.Equal(t, list[0], ss.First())
		next := one // the first seat of the set in turn order
		for !slices.Contains(list, next) {
			next = (next + 1) % MaxSeats
		}
		assert.Equal(t, next, ss.From(one))
	})
}

func TestAllSeats(t *testing.T) {
	for n := range MaxSeats + 1 {
		assert.Equal(t, n, AllSeats(n).Len())
		assert.Equal(t, n == MaxSeats, AllSeats(n).Has(MaxSeats-1))
	}
}

// TestAfter checks the turn order of four seats after some of them have left the game.
func TestAfter(t *testing.T) {
	c := Core{Seats: 4, Playing: seatsOf(0, 1, 3)}
	for seat, want := range []Seat{1, 3, 3, 0} {
		assert.Equal(t, want, c.After(Seat(seat)), "after %d", seat)
	}
	c.Playing = Only(2)
	assert.Equal(t, Seat(2), c.After(2))
	assert.Equal(t, Seat(2), c.After(0))
}

func seatsOf(seats ...Seat) (ss Seats) {
	for _, s := range seats {
		ss = ss.With(s)
	}
	return ss
}
