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

// Forecasts holds the forecast of each seat after each step of a game. [Forecasts.Next] computes
// the steps one after another. Any goroutine may call its methods.
type Forecasts struct {
	forecast  Forecast
	viewpoint state.Seat

	mu        sync.Mutex
	cursor    *cursor // the position after the last computed step
	seats     int
	stepsLeft int       // number of steps not yet computed
	values    []float32 // of all seats for step 0, then for step 1, …
}

// Forecasts returns the forecasts for the viewpoint. The caller computes the steps with
// [Forecasts.Next].
func (g *Game) Forecasts(forecast Forecast, viewpoint state.Seat) (*Forecasts, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	at, err := g.cursorAt(0)
	return &Forecasts{forecast: forecast, viewpoint: viewpoint, cursor: &at, seats: len(g.Seats), stepsLeft: g.Steps + 1}, err
}

// Values returns the forecasts for all seats after a step. ok is false if Next has not computed
// them yet.
func (f *Forecasts) Values(step int) (chances []float32, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.valuesAt(step)
}

func (f *Forecasts) valuesAt(step int) ([]float32, bool) {
	if i := step * f.seats; i+f.seats <= len(f.values) {
		return f.values[i : i+f.seats : i+f.seats], true
	}
	return nil, false
}

// If the forecast for the given step is missing, Next computes the first missing forecast. A
// caller repeats Next until [Forecasts.Values] returns its step. Concurrent calls wait for one
// another.
func (f *Forecasts) Next(step int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.valuesAt(step); ok {
		return nil
	}
	n, quiet := len(f.values)/f.seats, false
	if n > 0 {
		forced, c, err := f.step()
		if err != nil {
			return fmt.Errorf("replay: step %d: %w", n, err)
		}
		quiet = forced && len(f.cursor.Table.Told(&c, f.viewpoint)) == 0
	}
	if quiet {
		// A forced step without an event, such as an automatic pass, keeps the forecast. A new search
		// would change the forecast only by its sampling error. A pass that was not forced gets its own
		// search. Otherwise the next step would seem to cause the loss that the pass caused.
		f.values = append(f.values, f.values[len(f.values)-f.seats:]...)
	} else {
		// All steps use the same seed, so that forecasts do not differ by the seed alone.
		for _, chance := range f.forecast(f.cursor.Table.Machine, f.viewpoint, 1) {
			f.values = append(f.values, float32(chance))
		}
	}
	if f.stepsLeft--; f.stepsLeft == 0 {
		f.forecast, f.cursor = nil, nil // to free their memory, because no step is left
	}
	return nil
}

// step applies the next step. forced reports whether the step needed no choice between options.
func (f *Forecasts) step() (forced bool, c table.Change, err error) {
	next, err := f.cursor.Record()
	if err != nil {
		return false, c, err
	}
	q := next.Request
	forced = q == nil || len(f.cursor.Table.Options(q.Seat)) < 2
	c, err = f.cursor.step()
	return forced, c, err
}
