package ai

import "gamed/state"

// A Bot makes the decisions of one seat in one game. It is not safe for concurrent use. Its choices
// depend only on its name, its seed, the decisions so far, and the facts that its seat may know. They
// depend on time only if the bot is [Timed] with a budget, or if [Ask.Stop] ends a search. Searches
// use floating-point sums, which may round differently on other processors.
type Bot interface {
	// Choose returns one of a.Options.
	Choose(a Ask) state.Option
}

// An Ask is a decision that a seat must make.
type Ask struct {
	Seat state.Seat
	// Options lists the legal options, at least one, with the default first. The slice is valid
	// until Choose returns. Bots must not modify it.
	Options []state.Option
	// Stop reports whether a search should end and choose now. Searches call it every few
	// iterations. A nil Stop sets no limit. With a Stop, choices may depend on time.
	Stop func() bool

	game state.Machine
}

// A Timed bot has a time budget for each decision. The caller of Choose enforces the budget with
// [Ask.Stop].
type Timed interface {
	Bot
	// Budget returns the budget in milliseconds, or 0 for none.
	Budget() int
}

// NewAsk returns the decision that seat must make in m. The machine m must not change until
// Choose returns. A bot makes the same choice in every m that looks the same to the seat.
func NewAsk(m state.Machine, seat state.Seat, options []state.Option) Ask {
	return Ask{Seat: seat, Options: options, game: m}
}

// moves appends to dst the options that a search considers, at least one. These are all options
// that no other option dominates, in the order of Options.
func (a Ask) moves(dst []state.Option) []state.Option { return a.game.Moves(a.Seat, dst) }

// Measure returns the value of a measure of the ruleset for the seat.
func (a Ask) Measure(m state.Measure) int { return a.game.Measure(a.Seat, m) }

// Select returns the options that together pick the cards at the given indexes of the seat's
// [state.Selection]. It returns an error if the pick is invalid.
func (a Ask) Select(places []int) ([]state.Option, error) { return a.game.Select(a.Seat, places) }

// Fork returns a new determinization, in a new machine. It samples the hidden information with r.
func (a Ask) Fork(r *state.Rand) state.Machine {
	w := a.game.Fork()
	w.Resample(a.Seat, r)
	return w
}

// SetWorld sets w to a new determinization, sampled with r. The machine w must come from Fork, in a
// game with the same rules. SetWorld does not allocate.
func (a Ask) SetWorld(w state.Machine, r *state.Rand) {
	w.Set(a.game)
	w.Resample(a.Seat, r)
}
