package ai

import "gamed/state"

// A Bot chooses for one seat of one game. It is for one goroutine at a time.
// What it chooses depends on its name, its seed and what it has been asked so
// far, and on no clock. A search adds fractions, which may round in another way on
// another kind of processor: there it may choose differently.
type Bot interface {
	// Choose returns one of a.Options.
	Choose(a Ask) state.Option
}

// An Ask is a decision that a seat has to make.
type Ask struct {
	Seat state.Seat
	// Options is what the seat may say, at least one option and the default
	// first. It is valid until Choose returns and must not be changed.
	Options []state.Option

	game state.Machine
}

// NewAsk asks seat what to do in m, where it has the given options. m must stay
// as it is until Choose returns. It may be the game itself or any world that
// looks the same to the seat: the answer is the same.
func NewAsk(m state.Machine, seat state.Seat, options []state.Option) Ask {
	return Ask{Seat: seat, Options: options, game: m}
}

// Measure reads a number that the seat may know: see [state.Ruleset].
func (a Ask) Measure(m state.Measure) int { return a.game.Measure(a.Seat, m) }

// Fork returns a new world that looks to the seat as the game does: what the
// seat cannot know is drawn with r.
func (a Ask) Fork(r *state.Rand) state.Machine {
	w := a.game.Fork()
	w.Resample(a.Seat, r)
	return w
}

// World makes w, which came from Fork in a game of the same rules, what Fork
// would return. It does not allocate.
func (a Ask) World(w state.Machine, r *state.Rand) {
	w.Set(a.game)
	w.Resample(a.Seat, r)
}
