package elements

import "gamed/state"

// The phases. The phases of a game and of a turn come first, in order. The phases of plays,
// triggers, effects and choices follow.
const (
	Start state.PhaseID = iota + 1
	Sunrise
	Main
	Attack
	Defend
	Combat
	Sunset
	PlayPhase    // a card has been played
	TriggerPhase // a power has triggered or was activated
	Effect       // a card is taking effect
	Choice       // a card asks for cards or modes
	Ask          // a card asks yes or no
)

// The values of Do in the options of Elements.
const (
	Pass state.Do = iota + state.FirstDo
	Keep
	Mulligan
	Create   // Card is the element
	Play     // Card is the kind
	Use      // Card is the token with the power
	AttackBy // Card is the attacking token, Target the attacked seat
	BlockBy  // Card is the blocking token
	Pay      // Card is the element
	AimAt    // Target and SecondTarget identify the target
)

// phases is the phase table. The stacked phases are in stacked.go.
var phases = [...]state.Phase[Position]{
	Start: {
		Name:   "start",
		Awaits: func(s *Position, f *state.Frame) state.Seats { return s.Playing &^ f.Passed },
		Options: func(_ *Position, _ *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			return append(dst, state.Option{Do: Keep}, state.Option{Do: Mulligan})
		},
		// The answers stay secret until all seats have answered. The frame's Immune collects
		// the seats that take a mulligan.
		Request: func(_ *Position, f *state.Frame, seat state.Seat, o state.Option, log *state.Log) state.Verdict {
			if o.Do == Mulligan {
				f.Immune = f.Immune.With(seat)
			}
			log.Add(state.Event{What: answered, Seat: seat, Sees: state.Public})
			return state.Answered()
		},
		Finish: func(s *Position, f *state.Frame, log *state.Log) {
			for seat := range state.Seat(s.Seats) {
				if f.Immune.Has(seat) && s.Playing.Has(seat) {
					s.mulligan(seat, log)
				}
			}
			f.Turn(Sunrise, s.chooseFirst(log))
		},
	},
	Sunrise: {
		Name: "sunrise",
		Enter: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
			s.Active = f.Seat
			if s.Turn >= s.Limit {
				s.end(0, log)
				return state.Nothing()
			}
			s.Turn++
			log.Add(state.Event{What: rose, Seat: f.Seat, Sees: state.Public})
			s.Sides[f.Seat].Active = s.Sides[f.Seat].Karma
			s.updatePayable(f.Seat)
			for ts := s.Present[f.Seat] &^ s.Awake; ts != 0; ts &= ts - 1 {
				s.wake(ts.first(), log)
			}
			s.triggerAll(f.Seat, slotSunrise)
			return state.Nothing()
		},
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			ss := s.responders(f)
			if f.X == 0 && s.Playing.Has(f.Seat) {
				ss = ss.With(f.Seat)
			}
			return ss
		},
		// The active seat must choose an element. The frame's X stores it.
		Options: func(s *Position, f *state.Frame, seat state.Seat, dst []state.Option) []state.Option {
			if seat != f.Seat || f.X != 0 {
				return s.passOrRespond(f, seat, dst)
			}
			wanted := s.defaultElement(seat)
			dst = s.appendCreations(seat, wanted, true, append(dst, state.Option{Do: Create, Card: state.Card(wanted)}))
			dst = s.appendResponses(seat, dst)
			return s.appendCreations(seat, wanted, false, dst)
		},
		Request: func(s *Position, f *state.Frame, seat state.Seat, o state.Option, log *state.Log) state.Verdict {
			if o.Do == Create {
				f.X = int8(o.Card)
				log.Add(state.Event{What: chose, Seat: seat, Sees: state.Public, Amount: f.X})
				return state.Answered()
			}
			return s.respond(f, seat, o, log)
		},
		Finish: func(s *Position, f *state.Frame, log *state.Log) {
			if s.Playing.Has(f.Seat) {
				s.addElement(f.Seat, Element(f.X), log)
				if s.Turn > 1 && s.Sides[f.Seat].Karma[Any] == 1 {
					s.lendElement(f.Seat, Element(f.X), log)
				}
				s.draw(f.Seat, log)
				s.updatePayable(f.Seat)
				s.stateBasedActions(log)
			}
			s.enterPhase(f, Main, log)
		},
	},
	Main: {
		Name:    "main",
		Awaits:  (*Position).responders,
		Options: (*Position).passOrRespond,
		Request: (*Position).respond,
		Finish:  func(s *Position, f *state.Frame, log *state.Log) { s.enterPhase(f, Attack, log) },
	},
	Attack: {
		Name: "attack",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			ss := s.responders(f)
			if s.Playing.Has(f.Seat) && !f.Passed.Has(f.Seat) && s.attackers(f.Seat) != 0 {
				ss = ss.With(f.Seat)
			}
			return ss
		},
		Options: func(s *Position, f *state.Frame, seat state.Seat, dst []state.Option) []state.Option {
			dst = append(dst, state.Option{Do: Pass})
			if seat == f.Seat {
				for ts := s.attackers(seat); ts != 0; ts &= ts - 1 {
					for foes := s.Playing.Without(seat); foes != 0; foes &= foes - 1 {
						dst = append(dst, state.Option{Do: AttackBy, Card: ts.first(), Target: seatRef(foes.First())})
					}
				}
			}
			return s.appendResponses(seat, dst)
		},
		// Declaring an attack ends the phase. The token in the frame's Source then attacks the seat
		// in Actor.
		Request: func(s *Position, f *state.Frame, seat state.Seat, o state.Option, log *state.Log) state.Verdict {
			if o.Do != AttackBy {
				return s.respond(f, seat, o, log)
			}
			f.Source, f.Actor = o.Card, state.Seat(o.Target-seatRefs)
			t := &s.Tokens[o.Card]
			t.Flags &^= awake
			s.updateToken(o.Card)
			log.Add(state.Event{What: attacked, Seat: seat, Sees: state.Public, Kind: t.Kind, Card: o.Card, Target: o.Target})
			return state.Resolve()
		},
		Finish: func(s *Position, f *state.Frame, log *state.Log) {
			if f.Source == 0 {
				s.enterPhase(f, Sunset, log)
				return
			}
			*f = state.Frame{Phase: Defend, Seat: f.Seat, Actor: f.Actor, Source: f.Source}
		},
	},
	Defend: {
		Name: "defend",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			ss := s.responders(f)
			if s.Playing.Has(f.Actor) && !f.Passed.Has(f.Actor) && s.blockers(f) != 0 {
				ss = ss.With(f.Actor)
			}
			return ss
		},
		Options: func(s *Position, f *state.Frame, seat state.Seat, dst []state.Option) []state.Option {
			dst = append(dst, state.Option{Do: Pass})
			if seat == f.Actor {
				for ts := s.blockers(f); ts != 0; ts &= ts - 1 {
					dst = append(dst, state.Option{Do: BlockBy, Card: ts.first()})
				}
			}
			return s.appendResponses(seat, dst)
		},
		// Blocking or declining ends the phase. The token in the frame's Target, if any, blocks the
		// one in Source.
		Request: func(s *Position, f *state.Frame, seat state.Seat, o state.Option, log *state.Log) state.Verdict {
			switch {
			case o.Do == BlockBy:
				f.Target = o.Card
				log.Add(state.Event{What: blocked, Seat: seat, Sees: state.Public, Kind: s.Tokens[o.Card].Kind, Card: o.Card, Target: f.Source})
				return state.Resolve()
			case o.Do == Pass && seat == f.Actor:
				return state.Resolve()
			}
			return s.respond(f, seat, o, log)
		},
		Finish: func(_ *Position, f *state.Frame, _ *state.Log) {
			*f = state.Frame{Phase: Combat, Seat: f.Seat, Actor: f.Actor, Source: f.Source, Target: f.Target}
		},
	},
	Combat: {
		Name:    "combat",
		Awaits:  (*Position).responders,
		Options: (*Position).passOrRespond,
		Request: (*Position).respond,
		Finish: func(s *Position, f *state.Frame, log *state.Log) {
			s.resolveCombat(f, log)
			s.stateBasedActions(log)
			s.enterPhase(f, Main, log)
		},
	},
	Sunset: {
		Name: "sunset",
		Enter: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
			for ts := s.Present[f.Seat] &^ s.Awake; ts != 0; ts &= ts - 1 {
				if s.Tokens[ts.first()].def().Steady {
					s.wake(ts.first(), log)
				}
			}
			s.triggerAll(f.Seat, slotSunset)
			return state.Nothing()
		},
		Awaits:  (*Position).responders,
		Options: (*Position).passOrRespond,
		Request: (*Position).respond,
		Finish: func(s *Position, f *state.Frame, log *state.Log) {
			s.endSunsetEffects(log)
			s.stateBasedActions(log)
			f.Turn(Sunrise, s.After(f.Seat))
		},
	},
	PlayPhase:    playPhase,
	TriggerPhase: triggerPhase,
	Effect:       effectPhase,
	Ask:          {}, // init sets Choice and Ask to the phases of package state
}
