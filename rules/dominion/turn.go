package dominion

import "gamed/state"

// startTurn starts a turn of the seat and turns f into the first phase of the turn. The decider,
// which makes the decisions of the turn, is the seat itself or a seat that possesses it.
func (s *Position) startTurn(f *state.Frame, seat, decider state.Seat, log *state.Log) {
	d := &s.Sides[seat]
	s.Turn++
	s.Active, s.Decider = seat, decider
	e := state.Event{What: beganPossessed, Seat: seat, Sees: state.Public, SecondAmount: int8(decider)}
	if seat == decider {
		s.LastRegular = seat
		d.Turns++
		e.What, e.Amount = began, int8(d.Turns)
	}
	log.Add(e)
	s.Actions, s.Buys, s.Coins, s.Potions = 1, 1, 0, 0
	s.CostReduction, s.Merchants, s.Silvers, s.FoolsGolds, s.ActionsPlayed, s.Banned = 0, 0, 0, 0, 0, 0
	d.Staying = Bag{}
	if d.NextTurn.Size > 0 {
		f.Turn(StartPhase, seat)
	} else {
		s.enterAction(f, seat)
	}
}

// enterAction turns f into the action phase, or into the treasure phase if the seat cannot have an
// Action in hand.
func (s *Position) enterAction(f *state.Frame, seat state.Seat) {
	if s.mayAct(seat) {
		f.Turn(ActionPhase, seat)
	} else {
		f.Turn(TreasurePhase, seat)
	}
}

// mayAct reports whether, by public facts, the seat may have an Action in hand.
func (s *Position) mayAct(seat state.Seat) bool { return s.mayHold(seat)&s.ofType(Action) != 0 }

// runStartEffect runs the effect of a card that the seat played in an earlier turn.
func (s *Position) runStartEffect(seat state.Seat, p pile, log *state.Log) state.Verdict {
	s.Sides[seat].NextTurn.take(p)
	k := s.Kinds[p]
	log.Add(state.Event{What: lasted, Seat: seat, Sees: state.Public, Kind: k})
	return s.Push(state.Frame{Phase: EffectPhase, Slot: slotNext, Seat: seat, Actor: seat, Kind: k})
}

// appendTreasures appends the option to play all Treasures, and one option for each kind of
// Treasure in hand.
func (s *Position) appendTreasures(hand set, dst []state.Option) []state.Option {
	if ps := hand & s.ofType(Treasure); ps != 0 {
		dst = s.appendOptions(ps, PlayCard, append(dst, state.Option{Do: PlayAll}))
	}
	return dst
}

func (s *Position) playFromHand(seat state.Seat, p pile, log *state.Log) state.Verdict {
	s.Sides[seat].Hand.take(p)
	return s.play(seat, p, 1, log)
}

// playNext continues the option to play all Treasures. Each call plays all Treasures in hand that
// only give bonuses, and then one other Treasure. It plays a Bank only if no other Treasure is
// left. If the hand has no other Treasure, playNext resolves the phase.
func (s *Position) playNext(seat state.Seat, log *state.Log) state.Verdict {
	next := pile(0)
	hand := &s.Sides[seat].Hand
	// The loop visits all Treasure piles of the game, even those without a card in hand. A loop of
	// constant length costs less than a mispredicted branch.
	for ps := s.ofType(Treasure); ps != 0; ps &= ps - 1 {
		p := ps.first()
		b := s.stats(p)
		switch {
		case b.simple && b.cards == 0:
			s.playPile(seat, p, log)
		case !hand.has(p):
		case next == 0 || s.stats(next).special&lastPlayed != 0:
			next = p
		}
	}
	if next == 0 {
		return state.Resolve()
	}
	return s.playFromHand(seat, next, log)
}

// playPile plays all cards of a pile that are in hand, possibly none. The caller must know that cards
// of this pile only give bonuses.
func (s *Position) playPile(seat state.Seat, p pile, log *state.Log) {
	d := &s.Sides[seat]
	n := d.Hand.Counts[p]
	d.Hand.Counts[p], d.Hand.Size = 0, d.Hand.Size-uint16(n)
	d.Play.Counts[p] += n
	d.Play.Size += uint16(n)
	if log != nil && n > 0 {
		log.Add(state.Event{What: played, Seat: seat, Sees: state.Public, Kind: s.Kinds[p], Amount: clamp(int(n))})
	}
	s.addBonuses(s.Kinds[p], n)
}

func (s *Position) buy(seat state.Seat, p pile, log *state.Log) state.Verdict {
	k := s.Kinds[p]
	b := statsOf(k)
	s.Coins -= uint16(s.cost(p))
	s.Potions -= b.potion
	s.Buys--
	log.Add(state.Event{What: bought, Seat: seat, Sees: state.Public, Kind: k})
	v := s.gain(seat, p, Discarded, log)
	// The effects of the purchase are above the gain on the stack, so they happen before the gain.
	if s.hasCode(slotAnyBuy) {
		for q := range s.Kinds {
			for range s.Sides[seat].Play.Counts[q] {
				s.triggerOn(seat, s.Kinds[q], slotAnyBuy, k)
			}
		}
	}
	s.triggerCode(seat, k, slotBuy)
	return v
}

// cleanUp discards the hand face down, and Stashes in hand face up. It also discards, face up, the
// cards in play that do not stay in play. If it discards no card in play, it discards one card of
// the hand face up, as the visible top of the discard pile. It discards no card of the hand face up if
// the next draw shuffles the discard pile.
func (s *Position) cleanUp(seat state.Seat, log *state.Log) {
	d := &s.Sides[seat]
	s.LookedAt.pour(&d.Hand) // cards that a seat was looking at when it left the game
	if d.Play.Size == d.Staying.Size && d.Hand.Size > 0 && d.deckSize() >= handSize {
		p := d.Hand.random(&s.Rand)
		d.Hand.take(p)
		d.Discard.add(p)
		log.Add(state.Event{What: discarded, Seat: seat, Sees: state.Public, Kind: s.Kinds[p]})
	}
	if p := s.stash(); p != 0 { // Stashes are public
		for d.Hand.has(p) {
			d.Hand.take(p)
			d.Discard.add(p)
		}
	}
	d.Hand.pour(&d.FaceDown)
	d.leavePlay()
	log.Add(state.Event{What: cleanedUp, Seat: seat, Sees: state.Public})
	if s.hasCode(slotOthersGain) { // other seats may have played reactions in this turn
		for ss := state.AllSeats(int(s.Seats)).Without(seat); ss != 0; ss &= ss - 1 {
			if d := &s.Sides[ss.First()]; d.Play.Size > d.Staying.Size {
				d.leavePlay()
				log.Add(state.Event{What: leftPlay, Seat: ss.First(), Sees: state.Public})
			}
		}
	}
}

// leavePlay discards the cards in play that do not stay.
func (d *Side) leavePlay() {
	if d.Staying.Size == 0 {
		d.Play.pour(&d.Discard)
		return
	}
	for ps := d.Staying.Counts.nonzero(); ps != 0; ps &= ps - 1 {
		d.Play.Counts[ps.first()] -= d.Staying.Counts[ps.first()]
	}
	d.Play.Size -= d.Staying.Size
	d.Play.pour(&d.Discard)
	d.Play = d.Staying
}

// endTurn ends the game or turns f into the first phase of the next turn.
func (s *Position) endTurn(f *state.Frame, log *state.Log) {
	seat := f.Seat
	if s.ToReturn.Size > 0 {
		s.returnTrashed(seat, log)
	}
	if s.exhausted() || s.Turn >= s.Limit {
		s.score(log)
		return
	}
	if s.ExtraTurns != [state.MaxSeats]uint8{} && s.startExtraTurn(f, log) {
		return
	}
	next := s.After(s.LastRegular)
	if s.Sides[next].Turns >= s.MaxTurns {
		s.score(log)
		return
	}
	s.startTurn(f, next, next, log)
}

// startExtraTurn turns f into the first phase of an extra turn, if a seat has one left. Otherwise
// it returns false. Extra turns come before the next regular turn, and the active seat's extra
// turns come first.
func (s *Position) startExtraTurn(f *state.Frame, log *state.Log) bool {
	for n := range state.Seat(s.Seats) {
		if who := (f.Seat + n) % state.Seat(s.Seats); s.ExtraTurns[who] > 0 && s.Playing.Has(who) {
			s.ExtraTurns[who]--
			if left := s.After(who); left != who {
				s.startTurn(f, left, who, log)
				return true
			}
		}
	}
	return false
}

// returnTrashed puts the cards that the seat trashed in a possessed turn into its discard pile.
func (s *Position) returnTrashed(seat state.Seat, log *state.Log) {
	for p, n := range s.ToReturn.Counts {
		if n > 0 {
			log.Add(state.Event{What: returned, Seat: seat, Sees: state.Public, Kind: s.Kinds[p], Amount: int8(n)})
		}
	}
	s.ToReturn.pour(&s.Sides[seat].Discard)
}

// exhausted reports whether the supply ends the game. The game ends if no Province is left, if the
// game has Colonies and none is left, or if three piles are empty (four with five or six seats).
func (s *Position) exhausted() bool {
	if s.EmptyPiles == 0 {
		return false
	}
	piles := uint8(3)
	if s.Seats > 4 {
		piles = 4
	}
	if s.EmptyPiles >= piles || s.Supply[s.pileOf(Province)] == 0 {
		return true
	}
	p := s.pileOf(Colony)
	return p != 0 && s.Supply[p] == 0
}
