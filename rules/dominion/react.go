package dominion

import "gamed/state"

// reactPhase asks for reactions to the frame below, which is an Attack, a pending gain or a gain. It
// asks in turn order, starting with the seat in the frame's Target. This is at first the attacking or
// active seat, and after a reaction the seat that reacted last. A seat may react repeatedly. After a
// reaction, all seats are asked again until each declines. The phase asks every seat that, by public
// facts, may have a suitable card in hand. So asking reveals nothing.
//
// A reaction of a card to its own discard has a frame for each kind. The frame's Kind is the card, and
// X is the number of discarded copies that have not reacted.
var reactPhase = state.Phase[Position]{
	Name:  "react",
	Holds: true,
	Awaits: func(s *Position, f *state.Frame) state.Seats {
		seat, some := s.reacting(f, s.Stack.Below(1))
		if !some {
			return 0
		}
		return state.Only(s.deciderOf(seat)) & s.Playing
	},
	Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
		dst = append(dst, state.Option{Do: Pass})
		below := s.Stack.Below(1)
		seat, _ := s.reacting(f, below)
		if f.Slot == slotDiscard {
			return append(dst, state.Option{Do: Show, Card: state.Card(f.Kind)})
		}
		return s.appendOptions(s.usefulReactions(s.Sides[seat].Hand.Counts.nonzero(), seat, f, below), Show, dst)
	},
	Request: func(s *Position, f *state.Frame, _ state.Seat, o state.Option, log *state.Log) state.Verdict {
		seat, _ := s.reacting(f, s.Stack.Below(1))
		if o.Do == Pass {
			f.Passed = f.Passed.With(seat)
			return state.Nothing()
		}
		if f.Slot == slotDiscard {
			f.X--
		}
		f.Target = state.Card(seat)
		k := state.Kind(o.Card)
		log.Add(state.Event{What: reacted, Seat: seat, Sees: state.Public, Kind: k})
		return s.Push(state.Frame{Phase: EffectPhase, Slot: s.slotOf(f, seat), Seat: seat, Actor: seat, Kind: k})
	},
}

// slotOf returns the slot whose code the seat's reactions run. For another seat's gain it is
// slotOthersGain, otherwise the slot of f.
func (s *Position) slotOf(f *state.Frame, seat state.Seat) state.Slot {
	if f.Slot == slotOwnGain && seat != f.Actor {
		return slotOthersGain
	}
	return f.Slot
}

// reacting returns the seat that f asks now, if any. The parameter below is the frame below f, to
// which the seats react.
func (s *Position) reacting(f, below *state.Frame) (state.Seat, bool) {
	if f.Slot == slotDiscard {
		return f.Seat, f.X > 0 && f.Passed == 0
	}
	who := s.Playing &^ f.Passed
	switch f.Slot {
	case slotAttack:
		who &^= state.Only(f.Actor)
	case slotWouldGain:
		who &= state.Only(f.Actor)
	}
	for turn := state.Seat(f.Target); who != 0; who = who.Without(who.From(turn)) {
		seat := who.From(turn)
		if s.usefulReactions(s.mayHold(seat), seat, f, below) != 0 {
			return seat, true
		}
	}
	return 0, false
}

// mayHold returns the piles from which, by public facts, the seat may have a card in hand.
func (s *Position) mayHold(seat state.Seat) set {
	d := &s.Sides[seat]
	if d.Hand.Size == 0 {
		return 0
	}
	ps := nonzeroIn(&d.Hand.Counts, &d.Unordered.Counts, &d.FaceDown.Counts)
	if d.Native.Size+d.Haven.Size > 0 {
		ps |= d.Native.Counts.nonzero() | d.Haven.Counts.nonzero()
	}
	for _, t := range d.Top[:d.NTop] {
		ps |= 1 << t.pile()
	}
	return ps
}

// usefulReactions returns the piles in ps whose reaction would have an effect for the seat.
func (s *Position) usefulReactions(ps set, seat state.Seat, f, below *state.Frame) set {
	slot := s.slotOf(f, seat)
	ps &= s.ReactionPiles[slot-slotAttack]
	for left := ps; left != 0; left &= left - 1 {
		if p := left.first(); !s.reactionMatters(p, slot, seat, f, below) {
			ps &^= 1 << p
		}
	}
	return ps
}

// reactionMatters reports whether a reaction of the seat with a card from pile p would have an effect.
func (s *Position) reactionMatters(p pile, slot state.Slot, seat state.Seat, f, below *state.Frame) bool {
	k := s.Kinds[p]
	switch slot {
	case slotAttack:
		// A Moat cannot protect an immune seat further.
		return !below.Immune.Has(seat) || cards[k].OnAttack[0].Verb != vProtect
	case slotWouldGain:
		return s.Printing != ofToday && !(f.Kind == Silver && below.Target == state.Card(Discarded))
	case slotOwnGain, slotOthersGain:
		switch moved := below.Extra != 0; {
		case !selects(&cards[k].GainFilter, f.Kind):
			return false
		case codesOf[k][slot][0].Verb == vPlayThis:
			return s.Stack.Depth < maxReacting
		case slot == slotOthersGain:
			return true
		case statsOf(k).hasCode(slotWouldGain): // Trader, whose slot depends on the printing
			return s.Printing == ofToday && !moved && s.Supply[s.pileOf(Silver)] > 0 &&
				!(f.Kind == Silver && below.Target == state.Card(Discarded))
		default:
			return !moved
		}
	}
	return true
}
