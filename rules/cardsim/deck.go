package cardsim

import (
	"slices"

	"gamed/state"
)

// A Deck is the cards that may still come, the next one first. Nobody is shown its
// order. The cards that have been given a place on top lie there in that order, and
// chance has ordered those below by their weights.
type Deck[C StatsCollection] struct {
	cards  []waiting[C]
	pinned int // how many on top have a place that was chosen for them
	game   *Game[C]
	hiding []waiting[C] // buffer of draw
}

// A waiting card may be drawn from a turn on.
type waiting[C StatsCollection] struct {
	card *Card[C]
	at   int // its place in the game's Cards, less than 0 if it is not there
	from int
}

// wait is how a card waits in the deck.
func (d *Deck[C]) wait(c *Card[C], from int) waiting[C] { return waiting[C]{c, d.game.cardAt(c), from} }

// Len returns how many cards there are.
func (d *Deck[C]) Len() int { return len(d.cards) }

// Has reports whether a card of that name is in the deck.
func (d *Deck[C]) Has(name string) bool { return d.find(name) >= 0 }

func (d *Deck[C]) find(name string) int {
	return slices.IndexFunc(d.cards, func(w waiting[C]) bool { return w.card.Name == name })
}

// InsertAt puts a card so that slot cards are above it: 0 is the top, and a slot
// below the last card is the bottom. A place on top, or right below such places,
// is kept whatever is shuffled; others last until the next shuffle. The card must
// be one of the game's.
func (d *Deck[C]) InsertAt(slot int, c *Card[C]) {
	slot = max(0, min(slot, len(d.cards)))
	if slot <= d.pinned {
		d.pinned++
	}
	d.cards = slices.Insert(d.cards, slot, d.wait(c, 0))
}

// InsertRandom puts a card anywhere below those that have been given a place: the
// heavier it is, the sooner it tends to come.
func (d *Deck[C]) InsertRandom(r *state.Rand, c *Card[C]) { d.insert(r, d.wait(c, 0)) }

// insert gives w the place that it would have if the deck had been shuffled with
// it: it is before each card in turn as often as its weight wins against that of
// all cards from there on.
func (d *Deck[C]) insert(r *state.Rand, w waiting[C]) {
	slot, below := d.pinned, weigh(d.cards[d.pinned:])
	for ; slot < len(d.cards); slot++ {
		if r.N(w.card.weight()+below) < w.card.weight() {
			break
		}
		below -= d.cards[slot].card.weight()
	}
	d.cards = slices.Insert(d.cards, slot, w)
}

func weigh[C StatsCollection](cards []waiting[C]) (total int) {
	for i := range cards {
		total += cards[i].card.weight()
	}
	return total
}

// Shuffle puts the cards below those that have been given a place into random
// order: each place goes to one of the cards left, by weight.
func (d *Deck[C]) Shuffle(r *state.Rand) { d.ShuffleRange(r, d.pinned, len(d.cards)) }

// ShuffleRange shuffles the cards from slot from on, up to slot to and without it.
// Cards below from have no place that was chosen for them any more.
func (d *Deck[C]) ShuffleRange(r *state.Rand, from, to int) {
	from, to = max(from, 0), min(to, len(d.cards))
	if from >= to {
		return
	}
	d.pinned = min(d.pinned, from)
	part := d.cards[from:to]
	total := weigh(part)
	for i := range part {
		k, j := r.N(total), i
		for k -= part[j].card.weight(); k >= 0; k -= part[j].card.weight() {
			j++
		}
		total -= part[j].card.weight()
		part[i], part[j] = part[j], part[i]
	}
}

// Strip takes out all cards for which out reports true and returns how many.
func (d *Deck[C]) Strip(out func(*Card[C]) bool) int {
	before := len(d.cards)
	for i := before - 1; i >= 0; i-- {
		if out(d.cards[i].card) {
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

// draw takes out the first card that suits now, nil if none does. Those above it
// have hidden themselves and go back anywhere: so the next card is drawn by weight
// from all that suit.
func (d *Deck[C]) draw(p *Player[C]) *Card[C] {
	for i := 0; i < len(d.cards); i++ {
		w := d.cards[i]
		if w.from > p.Turn {
			continue
		}
		p.doing = w.card.cause("When")
		if w.at < 0 {
			p.warnf(w.card.cause(""), "it was put into the deck and is not among the game's Cards, so it is left out")
			d.removeAt(i)
			i--
			continue
		}
		if w.card.When != nil && !w.card.When(p) {
			continue
		}
		d.hiding = append(d.hiding[:0], d.cards[:i]...)
		d.cards = slices.Delete(d.cards, 0, i+1)
		d.pinned = max(0, d.pinned-i-1)
		for _, hidden := range d.hiding {
			d.insert(&p.Rand, hidden)
		}
		return w.card
	}
	return nil
}
