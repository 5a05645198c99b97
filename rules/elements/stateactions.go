package elements

import "gamed/state"

// stateBasedActions runs at the end of effects, combat, sunrise and sunset. First all Beings without
// health die simultaneously, and their triggers stack in turn order. Then all seats that have no life
// left, or that had to draw from an empty Future, leave the game simultaneously. The game ends if at most
// one seat is left.
func (s *Position) stateBasedActions(log *state.Log) {
	if dying := s.Dying; dying != 0 {
		for i := range state.Seat(s.Seats) {
			seat := (s.Active + i) % state.Seat(s.Seats)
			for ts := s.Present[seat] & dying; ts != 0; ts &= ts - 1 {
				s.destroy(ts.first(), log)
			}
		}
	}
	if out := s.Leaving & s.Playing; out != 0 {
		s.eliminate(out, log)
	}
}

// eliminate removes seats and the tokens that they own from the game. If such a seat controls a token of
// another seat, the token returns to its owner, or leaves play if the owner has no room.
func (s *Position) eliminate(out state.Seats, log *state.Log) {
	s.Playing &^= out
	for ss := out; ss != 0; ss &= ss - 1 {
		seat := ss.First()
		s.Sides[seat].Life = min(s.Sides[seat].Life, 0)
		s.updateLeaving(seat)
		log.Add(state.Event{What: eliminated, Seat: seat, Sees: state.Public})
	}
	for c := state.Card(1); c < slots; c++ {
		t := &s.Tokens[c]
		switch {
		case t.Kind == 0:
		case out.Has(t.Owner):
			s.tokenToPast(c, left, log)
		case out.Has(t.Controller):
			t.Flags &^= borrowed
			if !s.changeControl(c, t.Owner, log) {
				s.tokenToPast(c, left, log)
			}
		}
	}
	if s.Playing.Len() <= 1 {
		s.end(s.Playing, log)
	}
}

func (s *Position) end(won state.Seats, log *state.Log) {
	if !s.Over {
		s.End(won)
		log.Add(state.Event{What: ended, Sees: state.Public, Amount: int8(won)})
	}
}
