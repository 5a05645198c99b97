package dominion

import "gamed/state"

// orderingTop wraps a verb that uses the top cards of the actor's deck. The wrapper first orders as many
// cards as the amount of the op says, but at least one. If the player must place a Stash first, the op
// runs again after the placement.
func orderingTop(do state.StepFunc[Position]) state.StepFunc[Position] {
	return func(s *Position, f *state.Frame, op *state.Op, log *state.Log) state.Verdict {
		if v, wait := s.orderTop(f.Actor, max(1, amount(s, f, op)), log); wait {
			f.PC--
			return v
		}
		return do(s, f, op, log)
	}
}

func amount(s *Position, f *state.Frame, op *state.Op) int { return Rules.Read(s, f, op.N) }

func (s *Position) picked(f *state.Frame) pile { return pile(f.Picked) }

func (s *Position) target(f *state.Frame) pile { return s.pileOf(state.Kind(f.Target)) }

var verbs = [...]state.StepFunc[Position]{
	vCards: func(s *Position, f *state.Frame, op *state.Op, log *state.Log) state.Verdict {
		return s.draw(f.Actor, amount(s, f, op), log)
	},
	vActions: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		n := amount(s, f, op)
		s.Actions += uint8(n)
		log.Add(state.Event{What: gotActions, Seat: f.Actor, Sees: state.Public, Amount: clamp(n)})
	}),
	vBuys: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		n := amount(s, f, op)
		s.Buys += uint8(n)
		log.Add(state.Event{What: gotBuys, Seat: f.Actor, Sees: state.Public, Amount: clamp(n)})
	}),
	vCoins: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		n := amount(s, f, op)
		s.Coins += uint16(n)
		log.Add(state.Event{What: coined, Seat: f.Actor, Sees: state.Public, Amount: clamp(n)})
	}),
	vDrawTo: func(s *Position, f *state.Frame, op *state.Op, log *state.Log) state.Verdict {
		return s.draw(f.Actor, amount(s, f, op)-int(s.Sides[f.Actor].Hand.Size), log)
	},
	vDrawOne: func(s *Position, f *state.Frame, op *state.Op, log *state.Log) state.Verdict {
		f.X, f.Target = 0, 0
		if int(s.Sides[f.Actor].Hand.Size) >= amount(s, f, op) {
			return state.Nothing()
		}
		if v, wait := s.orderTop(f.Actor, 1, log); wait {
			f.PC--
			return v
		}
		p := s.pop(f.Actor, log)
		if p == 0 {
			return state.Nothing()
		}
		s.Sides[f.Actor].Hand.add(p)
		f.X, f.Target = 1, state.Card(s.Kinds[p])
		log.Add(state.Event{What: drew, Seat: f.Actor, Sees: s.viewersOf(f.Actor) | s.seenByBack(p), Kind: s.Kinds[p]})
		return state.Nothing()
	},
	vDiscard: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.takeFrom(f.Actor, op.Zone, s.picked(f))
		s.discard(f.Actor, s.picked(f), log)
	}),
	vDiscardAll: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.discardAll(f.Actor, s.bag(f.Actor, op.Zone), log)
	}),
	vDiscardTop: orderingTop(state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		f.X, f.Target = 0, 0
		if p := s.pop(f.Actor, log); p != 0 {
			f.Target = state.Card(s.Kinds[p])
			if s.stats(p).is(Action) && s.mayNest(f) {
				f.X = 1
			}
			s.discard(f.Actor, p, log)
		}
	})),
	vTrash: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.takeFrom(f.Actor, op.Zone, s.picked(f))
		f.Target = state.Card(s.Kinds[s.picked(f)])
		s.trash(f.Actor, s.picked(f), log)
	}),
	vTrashTop: orderingTop(state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		f.X, f.Target = 0, 0
		if p := s.pop(f.Actor, log); p != 0 {
			f.X, f.Target = 1, state.Card(s.Kinds[p])
			s.trash(f.Actor, p, log)
		}
	})),
	vTrashMatching: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		for p := s.target(f); s.Revealed.has(p); {
			s.Revealed.take(p)
			s.trash(f.Actor, p, log)
		}
	}),
	vTrashInPlay: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		play := &s.Sides[f.Actor].Play
		for ps := play.Counts.nonzero() & s.ofTypes(op.Filter.Types); ps != 0; ps &= ps - 1 {
			for p := ps.first(); play.has(p); {
				play.take(p)
				s.trash(f.Actor, p, log)
			}
		}
	}),
	vOnDeck: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.putBack(f, op.Zone, log)
	}),
	vGain: func(s *Position, f *state.Frame, op *state.Op, log *state.Log) state.Verdict {
		return s.gain(f.Actor, s.picked(f), state.Zone(op.N), log)
	},
	vGainA: func(s *Position, f *state.Frame, op *state.Op, log *state.Log) state.Verdict {
		return s.gain(f.Actor, s.pileOf(state.Kind(op.Min)), state.Zone(op.N), log)
	},
	vGainCopy: func(s *Position, f *state.Frame, op *state.Op, log *state.Log) state.Verdict {
		return s.gain(f.Actor, s.target(f), state.Zone(op.N), log)
	},
	vPlay: func(s *Position, f *state.Frame, op *state.Op, log *state.Log) state.Verdict {
		p := s.picked(f)
		s.takeFrom(f.Actor, op.Zone, p)
		return s.play(f.Actor, p, amount(s, f, op), log)
	},
	// The target is in the discard pile, unless a reaction to its own discard has moved it.
	vPlayTop: func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) state.Verdict {
		p := s.target(f)
		if !s.Sides[f.Actor].Discard.has(p) {
			return state.Nothing()
		}
		s.Sides[f.Actor].Discard.take(p)
		return s.play(f.Actor, p, 1, log)
	},
	vDiscardOthers: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		p := s.target(f)
		if p != 0 {
			s.Revealed.take(p)
		}
		s.discardAll(f.Actor, &s.Revealed, log)
		if p != 0 {
			s.Revealed.add(p)
		}
	}),
	vPlayRevealed: func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) state.Verdict {
		p := s.target(f)
		if p == 0 {
			return state.Nothing()
		}
		s.Revealed.take(p)
		return s.play(f.Actor, p, 1, log)
	},
	vPlayThis: func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) state.Verdict {
		return s.playFromHand(f.Actor, s.pileOf(f.Kind), log)
	},
	vReveal: orderingTop(state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		for range min(amount(s, f, op), int(s.Sides[f.Actor].NTop)) {
			s.reveal(f.Actor, log)
		}
	})),
	vTurnUp: orderingTop(state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		f.X, f.Target = 0, 0
		if s.Sides[f.Actor].NTop > 0 {
			f.X, f.Target = 1, state.Card(s.Kinds[s.reveal(f.Actor, log)])
		}
	})),
	vTakeMatching: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		for p := s.target(f); s.Revealed.has(p); {
			s.Revealed.take(p)
			s.Sides[f.Actor].Hand.add(p)
			log.Add(state.Event{What: tookBack, Seat: f.Actor, Sees: state.Public, Kind: s.Kinds[p]})
		}
	}),
	vRevealedBack: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		for p := s.Revealed.first(); p != 0; p = s.Revealed.first() {
			s.Revealed.take(p)
			s.putOnDeck(f.Actor, p, state.Public)
			log.Add(state.Event{What: toppedDeck, Seat: f.Actor, Sees: state.Public, Kind: s.Kinds[p]})
		}
	}),
	vShow: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		log.Add(state.Event{What: showed, Seat: f.Actor, Sees: state.Public, Kind: s.Kinds[s.picked(f)], Amount: 1})
	}),
	vRevealHand: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		if f.X > 0 {
			return
		}
		for p, n := range s.Sides[f.Actor].Hand.Counts {
			if n > 0 {
				log.Add(state.Event{What: showed, Seat: f.Actor, Sees: state.Public, Kind: s.Kinds[p], Amount: int8(n)})
			}
		}
	}),
	vLook: orderingTop(state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		for range min(amount(s, f, op), int(s.Sides[f.Actor].NTop)) {
			p := s.pop(f.Actor, log)
			s.LookedAt.add(p)
			log.Add(state.Event{What: looked, Seat: f.Actor, Sees: s.viewersOf(f.Actor) | s.seenByBack(p), Kind: s.Kinds[p]})
		}
	})),
	vDig: func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) state.Verdict {
		f.X, f.Target = 0, 0
		for {
			if v, wait := s.orderTop(f.Actor, 1, log); wait {
				f.PC--
				return v
			}
			if s.Sides[f.Actor].NTop == 0 {
				return state.Nothing()
			}
			if p := s.reveal(f.Actor, log); s.stats(p).is(Treasure) {
				f.X, f.Target = 1, state.Card(s.Kinds[p])
				return state.Nothing()
			}
		}
	},
	vSetAside: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		// In a sampled world the hand may lack the drawn card.
		if p := s.target(f); s.Sides[f.Actor].Hand.has(p) {
			s.Sides[f.Actor].Hand.take(p)
			s.Revealed.add(p)
			log.Add(state.Event{What: setAside, Seat: f.Actor, Sees: state.Public, Kind: state.Kind(f.Target)})
		}
	}),
	vMerchant: state.Plain(func(s *Position, _ *state.Frame, _ *state.Op, _ *state.Log) { s.Merchants++ }),
	vBridge:   state.Plain(func(s *Position, _ *state.Frame, _ *state.Op, _ *state.Log) { s.CostReduction++ }),
	vFool:     state.Plain(func(s *Position, _ *state.Frame, _ *state.Op, _ *state.Log) { s.FoolsGolds++ }),
	vBan: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		s.Banned |= 1 << s.picked(f)
		log.Add(state.Event{What: banned, Seat: f.Actor, Sees: state.Public, Kind: s.Kinds[f.Picked]})
	}),
	vLeft: state.Plain(func(s *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if left := s.After(f.Seat); left != f.Seat {
			f.Actor = left
		} else {
			op.Leave(f)
		}
	}),
	vBack:    state.Plain(func(_ *Position, f *state.Frame, _ *state.Op, _ *state.Log) { f.Actor = f.Seat }),
	vLasting: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, _ *state.Log) { s.keepInPlay(f) }),
	vOntoHaven: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.putAway(f, op.Zone, &s.Sides[f.Actor].Haven, state.Event{What: havened, Sees: s.viewersOf(f.Actor)}, log)
	}),
	vFromHaven: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		s.takeBack(f.Actor, &s.Sides[f.Actor].Haven, log)
	}),
	vOntoIsland: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		s.putAway(f, op.Zone, &s.Sides[f.Actor].Island, state.Event{What: islanded, Sees: state.Public}, log)
	}),
	vIslandItself: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		d, p := &s.Sides[f.Actor], s.pileOf(f.Kind)
		if f.Source&hasLeft != 0 || !d.Play.has(p) {
			return
		}
		f.Source |= hasLeft
		d.Play.take(p)
		d.Island.add(p)
		log.Add(state.Event{What: islanded, Seat: f.Actor, Sees: state.Public, Kind: f.Kind})
	}),
	vOntoNative: orderingTop(state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		if p := s.pop(f.Actor, log); p != 0 {
			s.Sides[f.Actor].Native.add(p)
			log.Add(state.Event{What: wentNative, Seat: f.Actor, Sees: s.viewersOf(f.Actor) | s.seenByBack(p), Kind: s.Kinds[p]})
		}
	})),
	vFromNative: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		s.takeBack(f.Actor, &s.Sides[f.Actor].Native, log)
	}),
	vToken: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		if f.Target == 0 {
			return
		}
		who := f.Actor
		if s.possessed(who) && s.Playing.Has(s.Decider) {
			who = s.Decider // the possessing seat receives the token, like a gained card
		}
		s.Sides[who].Tokens++
		log.Add(state.Event{What: tookToken, Seat: who, Sees: state.Public, Amount: clamp(int(s.Sides[who].Tokens))})
	}),
	vPossess: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		if s.After(f.Actor) != f.Actor && s.ExtraTurns[f.Actor] < 255 {
			s.ExtraTurns[f.Actor]++
			log.Add(state.Event{What: willPossess, Seat: f.Actor, Sees: state.Public, SecondAmount: int8(s.After(f.Actor))})
		}
	}),
	vProtect: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, _ *state.Log) {
		attack := s.Stack.Below(2)
		attack.Immune = attack.Immune.With(f.Actor)
	}),
	vWait: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		d, p := &s.Sides[f.Actor], s.pileOf(f.Kind)
		d.Hand.take(p)
		d.NextTurn.add(p)
		log.Add(state.Event{What: setAside, Seat: f.Actor, Sees: state.Public, Kind: f.Kind})
	}),
	vTakeBack: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		d := &s.Sides[f.Actor]
		d.Hand.add(s.pileOf(f.Kind))
		log.Add(state.Event{What: tookBack, Seat: f.Actor, Sees: state.Public, Kind: f.Kind})
	}),
	vTrashGained: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		if p := s.takeGained(s.Stack.Below(2)); p != 0 {
			s.trash(f.Actor, p, log)
		}
	}),
	vGainedOnDeck: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		if p := s.takeGained(s.Stack.Below(2)); p != 0 {
			s.putOnDeck(f.Actor, p, state.Public)
			log.Add(state.Event{What: toppedDeck, Seat: f.Actor, Sees: state.Public, Kind: s.Kinds[p]})
		}
	}),
	vExchange: state.Plain(func(s *Position, f *state.Frame, op *state.Op, log *state.Log) {
		q := s.pileOf(state.Kind(op.Min))
		if s.Supply[q] == 0 {
			return
		}
		if p := s.takeGained(s.Stack.Below(2)); p != 0 {
			s.addToSupply(p)
			s.takeFromSupply(q)
			s.addToZone(f.Actor, q, Discarded)
			log.Add(state.Event{What: exchanged, Seat: f.Actor, Sees: state.Public, Kind: s.Kinds[p], TargetKind: s.Kinds[q]})
		}
	}),
	vGainInstead: state.Plain(func(s *Position, _ *state.Frame, op *state.Op, _ *state.Log) {
		gain := s.Stack.Below(2)
		gain.Kind, gain.Target = state.Kind(op.Min), state.Card(Discarded)
		s.Stack.Below(1).Kind = gain.Kind
	}),
	vTrashThis: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		p := s.pileOf(f.Kind)
		s.Sides[f.Actor].Hand.take(p)
		s.trash(f.Actor, p, log)
	}),
	vIfFive: state.Plain(func(s *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if s.Sides[f.Actor].Hand.Size < 5 {
			op.Leave(f)
		}
	}),
	vIfTarget: state.Plain(func(s *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if p := s.target(f); p == 0 || !s.matching(f, &op.Filter).has(p) {
			op.Leave(f)
		}
	}),
	vIfNone: state.Plain(func(_ *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if f.X != 0 {
			op.Leave(f)
		}
	}),
	vIfChosen: state.Plain(func(_ *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if f.Extra>>op.N&1 == 0 {
			op.Leave(f)
		}
	}),
	vIfPlayed: state.Plain(func(s *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if int(s.ActionsPlayed) < amount(s, f, op) {
			op.Leave(f)
		}
	}),
	vIfOthersTurn: state.Plain(func(s *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if s.Active == f.Actor {
			op.Leave(f)
		}
	}),
	vIfPaid: state.Plain(func(_ *Position, f *state.Frame, op *state.Op, _ *state.Log) {
		if f.Extra == 0 {
			op.Leave(f)
		} else {
			f.Extra--
		}
	}),
	vPaidMore: state.Plain(func(_ *Position, f *state.Frame, _ *state.Op, _ *state.Log) {
		f.X = int8(min(f.Extra, 1))
	}),
	// The frame's Extra has one bit for each chosen mode.
	vChoose: state.Plain(func(_ *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		f.Extra |= 1 << f.Picked
		log.Add(state.Event{What: choseMode, Seat: f.Actor, Sees: state.Public, Kind: f.Kind, SecondAmount: int8(f.Picked)})
	}),
	vName: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		f.Target = state.Card(s.Kinds[s.picked(f)])
		log.Add(state.Event{What: named, Seat: f.Actor, Sees: state.Public, Kind: state.Kind(f.Target)})
	}),
	// The frame's Extra is the number of coins overpaid.
	vOverpay: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		f.Extra = f.Picked
		s.Coins -= uint16(f.Picked)
		log.Add(state.Event{What: overpaid, Seat: f.Actor, Sees: state.Public, Kind: f.Kind, Amount: int8(f.Picked)})
	}),
	vPass: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) {
		s.ToPass[f.Actor] = s.picked(f)
		log.Add(state.Event{What: chosePass, Seat: f.Actor, Sees: s.viewersOf(f.Actor), Kind: s.Kinds[f.Picked]})
		f.Picked = 0 // the next seat must not see the card
	}),
	vPassAll: state.Plain(func(s *Position, _ *state.Frame, _ *state.Op, log *state.Log) { s.passAll(log) }),
	vHold: state.Plain(func(s *Position, f *state.Frame, _ *state.Op, _ *state.Log) {
		f.Target = state.Card(s.Kinds[s.picked(f)])
	}),
	vIntoDeck: func(s *Position, f *state.Frame, _ *state.Op, log *state.Log) state.Verdict {
		return s.insertIntoDeck(f, int(f.Picked), log)
	},
}
