package elements

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestReadyDecks checks that each ready deck has two elements and at most 26 cards, and that the ready
// decks use all cards.
func TestReadyDecks(t *testing.T) {
	require.Len(t, decks, 8)
	used, pairs := map[state.Kind]bool{}, map[string]bool{}
	for _, ready := range decks {
		d := ready.cards
		assert.LessOrEqual(t, len(d), 26, "deck %s has too many cards", ready.name)
		assert.NotEmpty(t, ready.about)
		of := map[Element]bool{}
		for _, k := range d {
			used[k] = true
			for e := White; e < nElements; e++ {
				if cards[k].Cost[e] > 0 {
					of[e] = true
				}
			}
		}
		assert.Len(t, of, 2, "elements of %s", ready.name)
		for _, pair := range twoElementCards {
			if slices.Contains(d, kindOf[pair.Name]) {
				pairs[group(&pair)] = true
			}
		}
	}
	assert.Len(t, pairs, 6, "pairs of elements with cards of both")
	for k := range cards[1:] {
		k := state.Kind(k + 1)
		assert.NotEqual(t, cards[k].Created, used[k], "%s: in some deck, unless it is created", cards[k].Name)
	}
}

// TestDecksOfVersion fails if a ready deck changes and the version of the rules does not. Otherwise
// logs that name a ready deck would replay with other cards.
func TestDecksOfVersion(t *testing.T) {
	all := sha256.New()
	for _, ready := range decks {
		fmt.Fprint(all, ready.name)
		for _, k := range ready.cards { // the shuffle begins with this order
			fmt.Fprintf(all, ", %s", cards[k].Name)
		}
	}
	version := map[int]string{3: "be36442e223893cf"}
	assert.Equal(t, version[Rules.Version], hex.EncodeToString(all.Sum(nil)[:8]),
		"the decks differ from those of version %d: raise Version in rules.go, and give the hash of the new decks here", Rules.Version)
}

func TestDefaultDecks(t *testing.T) {
	for seat := range maxSeats {
		d, err := readDeck(seat, "")
		require.NoError(t, err)
		named, err := readDeck(seat, decks[seat].name)
		require.NoError(t, err)
		assert.Equal(t, named, d, "seat %d", seat)
	}
	d, err := readDeck(0, " "+decks[3].name+"\r\n")
	require.NoError(t, err, "space around a name does no harm")
	assert.Len(t, d, len(decks[3].cards))
}

// legalDeck is a deck file with comments, an empty line, a tab, carriage returns, and a card on two
// lines.
const legalDeck = "# mine\r\n\n3 Spark # hot\r\n3 Ash Imp\n3\tEmber Adept\n  3 Furnace Ox\n3 Torch Runner\n3 War Shout\n2 Pit Bout\n1 Pit Bout"

func TestDeckFile(t *testing.T) {
	d, err := ParseDeck("mine", legalDeck)
	require.NoError(t, err)
	counts := map[string]int{}
	for _, k := range d {
		counts[cards[k].Name]++
	}
	assert.Len(t, d, 21)
	assert.True(t, slices.IsSorted(d))
	assert.Equal(t, []int{3, 3, 3, 3, 3, 3, 3}, slices.Collect(maps.Values(counts)))
	assert.Equal(t, 3, counts["Pit Bout"])
	again, err := readDeck(0, legalDeck)
	require.NoError(t, err)
	assert.Equal(t, d, again, "as a deck of a set-up")
}

// TestWrongDecks checks the error for each kind of fault in a deck.
func TestWrongDecks(t *testing.T) {
	rest := "\n" + legalDeck
	for _, c := range []struct{ name, text, want string }{
		{"unknown card", "3 Sparc" + rest, `deck of seat 1:1: unknown card "Sparc": did you mean "Spark"?`},
		{"unknown card in other words", "\n2 the grave rat" + rest, `deck of seat 1:2: unknown card "the grave rat": did you mean "Grave Rat"?`},
		{"no card like it", "3 Xyzzy" + rest, `deck of seat 1:1: unknown card "Xyzzy": "gamed cards elements" lists the cards`},
		{"wrong case", "3 spark" + rest, `deck of seat 1:1: unknown card "spark": did you mean "Spark"?`},
		{"created card", "1 Sprout" + rest, `deck of seat 1:1: Sprout is only created by other cards; decks cannot contain it`},
		{"too few cards", "3 Spark\n2 Ash Imp", `deck of seat 1: 5 cards: a deck has at least 21`},
		{"one card", "1 Spark", `deck of seat 1: 1 card: a deck has at least 21`},
		{"no cards", "# nothing", `deck of seat 1: 0 cards: a deck has at least 21`},
		{"too many cards", "3 Hush\n3 Sift\n3 Undertow\n1 Mend" + rest, `deck of seat 1: 31 cards: a deck has at most 30`},
		{"too many copies", "4 Hush" + rest, `deck of seat 1:1: 4 copies of Hush: a deck may have 3`},
		{"too many copies in two lines", legalDeck + "\n1 Spark", `deck of seat 1:11: 4 copies of Spark: a deck may have 3`},
		{"a billion copies", "1000000000 Hush" + rest, `deck of seat 1:1: 1000000000 copies of Hush: a deck may have 3`},
		{"more copies than can be counted", "1 Hush\n9223372036854775807 Hush" + rest, `deck of seat 1:2: 9223372036854775808 copies of Hush: a deck may have 3`},
		{"no count", "Spark" + rest, `deck of seat 1:1: "Spark": want a count and a card, as in "3 Lamplighter"`},
		{"no card", "3" + rest, `deck of seat 1:1: "3": want a count and a card, as in "3 Lamplighter"`},
		{"no space", "3Spark" + rest, `deck of seat 1:1: "3Spark": want a count and a card, as in "3 Lamplighter"`},
		{"count zero", "0 Spark" + rest, `deck of seat 1:1: 0 copies of "Spark": a line needs at least 1`},
		{"count below zero", "-1 Spark" + rest, `deck of seat 1:1: -1 copies of "Spark": a line needs at least 1`},
		{"count too large to read", "99999999999999999999 Spark" + rest, `deck of seat 1:1: "99999999999999999999 Spark": want a count and a card, as in "3 Lamplighter"`},
		{"not UTF-8", "3 Sp\xffrk" + rest, `deck of seat 1:1: unknown card "Sp\xffrk": "gamed cards elements" lists the cards`},
		{"control bytes", "3 Spark\x00\x1b[2J" + rest, `deck of seat 1:1: unknown card "Spark\x00\x1b[2J": "gamed cards elements" lists the cards`},
		{"another alphabet", "3 Искра" + rest, `deck of seat 1:1: unknown card "Искра": "gamed cards elements" lists the cards`},
		{"a very long name", "3 " + strings.Repeat("x", 1000) + rest, `deck of seat 1:1: unknown card "` + strings.Repeat("x", 40) + `"…: "gamed cards elements" lists the cards`},
		{"unknown ready deck", "wildfyre", `deck of seat 1: unknown deck "wildfyre"; use wildfire, orchard, lullaby, undying, old growth, clockwork, vanguard, nocturne or the text of a deck file`},
		{"odd bytes for a ready deck", "\x1b[m" + strings.Repeat("e", 100), `deck of seat 1: unknown deck "\x1b[m` + strings.Repeat("e", 37) + `"…; use wildfire, orchard, lullaby, undying, old growth, clockwork, vanguard, nocturne or the text of a deck file`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := deal(state.Setup{Seats: 2, Decks: []string{"", c.text}})
			require.EqualError(t, err, c.want)
		})
	}
}

// TestWrongSetups checks the errors for wrong numbers of seats and decks and for wrong table options.
func TestWrongSetups(t *testing.T) {
	for _, c := range []struct {
		setup state.Setup
		want  string
	}{
		{state.Setup{Seats: 1}, "elements: 1 seats: 2 to 4 can play"},
		{state.Setup{Seats: 5}, "elements: 5 seats: 2 to 4 can play"},
		{state.Setup{Seats: -1}, "elements: -1 seats: 2 to 4 can play"},
		{state.Setup{Seats: 2, Decks: []string{"", "", ""}}, "elements: 3 decks for 2 seats"},
		{state.Setup{Seats: 2, Table: map[string]string{"life": "9"}}, `elements: unknown table option "life"; use "turns" or "open"`},
		{state.Setup{Seats: 2, Table: map[string]string{"open": "no"}}, `elements: table option "open" is "no": want "yes"`},
		{state.Setup{Seats: 2, Table: map[string]string{"turns": "0"}}, `elements: table option "turns" is "0": want a number from 1 to 1000`},
		{state.Setup{Seats: 2, Table: map[string]string{"turns": "many"}}, `elements: table option "turns" is "many": want a number from 1 to 1000`},
	} {
		_, err := deal(c.setup)
		assert.EqualError(t, err, c.want)
	}
}

// TestOpen checks the table option open for two turns. Each seat must see the hand and the Future of the
// other seat, but not its own Future. Spectators must see no hand.
func TestOpen(t *testing.T) {
	m, err := Rules.Deal(state.Setup{Seats: 2, Table: map[string]string{"open": "yes"}})
	require.NoError(t, err)
	for m.Turn() < 3 {
		seat := m.Next()
		m.Apply(state.Request{Seat: seat, Option: m.Options(seat, nil)[0]}, nil)
		for me := range state.Seat(2) {
			var v View
			require.NoError(t, json.Unmarshal(m.AppendView(nil, me), &v))
			own, other := v.Sides[me], v.Sides[1-me]
			assert.Len(t, own.Cards, own.Hand)
			assert.Empty(t, own.Top)
			assert.Len(t, other.Cards, other.Hand)
			assert.Len(t, other.Top, other.Future)
			assert.NotContains(t, other.Top, "")
		}
		var public View
		require.NoError(t, json.Unmarshal(m.AppendView(nil, state.Watcher), &public))
		assert.Empty(t, public.Sides[0].Cards, "spectators see no hand")
	}
}

// TestOpenStaysOpen plays random games with the table option open. It checks that each seat sees every
// card in the hands and Futures of the other seats, and every card that they draw or bury. This must
// hold even after an effect such as that of Sift has hidden which cards of a hand are known. The test
// also checks that worlds keep these cards.
func TestOpenStaysOpen(t *testing.T) {
	const deck = "3 Sift\n3 Tide Scholar\n3 Night Thief\n3 Dig Up\n3 Hush\n3 Undertow\n3 Mend"
	sifted := 0
	for seed := range uint64(2) {
		m, err := Rules.Deal(state.Setup{Seats: 3, Seed: state.Seed(seed), Decks: []string{deck, deck, deck}, Table: map[string]string{"open": "yes"}})
		require.NoError(t, err)
		r := state.Rand(seed)
		for m.Awaiting() != 0 {
			seat := m.Next()
			options := m.Options(seat, nil)
			var log state.Log
			m.Apply(state.Request{Seat: seat, Option: options[r.N(len(options))]}, &log)
			for _, e := range log.Events {
				if e.What == drew || e.What == buried {
					require.Equal(t, state.AllSeats(3), e.Sees&state.AllSeats(3)|state.Only(e.Seat), "the others see %s", m.Tell(e, state.Everything).Text)
				}
				if e.What == buried {
					sifted++
				}
			}
			var all View
			require.NoError(t, json.Unmarshal(m.AppendView(nil, state.Everything), &all))
			for me := range state.Seat(3) {
				world := m.Fork()
				world.Resample(me, &r)
				for _, m := range []state.Machine{m, world} {
					var v View
					require.NoError(t, json.Unmarshal(m.AppendView(nil, me), &v))
					for p := range v.Sides {
						if p != int(me) {
							require.Equal(t, all.Sides[p].Cards, v.Sides[p].Cards)
							require.Equal(t, all.Sides[p].Top, v.Sides[p].Top)
						}
					}
				}
			}
		}
	}
	require.Positive(t, sifted)
}
