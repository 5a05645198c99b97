package cardsim

import "slices"

type handCard[C StatsCollection] struct {
	card         *Card[C]
	turnDrawn    int    // the turn in which the card came to the hand
	id           uint32 // distinguishes copies of a card
	warnedUrgent bool   // already warned that the card is urgent but cannot be decided
}

// Hand lists the cards in hand, oldest first.
func (p *Player[C]) Hand() []*Card[C] {
	cards := make([]*Card[C], len(p.hand))
	for i, h := range p.hand {
		cards[i] = h.card
	}
	return cards
}

// StripHand removes all cards from the hand for which remove returns true, and returns their
// number. The removed cards leave the game. The card being decided may be among them, but with a
// Cooldown it still returns to the deck.
func (p *Player[C]) StripHand(remove func(*Card[C]) bool) int {
	before := len(p.hand)
	p.optionsStale = true
	p.hand = slices.DeleteFunc(p.hand, func(h handCard[C]) bool { return remove(h.card) })
	return before - len(p.hand)
}

// Draw draws the next suitable card into the hand, regardless of the hand limit. It returns a warning
// if no card can be drawn now or the hand has 100 cards.
func (p *Player[C]) Draw() error {
	if len(p.hand) >= maxHand {
		return p.errHandFull()
	}
	doing := p.condition
	c := p.Deck.draw(p)
	p.condition = doing
	if c == nil {
		return Warningf("no card drawn: no card in the deck suits now")
	}
	p.addToHand(c)
	return nil
}

// Give adds a card of the game to the hand, regardless of the hand limit. It returns a
// warning if there is no such card or the hand has 100 cards.
func (p *Player[C]) Give(name string) error {
	c, err := p.findCard(name)
	if err == nil && len(p.hand) >= maxHand {
		err = p.errHandFull()
	}
	if err != nil {
		return err
	}
	p.addToHand(c)
	return nil
}

// Next puts a card of the game on top of the deck, so that one card leads to another.
// Next moves the card if the deck has it, and adds a copy otherwise.
func (p *Player[C]) Next(name string) error {
	c, err := p.findCard(name)
	if err != nil {
		return err
	}
	if at := p.Deck.indexOf(name); at >= 0 {
		p.Deck.removeAt(at)
	}
	p.Deck.InsertAt(0, c)
	return nil
}

// ShuffleIn inserts a new copy of a card of the game into the deck at random.
func (p *Player[C]) ShuffleIn(name string) error {
	c, err := p.findCard(name)
	if err != nil {
		return err
	}
	p.Deck.InsertRandom(&p.Rand, c)
	return nil
}

func (p *Player[C]) errHandFull() error {
	return Warningf("the hand is full: it has %d cards", len(p.hand))
}

func (p *Player[C]) findCard(name string) (*Card[C], error) {
	if i, is := p.game.index[name]; is {
		return p.game.Cards[i], nil
	}
	return nil, Warningf("no card has the name %q", name)
}

// addToHand adds c to the hand, with a note.
func (p *Player[C]) addToHand(c *Card[C]) {
	p.lastHandID++
	p.optionsStale = true
	p.hand = append(p.hand, handCard[C]{card: c, turnDrawn: p.Turn, id: p.lastHandID})
	p.notes = append(p.notes, note{kind: Drew, title: p.title(c)})
}

// removeFromHand removes the card with the given id, if it is still in hand.
func (p *Player[C]) removeFromHand(id uint32) {
	if at := slices.IndexFunc(p.hand, func(h handCard[C]) bool { return h.id == id }); at >= 0 {
		p.hand = slices.Delete(p.hand, at, at+1)
	}
}
