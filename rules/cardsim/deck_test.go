package cardsim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// names joins the names of cards.
func names(cards []*card) string {
	var all []string
	for _, c := range cards {
		all = append(all, c.Name)
	}
	return strings.Join(all, "")
}

// drawAll empties the hand, draws all suitable cards and returns their names in order.
func drawAll(p *player) string {
	p.StripHand(func(*card) bool { return true })
	for p.Deck.Len() > 0 {
		if p.Draw() != nil {
			break
		}
	}
	return names(p.Hand())
}

// letters returns n cards named a, b, c, … and a deck that names each once.
func letters(n int) (cards []*card, deck []string) {
	for i := range n {
		name := string(rune('a' + i))
		cards, deck = append(cards, plainCard(name)), append(deck, name)
	}
	return cards, deck
}

func TestDeck(t *testing.T) {
	cards, deck := letters(6)
	x, y := plainCard("x"), plainCard("y")
	cards = append(cards, x, y)
	g := build(t, game{Cards: cards, Deck: deck})
	start := func(seed uint64) *player { return g.Start(seed, 0) }

	p := start(1)
	p.Deck.InsertAt(0, x)
	p.Deck.InsertAt(1, y)
	assert.Equal(t, "xy", drawAll(p)[:2], "a given slot")

	p = start(1)
	p.Deck.InsertAt(99, x)
	assert.True(t, strings.HasSuffix(drawAll(p), "x"), "a slot below the last card is the bottom")

	p = start(1)
	p.Deck.InsertAt(0, x)
	p.Deck.InsertAt(-3, y)
	for range 20 {
		p.Deck.Shuffle(&p.Rand)
		p.Deck.InsertRandom(&p.Rand, p.Hand()[0])
	}
	assert.Equal(t, "yx", drawAll(p)[:2], "a card with a chosen place keeps it")

	places := map[int]int{}
	for seed := range uint64(6000) {
		p := start(seed)
		p.Deck.InsertRandom(&p.Rand, x)
		places[strings.IndexByte(drawAll(p), 'x')]++
	}
	require.Len(t, places, 6)
	for place, n := range places {
		assert.InDelta(t, 1000, n, 130, "place %d", place)
	}

	p = start(1)
	p.Deck.InsertAt(0, x)
	p.Deck.InsertAt(3, x)
	assert.True(t, p.Deck.Has("x"))
	assert.Equal(t, 7, p.Deck.Len())
	assert.Equal(t, 2, p.Deck.Strip(func(c *card) bool { return c == x }))
	assert.False(t, p.Deck.Has("x"))
	assert.Equal(t, 5, len(drawAll(p)))

	p = start(1)
	p.Deck.Strip(func(*card) bool { return true })
	for i := range 6 {
		p.Deck.InsertAt(i, cards[i])
	}
	p.Deck.ShuffleRange(&p.Rand, 2, 4)
	p.Deck.ShuffleRange(&p.Rand, 5, 2)
	p.Deck.ShuffleRange(&p.Rand, -7, 1)
	order := drawAll(p)
	assert.Equal(t, "ab", order[:2])
	assert.Contains(t, []string{"cd", "dc"}, order[2:4])
	assert.Equal(t, "ef", order[4:])
}

// TestWeights checks that suitable cards are drawn in proportion to their weights. The
// deck is shuffled, built card by card, or has unsuitable cards on top.
func TestWeights(t *testing.T) {
	cards, _ := letters(3)
	cards[0].Weight, cards[1].Weight, cards[2].Weight = 1, 2, 5
	for i := range 4 {
		shy := plainCard(fmt.Sprint(i))
		shy.Weight, shy.When = 4, func(p *player) bool { return p.Stats.Gold > 0 }
		cards = append(cards, shy)
	}
	starter := plainCard("s")
	cards = append(cards, starter)
	g := build(t, game{Cards: cards, Deck: []string{"s"}})
	for _, way := range []struct {
		name string
		make func(p *player)
	}{
		{"shuffled", func(p *player) {
			for i, c := range cards[:7] {
				p.Deck.InsertAt(i, c)
			}
			p.Deck.ShuffleRange(&p.Rand, 0, 7)
		}},
		{"put together", func(p *player) {
			for _, c := range cards[:7] {
				p.Deck.InsertRandom(&p.Rand, c)
			}
		}},
		{"hidden from before", func(p *player) {
			for _, c := range cards[:7] {
				p.Deck.InsertRandom(&p.Rand, c)
			}
			require.NoError(t, p.Draw())
			p.Deck.InsertRandom(&p.Rand, p.Hand()[0])
			p.StripHand(func(*card) bool { return true })
		}},
	} {
		t.Run(way.name, func(t *testing.T) {
			first, second := map[string]float64{}, map[string]float64{}
			const games = 8000
			for seed := range uint64(games) {
				p := g.Start(seed, 0)
				p.StripHand(func(*card) bool { return true })
				way.make(p)
				order := drawAll(p)
				require.Len(t, order, 3, "%q", order)
				first[order[:1]]++
				second[order[1:2]]++
			}
			for name, share := range map[string]float64{"a": 1.0 / 8, "b": 2.0 / 8, "c": 5.0 / 8} {
				assert.InDelta(t, share, first[name]/games, 0.02, name)
			}
			// b comes second after a, with probability 1/8 · 2/7, or after c, with probability 5/8
			// · 2/3.
			assert.InDelta(t, 1.0/8*2/7+5.0/8*2/3, second["b"]/games, 0.02)
		})
	}
}
