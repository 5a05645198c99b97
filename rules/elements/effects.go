package elements

import "gamed/state"

// subject returns a reference to the token, seat or card that op acts on. In a Pick this is the picked
// card. Otherwise it is the target of the power, or the token with the power if there is no target.
func subject(f *state.Frame, op *state.Op) state.Card {
	switch {
	case op.Picked:
		return f.Picked
	case powersOf[f.Kind][f.Slot].Aim != 0:
		return f.Target
	}
	return f.Source
}

// player returns the seat that is the target of f, or the actor if the target is not a seat.
func player(f *state.Frame) state.Seat {
	if isSeat(f.Target) {
		return state.Seat(f.Target - seatRefs)
	}
	return f.Actor
}

func amount(s *Position, f *state.Frame, op *state.Op) int { return Rules.Read(s, f, op.N) }

var verbs = [...]state.StepFunc[Position]{
	vDraw: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		for range amount(s, f, op) {
			s.draw(player(f), log)
		}
		s.updatePayable(player(f))
	}),
	vDamage: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		if c := subject(f, op); c < slots {
			s.damage(c, amount(s, f, op), log)
		} else {
			s.loseLife(state.Seat(c-seatRefs), amount(s, f, op), log)
		}
	}),
	vDamageEach: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		for ts := s.tokensOf(f.Actor, op.Filter); ts != 0; ts &= ts - 1 {
			s.damage(ts.first(), amount(s, f, op), log)
		}
	}),
	vHeal: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		if c := subject(f, op); c < slots {
			s.heal(c, amount(s, f, op), log)
		} else {
			s.gainLife(state.Seat(c-seatRefs), amount(s, f, op), log)
		}
	}),
	vWake:  state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) { s.wake(subject(f, op), log) }),
	vSleep: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) { s.sleep(subject(f, op), log) }),
	vBoost: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		if t := s.boostTarget(f, op, log); t != nil {
			t.Attack = clamp(int(t.Attack) + amount(s, f, op))
			t.Health = clamp(int(t.Health) + Rules.Read(s, f, op.Min))
			s.updateToken(subject(f, op))
		}
	}),
	vBoostUntilSunset: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		if t := s.boostTarget(f, op, log); t != nil {
			t.AttackUntilSunset = clamp(int(t.AttackUntilSunset) + amount(s, f, op))
			t.HealthUntilSunset = clamp(int(t.HealthUntilSunset) + Rules.Read(s, f, op.Min))
			s.updateToken(subject(f, op))
		}
	}),
	vDestroy: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) { s.destroy(subject(f, op), log) }),
	vReturn:  state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) { s.returnToHand(subject(f, op), log) }),
	vRecall: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		side, k := &s.Sides[player(f)], state.Kind(f.Extra)
		side.removeFromPast(k)
		side.addToHand(k, seenByAll)
		s.updatePayable(player(f))
		log.Add(state.Event{What: recalled, Seat: player(f), Sees: state.Public, Kind: k})
	}),
	vRevive: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		owner, k := player(f), state.Kind(f.Extra)
		if s.createToken(f.Actor, owner, k, 0, log) != 0 {
			s.Sides[owner].removeFromPast(k)
		}
	}),
	vCopy: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		if k := s.Tokens[subject(f, op)].Kind; k != 0 {
			s.createToken(f.Actor, f.Actor, k, cardless, log)
		}
	}),
	vMake: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		for range amount(s, f, op) {
			s.createToken(f.Actor, f.Actor, state.Kind(op.Min), cardless, log)
		}
	}),
	vElement: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.addElement(player(f), Element(op.N), log)
		s.updatePayable(player(f))
	}),
	vSteal: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		c := subject(f, op)
		t := &s.Tokens[c]
		switch {
		case !s.changeControl(c, f.Actor, log):
			if t.Kind != 0 && t.Controller != f.Actor {
				log.Add(state.Event{What: noRoom, Seat: f.Actor, Sees: state.Public, Kind: t.Kind})
			}
		case t.Owner == f.Actor:
			t.Flags &^= borrowed
		default:
			t.Flags |= borrowed
		}
		s.updateToken(c)
	}),
	vCancel: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		below := &s.Stack.Frames[f.Target-frameRefs]
		below.Immune = cancelMark
		log.Add(state.Event{What: cancelled, Seat: f.Actor, Sees: state.Public, Kind: below.Kind, Target: f.Target})
	}),
	vLook: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.showFuture(f.Actor, player(f), amount(s, f, op), log)
	}),
	vShield: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		if t := &s.Tokens[subject(f, op)]; t.Kind != 0 {
			t.Flags |= untouchable
			s.updateToken(subject(f, op))
			log.Add(state.Event{What: shielded, Seat: t.Controller, Sees: state.Public, Kind: t.Kind, Card: subject(f, op)})
		}
	}),
	vSkip: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		if side := &s.Sides[player(f)]; side.SkippedPhases>>op.N&1 == 0 { // two such effects skip a phase only once
			side.SkippedPhases |= 1 << op.N
			log.Add(state.Event{What: willSkip, Seat: player(f), Sees: state.Public, Amount: int8(op.N)})
		}
	}),
	vWin: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) { s.end(state.Only(f.Actor), log) }),
	vDiscard: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		side, k := &s.Sides[f.Actor], state.Kind(f.Picked)
		side.removeShown(k)
		side.addToPast(k)
		s.updatePayable(f.Actor)
		log.Add(state.Event{What: discarded, Seat: f.Actor, Sees: state.Public, Kind: k})
	}),
	vBury: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		if op.Picked {
			side, k := &s.Sides[f.Actor], state.Kind(f.Picked)
			side.removeHidden(k)
			side.bury(k, state.Only(f.Actor))
			s.updatePayable(f.Actor)
			log.Add(state.Event{What: buried, Seat: f.Actor, Sees: s.viewers(f.Actor, state.Only(f.Actor)), Kind: k})
			return
		}
		if side := &s.Sides[player(f)]; side.NFuture > 0 {
			k, mask := side.popFuture()
			side.bury(k, mask)
			log.Add(state.Event{What: buried, Seat: player(f), Sees: s.viewers(player(f), mask), Kind: k})
		}
	}),
	vLose: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.loseLife(f.Actor, amount(s, f, op), log)
	}),
	vGain: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.gainLife(f.Actor, amount(s, f, op), log)
	}),
	vFight: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		if f.Target == 0 || f.Extra == 0 {
			return
		}
		there, back := s.attack(f.Target), s.attack(f.Extra)
		s.damage(f.Extra, there, log)
		s.damage(f.Target, back, log)
	}),
	vIfNone: state.Plain(func(_ *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if f.X != 0 {
			op.Leave(f)
		}
	}),
	// The frame's Extra has one bit for each chosen mode.
	vChoose: state.Plain(func(_ *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		f.Extra |= 1 << f.Picked
		log.Add(state.Event{What: choseMode, Seat: f.Actor, Sees: state.Public, Kind: f.Kind, Amount: int8(f.Picked), SecondAmount: int8(f.Slot)})
	}),
	vIfChosen: state.Plain(func(_ *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if f.Extra>>op.N&1 == 0 {
			op.Leave(f)
		}
	}),
	vName: state.Plain(func(_ *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		log.Add(state.Event{What: saidName, Seat: f.Actor, Sees: state.Public, Kind: state.Kind(f.Picked)})
	}),
	vDiscardNamed: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		k, side := state.Kind(f.Picked), &s.Sides[player(f)]
		for side.indexInHand(k) >= 0 {
			side.removeShown(k)
			side.addToPast(k)
			log.Add(state.Event{What: discarded, Seat: player(f), Sees: state.Public, Kind: k})
		}
		s.updatePayable(player(f))
	}),
	vSpend: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		active := &s.Sides[player(f)].Active
		n := min(amount(s, f, op), int(active[Any]))
		for range n {
			active[mostActive(active)]--
			active[Any]--
		}
		s.updatePayable(player(f))
		log.Add(state.Event{What: drained, Seat: player(f), Sees: state.Public, Amount: clamp(n)})
	}),
}

// boostTarget returns the token that op boosts and logs the boost. It returns nil if the token is gone.
func (s *Position) boostTarget(f *state.Frame, op *state.Op, log *state.Log) *Token {
	c := subject(f, op)
	if c >= slots || s.Tokens[c].Kind == 0 {
		return nil
	}
	t := &s.Tokens[c]
	log.Add(state.Event{
		What: boosted, Seat: t.Controller, Sees: state.Public, Kind: t.Kind, Card: c,
		Amount: clamp(amount(s, f, op)), SecondAmount: clamp(Rules.Read(s, f, op.Min)),
	})
	return t
}

// returnToHand moves the card of token c to its owner's hand. All viewers know this card. A token without
// a card only leaves play.
func (s *Position) returnToHand(c state.Card, log *state.Log) {
	if c >= slots || s.Tokens[c].Kind == 0 {
		return
	}
	if s.Tokens[c].is(cardless) {
		s.tokenToPast(c, left, log)
		return
	}
	t := s.removeToken(c)
	s.Sides[t.Owner].addToHand(t.Kind, seenByAll)
	s.updatePayable(t.Owner)
	log.Add(state.Event{What: returned, Seat: t.Owner, Sees: state.Public, Kind: t.Kind, Card: c})
}

// showFuture shows a seat the top n cards of the owner's Future.
func (s *Position) showFuture(seat, owner state.Seat, n int, log *state.Log) {
	side := &s.Sides[owner]
	for i := range min(n, int(side.NFuture)) {
		at := int(side.NFuture) - 1 - i
		side.FutureSeen[at] = side.FutureSeen[at].With(seat)
		log.Add(state.Event{What: looked, Seat: seat, Sees: state.Only(seat), Kind: side.Future[at], Amount: int8(i + 1)})
	}
}
