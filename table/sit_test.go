package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// sit returns the input of a person who takes a seat. The seat -1 stands for any open seat.
func sit(seat int) *table.Sit {
	return &table.Sit{Seat: seat, Who: table.Seat{Kind: protocol.SeatPerson, KeyHash: "late"}}
}

// TestSit checks that people can take open seats, and that the game starts when the last seat is
// taken.
func TestSit(t *testing.T) {
	l := begin(t, elementsRules, header(elementsRules, "poo"))
	for _, seat := range []int{0, 3, -2 + 100} {
		l.requireRefused(sit(seat), protocol.NoSeat, "no such open seat")
	}
	l.now.At += 5
	r := l.do(sit(2))
	require.Equal(t, 2, r.Sit.Seat)
	require.EqualValues(t, start+5, r.Sit.At)
	require.False(t, l.live.Started())
	l.requireRefused(sit(2), protocol.NoSeat, "no such open seat")
	r, err := l.decide(sit(-1))
	require.NoError(t, err)
	require.Equal(t, 1, r.Sit.Seat)
	l.now.At += 5
	require.True(t, l.add(r).Dealt)
	require.True(t, l.live.Started())
	for i := range l.live.Seats {
		if p := &l.live.Seats[i]; p.Decision != 0 {
			require.EqualValues(t, start+5, p.Asked, "asked since the game started")
		}
	}
	l.requireRefused(sit(-1), protocol.NoSeat, "no such open seat")
	require.Nil(t, l.live.Nonces)
}

// TestSitOver checks that an abandoned game refuses new players.
func TestSitOver(t *testing.T) {
	l := begin(t, elementsRules, header(elementsRules, "po"))
	l.do(table.Abandon{})
	l.requireRefused(sit(1), protocol.GameOver, "over")
}

// TestNonceDeals checks that a game with nonces is dealt from the mixed key.
func TestNonceDeals(t *testing.T) {
	h := header(dominionRules, "oo")
	l := begin(t, dominionRules, h)
	before := table.Digest(l.live.Machine)
	for seat, nonce := range []string{"", "n1"} {
		s := sit(seat)
		s.Nonce = nonce
		l.do(s)
		if seat == 0 {
			require.Equal(t, before, table.Digest(l.live.Machine))
		}
	}
	require.Equal(t, []string{"", "n1"}, l.live.Nonces)
	setup := h.Setup
	setup.Seed = state.Seed(table.NewChance(table.Mix(h.Key, l.live.Nonces)).Next())
	want, err := dominionRules.Deal(setup)
	require.NoError(t, err)
	require.Equal(t, table.Digest(want), table.Digest(l.live.Machine))
	require.NotEqual(t, before, table.Digest(want))
	l.choose(0)
}

// TestMix checks that the mixed key depends on each nonce and its seat, and that without nonces
// Mix returns the key unchanged.
func TestMix(t *testing.T) {
	key := table.KeyFrom(1, 0)
	require.Equal(t, key, table.Mix(key, nil))
	require.Equal(t, key, table.Mix(key, []string{"", ""}))
	seen := map[table.Key]bool{key: true}
	for _, nonces := range [][]string{{"a"}, {"a", ""}, {"", "a"}, {"ab", ""}, {"a", "b"}, {"b", "a"}} {
		mixed := table.Mix(key, nonces)
		require.False(t, seen[mixed], "%q", nonces)
		seen[mixed] = true
	}
	require.Empty(t, table.Commitment(key, table.Key{}))
	require.Len(t, table.Commitment(key, table.KeyFrom(2, 0)), 64)
}

// TestSitDeck checks that a player can choose the deck of a seat only if the header does not fix
// it.
func TestSitDeck(t *testing.T) {
	decks := elementsRules.Info().Decks
	h := header(elementsRules, "oo")
	h.Setup.Decks = []string{"", decks[1].Name}
	l := begin(t, elementsRules, h)
	with := func(seat int, deck string) *table.Sit {
		s := sit(seat)
		s.Deck = deck
		return s
	}
	l.requireRefused(with(1, decks[0].Name), protocol.BadField, "the table has chosen this seat's deck")
	l.requireRefused(with(0, "no such deck"), protocol.BadField, "cannot be dealt")
	l.do(with(0, decks[2].Name))
	l.do(sit(1))
	setup := h.Setup
	setup.Decks = []string{decks[2].Name, decks[1].Name}
	want, err := elementsRules.Deal(setup)
	require.NoError(t, err)
	require.Equal(t, table.Digest(want), table.Digest(l.live.Machine))
}

// TestSitFrom checks that people can take seats in a game that continues another, and that nonces
// do not change its position.
func TestSitFrom(t *testing.T) {
	other := duel(t)
	for range 10 {
		other.choose(0)
	}
	r, err := table.Restore(other.lines, table.SameRules(elementsRules))
	require.NoError(t, err)
	h := header(elementsRules, "oo")
	h.From, err = r.From(10)
	require.NoError(t, err)
	l := begin(t, elementsRules, h)
	require.Equal(t, table.Digest(other.live.Machine), table.Digest(l.live.Machine))
	s := sit(0)
	s.Deck = elementsRules.Info().Decks[0].Name
	l.requireRefused(s, protocol.BadField, "the table has chosen")
	l.do(sit(0))
	s = sit(1)
	s.Nonce = "n"
	l.do(s)
	require.Equal(t, table.Digest(other.live.Machine), table.Digest(l.live.Machine))
	l.choose(0)
}

// TestDamagedSit checks that a log counts as damaged if a seat record names a seat that is not open or
// has an invalid deck.
func TestDamagedSit(t *testing.T) {
	l := begin(t, elementsRules, header(elementsRules, "po"))
	for _, seat := range []int{-1, 2} {
		l.requireDamaged(&table.Record{Kind: "seat", Sit: sit(seat)}, "there is no open seat")
	}
	bad := sit(1)
	bad.Deck = "no such deck"
	l.requireDamaged(&table.Record{Kind: "seat", Sit: bad}, "no such deck")
	full := duel(t)
	full.requireDamaged(&table.Record{Kind: "seat", Sit: sit(1)}, "there is no open seat")
}
