package dominion

import "gamed/state"

// The phases. The phases of a turn come first, in order. The phases of plays, effects, choices,
// reactions and gains follow.
const (
	StartPhase    state.PhaseID = iota + 1 // effects left by earlier turns
	ActionPhase                            //
	TreasurePhase                          //
	BuyPhase                               //
	CleanUpPhase                           //
	PlayPhase                              // a card is played
	EffectPhase                            // other code of a card
	ReactPhase                             // reactions to the frame below, or to a discard
	GainPhase                              // a card is gained
	ShufflePhase                           // Stashes are placed
	ChoicePhase                            // a card asks for cards, modes or a number
	AskPhase                               // a card asks yes or no
)

// The values of Do in the options of Dominion.
const (
	Pass     state.Do = iota + state.FirstDo
	Begin             // at the start of the turn, run the effect of kind Card
	PlayCard          // Card is the kind
	PlayAll           // play all Treasures and then buy
	BuyCard           // Card is the kind
	Show              // react with a card of kind Card
	PlaceAt           // place a Stash; Card is the number of other cards above it
)

// phases is the phase table. A turn runs through start, action, treasure, buy and clean-up. It skips
// start if no earlier turn has left an effect. It skips action if the seat cannot have an Action in
// hand. Most stacked phases are in other files.
var phases = [...]state.Phase[Position]{
	StartPhase: {
		Name: "start",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			return s.turnDecider(f, hasSeveralPiles(&s.Sides[f.Seat].NextTurn))
		},
		Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			return s.appendOptions(s.Sides[f.Seat].NextTurn.Counts.nonzero(), Begin, dst)
		},
		Request: func(s *Position, f *state.Frame, _ state.Seat, o state.Option, log *state.Log) state.Verdict {
			return s.runStartEffect(f.Seat, s.pileOf(state.Kind(o.Card)), log)
		},
		Run: func(s *Position, f *state.Frame, log *state.Log) state.Verdict {
			if p := s.Sides[f.Seat].NextTurn.first(); p != 0 {
				return s.runStartEffect(f.Seat, p, log)
			}
			return state.Resolve()
		},
		Finish: func(s *Position, f *state.Frame, _ *state.Log) { s.enterAction(f, f.Seat) },
	},
	ActionPhase: {
		Name: "action",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			return s.turnDecider(f, s.Actions > 0 && s.mayAct(f.Seat))
		},
		Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			hand := s.Sides[f.Seat].Hand.Counts.nonzero()
			dst = s.appendOptions(hand&s.ofType(Action), PlayCard, append(dst, state.Option{Do: Pass}))
			return s.appendTreasures(hand, dst)
		},
		// Request ends the action phase if the seat plays a Treasure.
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
	// The frame's X is 1 after PlayAll.
	TreasurePhase: {
		Name: "treasure",
		Awaits: func(s *Position, f *state.Frame) state.Seats {
			return s.turnDecider(f, f.X == 0 && s.mayHold(f.Seat)&s.ofType(Treasure) != 0)
		},
		Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			return append(s.appendTreasures(s.Sides[f.Seat].Hand.Counts.nonzero(), dst), state.Option{Do: Pass})
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
			return s.turnDecider(f, s.Buys > 0)
		},
		Options: func(s *Position, f *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			dst = append(dst, state.Option{Do: Pass})
			return s.appendOptions(s.buyable(), BuyCard, dst)
		},
		Request: func(s *Position, f *state.Frame, _ state.Seat, o state.Option, log *state.Log) state.Verdict {
			if o.Do == Pass {
				return state.Resolve()
			}
			v := s.buy(f.Seat, s.pileOf(state.Kind(o.Card)), log)
			if v == state.Nothing() && s.Buys == 0 && s.NDue == 0 {
				return state.Resolve() // saves a call of Awaits
			}
			return v
		},
		Finish: func(_ *Position, f *state.Frame, _ *state.Log) { f.Turn(CleanUpPhase, f.Seat) },
	},
	// The frame's PC is 1 once the cards are discarded. No code reads this value. If a game ends while a
	// Stash is being placed, the value affects the digest of the position, and old logs contain such
	// digests.
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

// turnDecider returns the seat that makes the decisions of a turn. It returns no seat if there is
// no choice to make, or if the active seat has left the game.
func (s *Position) turnDecider(f *state.Frame, choice bool) state.Seats {
	if !choice || !s.Playing.Has(f.Seat) {
		return 0
	}
	return state.Only(s.deciderOf(f.Seat))
}

// hasSeveralPiles reports whether b has cards from at least two piles.
func hasSeveralPiles(b *Bag) bool { return b.Size > 1 && uint16(b.Counts[b.first()]) < b.Size }

// appendOptions appends one option for each pile in ps, with the given Do and the kind of the pile.
func (s *Position) appendOptions(ps set, do state.Do, dst []state.Option) []state.Option {
	options := &kindOptions[do]
	for ; ps != 0; ps &= ps - 1 {
		dst = append(dst, options[s.Kinds[ps.first()]])
	}
	return dst
}

// kindOptions holds every option that names a kind, by Do and kind. To copy an option from this table
// takes one load and one store of four bytes. For a new option, Go writes the fields one by one.
var kindOptions = func() (all [PlaceAt + 1][256]state.Option) {
	for do := range all {
		for k := range all[do] {
			all[do][k] = state.Option{Do: state.Do(do), Card: state.Card(k)}
		}
	}
	return all
}()
