package cardsim

import "slices"

// held is a card in hand.
type held[C StatsCollection] struct {
	card   *Card[C]
	drawn  int    // the turn
	id     uint32 // tells two copies apart
	warned bool   // that it is urgent and cannot be decided
}

// Hand lists the cards in hand, in the order in which they came.
func (p *Player[C]) Hand() []*Card[C] {
	cards := make([]*Card[C], len(p.hand))
	for i, h := range p.hand {
		cards[i] = h.card
	}
	return cards
}

// StripHand takes all cards out of the hand for which out reports true, and
// returns how many. They leave the game. The card that is being decided may be
// among them.
func (p *Player[C]) StripHand(out func(*Card[C]) bool) int {
	before := len(p.hand)
	p.stale = true
	p.hand = slices.DeleteFunc(p.hand, func(h held[C]) bool { return out(h.card) })
	return before - len(p.hand)
}

// Draw draws the next card that suits into the hand, whatever the hand limit is.
// It returns a warning if there is none or the hand has 100 cards.
func (p *Player[C]) Draw() error {
	if len(p.hand) >= maxHand {
		return p.full()
	}
	doing := p.doing
	c := p.Deck.draw(p)
	p.doing = doing
	if c == nil {
		return Warningf("no card can be drawn: none in the deck suits now")
	}
	p.take(c)
	return nil
}

// Give puts a card of the game into the hand, whatever the hand limit is. It
// returns a warning if there is no such card or the hand has 100.
func (p *Player[C]) Give(name string) error {
	c, err := p.card(name)
	if err == nil && len(p.hand) >= maxHand {
		err = p.full()
	}
	if err != nil {
		return err
	}
	p.take(c)
	return nil
}

// Next makes a card of the game the next one to be drawn: so one card leads to
// another. If it is in the deck it comes from there, else it is a new copy.
func (p *Player[C]) Next(name string) error {
	c, err := p.card(name)
	if err != nil {
		return err
	}
	if at := p.Deck.find(name); at >= 0 {
		p.Deck.removeAt(at)
	}
	p.Deck.InsertAt(0, c)
	return nil
}

// ShuffleIn puts a new copy of a card of the game anywhere into the deck.
func (p *Player[C]) ShuffleIn(name string) error {
	c, err := p.card(name)
	if err != nil {
		return err
	}
	p.Deck.InsertRandom(&p.Rand, c)
	return nil
}

func (p *Player[C]) full() error { return Warningf("the hand is full: it has %d cards", len(p.hand)) }

func (p *Player[C]) card(name string) (*Card[C], error) {
	if i, is := p.game.index[name]; is {
		return p.game.Cards[i], nil
	}
	return nil, Warningf("there is no card %q in this game: look for the name in its Cards", name)
}

// take puts c into the hand.
func (p *Player[C]) take(c *Card[C]) {
	p.cards++
	p.stale = true
	p.hand = append(p.hand, held[C]{card: c, drawn: p.Turn, id: p.cards})
	p.notes = append(p.notes, note{kind: Drew, title: p.title(c)})
}

// leave takes the card of that id out of the hand, if it is still there.
func (p *Player[C]) leave(id uint32) {
	if at := slices.IndexFunc(p.hand, func(h held[C]) bool { return h.id == id }); at >= 0 {
		p.hand = slices.Delete(p.hand, at, at+1)
	}
}
