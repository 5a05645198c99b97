package arena

import (
	"math/bits"
	"slices"
	"time"
)

// Times is a line in the results of a match: how long the decisions of the games
// before it have taken, since the last such line. It is the only one that a
// repetition may change.
type Times struct {
	Type    string      `json:"type"`    // times
	Seconds float64     `json:"seconds"` // of playing, by the clock on the wall
	Bots    []Histogram `json:"bots"`    // by bot
}

// every is how much time passes between two lines of Times.
const every = 5 * time.Second

// A Histogram counts durations in buckets, the shortest first. Where decisions
// are quick, only some are in it.
type Histogram []Bucket

// A Bucket is from one duration to an eighth more, and the rounding to whole
// nanoseconds.
type Bucket struct {
	Nanoseconds int64 `json:"ns"` // from
	N           int   `json:"n"`
}

// bucket returns the shortest duration of the bucket that d belongs to: d without
// all but its four highest bits.
func bucket(d time.Duration) int64 {
	ns := uint64(max(d, 0))
	drop := max(bits.Len64(ns)-4, 0)
	return int64(ns >> drop << drop)
}

// add adds n durations like d.
func (h *Histogram) add(d time.Duration, n int) {
	from := bucket(d)
	i, found := slices.BinarySearchFunc(*h, from, func(b Bucket, ns int64) int { return int(min(max(b.Nanoseconds-ns, -1), 1)) })
	if !found {
		*h = slices.Insert(*h, i, Bucket{Nanoseconds: from})
	}
	(*h)[i].N += n
}

// Merge adds what is in another histogram.
func (h *Histogram) Merge(other Histogram) {
	for _, b := range other {
		h.add(time.Duration(b.Nanoseconds), b.N)
	}
}

// N returns how many durations there are.
func (h Histogram) N() (n int) {
	for _, b := range h {
		n += b.N
	}
	return n
}

// Quantile returns a duration that the share p, 0 to 1, does not exceed, off by an
// eighth at most; 0 if there are none.
func (h Histogram) Quantile(p float64) time.Duration {
	below, n := 0, h.N()
	for _, b := range h {
		if below += b.N; float64(below) >= p*float64(n) {
			return time.Duration(b.Nanoseconds)
		}
	}
	return 0
}
