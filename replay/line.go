package replay

import (
	"fmt"
	"sync"

	"gamed/state"
)

// A Forecast estimates how each seat stands in m, from 0, lost, to 1, won, as viewpoint
// may know it: a function of these and of seed.
type Forecast func(m state.Machine, viewpoint state.Seat, seed uint64) []float64

// A Line is how the seats of a game stood, step by step. It is worked out as far as
// somebody wants it, once for all. Its methods may be called from any goroutine.
type Line struct {
	forecast  Forecast
	viewpoint state.Seat

	mu     sync.Mutex
	at     *walk // as it stands after the last step that is known
	seats  int
	left   int       // steps that are not known
	values []float32 // of all seats for step 0, then for step 1, …
}

// Line returns the line of a game that forecast draws as viewpoint may know it.
func (g *Game) Line(forecast Forecast, viewpoint state.Seat) (*Line, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, err := g.at(0)
	return &Line{forecast: forecast, viewpoint: viewpoint, at: &at, seats: len(g.Seats), left: g.Steps + 1}, err
}

// Known returns how the seats stood after a step, if that has been worked out.
func (l *Line) Known(step int) (chances []float32, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.known(step)
}

func (l *Line) known(step int) ([]float32, bool) {
	if i := step * l.seats; i+l.seats <= len(l.values) {
		return l.values[i : i+l.seats : i+l.seats], true
	}
	return nil, false
}

// Next works out the first step that is not known yet, unless step is. Whoever calls it
// at the same time waits.
func (l *Line) Next(step int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.known(step); ok {
		return nil
	}
	n := len(l.values) / l.seats
	if n > 0 {
		if _, _, err := l.at.step(nil); err != nil {
			return fmt.Errorf("replay: step %d: %w", n, err)
		}
	}
	for _, chance := range l.forecast(l.at.r.Table.Machine, l.viewpoint, uint64(n)) {
		l.values = append(l.values, float32(chance))
	}
	if l.left--; l.left == 0 {
		l.forecast, l.at = nil, nil // a search has some memory
	}
	return nil
}
