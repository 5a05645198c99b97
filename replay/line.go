package replay

import (
	"fmt"
	"sync"

	"gamed/state"
	"gamed/table"
)

// A Forecast estimates the outcome of the game m for each seat, from 0 (lost) to 1 (won). It
// uses only what viewpoint may know. The same arguments always give the same results.
type Forecast func(m state.Machine, viewpoint state.Seat, seed uint64) []float64

// A Line holds the forecast of each seat after each step of a game. [Line.Next] computes the
// steps one after another. Any goroutine may call the methods of a Line.
type Line struct {
	forecast  Forecast
	viewpoint state.Seat

	mu        sync.Mutex
	cursor    *cursor // the position after the last computed step
	seats     int
	stepsLeft int       // number of steps not yet computed
	values    []float32 // of all seats for step 0, then for step 1, …
}

// Line returns a Line for the viewpoint. The caller computes its steps with [Line.Next].
func (g *Game) Line(forecast Forecast, viewpoint state.Seat) (*Line, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, err := g.cursorAt(0)
	return &Line{forecast: forecast, viewpoint: viewpoint, cursor: &at, seats: len(g.Seats), stepsLeft: g.Steps + 1}, err
}

// Values returns the forecasts for all seats after a step. ok is false if Next has not computed
// them yet.
func (l *Line) Values(step int) (chances []float32, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.valuesAt(step)
}

func (l *Line) valuesAt(step int) ([]float32, bool) {
	if i := step * l.seats; i+l.seats <= len(l.values) {
		return l.values[i : i+l.seats : i+l.seats], true
	}
	return nil, false
}

// If the forecast for the given step is missing, Next computes the first missing forecast. A
// caller repeats Next until [Line.Values] returns its step. Concurrent calls wait for one
// another.
func (l *Line) Next(step int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.valuesAt(step); ok {
		return nil
	}
	n, quiet := len(l.values)/l.seats, false
	if n > 0 {
		forced, c, err := l.step()
		if err != nil {
			return fmt.Errorf("replay: step %d: %w", n, err)
		}
		quiet = forced && len(l.cursor.Table.Told(&c, l.viewpoint)) == 0
	}
	if quiet {
		// A forced step without an event, such as an automatic pass, keeps the forecast. A new search
		// would change the forecast only by its sampling error. A pass that was not forced gets its own
		// search. Otherwise the next step would seem to cause the loss that the pass caused.
		l.values = append(l.values, l.values[len(l.values)-l.seats:]...)
	} else {
		// All steps use the same seed, so that forecasts do not differ by the seed alone.
		for _, chance := range l.forecast(l.cursor.Table.Machine, l.viewpoint, 1) {
			l.values = append(l.values, float32(chance))
		}
	}
	if l.stepsLeft--; l.stepsLeft == 0 {
		l.forecast, l.cursor = nil, nil // to free their memory, because no step is left
	}
	return nil
}

// step applies the next step. forced reports whether the step needed no choice between options.
func (l *Line) step() (forced bool, c table.Change, err error) {
	next, err := l.cursor.Record()
	if err != nil {
		return false, c, err
	}
	q := next.Request
	forced = q == nil || len(l.cursor.Table.Options(q.Seat)) < 2
	c, err = l.cursor.step()
	return forced, c, err
}
