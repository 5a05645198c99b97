package cardsim

import (
	"slices"

	"gamed/state"
)

// A Deck holds the cards that can still be drawn, next card first. Players never see its order. The
// game can insert cards at chosen slots on top, and these cards keep their slots. The order of the
// cards below is random, by weight.
type Deck[C StatsCollection] struct {
	cards   []deckCard[C]
	pinned  int // the number of cards on top with a chosen slot
	game    *Game[C]
	skipped []deckCard[C] // the buffer of draw for the cards above the drawn card
}

// A deckCard is a card in the deck, which can be drawn from a given turn on.
type deckCard[C StatsCollection] struct {
	card      *Card[C]
	index     int // of card in the game's Cards, or -1
	firstTurn int // the first turn in which the card can be drawn
}

// newDeckCard returns the deck's entry for a card.
func (d *Deck[C]) newDeckCard(c *Card[C], from int) deckCard[C] {
	return deckCard[C]{c, d.game.cardAt(c), from}
}

// Len returns the number of cards.
func (d *Deck[C]) Len() int { return len(d.cards) }

// Has reports whether the deck contains a card with the given name.
func (d *Deck[C]) Has(name string) bool { return d.indexOf(name) >= 0 }

func (d *Deck[C]) indexOf(name string) int {
	return slices.IndexFunc(d.cards, func(w deckCard[C]) bool { return w.card.Name == name })
}

// InsertAt inserts a card with the given number of cards above it. Slot 0 is the top, and a slot
// beyond the last card is the bottom. A card inserted on top, or directly below cards with a chosen
// slot, keeps its slot through shuffles. Any other card keeps its slot until the next shuffle. A
// draw removes a card that is not one of the game's Cards, with a warning.
func (d *Deck[C]) InsertAt(slot int, c *Card[C]) {
	slot = max(0, min(slot, len(d.cards)))
	if slot <= d.pinned {
		d.pinned++
	}
	d.cards = slices.Insert(d.cards, slot, d.newDeckCard(c, 0))
}

// InsertRandom inserts a card at random below the cards with a chosen slot. Cards with a
// higher weight tend to be drawn sooner.
func (d *Deck[C]) InsertRandom(r *state.Rand, c *Card[C]) { d.insertByWeight(r, d.newDeckCard(c, 0)) }

// insertByWeight places w as if the deck had been shuffled with w. It tries the slots below the
// cards with a chosen slot, from the top down. The probability of taking a slot is weight / (weight
// + weight of the cards that would be below w).
func (d *Deck[C]) insertByWeight(r *state.Rand, w deckCard[C]) {
	slot, below := d.pinned, totalWeight(d.cards[d.pinned:])
	for ; slot < len(d.cards); slot++ {
		if r.N(w.card.weight()+below) < w.card.weight() {
			break
		}
		below -= d.cards[slot].card.weight()
	}
	d.cards = slices.Insert(d.cards, slot, w)
}

func totalWeight[C StatsCollection](cards []deckCard[C]) (total int) {
	for i := range cards {
		total += cards[i].card.weight()
	}
	return total
}

// Shuffle randomizes the order of the cards below those with a chosen slot. It fills
// each slot with one of the remaining cards, by weight.
func (d *Deck[C]) Shuffle(r *state.Rand) { d.ShuffleRange(r, d.pinned, len(d.cards)) }

// ShuffleRange shuffles the cards from slot start up to, but not including, slot end. Cards in the
// range and below it lose their chosen slots.
func (d *Deck[C]) ShuffleRange(r *state.Rand, start, end int) {
	start, end = max(start, 0), min(end, len(d.cards))
	if start >= end {
		return
	}
	d.pinned = min(d.pinned, start)
	part := d.cards[start:end]
	total := totalWeight(part)
	for i := range part {
		k, j := r.N(total), i
		for k -= part[j].card.weight(); k >= 0; k -= part[j].card.weight() {
			j++
		}
		total -= part[j].card.weight()
		part[i], part[j] = part[j], part[i]
	}
}

// Strip removes every card for which remove returns true. It returns the number of removed cards.
func (d *Deck[C]) Strip(remove func(*Card[C]) bool) int {
	before := len(d.cards)
	for i := before - 1; i >= 0; i-- {
		if remove(d.cards[i].card) {
			d.removeAt(i)
		}
	}
	return before - len(d.cards)
}

func (d *Deck[C]) removeAt(i int) {
	d.cards = slices.Delete(d.cards, i, i+1)
	if i < d.pinned {
		d.pinned--
	}
}

// draw removes and returns the first card that can be drawn now, or nil if there is none. It
// reinserts the unsuitable cards above that card at random, so the draw is by weight among the
// suitable cards.
func (d *Deck[C]) draw(p *Player[C]) *Card[C] {
	for i := 0; i < len(d.cards); i++ {
		w := d.cards[i]
		if w.firstTurn > p.Turn {
			continue
		}
		p.condition = w.card.cause("When")
		if w.index < 0 {
			p.warnf(w.card.cause(""), "removed from the deck: it is not one of the game's Cards")
			d.removeAt(i)
			i--
			continue
		}
		if w.card.When != nil && !w.card.When(p) {
			continue
		}
		d.skipped = append(d.skipped[:0], d.cards[:i]...)
		d.cards = slices.Delete(d.cards, 0, i+1)
		d.pinned = max(0, d.pinned-i-1)
		for _, hidden := range d.skipped {
			d.insertByWeight(&p.Rand, hidden)
		}
		return w.card
	}
	return nil
}
