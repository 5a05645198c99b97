package state

// Passing is what has to be known of a game so that a player may have it pass by
// itself, in the words of its labels and events.
type Passing struct {
	Pass string `json:"pass"` // what an option is called that lets things go on: see Label.Do
	// Quiet lists the events that do not count as something that happens: see Told.What.
	Quiet []string `json:"quiet"`
	// Needs lists the options that should not be missed by who has them: see Label.Do.
	Needs []string `json:"needs"`
}

// A Staged is a [Machine] that can tell what is going on. Every game of a [Ruleset] is
// one.
type Staged interface {
	Machine
	// Passing is what to know so that a player may have it pass by itself; nil if nobody
	// passes.
	Passing() *Passing
	// Active is whose turn it is.
	Active() Seat
	// Depth is how much is on the stack, 1 when nothing is but the phase of the turn.
	Depth() int
	// Concerns reports whether an event, after the request that it came of, is about seat
	// or something of its.
	Concerns(e Event, seat Seat) bool
}

// Passing is what to know so that a player may have it pass by itself.
func (g *Game[S]) Passing() *Passing { return g.rules.Passing }

// Active is whose turn it is.
func (g *Game[S]) Active() Seat { return g.core().Active }

// Depth is how much is on the stack, 1 when nothing is but the phase of the turn.
func (g *Game[S]) Depth() int { return int(g.core().Stack.N) }

// Concerns reports whether an event is about seat, or, if the ruleset can tell, about
// something of its.
func (g *Game[S]) Concerns(e Event, seat Seat) bool {
	return e.Seat == seat || g.rules.Concerns != nil && g.rules.Concerns(&g.s, e, seat)
}
