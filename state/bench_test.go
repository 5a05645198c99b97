package state_test

import (
	"testing"

	. "gamed/state"
)

func dealtTiny(b *testing.B) tiny {
	s, err := dealTiny(Setup{Seats: 2, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

var (
	sinkTiny tiny
	sinkBool bool
)

func BenchmarkClone(b *testing.B) {
	s := dealtTiny(b)
	for b.Loop() {
		sinkTiny = s
	}
}

func BenchmarkEqual(b *testing.B) {
	s := dealtTiny(b)
	t := s
	for b.Loop() {
		sinkBool = s == t
	}
}

// BenchmarkCheck measures the check of a request for the last option in the list.
func BenchmarkCheck(b *testing.B) {
	s := dealtTiny(b)
	buf := tinyRules.Options(&s, 0, nil)
	q := Request{Decision: s.Decision(0), Option: buf[len(buf)-1]}
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if buf, err = tinyRules.Check(&s, q, buf); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkApply plays random games. The checksum is the number of requests in the first hundred
// games. If the checksum changes, the benchmark measures different work.
func BenchmarkApply(b *testing.B) {
	start := dealtTiny(b)
	options := make([]Option, 0, 64)
	r := Rand(1)
	requests, games, checksum := 0, 0, 0
	b.ReportAllocs()
	var s tiny
	for b.Loop() {
		s = start
		s.Rand = Rand(r.Uint64())
		for !s.Over {
			seat := s.Next()
			options = tinyRules.Options(&s, seat, options[:0])
			tinyRules.Apply(&s, seat, options[r.N(len(options))], nil)
			requests++
		}
		if games++; games == 100 {
			checksum = requests
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(requests), "ns/request")
	b.ReportMetric(float64(checksum), "checksum")
}
