package state

// An Undoable is a [Machine] that can tell whether a request may be taken back without
// anybody having gained by it. Every game of a [Ruleset] is one.
type Undoable interface {
	Machine
	// Chance returns the random source as it stands.
	Chance() Rand
	// Reveals reports whether an event shows anybody a card that may have been hidden
	// from it before.
	Reveals(Event) bool
}

// Chance returns the random source as it stands.
func (g *Game[S]) Chance() Rand { return g.core().Rand }

// Reveals reports whether an event shows anybody a card that may have been hidden from
// it before: any event that names one does, unless the ruleset says of its kind that
// it is open.
func (g *Game[S]) Reveals(e Event) bool {
	if e.Sees == 0 || e.Kind|e.OnKind|e.AlsoKind == 0 {
		return false
	}
	return g.rules.Open == nil || !g.rules.Open(e.What)
}
