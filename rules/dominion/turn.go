package dominion

import "gamed/state"

// startTurn begins the turn of f's seat. X is 1 in an extra turn.
func (s *Position) startTurn(f *state.Frame, log *state.Log) {
	d := &s.Sides[f.Seat]
	s.Turn++
	s.Active = f.Seat
	if f.X == 0 {
		s.Normal, s.Decider = f.Seat, f.Seat
		d.Turns++
	}
	s.Actions, s.Buys, s.Coins, s.Potions = 1, 1, 0, 0
	s.Bridges, s.Merchants, s.Silvers, s.Fools, s.Banned = 0, 0, 0, 0, 0
	d.Stay = Bag{}
	e := state.Event{What: began, Seat: f.Seat, Sees: state.Public, N: clamp(int(d.Turns))}
	if f.X != 0 {
		e.What, e.M = beganPossessed, int8(s.Decider)
	}
	log.Add(e)
}

// beginWith lets a card have the effect that an earlier turn has set up.
func (s *Position) beginWith(seat state.Seat, p pile, log *state.Log) state.Verdict {
	s.Sides[seat].Next.take(p)
	k := s.Kinds[p]
	log.Add(state.Event{What: lasted, Seat: seat, Sees: state.Public, Kind: k})
	return s.Push(state.Frame{Phase: EffectPhase, Slot: slotNext, Seat: seat, Actor: seat, Kind: k})
}

// playable appends the cards in hand of a type, to be played.
func (s *Position) playable(seat state.Seat, types uint8, dst []state.Option) []state.Option {
	return s.options(s.Sides[seat].Hand.Of.some()&s.typed(types), PlayCard, dst)
}

func (s *Position) playFromHand(seat state.Seat, p pile, log *state.Log) state.Verdict {
	s.Sides[seat].Hand.take(p)
	return s.play(seat, p, 1, log)
}

// playNext plays the next Treasure in hand when all are to be played: those that
// are simply worth something at once, then the others, a Bank last.
func (s *Position) playNext(seat state.Seat, log *state.Log) state.Verdict {
	next := pile(0)
	for ps := s.Sides[seat].Hand.Of.some() & s.typed(Treasure); ps != 0; ps &= ps - 1 {
		p := ps.first()
		b := s.brief(p)
		switch {
		case b.simple && b.cards == 0:
			s.playPile(seat, p, log)
		case next == 0 || s.brief(next).special&lastPlayed != 0:
			next = p
		}
	}
	if next == 0 {
		return state.Resolve()
	}
	return s.playFromHand(seat, next, log)
}

// playPile plays all cards of a pile in hand, whose plays are over at once.
func (s *Position) playPile(seat state.Seat, p pile, log *state.Log) {
	d := &s.Sides[seat]
	n := d.Hand.Of[p]
	d.Hand.Of[p], d.Hand.N = 0, d.Hand.N-uint16(n)
	d.Play.Of[p] += n
	d.Play.N += uint16(n)
	log.Add(state.Event{What: played, Seat: seat, Sees: state.Public, Kind: s.Kinds[p], N: clamp(int(n))})
	for range n {
		s.give(seat, s.Kinds[p], nil)
	}
}

// buy pays for a card and gains it.
func (s *Position) buy(seat state.Seat, p pile, log *state.Log) state.Verdict {
	k := s.Kinds[p]
	b := briefOf(k)
	s.Coins -= uint16(s.cost(p))
	s.Potions -= b.potion
	s.Buys--
	log.Add(state.Event{What: bought, Seat: seat, Sees: state.Public, Kind: k})
	v := s.gain(seat, p, Discarded, log)
	// What buying sets off stacks on top of the gain, so it comes first.
	if s.hooked(slotAnyBuy) {
		for q := range s.Kinds {
			for range s.Sides[seat].Play.Of[q] {
				s.triggerCode(seat, s.Kinds[q], slotAnyBuy)
			}
		}
	}
	s.triggerCode(seat, k, slotBuy)
	return v
}

// cleanUp discards the hand of seat, unseen, and what it has in play and does not
// stay there, for all to see. Without such cards one of the hand is the top card
// of the discard pile, which all see.
func (s *Position) cleanUp(seat state.Seat, log *state.Log) {
	d := &s.Sides[seat]
	if d.Play.N == d.Stay.N && d.Hand.N > 0 {
		p := d.Hand.random(&s.Rand)
		d.Hand.take(p)
		d.Discard.add(p)
		log.Add(state.Event{What: discarded, Seat: seat, Sees: state.Public, Kind: s.Kinds[p]})
	}
	if p := s.stash(); p != 0 { // all see those
		for d.Hand.has(p) {
			d.Hand.take(p)
			d.Discard.add(p)
		}
	}
	d.Hand.pour(&d.Dark)
	for ps := d.Stay.Of.some(); ps != 0; ps &= ps - 1 {
		d.Play.Of[ps.first()] -= d.Stay.Of[ps.first()]
	}
	d.Play.N -= d.Stay.N
	d.Play.pour(&d.Discard)
	d.Play = d.Stay
	log.Add(state.Event{What: cleanedUp, Seat: seat, Sees: state.Public})
}

// endTurn ends the game, or names who has the next turn.
func (s *Position) endTurn(seat state.Seat, log *state.Log) state.Frame {
	s.Taken.pour(&s.Sides[seat].Discard)
	if s.exhausted() || s.Turn >= s.Limit || s.Sides[s.Normal].Turns >= maxTurns {
		s.score(log)
		return state.Frame{}
	}
	// Extra turns come before the next normal one: first those that have been
	// won in the turn that is over.
	for n := range state.Seat(s.Seats) {
		if who := (seat + n) % state.Seat(s.Seats); s.Extra[who] > 0 && s.Playing.Has(who) {
			s.Extra[who]--
			if left := s.After(who); left != who {
				s.Decider = who
				return state.Frame{Phase: StartPhase, Seat: left, Actor: left, X: 1}
			}
		}
	}
	next := s.After(s.Normal)
	return state.Frame{Phase: StartPhase, Seat: next, Actor: next}
}

// exhausted reports whether the game is over: no Province or no Colony is left, or
// three piles are empty, four with more than four seats.
func (s *Position) exhausted() bool {
	if s.Empty == 0 {
		return false
	}
	piles := uint8(3)
	if s.Seats > 4 {
		piles = 4
	}
	if s.Empty >= piles || s.Supply[s.pileOf(Province)] == 0 {
		return true
	}
	p := s.pileOf(Colony)
	return p != 0 && s.Supply[p] == 0
}
