package ai_test

import . "gamed/state"

// A pile is a position of the game Nim. On its turn a seat takes 1, 2 or 3 stones. The seat that
// takes the last stone wins. The default option is to take 1 stone.
type pile struct {
	Core
	Left uint8
}

var nim = &Ruleset[pile]{Name: "nim", MinSeats: 2, MaxSeats: MaxSeats}

func init() {
	const take PhaseID = 1
	nim.Core = func(s *pile) *Core { return &s.Core }
	nim.Phases = []Phase[pile]{take: {
		Name: "take",
		Enter: func(s *pile, f *Frame, _ *Log) Verdict {
			s.Turn++
			s.Active = f.Seat
			return Nothing()
		},
		Awaits: func(_ *pile, f *Frame) Seats { return Only(f.Seat) },
		Options: func(s *pile, _ *Frame, _ Seat, dst []Option) []Option {
			for n := range min(s.Left, 3) {
				dst = append(dst, Option{Do: Take, Card: Card(n + 1)})
			}
			return dst
		},
		Request: func(s *pile, _ *Frame, seat Seat, o Option, _ *Log) Verdict {
			if s.Left -= uint8(o.Card); s.Left == 0 {
				s.End(Only(seat))
			}
			return Resolve()
		},
		Finish: func(s *pile, f *Frame, _ *Log) { f.Turn(take, s.After(f.Seat)) },
	}}
	nim.New = func(setup Setup) (pile, error) {
		s := pile{Left: uint8(setup.Seed)}
		s.Seats, s.Playing = uint8(setup.Seats), AllSeats(setup.Seats)
		nim.Start(&s, Frame{Phase: take})
		return s, nil
	}
	nim.Sample = func(s *pile, _ Seat, r *Rand) { s.Rand = Rand(r.Uint64()) }
	nim.Value = func(*pile, Seat) int { return 500 }
	nim.Measure = func(s *pile, _ Seat, m Measure) int { return []int{int(s.Left), -int(s.Left)}[m] }
}
