// Package toygame implements Nim, a ruleset for tests. The program gamed does not include it.
package toygame

import (
	"fmt"

	"gamed/state"
)

// A Pile is a position in Nim. Each turn a seat takes 1, 2 or 3 stones. The seat that takes the last stone
// wins.
type Pile struct {
	state.Core
	Left uint8
}

const (
	stones                   = 15
	take     state.PhaseID   = 1
	taken    state.EventKind = 1
	resigned state.EventKind = 2
)

// Rules is the ruleset of Nim for two seats.
var Rules = &state.Ruleset[Pile]{Name: "nim", About: "Take the last stone.", Version: 1, MinSeats: 2, MaxSeats: 2}

func init() {
	Rules.Core = func(s *Pile) *state.Core { return &s.Core }
	Rules.Phases = []state.Phase[Pile]{take: {
		Name: "take",
		Enter: func(s *Pile, f *state.Frame, _ *state.Log) state.Verdict {
			s.Turn++
			s.Active = f.Seat
			return state.Nothing()
		},
		Awaits: func(_ *Pile, f *state.Frame) state.Seats { return state.Only(f.Seat) },
		Options: func(s *Pile, _ *state.Frame, _ state.Seat, dst []state.Option) []state.Option {
			for n := range min(s.Left, 3) {
				dst = append(dst, state.Option{Do: state.Take, Card: state.Card(n + 1)})
			}
			return dst
		},
		Request: func(s *Pile, _ *state.Frame, seat state.Seat, o state.Option, log *state.Log) state.Verdict {
			s.Left -= uint8(o.Card)
			log.Add(state.Event{What: taken, Seat: seat, Amount: int8(o.Card), Sees: state.Public})
			if s.Left == 0 {
				s.End(state.Only(seat))
			}
			return state.Resolve()
		},
		Finish: func(s *Pile, f *state.Frame, _ *state.Log) { f.Turn(take, s.After(f.Seat)) },
	}}
	Rules.New = func(setup state.Setup) (Pile, error) {
		if setup.Seats != 2 {
			return Pile{}, fmt.Errorf("nim: %d seats, not 2", setup.Seats)
		}
		s := Pile{Left: stones}
		s.Seats, s.Playing = uint8(setup.Seats), state.AllSeats(setup.Seats)
		s.Rand = state.NewRand(uint64(setup.Seed))
		Rules.Start(&s, state.Frame{Phase: take})
		return s, nil
	}
	Rules.Leave = func(s *Pile, seat state.Seat, log *state.Log) {
		log.Add(state.Event{What: resigned, Seat: seat, Sees: state.Public})
		s.Playing &^= state.Only(seat)
		s.End(s.Playing)
	}
	Rules.Sample = func(s *Pile, _ state.Seat, r *state.Rand) { s.Rand = state.Rand(r.Uint64()) }
	Rules.Value = func(*Pile, state.Seat) int { return 500 }
	Rules.View = func(dst []byte, s *Pile, _ state.Seat) []byte {
		return fmt.Appendf(dst, `{"turn":%d,"left":%d}`, s.Turn, s.Left)
	}
	Rules.Draw = func(s *Pile, _ state.Seat) string { return fmt.Sprintf("%d stones\n", s.Left) }
	Rules.Label = func(_ *Pile, _ state.Seat, o state.Option) state.Label {
		if o.Do == state.Resign {
			return state.Label{Do: "resign", Text: "Resign"}
		}
		return state.Label{Do: "take", Text: fmt.Sprintf("Take %d", o.Card)}
	}
	Rules.Tell = func(_ *Pile, e state.Event) state.EventLabel {
		if e.What == resigned {
			return state.EventLabel{What: "resign", Seat: int(e.Seat), Text: fmt.Sprintf("Seat %d resigns", e.Seat)}
		}
		return state.EventLabel{What: "take", Seat: int(e.Seat), Amount: int(e.Amount), Text: fmt.Sprintf("Seat %d takes %d", e.Seat, e.Amount)}
	}
	Rules.Cards = func() []state.CardInfo { return []state.CardInfo{{Name: "Stone", Type: "stone"}} }
	Rules.Decks = func() []state.DeckInfo { return nil }
}
