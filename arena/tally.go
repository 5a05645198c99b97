package arena

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"time"

	"gamed/arena/stats"
	"gamed/state"
)

// A tally sums up the games of a match, in order.
type tally struct {
	header Header
	seating
	sum   Result
	games int       // added so far
	unit  []outcome // of the incomplete pair

	points []float64 // by bot
	turns  int
	scores scores
	decks  deckTable
	stages []stage             // of the milestone
	places map[[2]string]place // by group and name
	digest hash.Hash
	eight  []byte // buffer for a digest

	out     *output // nil for none
	encoder *encoder
	line    []byte
	keep    string  // folder for faults, empty for none
	fresh   Times   // not yet written
	last    float64 // seconds of this run up to the previous Times line
}

func newTally(h Header) *tally {
	n := len(h.Bots)
	t := &tally{header: h, seating: h.seating(), points: make([]float64, n), digest: sha256.New(), encoder: newEncoder(&h)}
	t.sum = Result{
		Rules: h.Rules, Bots: h.Bots, Table: h.Table, NoSwap: h.NoSwap, Limit: h.Limit, Seed: h.Seed,
		Wins: make([]int, n), PositionWins: make([]int, n), Times: make([]Histogram, n), milestone: h.Milestone,
	}
	if len(h.Decks) == 1 {
		t.sum.Decks = h.Decks[0]
	}
	for range n {
		t.sum.Ends = append(t.sum.Ends, map[End]int{})
		t.sum.Faults = append(t.sum.Faults, map[End]int{})
	}
	t.stages = make([]stage, h.Stages)
	t.scores = scores{seating: t.seating, sprt: h.SPRT, state: stats.Continue}
	t.fresh = Times{Type: "times", Bots: make([]Histogram, n)}
	return t
}

// done reports whether all games are played or the SPRT has accepted a hypothesis.
func (t *tally) done() bool {
	return len(t.unit) == 0 && (t.games >= t.header.Games || t.scores.state != stats.Continue)
}

// add adds the next game. It counts once its pair is complete.
func (t *tally) add(o *outcome) error {
	t.unit = append(t.unit, *o)
	if len(t.unit) < t.size() {
		return nil
	}
	defer func() {
		t.games += len(t.unit)
		t.unit = t.unit[:0]
	}()
	broken := false
	for i := range t.unit {
		if o := &t.unit[i]; o.end == EngineError {
			broken = true
			t.sum.EngineErrors++
			if t.sum.Broken == "" {
				t.sum.Broken = fmt.Sprintf("game %d: %s\n%s", t.games+i, o.broken, o.stack)
			}
		}
	}
	if !broken {
		for i := range t.unit {
			t.count(t.games+i, &t.unit[i])
		}
		t.scores.unit(t.games, t.unit)
	}
	return t.write()
}

// count counts game n.
func (t *tally) count(n int, o *outcome) {
	r := &t.sum
	r.Games++
	r.Requests += o.requests
	t.turns += o.turns
	t.eight = binary.BigEndian.AppendUint64(t.eight[:0], o.digest)
	t.digest.Write(t.eight)
	draw := drawn(o.won, t.bots)
	if draw {
		r.Draws++
	}
	for seat := range state.Seat(t.bots) {
		bot := t.bot(n, seat)
		switch {
		case draw:
			t.points[bot] += 1 / float64(t.bots)
		case o.won.Has(seat):
			r.Wins[bot]++
			t.points[bot] += 1 / float64(o.won.Len())
			if o.first != noSeat {
				r.PositionWins[(int(seat)+t.bots-int(o.first))%t.bots]++
			}
		}
		r.Ends[bot][o.endOf(seat)]++
	}
	for i, turn := range o.reached {
		t.stages[i].add(turn)
	}
	for _, f := range o.figures {
		t.figure(f)
	}
	for _, f := range o.faults {
		r.Faults[t.bot(n, state.Seat(f.Seat))][End(f.Kind)] += f.N
	}
	if decks := t.header.decks(t.pair(n)); decks != nil {
		t.decks.game(decks, o.won)
	}
}

// drawn reports whether a game is a draw. A single seat wins or loses.
func drawn(won state.Seats, seats int) bool {
	return seats > 1 && (won == 0 || won == state.AllSeats(seats))
}

// endOf returns how the game ended for a seat.
func (o *outcome) endOf(seat state.Seat) End {
	for _, f := range o.faults {
		if f.Lost && f.Seat == int(seat) {
			return End(f.Kind)
		}
	}
	switch {
	case o.conceded.Has(seat):
		return Conceded
	case o.end == Adjudicated:
		return Adjudicated
	}
	return Normal
}

// write writes the pair to the output buffer.
func (t *tally) write() error {
	for i := range t.unit {
		o, n := &t.unit[i], t.games+i
		if o.kept != nil && t.keep != "" {
			if err := o.kept.write(t.keep, n, o.stack); err != nil {
				return err
			}
		}
		if t.out == nil {
			continue
		}
		t.line = t.encoder.append(t.line[:0], n, o)
		if _, err := t.out.Write(t.line); err != nil {
			return err
		}
	}
	return nil
}

// flush empties the output buffer.
func (t *tally) flush() error {
	if t.out == nil {
		return nil
	}
	return t.out.Flush()
}

// times adds a Times line.
func (t *tally) times(line *Times) {
	t.sum.Seconds += line.Seconds
	for i := range min(len(line.Bots), len(t.sum.Times)) {
		t.sum.Times[i].Merge(line.Bots[i])
	}
}

// clock writes a Times line. since is the time since the match started or resumed.
func (t *tally) clock(since time.Duration) {
	t.fresh.Seconds = since.Seconds() - t.last
	t.last = since.Seconds()
	t.times(&t.fresh)
	if t.out != nil {
		// flush reports errors
		_, _ = t.out.Write(append(encoded(&t.fresh), '\n'))
	}
	t.fresh = Times{Type: "times", Bots: make([]Histogram, t.bots)}
}
