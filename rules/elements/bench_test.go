package elements

import (
	"testing"

	"gamed/state"
)

// dealtPosition returns a game of two seats with the default decks, after both seats have kept
// their hands.
func dealtPosition(b *testing.B) Position {
	s, err := deal(state.Setup{Seats: 2, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	for s.Stack.Top().Phase == Start {
		Rules.Apply(&s, s.Next(), state.Option{Do: Keep}, nil)
	}
	return s
}

// BenchmarkRandomGame plays random games of two seats. The checksum is the number of requests
// in the first thousand games. If the checksum changes, the benchmark measures different work.
func BenchmarkRandomGame(b *testing.B) {
	start := dealtPosition(b)
	r := state.Rand(1)
	opts := make([]state.Option, 0, 256)
	requests, games, checksum := 0, 0, 0
	b.ReportAllocs()
	var s Position
	for b.Loop() {
		s = start
		s.Rand = state.Rand(r.Uint64())
		state.Shuffle(s.Sides[0].Future[:s.Sides[0].NFuture], &s.Rand)
		state.Shuffle(s.Sides[1].Future[:s.Sides[1].NFuture], &s.Rand)
		for s.Awaiting != 0 {
			seat := s.Next()
			opts = Rules.Options(&s, seat, opts[:0])
			Rules.Apply(&s, seat, opts[r.N(len(opts))], nil)
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

var (
	sinkPosition Position
	sinkBool     bool
	sinkBytes    []byte
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

// BenchmarkCheck measures the check that a server makes for each request, with a request for the
// last option.
func BenchmarkCheck(b *testing.B) {
	s := dealtPosition(b)
	seat := s.Next()
	opts := Rules.Options(&s, seat, nil)
	q := state.Request{Seat: seat, Decision: s.Decision(seat), Option: opts[len(opts)-1]}
	buf := make([]state.Option, 0, 64)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Rules.Check(&s, q, buf[:0]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckedRequest measures the check of a request and its application to a copy of the
// game.
func BenchmarkCheckedRequest(b *testing.B) {
	s := dealtPosition(b)
	seat := s.Next()
	q := state.Request{Seat: seat, Decision: s.Decision(seat), Option: Rules.Options(&s, seat, nil)[0]}
	start, next := Rules.At(s), Rules.At(s)
	b.ReportAllocs()
	for b.Loop() {
		next.Set(start)
		if err := next.Check(q); err != nil {
			b.Fatal(err)
		}
		next.Apply(q, nil)
	}
}

func BenchmarkSample(b *testing.B) {
	s := dealtPosition(b)
	r := state.Rand(1)
	for b.Loop() {
		sinkPosition = s
		sample(&sinkPosition, 0, &r)
	}
}

func BenchmarkView(b *testing.B) {
	s := dealtPosition(b)
	b.ReportAllocs()
	for b.Loop() {
		sinkBytes = appendView(sinkBytes[:0], &s, 0)
	}
	b.ReportMetric(float64(len(sinkBytes)), "bytes")
}
