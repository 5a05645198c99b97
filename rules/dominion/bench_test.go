package dominion

import (
	"testing"

	"gamed/state"
)

// dealtPosition returns a two-seat game with the kingdom firstGame.
func dealtPosition(b *testing.B) Position {
	s, err := deal(state.Setup{Seats: 2, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// playGames plays games from copies of one start position, and draws new hands for each game. The
// checksum is the number of requests in the first thousand games. If the checksum changes, the
// benchmark measures different work.
func playGames(b *testing.B, choose func(s *Position, seat state.Seat, buf []state.Option, r *state.Rand) state.Option) {
	start := dealtPosition(b)
	for seat := range state.Seat(start.Seats) {
		d := &start.Sides[seat]
		d.Hand.pour(&d.Unordered)
	}
	r := state.Rand(1)
	buf := make([]state.Option, 0, 64)
	requests, games, checksum := 0, 0, 0
	b.ReportAllocs()
	var s Position
	for b.Loop() {
		s = start
		s.Rand = state.Rand(r.Uint64())
		for seat := range state.Seat(s.Seats) {
			s.draw(seat, handSize, nil)
		}
		for s.Awaiting != 0 {
			seat := s.Next()
			Rules.Apply(&s, seat, choose(&s, seat, buf, &r), nil)
			requests++
		}
		if games++; games == 1000 {
			checksum = requests
		}
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(requests), "ns/decision")
	b.ReportMetric(float64(checksum), "checksum")
}

func BenchmarkRandomGame(b *testing.B) {
	playGames(b, func(s *Position, seat state.Seat, buf []state.Option, r *state.Rand) state.Option {
		opts := Rules.Options(s, seat, buf)
		return opts[r.N(len(opts))]
	})
}

// BenchmarkBigMoney plays all Treasures and buys a Province, a Gold or a Silver.
func BenchmarkBigMoney(b *testing.B) {
	playGames(b, func(s *Position, seat state.Seat, buf []state.Option, _ *state.Rand) state.Option {
		if k := s.FirstBuyable(Province, Gold, Silver); k != 0 {
			return state.Option{Do: BuyCard, Card: state.Card(k)}
		}
		return Rules.Options(s, seat, buf)[0]
	})
}

var (
	sinkPosition Position
	sinkBool     bool
)

func BenchmarkClone(b *testing.B) {
	s := dealtPosition(b)
	for b.Loop() {
		sinkPosition = s
	}
}

func BenchmarkEqual(b *testing.B) {
	s := dealtPosition(b)
	t := s
	for b.Loop() {
		sinkBool = s == t
	}
}
