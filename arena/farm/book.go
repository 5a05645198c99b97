package farm

import (
	"crypto/sha256"
	"time"

	"gamed/arena"
)

const (
	// aim is how long a chunk is to take.
	aim = 300 * time.Millisecond
	// mostPairs is how many pairs a chunk has at most.
	mostPairs = 1024
	// growth is how many times as many pairs as the one before a chunk may have.
	growth = 4
	// spare is how many chunks wait in the queue for each core, and ahead how many
	// may be played while one is missed that comes before them.
	spare, ahead = 2, 64
)

// A chunk is some pairs of the match, one after the other.
type chunk struct {
	task
	lot      *arena.Lot // the one that counts, nil until it is there, and when it is handed over
	by       string     // who played it
	took     time.Duration
	sum      [sha256.Size]byte // of its lines
	outcomes []uint8           // of its pairs, see Share
}

// A book is what has become of the pairs of a match.
type book struct {
	next, end int // pairs that are not cut yet
	chunks    []*chunk
	over      int // chunks handed over: all before that number
	open      int // chunks cut and not played

	pairs   int           // of the latest chunk
	perPair time.Duration // what a pair takes, 0 until that is known
}

// cut returns the next chunk, for so many cores, nil if it is too early or nothing
// is left.
func (b *book) cut(cores int) *chunk {
	cores = max(cores, 1)
	if b.next == b.end || b.open >= spare*cores+spare || len(b.chunks)-b.over >= ahead*cores {
		return nil
	}
	pairs := 1
	if b.perPair > 0 {
		pairs = int(min(aim/b.perPair, mostPairs, time.Duration(growth*b.pairs)))
	}
	// All cores are to end at the same time.
	pairs = max(min(pairs, (b.end-b.next)/(spare*cores)), 1)
	c := &chunk{task: task{Chunk: len(b.chunks), First: b.next, Pairs: pairs}}
	b.chunks = append(b.chunks, c)
	b.next += pairs
	b.pairs = pairs
	b.open++
	return c
}

// chunk returns the chunk of a task, nil if there is none like it.
func (b *book) chunk(t task) *chunk {
	if t.Chunk < 0 || t.Chunk >= len(b.chunks) {
		return nil
	}
	c := b.chunks[t.Chunk]
	if t.First != c.First || t.Pairs != c.Pairs {
		return nil
	}
	return c
}

// take notes what a worker has made of a chunk.
func (b *book) take(c *chunk, r *result, outcomes []uint8) {
	c.lot, c.by, c.took, c.sum, c.outcomes = r.Lot, r.Worker, r.Took, sumOf(r.Lot), outcomes
	b.open--
	perPair := max(r.Took/time.Duration(c.Pairs), time.Microsecond)
	if b.perPair == 0 {
		b.perPair = perPair
	}
	b.perPair = (3*b.perPair + perPair) / 4
}

// sumOf is equal for equal games.
func sumOf(l *arena.Lot) [sha256.Size]byte { return sha256.Sum256([]byte(l.Games)) }

// played reports whether somebody has played the chunk.
func (c *chunk) played() bool { return c.by != "" }

// again gives up what was played of a chunk, which has not been handed over.
func (b *book) again(c *chunk) {
	if c.played() {
		b.open++
	}
	c.lot, c.by = nil, ""
	c.Try++
}

// first returns the next chunk to hand over, nil if it is missed.
func (b *book) first() *chunk {
	if b.over == len(b.chunks) || !b.chunks[b.over].played() {
		return nil
	}
	return b.chunks[b.over]
}
