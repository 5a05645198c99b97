package elements

import "gamed/state"

// Derived holds facts that follow from the rest of a position, for the code that runs at almost
// every request. The test kit compares them with [Position.derive] after each request.
type Derived struct {
	Awake  Tokens      // tokens that are awake
	Beings Tokens      // tokens that are Beings
	Movers Tokens      // Beings that may attack when they are awake
	Dying  Tokens      // Beings without health: see stateBasedActions
	Doomed state.Seats // seats that must leave the game
	_      [7]uint8    // positions have no padding
}

// derive computes all derived facts.
func (s *Position) derive() {
	s.Derived = Derived{}
	for ts := s.inPlay(); ts != 0; ts &= ts - 1 {
		s.changed(ts.first())
	}
	for seat := range state.Seat(s.Seats) {
		s.judge(seat)
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
