package elements

import "gamed/state"

// This file defines the phases whose frames are on top of a phase of the turn. First a seat chooses the
// target of a play or trigger and pays for it. Then all seats may respond. Then the play or trigger
// takes effect.

// playPhase is the phase of a played card. The frame's X is the number of elements that the seat must
// still choose to pay.
var playPhase = state.Phase[Position]{
	Name:    "play",
	Awaits:  (*Position).stackedAwaits,
	Options: stackedOptions,
	Request: stackedRequest,
	Finish: func(s *Position, f *state.Frame, log *state.Log) {
		switch {
		case isCancelled(f) || !s.Playing.Has(f.Seat):
			s.Sides[f.Seat].addToPast(f.Kind)
		case cards[f.Kind].Type != Spell:
			s.arrive(f.Seat, f.Kind, log)
		case s.fizzles(f):
			log.Add(state.Event{What: fizzled, Seat: f.Seat, Sees: state.Public, Kind: f.Kind})
			s.Sides[f.Seat].addToPast(f.Kind)
		default:
			startEffect(f)
		}
	},
}

// triggerPhase is the phase of a triggered or activated power. A seat chooses the target of an
// activated power when it uses the power. It chooses the target of a triggered power when the power
// first reaches the top of the stack.
var triggerPhase = state.Phase[Position]{
	Name: "trigger",
	Enter: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
		if f.Slot == slotUse {
			return state.Nothing()
		}
		log.Add(state.Event{What: triggered, Seat: f.Seat, Sees: state.Public, Kind: f.Kind, Card: f.Source, Amount: int8(f.Slot)})
		return state.Nothing()
	},
	Awaits:  (*Position).stackedAwaits,
	Options: stackedOptions,
	Request: stackedRequest,
	Finish: func(s *Position, f *state.Frame, log *state.Log) {
		switch {
		case isCancelled(f) || !s.Playing.Has(f.Seat):
		case s.fizzles(f):
			log.Add(state.Event{What: fizzled, Seat: f.Seat, Sees: state.Public, Kind: f.Kind, Card: f.Source})
		default:
			startEffect(f)
		}
	},
}

// effectPhase is the phase in which a play or trigger takes effect. No seat can respond. Triggers
// that the effect causes wait until the effect ends.
var effectPhase = state.Phase[Position]{
	Name:  "effect",
	Holds: true,
	Run:   func(s *Position, f *state.Frame, log *state.Log) state.Verdict { return Rules.RunCode(s, f, log) },
	Finish: func(s *Position, f *state.Frame, log *state.Log) {
		if f.Slot == slotCast {
			s.Sides[f.Seat].addToPast(f.Kind)
		}
		s.stateBasedActions(log)
	},
}

func startEffect(f *state.Frame) {
	f.Phase, f.Entered, f.Passed, f.X = Effect, false, 0, 0
}

// needsAim reports whether the seat must still choose a target for f.
func needsAim(f *state.Frame) bool { return f.Target == 0 && powersOf[f.Kind][f.Slot].Aim != 0 }

func (s *Position) canAim(f *state.Frame) bool {
	var buf [64]state.Option
	return len(s.appendAimed(f.Seat, powersOf[f.Kind][f.Slot], state.Option{Do: AimAt}, buf[:0])) > 0
}

// stackedAwaits returns the seat that must choose a target or pay. If neither remains to be done, it
// returns all responders. Without a legal target it returns no seat, and the power has no effect.
func (s *Position) stackedAwaits(f *state.Frame) state.Seats {
	switch {
	case needsAim(f) && !s.canAim(f):
		return 0
	case f.X > 0 || needsAim(f):
		return state.Only(f.Seat) & s.Playing
	}
	return s.responders(f)
}

func stackedOptions(s *Position, f *state.Frame, seat state.Seat, dst []state.Option) []state.Option {
	switch {
	case needsAim(f):
		return s.appendAimed(seat, powersOf[f.Kind][f.Slot], state.Option{Do: AimAt}, dst)
	case f.X > 0:
		return s.appendPayOptions(seat, dst)
	}
	return s.passOrRespond(f, seat, dst)
}

func stackedRequest(s *Position, f *state.Frame, seat state.Seat, o state.Option, log *state.Log) state.Verdict {
	switch o.Do {
	case AimAt:
		f.Target, f.Extra = o.Target, o.SecondTarget
		log.Add(s.withTargets(state.Event{What: aimedAt, Seat: seat, Sees: state.Public, Kind: f.Kind, Card: f.Source}, o))
		return state.Nothing()
	case Pay:
		if s.spend(f, Element(o.Card)); f.X == 0 && f.Phase == PlayPhase {
			s.triggerReactions(Plays, f.Seat, f.Kind, frameRefs+state.Card(s.Stack.Depth-1))
		}
		return state.Nothing()
	}
	return s.respond(f, seat, o, log)
}

// arrive creates the token of a played card, or puts the card into the Past if there is no room for
// a token.
func (s *Position) arrive(seat state.Seat, k state.Kind, log *state.Log) {
	c := s.createToken(seat, seat, k, 0, log)
	if c == 0 {
		s.Sides[seat].addToPast(k)
		return
	}
	s.trigger(seat, k, c, slotArrives)
}
