package state_test

import (
	"fmt"

	. "gamed/state"
)

// tiny is a test game that uses every part of the machine. Each seat has one card of each kind except the
// bells. Some of these cards are in its hand. In a turn, and in response to every play and bell, all
// seats may play a card or pass. The seat with the most points after the last turn wins.
type tiny struct {
	Core
	Hand, Deck, Past [4]Set
	Score            [4]int8
	Entries          [4]uint8 // number of entered turns, plays, bells and effects
}

// Phases.
const (
	turnPhase PhaseID = iota + 1
	playPhase
	bellPhase
	effectPhase
	choicePhase
	askPhase
)

// Cards.
const (
	gift    Kind = iota + 1
	offer        // a May
	harvest      // a Pick and an IfAny
	storm        // an EachOther
	toll         // a Pick and a May in an EachOther
	chime        // two triggers
	hush         // a response
	lowBell      // the effect of a trigger
	highBell
)

var tinyNames = [...]string{"", "gift", "offer", "harvest", "storm", "toll", "chime", "hush", "low bell", "high bell"}

// Verbs, actions and events.
const (
	vGain = iota + FirstVerb
	vLose
	vDiscard
	vRing
	vHush
	tinyVerbs
)

const (
	pass Do = iota + FirstDo
	play
)

const (
	drew EventKind = iota + 1
	played
	gained
	lost
	discarded
	rang
	hushed
	resigned
	ended
)

var tinyEvents = [...]string{"", "draws", "plays", "gains", "loses", "discards", "rings", "hushes", "resigns", "ends"}

const handZone Zone = 1

func gain(n Num) Code { return Code{{Verb: vGain, N: n}} }
func lose(n Num) Code { return Code{{Verb: vLose, N: n}} }
func ring(k Kind) Code {
	return Code{{Verb: vRing, N: Num(k)}}
}

var tinyCode = [...]Code{
	gift:     gain(1),
	offer:    May(gain(2)).Then(gain(1)),
	harvest:  Pick(handZone, Filter{}, 1, 2, Code{{Verb: vDiscard}}).Then(IfAny(gain(X + 1))),
	storm:    EachOther(lose(1)),
	toll:     EachOther(Pick(handZone, Filter{}, 0, 1, Code{{Verb: vDiscard}}), May(lose(1))),
	chime:    ring(lowBell).Then(ring(highBell), gain(1)),
	hush:     {{Verb: vHush}},
	lowBell:  gain(1),
	highBell: lose(1),
}

// hushing is the value of [Frame].Immune that marks a play that a hush has cancelled.
const hushing = Seats(0xFF)

var tinyRules = &Ruleset[tiny]{Name: "tiny", About: "A game for tests.", Version: 1, MinSeats: 2, MaxSeats: 4}

func init() {
	r := tinyRules
	r.Core = func(s *tiny) *Core { return &s.Core }
	r.Code = func(k Kind, _ Slot) Code { return tinyCode[k] }
	r.Choice, r.Ask = choicePhase, askPhase
	r.Picks = func(*Frame) (words, zone string) { return "discard %", "hand" }
	r.Candidates = func(s *tiny, f *Frame, _ *Op) Set { return s.Hand[f.Actor] }
	r.Amount = func(*tiny, *Frame, Num) int { return 0 }
	r.New, r.Leave, r.Sample, r.Value = dealTiny, (*tiny).leave, (*tiny).sample, (*tiny).value
	r.View, r.Label, r.Tell, r.Draw = viewTiny, (*tiny).label, tellTiny, (*tiny).draw
	r.Measure = (*tiny).measure
	r.Cards = func() []CardInfo { return nil }
	r.Decks = func() []DeckInfo { return nil }
	r.Verbs = []func(*tiny, *Frame, *Op, *Log) Verdict{
		vGain: func(s *tiny, f *Frame, op *Op, log *Log) Verdict {
			return s.score(f.Actor, gained, r.Read(s, f, op.N), log)
		},
		vLose: func(s *tiny, f *Frame, op *Op, log *Log) Verdict {
			return s.score(f.Actor, lost, -r.Read(s, f, op.N), log)
		},
		vDiscard: func(s *tiny, f *Frame, _ *Op, log *Log) Verdict {
			s.Hand[f.Actor] = s.Hand[f.Actor].Without(f.Picked)
			s.Past[f.Actor] = s.Past[f.Actor].With(f.Picked)
			log.Add(Event{What: discarded, Seat: f.Actor, Sees: Public, Kind: Kind(f.Picked)})
			return Nothing()
		},
		vRing: func(s *tiny, f *Frame, op *Op, _ *Log) Verdict {
			s.Trigger(Frame{Phase: bellPhase, Seat: f.Actor, Actor: f.Actor, Kind: Kind(op.N)})
			return Nothing()
		},
		vHush: func(s *tiny, f *Frame, _ *Op, log *Log) Verdict {
			if below := s.Stack.Below(1); below.Phase == playPhase {
				below.Immune = hushing
				log.Add(Event{What: hushed, Seat: f.Seat, Sees: Public, Kind: below.Kind})
			}
			return Nothing()
		},
	}
	everybody := func(s *tiny, f *Frame) Seats { return s.Playing &^ f.Passed }
	r.Phases = []Phase[tiny]{
		turnPhase: {
			Name: "turn", Awaits: everybody, Options: tinyOptions, Request: tinyRequest,
			Enter: func(s *tiny, f *Frame, log *Log) Verdict {
				s.Entries[0]++
				s.Turn, s.Active = s.Turn+1, f.Seat
				s.drawCard(f.Seat, log)
				return Nothing()
			},
			Finish: func(s *tiny, f *Frame, log *Log) {
				if s.Turn == s.Limit {
					s.End(s.leaders())
					log.Add(Event{What: ended, Sees: Public, Amount: int8(s.Won)})
				}
				f.Turn(turnPhase, s.After(f.Seat))
			},
		},
		playPhase: {
			Name: "play", Enter: countEntry(1), Awaits: everybody, Options: tinyOptions, Request: tinyRequest,
			Finish: func(_ *tiny, f *Frame, _ *Log) {
				if f.Immune != hushing {
					*f = Frame{Phase: effectPhase, Seat: f.Seat, Actor: f.Seat, Kind: f.Kind}
				}
			},
		},
		bellPhase: {
			Name: "bell", Awaits: everybody, Options: tinyOptions, Request: tinyRequest,
			Enter: func(s *tiny, f *Frame, log *Log) Verdict {
				s.Entries[2]++
				log.Add(Event{What: rang, Seat: f.Seat, Sees: Public, Kind: f.Kind})
				return Nothing()
			},
			Finish: func(_ *tiny, f *Frame, _ *Log) {
				*f = Frame{Phase: effectPhase, Seat: f.Seat, Actor: f.Seat, Kind: f.Kind}
			},
		},
		effectPhase: {Name: "effect", Holds: true, Enter: countEntry(3), Run: r.RunCode},
		choicePhase: r.ChoicePhase(),
		askPhase:    r.AskPhase(),
	}
	r.Phases[choicePhase].Holds, r.Phases[askPhase].Holds = true, true
}

func countEntry(i int) func(*tiny, *Frame, *Log) Verdict {
	return func(s *tiny, _ *Frame, _ *Log) Verdict {
		s.Entries[i]++
		return Nothing()
	}
}

func tinyOptions(s *tiny, f *Frame, seat Seat, dst []Option) []Option {
	dst = append(dst, Option{Do: pass})
	if !s.Stack.Room() {
		return dst
	}
	can := s.Hand[seat]
	if f.Phase != playPhase {
		can = can.Without(Card(hush))
	}
	return can.Options(dst, play)
}

func tinyRequest(s *tiny, f *Frame, seat Seat, o Option, log *Log) Verdict {
	if o.Do == pass {
		f.Passed = f.Passed.With(seat)
		return Nothing()
	}
	s.Hand[seat] = s.Hand[seat].Without(o.Card)
	s.Past[seat] = s.Past[seat].With(o.Card)
	log.Add(Event{What: played, Seat: seat, Sees: Public, Kind: Kind(o.Card)})
	return s.Push(Frame{Phase: playPhase, Seat: seat, Kind: Kind(o.Card)})
}

func dealTiny(setup Setup) (tiny, error) { return dealTinyBy(tinyRules, setup) }

// dealTinyBy deals a game with the given variant of the rules.
func dealTinyBy(rules *Ruleset[tiny], setup Setup) (s tiny, err error) {
	if setup.Seats < 2 || setup.Seats > 4 {
		return s, fmt.Errorf("tiny: %d seats: must be 2 to 4", setup.Seats)
	}
	s.Rand, s.Seats, s.Playing, s.Limit = Rand(setup.Seed), uint8(setup.Seats), AllSeats(setup.Seats), 8
	for seat := range Seat(s.Seats) {
		for k := gift; k <= hush; k++ {
			s.Deck[seat] = s.Deck[seat].With(Card(k))
		}
		for range 3 {
			s.drawCard(seat, nil)
		}
	}
	rules.Start(&s, Frame{Phase: turnPhase})
	return s, nil
}

// drawCard draws a random card from the seat's deck, which has no order.
func (s *tiny) drawCard(seat Seat, log *Log) {
	deck := s.Deck[seat]
	if deck.Empty() {
		return
	}
	for range s.Rand.N(deck.Len()) {
		deck = deck.Rest()
	}
	s.Deck[seat] = s.Deck[seat].Without(deck.First())
	s.Hand[seat] = s.Hand[seat].With(deck.First())
	log.Add(Event{What: drew, Seat: seat, Sees: Only(seat), Kind: Kind(deck.First())})
}

func (s *tiny) score(seat Seat, what EventKind, n int, log *Log) Verdict {
	s.Score[seat] += int8(n)
	log.Add(Event{What: what, Seat: seat, Sees: Public, Amount: int8(n)})
	return Nothing()
}

func (s *tiny) leaders() (won Seats) {
	best := int8(-128)
	for ss := s.Playing; ss != 0; ss &= ss - 1 {
		switch seat := ss.First(); {
		case s.Score[seat] > best:
			best, won = s.Score[seat], Only(seat)
		case s.Score[seat] == best:
			won = won.With(seat)
		}
	}
	return won
}

func (s *tiny) leave(seat Seat, log *Log) {
	s.Playing = s.Playing.Without(seat)
	log.Add(Event{What: resigned, Seat: seat, Sees: Public})
	if s.Playing.Len() == 1 {
		s.End(s.Playing)
	}
}
