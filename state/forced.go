package state

// A ForcedPlay configures [Playable.PlayForced]. A limit of 0 is no limit.
type ForcedPlay struct {
	// ByMoves treats a seat with one move as forced, even if it has dominated options. Otherwise a
	// seat is forced if it has one option.
	ByMoves bool
	// BeforeTurn is the turn in which PlayForced applies no more requests.
	BeforeTurn int
	// BeforeSeq is the number of accepted requests at which PlayForced stops.
	BeforeSeq uint32
	// Salt returns the salt of the next request. Without Salt, requests have no salt.
	Salt func() uint64
}

// Stops reports whether a game with the given Turn and Seq has reached a limit.
func (p *ForcedPlay) Stops(turn int, seq uint32) bool {
	return p.BeforeTurn != 0 && turn >= p.BeforeTurn || p.BeforeSeq != 0 && seq >= p.BeforeSeq
}

// PlayForced implements [Playable]. In a random game of Elements, three of five decisions have
// only one option. A caller's loop would make four calls through an interface for each of them.
func (g *Game[S]) PlayForced(p ForcedPlay, dst []Option) (Seat, []Option) {
	for c := g.c; c.Awaiting != 0 && !p.Stops(int(c.Turn), c.Seq); {
		seat := c.Awaiting.First()
		if c.Awaiting != Only(seat) {
			seat = c.Next()
		}
		f := c.Stack.Top()
		dst = g.rules.Phases[f.Phase].Options(&g.s, f, seat, dst[:0]) // Options would check again that the seat is awaited
		if p.ByMoves && len(dst) > 1 {
			dst = g.withoutDominated(seat, dst)
		}
		if len(dst) > 1 {
			return seat, dst
		}
		if p.Salt != nil {
			c.Rand.Mix(p.Salt())
		}
		g.rules.Apply(&g.s, seat, dst[0], nil)
	}
	return 0, dst[:0]
}
