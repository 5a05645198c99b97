package elements

import (
	"math/bits"

	"gamed/state"
)

// Derived holds facts that follow from the rest of a position, for the code that runs at almost
// every request. The test kit compares them with [Position.derive] after each request.
type Derived struct {
	Awake  Tokens           // tokens that are awake
	Beings Tokens           // tokens that are Beings
	Movers Tokens           // Beings that may attack when they are awake
	Dying  Tokens           // Beings without health: see stateBasedActions
	Plays  [maxSeats]places // cards in hand that their seat can pay for
	Spells [maxSeats]places // Spells in hand
	Doomed state.Seats      // seats that must leave the game
	_      [7]uint8         // positions have no padding
}

// A places is a set of places in a hand.
type places uint32

func (p places) first() int { return bits.TrailingZeros32(uint32(p)) }

// derive computes all derived facts.
func (s *Position) derive() {
	s.Derived = Derived{}
	for ts := s.inPlay(); ts != 0; ts &= ts - 1 {
		s.changed(ts.first())
	}
	for seat := range state.Seat(s.Seats) {
		s.judge(seat)
		s.reckon(seat)
	}
}

// changed updates the facts about token c, which has changed or left.
func (s *Position) changed(c state.Card) {
	t := &s.Tokens[c]
	b := statsOf(t.Kind)
	s.Awake.put(c, t.is(awake))
	s.Beings.put(c, b.typ == Being)
	s.Movers.put(c, b.typ == Being && b.static&isRooted == 0)
	s.Dying.put(c, b.typ == Being && t.health() <= 0)
}

// judge updates whether the seat must leave the game, after a change of its life or a draw from an
// empty Future.
func (s *Position) judge(seat state.Seat) {
	s.Doomed &^= state.Only(seat)
	if side := &s.Sides[seat]; side.Life <= 0 || side.Lost {
		s.Doomed |= state.Only(seat)
	}
}

// reckon updates what the seat can pay for, after a change of its hand, its active karma or its
// discounts.
func (s *Position) reckon(seat state.Seat) {
	side := &s.Sides[seat]
	active := pack(&side.Active)
	off := s.discounts(seat)
	var plays, spells places
	for i, k := range side.Hand[:side.NHand] {
		b := statsOf(k)
		var pays places
		if (active + off.on(b.typ)).covers(b.cost) {
			pays = 1 // not a branch: it would depend on the cards
		}
		plays |= pays << i
		spells |= places(b.typ/Spell) << i // Spell is the highest type
	}
	s.Plays[seat], s.Spells[seat] = plays, spells
}
