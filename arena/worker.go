package arena

import (
	"context"
	"fmt"
)

// A Worker plays ranges of pairs in a match and keeps its bots between ranges. It is not safe
// for concurrent use.
type Worker struct {
	header Header
	lane   lane
}

// Worker returns a worker for the match. The worker writes no files: the match's FaultFolder and
// KeepLogs only add logs to the worker's batches. The worker also ignores Parallel, PlayElsewhere,
// Results and Progress.
func (m Match) Worker() (*Worker, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("arena: %w", err)
	}
	return m.worker(), nil
}

func (m *Match) worker() *Worker { return &Worker{m.Header(), m.lane()} }

// Play plays the given number of pairs, beginning with the pair whose number is first. It returns
// an error if ctx is done, a game fails, or the range is outside the match.
func (w *Worker) Play(ctx context.Context, first, pairs int) (*Batch, error) {
	if all := w.header.Games / w.header.UnitSize(); first < 0 || pairs < 1 || first+pairs > all {
		return nil, fmt.Errorf("arena: %d pairs from %d: the match has %d", pairs, first, all)
	}
	b, err := w.play(ctx, first, pairs)
	if err != nil {
		return nil, err
	}
	b.Logs, b.Stacks = make(map[int]*GameFiles), make(map[int]string)
	var lines []byte
	for i := range b.played {
		g := &b.played[i]
		lines = append(append(lines, encoded(g)...), '\n')
		if g.kept != nil {
			b.Logs[g.Number] = g.kept
		}
		if g.stack != nil {
			b.Stacks[g.Number] = string(g.stack)
		}
	}
	b.Games = string(lines)
	return b, nil
}

// play is like Play but does not check the range or encode the lines.
func (w *Worker) play(ctx context.Context, first, pairs int) (*Batch, error) {
	size := w.header.UnitSize()
	b := &Batch{First: first, played: make([]Game, 0, pairs*size)}
	for n := first * size; n < (first+pairs)*size; n++ {
		g, err := w.lane.play(ctx, n)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("arena: game %d of seed %d: %w", n, w.header.Seed, err)
		}
		b.played = append(b.played, g)
	}
	b.Times = w.lane.takeTimes()
	return b, nil
}

// Close ends the bots outside this process.
func (w *Worker) Close() { w.lane.close() }
