package dominion

import "gamed/state"

// The phases. The turn's phases come first, in order. The stacked phases follow.
const (
	StartPhase    state.PhaseID = iota + 1 // effects left by earlier turns
	ActionPhase                            //
	TreasurePhase                          //
	BuyPhase                               //
	CleanUpPhase                           //
	PlayPhase                              // a card is played
	EffectPhase                            // other code of a card
	ReactPhase                             // reactions to the frame below
	GainPhase                              // a card is gained
	ShufflePhase                           // Stashes are placed
	ChoicePhase                            // a card asks for a card
	AskPhase                               // a card asks yes or no
)

// The actions of options.
const (
	Pass     state.Do = iota + state.FirstDo
	Begin             // run the effect of Card at the start of the turn
	PlayCard          // Card is the kind
	PlayAll           // play all Treasures and continue with the buys
	BuyCard           // Card is the kind
	Show              // react with Card
	PlaceAt           // place a Stash under as many cards as Card says
)

// phases is the phase table. A turn runs through start, action, treasure, buy and clean-up. It
// skips start and action if no seat has a decision there. Stacked phases are in their own files.
var phases = [...]state.Phase[Position]{
	StartPhase: {
		Name: "start",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			return s.turnsDecider(f, several(&s.Sides[f.Seat].Next))
		},
		Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			return s.options(s.Sides[f.Seat].Next.Of.some(), Begin, dst)
		},
		Request: func(s *Position, f *state.Frame, _ state.Seat, o state.Option, log *state.Log) state.Verdict {
			return s.beginWith(f.Seat, s.pileOf(state.Kind(o.Card)), log)
		},
		Run: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
			if p := s.Sides[f.Seat].Next.first(); p != 0 {
				return s.beginWith(f.Seat, p, log)
			}
			return state.Resolve()
		},
		Finish: func(s *Position, f *state.Frame, _ *state.Log) { s.afterStart(f, f.Seat) },
	},
	ActionPhase: {
		Name: "action",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			return s.turnsDecider(f, s.Actions > 0 && s.mayAct(f.Seat))
		},
		Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			hand := s.Sides[f.Seat].Hand.Of.some()
			dst = s.options(hand&s.ofType(Action), PlayCard, append(dst, state.Option{Do: Pass}))
			return s.treasures(hand, dst)
		},
		// Playing a Treasure ends the phase.
		Request: func(s *Position, f *state.Frame, _ state.Seat, o state.Option, log *state.Log) state.Verdict {
			switch {
			case o.Do == Pass:
				return state.Resolve()
			case o.Do == PlayAll:
				f.Turn(TreasurePhase, f.Seat)
				f.X = 1
				return state.Nothing()
			case statsOf(state.Kind(o.Card)).is(Action):
				s.Actions--
			default:
				f.Turn(TreasurePhase, f.Seat)
			}
			return s.playFromHand(f.Seat, s.pileOf(state.Kind(o.Card)), log)
		},
		Finish: func(_ *Position, f *state.Frame, _ *state.Log) { f.Turn(TreasurePhase, f.Seat) },
	},
	// X is 1 while all Treasures are being played.
	TreasurePhase: {
		Name: "treasure",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			return s.turnsDecider(f, f.X == 0 && s.mayHold(f.Seat)&s.ofType(Treasure) != 0)
		},
		Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			return append(s.treasures(s.Sides[f.Seat].Hand.Of.some(), dst), state.Option{Do: Pass})
		},
		Request: func(s *Position, f *state.Frame, _ state.Seat, o state.Option, log *state.Log) state.Verdict {
			switch o.Do {
			case Pass:
				return state.Resolve()
			case PlayAll:
				f.X = 1
				return s.playNext(f.Seat, log)
			}
			return s.playFromHand(f.Seat, s.pileOf(state.Kind(o.Card)), log)
		},
		Run: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
			if f.X == 0 {
				return state.Resolve()
			}
			return s.playNext(f.Seat, log)
		},
		Finish: func(_ *Position, f *state.Frame, _ *state.Log) { f.Turn(BuyPhase, f.Seat) },
	},
	BuyPhase: {
		Name: "buy",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			return s.turnsDecider(f, s.Buys > 0)
		},
		Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			dst = append(dst, state.Option{Do: Pass})
			return s.options(s.buyable(), BuyCard, dst)
		},
		Request: func(s *Position, f *state.Frame, _ state.Seat, o state.Option, log *state.Log) state.Verdict {
			if o.Do == Pass {
				return state.Resolve()
			}
			v := s.buy(f.Seat, s.pileOf(state.Kind(o.Card)), log)
			if v == state.Nothing() && s.Buys == 0 && s.NDue == 0 {
				return state.Resolve() // without asking Awaits
			}
			return v
		},
		Finish: func(_ *Position, f *state.Frame, _ *state.Log) { f.Turn(CleanUpPhase, f.Seat) },
	},
	// PC is 1 after the draw, while the seat places its Stashes.
	CleanUpPhase: {
		Name: "clean-up",
		Enter: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
			s.cleanUp(f.Seat, log)
			f.PC++
			if v := s.draw(f.Seat, handSize, log); v != state.Nothing() {
				return v
			}
			return state.Resolve()
		},
		Finish: func(s *Position, f *state.Frame, log *state.Log) { s.endTurn(f, log) },
	},
	PlayPhase:    playPhase,
	EffectPhase:  {Name: "effect", Holds: true}, // init sets Run
	ReactPhase:   reactPhase,
	GainPhase:    gainPhase,
	ShufflePhase: shufflePhase,
	AskPhase:     {}, // init sets Choice and Ask to the phases of package state
}

// turnsDecider returns the seat that makes the decisions of a turn. It returns no seat if there is
// no choice, or if the seat whose turn it is has left.
func (s *Position) turnsDecider(f *state.Frame, choice bool) state.Seats {
	if !choice || !s.Playing.Has(f.Seat) {
		return 0
	}
	return state.Only(s.decides(f.Seat))
}

// several reports whether b has cards from several piles.
func several(b *Bag) bool { return b.N > 1 && uint16(b.Of[b.first()]) < b.N }

// options appends an option for the kind of each pile.
func (s *Position) options(ps set, do state.Do, dst []state.Option) []state.Option {
	for ; ps != 0; ps &= ps - 1 {
		dst = append(dst, state.Option{Do: do, Card: state.Card(s.Kinds[ps.first()])})
	}
	return dst
}
