package cardsim

import (
	"cmp"
	"slices"

	"gamed/state"
)

// clone returns an equal player that goes its own way. The game must be able to
// copy its stats.
func (p *Player[C]) clone() *Player[C] {
	c := new(Player[C])
	c.set(p)
	return c
}

// set makes p equal to from, in the memory that p has already.
func (p *Player[C]) set(from *Player[C]) {
	old := *p
	*p = *from
	p.Stats = p.game.copier.copy(old.Stats, from.Stats)
	p.Rules.rules = append(old.Rules.rules[:0], from.Rules.rules...)
	p.Rules.order = append(old.Rules.order[:0], from.Rules.order...)
	p.Rules.queue = append(old.Rules.queue[:0], from.Rules.queue...)
	p.Deck.cards = append(old.Deck.cards[:0], from.Deck.cards...)
	p.Deck.hiding = old.Deck.hiding[:0]
	p.hand = append(old.hand[:0], from.hand...)
	p.played = append(old.played[:0], from.played...)
	p.panels = append(old.panels[:0], from.panels...)
	p.deferred = append(old.deferred[:0], from.deferred...)
	p.kept = append(old.kept[:0], from.kept...)
	p.gates = append(old.gates[:0], from.gates...)
	p.notes = append(old.notes[:0], from.notes...)
	p.changes = append(old.changes[:0], from.changes...)
	p.last = old.last[:0]
}

// resample deals the part of the deck again that has no chosen place, and the
// future. Stats that are hidden stay as they are: what they could be only the
// designer knows.
func (p *Player[C]) resample(r *state.Rand) {
	slices.SortStableFunc(p.Deck.cards[p.Deck.pinned:], func(a, b waiting[C]) int {
		return cmp.Or(a.at-b.at, a.from-b.from)
	})
	p.Deck.Shuffle(r)
	p.Rand = state.Rand(r.Uint64())
	past := p.past // shared with the game that p is a copy of
	p.past = nil
	for _, before := range past {
		c := before.clone()
		c.resample(r)
		p.past = append(p.past, c)
	}
}

// ownChance is chance for what only looks at the game: the game's own is not used up
// by it and does not show in it.
func (p *Player[C]) ownChance() state.Rand { return state.Rand(uint64(p.Turn)<<32 | uint64(p.choices)) }

// scratch returns a player to try things on: looking at a game runs what the
// designer wrote, and nothing that it does may reach the game. Its deck is dealt
// again, so that nothing of the future can be seen. The same game gives the same
// scratch. The original itself comes back, with its chance taken away until restore
// is called, if its stats cannot be copied; err says that their Clone has failed.
func (p *Player[C]) scratch() (s *Player[C], restore func(), err error) {
	r := p.ownChance()
	if p.game.copier != nil {
		err = guard(func() error { s = p.clone(); return nil })
		if err == nil {
			s.tracing = false
			s.resample(&r)
			return s, func() {}, nil
		}
	}
	saved := p.Rand
	p.Rand = state.Rand(r.Uint64())
	return p, func() { p.Rand = saved }, err
}
