package elements

import . "gamed/state"

// The phases. Those of the turn follow one another; the others stack.
const (
	Start PhaseID = iota + 1
	Sunrise
	Main
	Attack
	Defend
	Combat
	Sunset
	PlayPhase    // a card has been played
	TriggerPhase // a power has been set off
	Effect       // a card is taking effect
	Choice       // a card asks for a card
	Ask          // a card asks yes or no
)

// The words of the options.
const (
	Pass Do = iota + FirstDo
	Keep
	Mulligan
	Create   // Card is the element
	Play     // Card is the kind
	Use      // Card is the token
	AttackBy // Card is the token, On the seat
	BlockBy  // Card is the token
	Pay      // Card is the element
	AimAt    // On and Also are the target
)

// phases is the phase table; the stacked ones are in stacked.go.
var phases = [...]Phase[Position]{
	Start: {
		Name:   "start",
		Awaits: func(s *Position, f *Frame) Seats { return s.Playing &^ f.Passed },
		Options: func(_ *Position, _ *Frame, _ Seat, dst []Option) []Option {
			return append(dst, Option{Do: Keep}, Option{Do: Mulligan})
		},
		// The answers are secret until all are in: Immune collects who wants
		// another hand.
		Request: func(_ *Position, f *Frame, seat Seat, o Option, log *Log) Verdict {
			f.Passed = f.Passed.With(seat)
			if o.Do == Mulligan {
				f.Immune = f.Immune.With(seat)
			}
			log.Add(Event{What: answered, Seat: seat, Sees: Public})
			return Nothing()
		},
		Finish: func(s *Position, f Frame, log *Log) Frame {
			for seat := range Seat(s.Seats) {
				if f.Immune.Has(seat) && s.Playing.Has(seat) {
					s.mulligan(seat, log)
				}
			}
			first := s.Playing.From(Seat(s.Rand.N(int(s.Seats))))
			return Frame{Phase: Sunrise, Seat: first}
		},
	},
	Sunrise: {
		Name: "sunrise",
		Enter: func(s *Position, f *Frame, log *Log) Verdict {
			s.Active = f.Seat
			if s.Turn >= s.Limit {
				s.end(0, log)
				return Nothing()
			}
			s.Turn++
			log.Add(Event{What: rose, Seat: f.Seat, Sees: Public, Also: Card(s.Turn)})
			s.Sides[f.Seat].Active = s.Sides[f.Seat].Karma
			for ts := s.Present[f.Seat]; ts != 0; ts &= ts - 1 {
				s.wake(ts.first(), log)
			}
			s.triggerAll(f.Seat, slotSunrise)
			return Nothing()
		},
		Awaits: func(s *Position, f *Frame) Seats {
			ss := s.responders(f)
			if f.X == 0 && s.Playing.Has(f.Seat) {
				ss = ss.With(f.Seat)
			}
			return ss
		},
		// The active seat must choose an element; X is the one it chose.
		Options: func(s *Position, f *Frame, seat Seat, dst []Option) []Option {
			if seat != f.Seat || f.X != 0 {
				return s.responses(seat, append(dst, Option{Do: Pass}))
			}
			wanted := s.wanted(seat)
			dst = append(dst, Option{Do: Create, Card: Card(wanted)})
			for e := White; e < nElements; e++ {
				if e != wanted {
					dst = append(dst, Option{Do: Create, Card: Card(e)})
				}
			}
			return s.responses(seat, dst)
		},
		Request: func(s *Position, f *Frame, seat Seat, o Option, log *Log) Verdict {
			if o.Do == Create {
				f.X = int8(o.Card)
				f.Passed = f.Passed.With(seat)
				log.Add(Event{What: chose, Seat: seat, Sees: Public, On: o.Card})
				return Nothing()
			}
			return s.respond(f, seat, o, log)
		},
		Finish: func(s *Position, f Frame, log *Log) Frame {
			if s.Playing.Has(f.Seat) {
				s.create(f.Seat, Element(f.X), log)
				s.draw(f.Seat, log)
				s.sweep(log)
			}
			return s.next(f.Seat, Main, log)
		},
	},
	Main: {
		Name:   "main",
		Awaits: (*Position).responders,
		Options: func(s *Position, f *Frame, seat Seat, dst []Option) []Option {
			return s.responses(seat, append(dst, Option{Do: Pass}))
		},
		Request: func(s *Position, f *Frame, seat Seat, o Option, log *Log) Verdict { return s.respond(f, seat, o, log) },
		Finish:  func(s *Position, f Frame, log *Log) Frame { return s.next(f.Seat, Attack, log) },
	},
	Attack: {
		Name: "attack",
		Awaits: func(s *Position, f *Frame) Seats {
			ss := s.responders(f)
			if s.Playing.Has(f.Seat) && !f.Passed.Has(f.Seat) && s.attackers(f.Seat) != 0 {
				ss = ss.With(f.Seat)
			}
			return ss
		},
		Options: func(s *Position, f *Frame, seat Seat, dst []Option) []Option {
			dst = append(dst, Option{Do: Pass})
			if seat == f.Seat {
				for ts := s.attackers(seat); ts != 0; ts &= ts - 1 {
					for foes := s.Playing.Without(seat); foes != 0; foes &= foes - 1 {
						dst = append(dst, Option{Do: AttackBy, Card: ts.first(), On: seatRef(foes.First())})
					}
				}
			}
			return s.responses(seat, dst)
		},
		// Declaring an attack ends the phase: Source attacks Actor.
		Request: func(s *Position, f *Frame, seat Seat, o Option, log *Log) Verdict {
			if o.Do != AttackBy {
				return s.respond(f, seat, o, log)
			}
			f.Source, f.Actor = o.Card, Seat(o.On-seatRefs)
			t := &s.Tokens[o.Card]
			t.Flags &^= awake
			log.Add(Event{What: attacked, Seat: seat, Sees: Public, Kind: t.Kind, Card: o.Card, On: o.On})
			return Resolve()
		},
		Finish: func(s *Position, f Frame, log *Log) Frame {
			if f.Source == 0 {
				return s.next(f.Seat, Sunset, log)
			}
			return Frame{Phase: Defend, Seat: f.Seat, Actor: f.Actor, Source: f.Source}
		},
	},
	Defend: {
		Name: "defend",
		Awaits: func(s *Position, f *Frame) Seats {
			ss := s.responders(f)
			if s.Playing.Has(f.Actor) && !f.Passed.Has(f.Actor) && s.blockers(f) != 0 {
				ss = ss.With(f.Actor)
			}
			return ss
		},
		Options: func(s *Position, f *Frame, seat Seat, dst []Option) []Option {
			dst = append(dst, Option{Do: Pass})
			if seat == f.Actor {
				for ts := s.blockers(f); ts != 0; ts &= ts - 1 {
					dst = append(dst, Option{Do: BlockBy, Card: ts.first()})
				}
			}
			return s.responses(seat, dst)
		},
		// Declaring a block, or none, ends the phase: Target blocks Source.
		Request: func(s *Position, f *Frame, seat Seat, o Option, log *Log) Verdict {
			switch {
			case o.Do == BlockBy:
				f.Target = o.Card
				log.Add(Event{What: blocked, Seat: seat, Sees: Public, Kind: s.Tokens[o.Card].Kind, Card: o.Card, On: f.Source})
				return Resolve()
			case o.Do == Pass && seat == f.Actor:
				return Resolve()
			}
			return s.respond(f, seat, o, log)
		},
		Finish: func(_ *Position, f Frame, _ *Log) Frame {
			return Frame{Phase: Combat, Seat: f.Seat, Actor: f.Actor, Source: f.Source, Target: f.Target}
		},
	},
	Combat: {
		Name:   "combat",
		Awaits: (*Position).responders,
		Options: func(s *Position, _ *Frame, seat Seat, dst []Option) []Option {
			return s.responses(seat, append(dst, Option{Do: Pass}))
		},
		Request: func(s *Position, f *Frame, seat Seat, o Option, log *Log) Verdict { return s.respond(f, seat, o, log) },
		Finish: func(s *Position, f Frame, log *Log) Frame {
			s.clash(&f, log)
			s.sweep(log)
			return s.next(f.Seat, Main, log)
		},
	},
	Sunset: {
		Name: "sunset",
		Enter: func(s *Position, f *Frame, log *Log) Verdict {
			for ts := s.Present[f.Seat]; ts != 0; ts &= ts - 1 {
				if s.Tokens[ts.first()].def().Steady {
					s.wake(ts.first(), log)
				}
			}
			s.triggerAll(f.Seat, slotSunset)
			return Nothing()
		},
		Awaits: (*Position).responders,
		Options: func(s *Position, _ *Frame, seat Seat, dst []Option) []Option {
			return s.responses(seat, append(dst, Option{Do: Pass}))
		},
		Request: func(s *Position, f *Frame, seat Seat, o Option, log *Log) Verdict { return s.respond(f, seat, o, log) },
		Finish: func(s *Position, f Frame, log *Log) Frame {
			s.untilSunset(log)
			s.sweep(log)
			return Frame{Phase: Sunrise, Seat: s.After(f.Seat)}
		},
	},
	PlayPhase:    playPhase,
	TriggerPhase: triggerPhase,
	Effect:       effectPhase,
	Ask:          {}, // Choice and Ask are the kernel's, set in init
}
