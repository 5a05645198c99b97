package state

// Abilities lists what a ruleset offers beyond [Machine]. A nil field means that the
// ruleset lacks the ability. A function that takes a machine needs one that this
// ruleset's [Dealer] dealt, or a fork of one.
type Abilities struct {
	// Passing names the options and events that automatic passing needs. Nil means that
	// players of this ruleset do not pass. Otherwise Stage and Concerns are set too.
	Passing *Passing
	// Stage returns the active seat and the depth of the stack: 1 when the stack holds
	// only the phase of the turn.
	Stage func(Machine) (active Seat, depth int)
	// Concerns reports whether an event is about seat or one of its cards. The machine
	// stands after the request that caused the event.
	Concerns func(m Machine, e Event, seat Seat) bool

	// Chance returns the random source. An undo is free only if it has drawn nothing.
	Chance func(Machine) Rand
	// Reveals reports whether an event may show a seat a card that was hidden from it.
	// Set if Chance is.
	Reveals func(Event) bool

	// Layout names the features that [Searchable.AppendFeatures] appends.
	Layout *Layout

	// Figures appends the figures of a finished game, in the same order for equal games.
	Figures func(dst []Figure, m Machine) []Figure

	// Measures names the public measures, in thousandths, each at the index of its
	// [Measure]. An empty name is no public measure.
	Measures func() []string
	// Ranks reports whether games with this setup enter rankings. Set if Measures is.
	Ranks func(Setup) bool
}

// Passing names the labels and events that automatic passing needs.
type Passing struct {
	Pass  string   `json:"pass"`  // the [Label.Do] of passing
	Quiet []string `json:"quiet"` // each [Told.What] that never interrupts passing
	Needs []string `json:"needs"` // each [Label.Do] that must not be passed by
}

// A Layout names the features of a position. Weights trained for one layout mean nothing
// in another.
type Layout struct {
	Version int      // raised when a feature changes its meaning
	Names   []string // one name per feature, in order
}

// A Figure is a number that a finished game reports besides its winner.
type Figure struct {
	Group string  `json:"group"` // the heading: endings, stats, …
	Name  string  `json:"name"`  // unique in its group
	N     float64 `json:"n"`
}

// Abilities lists what the ruleset offers beyond [Machine].
func (r *Ruleset[S]) Abilities() Abilities {
	position := func(m Machine) *S { return &m.(*Game[S]).s }
	a := Abilities{
		Chance:  func(m Machine) Rand { return r.Core(position(m)).Rand },
		Reveals: r.reveals,
	}
	if r.Features != nil {
		a.Layout = &r.Layout
	}
	if r.Passing != nil {
		a.Passing = r.Passing
		a.Stage = func(m Machine) (Seat, int) {
			c := r.Core(position(m))
			return c.Active, int(c.Stack.N)
		}
		a.Concerns = func(m Machine, e Event, seat Seat) bool {
			return e.Seat == seat || r.Concerns != nil && r.Concerns(position(m), e, seat)
		}
	}
	return a
}

// reveals assumes that any event with a card reveals it, unless Open says otherwise.
func (r *Ruleset[S]) reveals(e Event) bool {
	if e.Sees == 0 || e.Kind|e.OnKind|e.AlsoKind == 0 {
		return false
	}
	return r.Open == nil || !r.Open(e.What)
}
