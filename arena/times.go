package arena

import (
	"math/bits"
	"slices"
	"time"
)

// Times is a line of the results with the decision times since the previous Times line. In two runs
// of a match of deterministic bots, only these lines differ.
type Times struct {
	Type    string      `json:"type"`    // always "times"
	Seconds float64     `json:"seconds"` // duration of play, in real time
	Bots    []Histogram `json:"bots"`    // decision times by bot
}

// timesInterval is the least time between Times lines.
const timesInterval = 5 * time.Second

// A Histogram counts durations in buckets, shortest first. For quick bots it covers only a sample of
// the decisions.
type Histogram []Bucket

// A Bucket counts durations in a range. The width of the range is at most an eighth of its start, or
// 1 ns.
type Bucket struct {
	Nanoseconds int64 `json:"ns" jsonschema:"maximum=9007199254740991"` // start of the range
	N           int   `json:"n"`
}

// bucket returns the start of the bucket that contains d: d rounded down to its four highest bits.
func bucket(d time.Duration) int64 {
	ns := uint64(max(d, 0))
	drop := max(bits.Len64(ns)-4, 0)
	return int64(ns >> drop << drop)
}

// add adds n to the bucket that contains d.
func (h *Histogram) add(d time.Duration, n int) {
	from := bucket(d)
	i, found := slices.BinarySearchFunc(*h, from, func(b Bucket, ns int64) int { return int(min(max(b.Nanoseconds-ns, -1), 1)) })
	if !found {
		*h = slices.Insert(*h, i, Bucket{Nanoseconds: from})
	}
	(*h)[i].N += n
}

// Merge adds another histogram.
func (h *Histogram) Merge(other Histogram) {
	for _, b := range other {
		h.add(time.Duration(b.Nanoseconds), b.N)
	}
}

// Count returns the number of durations.
func (h Histogram) Count() (n int) {
	for _, b := range h {
		n += b.N
	}
	return n
}

// Quantile returns the p-quantile of the durations, with p from 0 to 1. The result is the start of
// a bucket, so it is too low by at most an eighth. It is 0 if there are no durations.
func (h Histogram) Quantile(p float64) time.Duration {
	below, n := 0, h.Count()
	for _, b := range h {
		if below += b.N; float64(below) >= p*float64(n) {
			return time.Duration(b.Nanoseconds)
		}
	}
	return 0
}
