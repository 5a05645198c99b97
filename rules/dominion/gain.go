package dominion

import "gamed/state"

// gain makes the seat gain a card from pile p of the supply to its hand, deck or discard pile.
func (s *Position) gain(seat state.Seat, p pile, to state.Zone, log *state.Log) state.Verdict {
	if p == 0 {
		return state.Nothing()
	}
	const hooks = 1<<slotWouldGain | 1<<slotOwnGain | 1<<slotOthersGain | 1<<slotGain | 1<<slotBuy | 1<<slotAnyBuy | 1<<slotTrash
	if s.Hooks&hooks == 0 && !s.possessed(seat) {
		s.receive(seat, p, to, log)
		return state.Nothing()
	}
	return s.Push(state.Frame{Phase: GainPhase, Seat: seat, Actor: seat, Kind: s.Kinds[p], Target: state.Card(to)})
}

// receive moves a gained card from the supply to the zone. If the pile is empty, receive returns
// false.
func (s *Position) receive(seat state.Seat, p pile, to state.Zone, log *state.Log) bool {
	k := s.Kinds[p]
	if s.Supply[p] == 0 {
		log.Add(state.Event{What: noneLeft, Seat: seat, Sees: state.Public, Kind: k})
		return false
	}
	s.takeFromSupply(p)
	s.addToZone(seat, p, to)
	log.Add(state.Event{What: gained, Seat: seat, Sees: state.Public, Kind: k, Amount: int8(to)})
	return true
}

func (s *Position) takeFromSupply(p pile) {
	if s.Supply[p]--; s.Supply[p] == 0 {
		s.EmptyPiles++
		s.Stocked &^= 1 << p
	}
}

func (s *Position) addToSupply(p pile) {
	if s.Supply[p]++; s.Supply[p] == 1 {
		s.EmptyPiles--
		s.Stocked |= 1 << p
	}
}

// addToZone adds a face-up card to one of the seat's zones.
func (s *Position) addToZone(seat state.Seat, p pile, to state.Zone) {
	if to == Deck {
		s.putOnDeck(seat, p, state.Public)
	} else {
		s.bag(seat, to).add(p)
	}
}

// The steps of a gain, stored in the PC field of its frame.
const (
	wouldGain = iota // reactions of the gaining seat
	divert           // the possessing seat receives the gains of the possessed one
	moves            // the card moves, if its pile is not empty
	hasGained        // reactions of all seats
	settled
)

// gainPhase is the phase of a gain: the frame's Actor gains a card of kind Kind to the zone Target. The
// frame's Extra is 1 once a reaction has tried to move the card, because only one reaction may move it.
var gainPhase = state.Phase[Position]{
	Name: "gain",
	Run: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
		switch f.PC {
		case wouldGain:
			f.PC++
			return s.openReactions(f, slotWouldGain)
		case divert:
			f.PC++
			if s.possessed(f.Actor) && s.Playing.Has(s.Decider) {
				f.Actor, f.Target = s.Decider, state.Card(Discarded)
				return s.openReactions(f, slotWouldGain)
			}
		case moves:
			f.PC++
			if !s.receive(f.Actor, s.pileOf(f.Kind), state.Zone(f.Target), log) {
				return state.Resolve()
			}
			s.triggerCode(f.Actor, f.Kind, slotGain)
		case hasGained:
			f.PC++
			return s.openReactions(f, slotOwnGain)
		case settled:
			return state.Resolve()
		}
		return state.Nothing()
	},
}

// openReactions puts a frame for reactions to the gain f on the stack, if a reaction is possible. No
// seat can react to a pending gain from an empty pile.
func (s *Position) openReactions(f *state.Frame, slot state.Slot) state.Verdict {
	if slot == slotWouldGain && s.Supply[s.pileOf(f.Kind)] == 0 {
		return state.Nothing()
	}
	if !s.hasCode(slot) && (slot != slotOwnGain || !s.hasCode(slotOthersGain)) {
		return state.Nothing()
	}
	w := state.Frame{Phase: ReactPhase, Slot: slot, Seat: f.Seat, Actor: f.Actor, Kind: f.Kind, Target: state.Card(s.Active)}
	return s.pushReactions(w, f)
}

// pushReactions puts w, a frame for reactions to f, on the stack, if a reaction is possible.
func (s *Position) pushReactions(w state.Frame, f *state.Frame) state.Verdict {
	if _, some := s.reacting(&w, f); !some {
		return state.Nothing()
	}
	return s.Push(w)
}

// takeGained removes the card of the gain f from its zone, for a reaction that moves the card. It
// returns 0 if the card has left the zone or another reaction has already tried to move it.
func (s *Position) takeGained(f *state.Frame) pile {
	p, d, to := s.pileOf(f.Kind), &s.Sides[f.Actor], state.Zone(f.Target)
	if f.Extra != 0 {
		return 0
	}
	f.Extra = 1
	switch {
	case to == Deck && d.NTop > 0 && d.Top[d.NTop-1].pile() == p:
		d.NTop--
		d.Top[d.NTop] = 0
	case to != Deck && s.bag(f.Actor, to).has(p):
		s.bag(f.Actor, to).take(p)
	default:
		return 0
	}
	return p
}
