package farm

import (
	"crypto/sha256"
	"slices"
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

// A part is one match of a run.
type part struct {
	match   arena.Match
	header  arena.Header
	repeats bool // the same games come out everywhere

	next, end int           // pairs that are not cut yet
	pairs     int           // of the latest chunk
	perPair   time.Duration // what a pair takes, 0 until that is known
	tallied   int           // games
}

func newPart(m arena.Match) *part {
	h := m.Header()
	outside := slices.ContainsFunc(m.Bots, func(bot arena.Player) bool { return bot.Open != nil })
	return &part{match: m, header: h, repeats: !outside, end: h.Games / h.Unit()}
}

// A chunk is some pairs of a match, one after the other.
type chunk struct {
	task
	part     *part
	lot      *arena.Lot // the one that counts, nil until it is there, and when it is handed over
	by       string     // who played it
	took     time.Duration
	sum      [sha256.Size]byte // of its lines
	outcomes []uint8           // of its pairs, see Share
}

// A book is what has become of the pairs of all matches.
type book struct {
	parts  []*part // in the order in which they are handed over
	begun  int     // parts of which to cut: those before are over
	chunks []*chunk
	over   int // chunks handed over: all before that number
	open   int // chunks cut and not played
	// fastest is what a pair took in the fastest match of a bot, by its name.
	fastest map[string]time.Duration
}

// expect returns the part that a match is, after the one that was asked for last,
// and takes note of those that follow.
func (b *book) expect(m arena.Match, next []arena.Match) *part {
	for known := len(b.parts) - b.begun; known <= len(next); known++ {
		if known == 0 {
			b.parts = append(b.parts, newPart(m))
		} else {
			b.parts = append(b.parts, newPart(next[known-1]))
		}
	}
	b.begun++
	return b.parts[b.begun-1]
}

// cut returns the next chunk, for so many cores, nil if it is too early or nothing
// is left.
func (b *book) cut(cores int) *chunk {
	cores = max(cores, 1)
	if b.open >= spare*cores+spare || len(b.chunks)-b.over >= ahead*cores {
		return nil
	}
	number, left := -1, 0
	for i, p := range b.parts[b.begun-1:] {
		if p.next < p.end && number < 0 {
			number = b.begun - 1 + i
		}
		left += p.end - p.next
	}
	if number < 0 {
		return nil
	}
	p := b.parts[number]
	// All cores are to end at the same time.
	pairs := max(min(b.size(p), p.end-p.next, left/(spare*cores)), 1)
	c := &chunk{task: task{Chunk: len(b.chunks), Match: number, First: p.next, Pairs: pairs}, part: p}
	if number > 0 {
		c.Header = &p.header
	}
	b.chunks = append(b.chunks, c)
	p.next += pairs
	p.pairs = pairs
	b.open++
	return c
}

// size is how many pairs of a part take as long as a chunk is to take.
func (b *book) size(p *part) int {
	if p.perPair > 0 {
		return int(min(aim/p.perPair, mostPairs, time.Duration(growth*p.pairs)))
	}
	perPair := time.Duration(0) // not more than that, if games of these bots are as long as those with others
	for _, bot := range p.header.Bots {
		known := b.fastest[bot]
		if known == 0 {
			return 1
		}
		perPair += known
	}
	return int(min(aim/perPair, mostPairs))
}

// chunk returns the chunk of a task, nil if there is none like it.
func (b *book) chunk(t task) *chunk {
	if t.Chunk < 0 || t.Chunk >= len(b.chunks) {
		return nil
	}
	c := b.chunks[t.Chunk]
	if t.Match != c.Match || t.First != c.First || t.Pairs != c.Pairs {
		return nil
	}
	return c
}

// take notes what a worker has made of a chunk.
func (b *book) take(c *chunk, r *result, outcomes []uint8) {
	c.lot, c.by, c.took, c.sum, c.outcomes = r.Lot, r.Worker, r.Took, sumOf(r.Lot), outcomes
	b.open--
	perPair := max(r.Took/time.Duration(c.Pairs), time.Microsecond)
	if c.part.perPair == 0 {
		c.part.perPair = perPair
	}
	c.part.perPair = (3*c.part.perPair + perPair) / 4
	for _, bot := range c.part.header.Bots {
		if known := b.fastest[bot]; known == 0 || perPair < known {
			b.fastest[bot] = perPair
		}
	}
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

// first returns the next chunk of a part to hand over, nil if it is missed.
func (b *book) first(p *part) *chunk {
	if b.over == len(b.chunks) || b.chunks[b.over].part != p || !b.chunks[b.over].played() {
		return nil
	}
	return b.chunks[b.over]
}

// done reports whether all of a part is handed over.
func (b *book) done(p *part) bool {
	return p.next == p.end && (b.over == len(b.chunks) || b.chunks[b.over].part != p)
}
