package state

// A Layout says which numbers [Featured.AppendFeatures] appends. Weights that were
// trained for one layout mean nothing in another.
type Layout struct {
	// Version is raised when a number comes to mean something else.
	Version int
	// Names has one name for each number, in their order.
	Names []string
}

// A Featured is a [Machine] whose position can be given as numbers, for a value
// function that is trained. Every game of a [Ruleset] is one; where the ruleset
// has no features its layout is empty.
type Featured interface {
	Machine
	// Layout says what the features are. The caller must not change it.
	Layout() *Layout
	// AppendFeatures appends the game as seat may know it, its own things first,
	// as numbers of a size around 1. It does not allocate if dst has room.
	AppendFeatures(dst []float32, seat Seat) []float32
}

// Layout says what the features are. Without features it is empty.
func (g *Game[S]) Layout() *Layout { return &g.rules.Layout }

// AppendFeatures appends the features of the position, none if the ruleset has none.
func (g *Game[S]) AppendFeatures(dst []float32, seat Seat) []float32 {
	if g.rules.Features == nil {
		return dst
	}
	return g.rules.Features(dst, &g.s, seat)
}
