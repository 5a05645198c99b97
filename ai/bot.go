package ai

import "gamed/state"

// A Bot chooses for one seat of one game. One goroutine at a time may use it. Its
// choices depend on its name, its seed and the decisions before, and on no clock.
// Searches add fractions, which may round differently on other processors.
type Bot interface {
	// Choose returns one of a.Options.
	Choose(a Ask) state.Option
}

// An Ask is a decision that a seat must make.
type Ask struct {
	Seat state.Seat
	// Options lists the legal options, at least one, the default first. The slice
	// is valid until Choose returns; bots must not change it.
	Options []state.Option

	game state.Machine
}

// NewAsk returns the decision of seat in m. m must not change until Choose returns.
// Any world that looks the same to the seat gives the same answer.
func NewAsk(m state.Machine, seat state.Seat, options []state.Option) Ask {
	return Ask{Seat: seat, Options: options, game: m}
}

// Measure returns a number that the seat may know; see [state.Ruleset].
func (a Ask) Measure(m state.Measure) int { return a.game.Measure(a.Seat, m) }

// Select returns the options that together take the cards at these places of the seat's
// [state.Selection]. An error names the fault in the answer.
func (a Ask) Select(places []int) ([]state.Option, error) { return a.game.Select(a.Seat, places) }

// Fork returns a new determinization: hidden information is sampled with r.
func (a Ask) Fork(r *state.Rand) state.Machine {
	w := a.game.Fork()
	w.Resample(a.Seat, r)
	return w
}

// World is like Fork but reuses w, which Fork returned in a game of the same
// rules. It does not allocate.
func (a Ask) World(w state.Machine, r *state.Rand) {
	w.Set(a.game)
	w.Resample(a.Seat, r)
}
