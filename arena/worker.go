package arena

import (
	"context"
	"fmt"
)

// A Worker plays ranges of pairs of a match and keeps its bots between them. One
// goroutine at a time may call it.
type Worker struct {
	match   Match
	header  Header
	lane    lane
	encoder *encoder
}

// Worker returns a worker of the match. It ignores Out and Progress; Faults only
// enables logs in the spans.
func (m Match) Worker() (*Worker, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("arena: %w", err)
	}
	h := m.Header()
	w := &Worker{match: m, header: h, encoder: newEncoder(&h)}
	w.lane = w.match.lane()
	return w, nil
}

// Play plays pairs from first on. It returns an error if ctx is done or the match has
// no such pairs.
func (w *Worker) Play(ctx context.Context, first, pairs int) (*Batch, error) {
	size := w.header.seating().size()
	if first < 0 || pairs < 1 || first+pairs > w.header.Games/size {
		return nil, fmt.Errorf("arena: %d pairs from %d: the match has %d", pairs, first, w.header.Games/size)
	}
	l := &Batch{First: first, Times: make([]Histogram, len(w.header.Bots))}
	var lines []byte
	for n := first * size; n < (first+pairs)*size; n++ {
		o, err := w.lane.play(ctx, n)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("arena: game %d of seed %d: %w", n, w.header.Seed, err)
		}
		lines = w.encoder.append(lines, n, &o)
		if o.kept != nil {
			if l.Kept == nil {
				l.Kept = make(map[int]*Kept)
			}
			l.Kept[n] = o.kept
		}
		if o.stack != nil {
			if l.Stacks == nil {
				l.Stacks = make(map[int]string)
			}
			l.Stacks[n] = string(o.stack)
		}
	}
	for _, d := range w.lane.took() {
		l.Times[d.bot].add(d.took, 1)
	}
	l.Games = string(lines)
	return l, nil
}

// Close ends the bots outside this process.
func (w *Worker) Close() { w.lane.close() }
