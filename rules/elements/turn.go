package elements

import "gamed/state"

// enterPhase turns f into phase p of the turn, or into the first phase after p that the seat does
// not skip.
func (s *Position) enterPhase(f *state.Frame, p state.PhaseID, log *state.Log) {
	seat := f.Seat
	side := &s.Sides[seat]
	for side.SkippedPhases>>p&1 != 0 {
		side.SkippedPhases &^= 1 << p
		log.Add(state.Event{What: skipped, Seat: seat, Sees: state.Public, Amount: int8(p)})
		p++ // after main comes attack; after attack comes sunset, which the next lines set
		if p == Defend {
			p = Sunset
		}
	}
	f.Turn(p, seat)
}

// chooseFirst chooses at random the seat that begins. As compensation, it gives the last seat in turn
// order 1 life. [Position.lendElement] compensates all seats but the first.
func (s *Position) chooseFirst(log *state.Log) (first state.Seat) {
	first = s.Playing.First()
	for range s.Rand.N(s.Playing.Len()) {
		first = s.After(first)
	}
	last := first
	for s.After(last) != first {
		last = s.After(last)
	}
	s.gainLife(last, 1, log)
	return first
}

// mulligan moves the seat's hand to its Past and draws a hand of NewHand cards.
func (s *Position) mulligan(seat state.Seat, log *state.Log) {
	side := &s.Sides[seat]
	log.Add(state.Event{What: mulliganed, Seat: seat, Sees: state.Public})
	for side.NHand > 0 {
		k := side.Hand[0]
		side.removeShown(k)
		side.addToPast(k)
		log.Add(state.Event{What: discarded, Seat: seat, Sees: state.Public, Kind: k})
	}
	for range NewHand {
		s.draw(seat, log)
	}
	s.updatePayable(seat)
}

// triggerAll triggers the powers that the seat's tokens have in the slot, which is sunrise or
// sunset.
func (s *Position) triggerAll(seat state.Seat, slot state.Slot) {
	for ts := s.Present[seat] & s.Timed; ts != 0; ts &= ts - 1 {
		c := ts.first()
		s.trigger(seat, s.Tokens[c].Kind, c, slot)
	}
}

// attackers returns the awake Beings with which the seat may attack.
func (s *Position) attackers(seat state.Seat) Tokens { return s.Present[seat] & s.CanAttack & s.Awake }

// blockers returns the awake Beings of the attacked seat that may block the attack of f.
func (s *Position) blockers(f *state.Frame) Tokens {
	if statsOf(s.Tokens[f.Source].Kind).static&isElusive != 0 {
		return 0
	}
	return s.Present[f.Actor] & s.Beings & s.Awake
}

// resolveCombat resolves the combat between f.Source and its blocker f.Target. Without a blocker, f.Source
// hits seat f.Actor. Damage is dealt simultaneously.
func (s *Position) resolveCombat(f *state.Frame, log *state.Log) {
	attacker := &s.Tokens[f.Source]
	if attacker.Kind == 0 || attacker.Controller != f.Seat {
		return
	}
	hits := s.attack(f.Source)
	if f.Target == 0 {
		s.loseLife(f.Actor, hits, log)
		return
	}
	blocker := &s.Tokens[f.Target]
	if blocker.Kind == 0 || blocker.Controller != f.Actor {
		return // the blocker has left, and the attack stays blocked
	}
	back, beyond := s.attack(f.Target), hits-blocker.health()
	s.damage(f.Target, hits, log)
	s.damage(f.Source, back, log)
	if attacker.def().Piercing {
		s.loseLife(f.Actor, beyond, log)
	}
}

// endSunsetEffects ends the effects that last until sunset.
func (s *Position) endSunsetEffects(log *state.Log) {
	for ts := s.Temporary; ts != 0; ts &= ts - 1 {
		c := ts.first()
		t := &s.Tokens[c]
		t.AttackUntilSunset, t.HealthUntilSunset = 0, 0
		back := t.is(borrowed)
		t.Flags &^= untouchable | borrowed
		s.updateToken(c)
		if back && !s.changeControl(c, t.Owner, log) && t.Controller != t.Owner {
			s.tokenToPast(c, left, log)
		}
	}
}
