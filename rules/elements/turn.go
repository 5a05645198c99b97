package elements

import "gamed/state"

// next makes f the next phase of the turn. It omits the phases that the seat skips.
func (s *Position) next(f *state.Frame, p state.PhaseID, log *state.Log) {
	seat := f.Seat
	side := &s.Sides[seat]
	for side.Skip>>p&1 != 0 {
		side.Skip &^= 1 << p
		log.Add(state.Event{What: skipped, Seat: seat, Sees: state.Public, N: int8(p)})
		p++ // from main to attack; the code below continues from attack to sunset
		if p == Defend {
			p = Sunset
		}
	}
	f.Turn(p, seat)
}

// drawFirst draws the first active seat. The last seat in turn order gains 1 life in return.
// [Position.lend] has the second part of the compensation.
func (s *Position) drawFirst(log *state.Log) (first state.Seat) {
	first = s.Playing.First()
	for range s.Rand.N(s.Playing.Len()) {
		first = s.After(first)
	}
	last := first
	for s.After(last) != first {
		last = s.After(last)
	}
	s.gain(last, 1, log)
	return first
}

// mulligan moves the seat's hand to its Past and draws a smaller hand.
func (s *Position) mulligan(seat state.Seat, log *state.Log) {
	side := &s.Sides[seat]
	log.Add(state.Event{What: mulliganed, Seat: seat, Sees: state.Public})
	for side.NHand > 0 {
		k := side.Hand[0]
		side.reveal(k)
		side.intoPast(k)
		log.Add(state.Event{What: discarded, Seat: seat, Sees: state.Public, Kind: k})
	}
	for range NewHand {
		s.draw(seat, log)
	}
	s.reckon(seat)
}

// triggerAll triggers the sunrise or sunset power of each of the seat's tokens.
func (s *Position) triggerAll(seat state.Seat, slot state.Slot) {
	for ts := s.Present[seat] & s.Timed; ts != 0; ts &= ts - 1 {
		c := ts.first()
		s.trigger(seat, s.Tokens[c].Kind, c, slot)
	}
}

// attackers returns the Beings with which the seat may attack.
func (s *Position) attackers(seat state.Seat) Tokens { return s.Present[seat] & s.Movers & s.Awake }

// blockers returns the Beings that may block the attack of f.
func (s *Position) blockers(f *state.Frame) Tokens {
	if statsOf(s.Tokens[f.Source].Kind).static&isElusive != 0 {
		return 0
	}
	return s.Present[f.Actor] & s.Beings & s.Awake
}

// clash resolves the combat between f.Source and its blocker f.Target. Without a blocker, f.Source
// hits seat f.Actor. Damage is dealt simultaneously.
func (s *Position) clash(f *state.Frame, log *state.Log) {
	attacker := &s.Tokens[f.Source]
	if attacker.Kind == 0 || attacker.Seat != f.Seat {
		return
	}
	hits := s.attack(f.Source)
	if f.Target == 0 {
		s.lose(f.Actor, hits, log)
		return
	}
	blocker := &s.Tokens[f.Target]
	if blocker.Kind == 0 || blocker.Seat != f.Actor {
		return // the attack counts as blocked
	}
	back, beyond := s.attack(f.Target), hits-blocker.health()
	s.damage(f.Target, hits, log)
	s.damage(f.Source, back, log)
	if attacker.def().Piercing {
		s.lose(f.Actor, beyond, log)
	}
}

// untilSunset ends the effects that last until sunset.
func (s *Position) untilSunset(log *state.Log) {
	for ts := s.Fleeting; ts != 0; ts &= ts - 1 {
		c := ts.first()
		t := &s.Tokens[c]
		t.AttackNow, t.HealthNow = 0, 0
		back := t.is(borrowed)
		t.Flags &^= untouchable | borrowed
		s.changed(c)
		if back && !s.give(c, t.Owner, log) && t.Seat != t.Owner {
			s.intoPast(c, left, log)
		}
	}
}
