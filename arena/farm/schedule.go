package farm

import (
	"crypto/sha256"
	"slices"
	"time"

	"gamed/arena"
)

const (
	// chunkTime is the target duration of a chunk.
	chunkTime = 300 * time.Millisecond
	// maxPairs is the maximum number of pairs in a chunk.
	maxPairs = 1024
	// maxGrowth is the maximum ratio of a chunk's number of pairs to that of the previous chunk of
	// the match.
	maxGrowth = 4
	// chunksPerCore is the number of chunks per core that are in the queue or in progress.
	// maxUndelivered is the maximum number of chunks per core that the match has not received yet.
	chunksPerCore, maxUndelivered = 2, 64
)

// A scheduledMatch is one match of a run.
type scheduledMatch struct {
	match        arena.Match
	header       arena.Header
	reproducible bool // whether every worker gets the same games

	next, end    int           // range of pairs that are not yet in a chunk
	pairs        int           // number of pairs in the latest chunk
	perPair      time.Duration // time per pair, or 0 while unknown
	countedGames int           // number of games that the match has counted
}

func newScheduledMatch(m arena.Match) *scheduledMatch {
	h := m.Header()
	outside := slices.ContainsFunc(m.Bots, func(bot arena.Player) bool { return bot.Open != nil })
	return &scheduledMatch{match: m, header: h, reproducible: !outside, end: h.Games / h.UnitSize()}
}

// A chunk is a range of pairs of a match.
type chunk struct {
	task
	scheduled *scheduledMatch
	batch     *arena.Batch // the accepted batch; nil before it arrives and after delivery
	worker    string       // the worker of the accepted batch, or empty
	took      time.Duration
	hash      [sha256.Size]byte // hash of the lines of the games
	outcomes  []uint8           // outcomes by pair; see Share
}

// A schedule tracks the chunks of all matches.
type schedule struct {
	matches   []*scheduledMatch // in order of delivery
	started   int               // number of started matches; only the last may be unfinished
	chunks    []*chunk
	delivered int // number of delivered chunks
	open      int // number of chunks without a result
	// fastest maps each bot name to the time per pair in the bot's fastest match.
	fastest map[string]time.Duration
}

// startMatch returns the scheduledMatch of a match. The run calls startMatch for each match, in
// order. startMatch also adds the matches in next.
func (b *schedule) startMatch(m arena.Match, next []arena.Match) *scheduledMatch {
	all := append([]arena.Match{m}, next...)
	for _, m := range all[min(len(b.matches)-b.started, len(all)):] {
		b.matches = append(b.matches, newScheduledMatch(m))
	}
	b.started++
	return b.matches[b.started-1]
}

// nextChunk returns the next chunk, given the number of cores. It returns nil if enough chunks are open
// or no pairs are left.
func (b *schedule) nextChunk(cores int) *chunk {
	cores = max(cores, 1)
	if b.open >= chunksPerCore*cores+chunksPerCore || len(b.chunks)-b.delivered >= maxUndelivered*cores {
		return nil
	}
	number, left := -1, 0
	for i, p := range b.matches[b.started-1:] {
		if p.next < p.end && number < 0 {
			number = b.started - 1 + i
		}
		left += p.end - p.next
	}
	if number < 0 {
		return nil
	}
	p := b.matches[number]
	// Smaller chunks near the end let all cores finish at about the same time.
	pairs := max(min(b.size(p), p.end-p.next, left/(chunksPerCore*cores)), 1)
	c := &chunk{task: task{Chunk: len(b.chunks), Match: number, First: p.next, Pairs: pairs}, scheduled: p}
	if number > 0 {
		c.Header = &p.header
	}
	b.chunks = append(b.chunks, c)
	p.next += pairs
	p.pairs = pairs
	b.open++
	return c
}

// size returns the number of pairs of a match that take about chunkTime, or fewer while the time per
// pair is uncertain.
func (b *schedule) size(p *scheduledMatch) int {
	if p.perPair > 0 {
		return int(min(chunkTime/p.perPair, maxPairs, time.Duration(maxGrowth*p.pairs)))
	}
	perPair := time.Duration(0) // an upper bound if each bot thinks as long as in its fastest match
	for _, bot := range p.header.Bots {
		known := b.fastest[bot]
		if known == 0 {
			return 1
		}
		perPair += known
	}
	return int(min(chunkTime/perPair, maxPairs))
}

// chunkOf returns the chunk for a task, or nil if the task matches no chunk.
func (b *schedule) chunkOf(t task) *chunk {
	if t.Chunk < 0 || t.Chunk >= len(b.chunks) {
		return nil
	}
	c := b.chunks[t.Chunk]
	if t.Match != c.Match || t.First != c.First || t.Pairs != c.Pairs {
		return nil
	}
	return c
}

// accept stores a worker's result for a chunk.
func (b *schedule) accept(c *chunk, r *result, outcomes []uint8) {
	c.batch, c.worker, c.took, c.hash, c.outcomes = r.Batch, r.Worker, r.Took, hashGames(r.Batch), outcomes
	b.open--
	perPair := max(r.Took/time.Duration(c.Pairs), time.Microsecond)
	if c.scheduled.perPair == 0 {
		c.scheduled.perPair = perPair
	}
	c.scheduled.perPair = (3*c.scheduled.perPair + perPair) / 4
	for _, bot := range c.scheduled.header.Bots {
		if known := b.fastest[bot]; known == 0 || perPair < known {
			b.fastest[bot] = perPair
		}
	}
}

// hashGames hashes the games of a batch.
func hashGames(l *arena.Batch) [sha256.Size]byte { return sha256.Sum256([]byte(l.Games)) }

// played reports whether the chunk has a result.
func (c *chunk) played() bool { return c.worker != "" }

// deliverable returns the next chunk to deliver, or nil if its result is missing or it belongs to
// another match.
func (b *schedule) deliverable(p *scheduledMatch) *chunk {
	if b.delivered == len(b.chunks) || b.chunks[b.delivered].scheduled != p || !b.chunks[b.delivered].played() {
		return nil
	}
	return b.chunks[b.delivered]
}

// done reports whether all chunks of a match are delivered.
func (b *schedule) done(p *scheduledMatch) bool {
	return p.next == p.end && (b.delivered == len(b.chunks) || b.chunks[b.delivered].scheduled != p)
}
