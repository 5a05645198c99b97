package arena

import (
	"iter"
	"slices"

	"gamed/state"
)

// Header returns what the results of m begin with.
func (m Match) Header() Header {
	m.round()
	return m.header()
}

// Bot returns which bot, by its place in Bots, had a seat in game n.
func (h *Header) Bot(n, seat int) int { return h.seating().bot(n, state.Seat(seat)) }

// Unit returns how many games count together: a pair, a rotation, or one game if
// nobody moves.
func (h *Header) Unit() int { return h.seating().size() }

// Counted goes through the pairs and rotations that count, which are those in
// which the rules did not fail.
func (r *Results) Counted() iter.Seq[[]Game] {
	return func(yield func([]Game) bool) {
		for unit := range slices.Chunk(r.Games, r.Header.Unit()) {
			broken := slices.ContainsFunc(unit, func(g Game) bool { return g.End == EngineError })
			if !broken && !yield(unit) {
				return
			}
		}
	}
}

// EndOf returns how a seat's part in the game ended.
func (g *Game) EndOf(seat int) End {
	o := outcome{end: g.End, faults: g.Faults, conceded: seats(g.Conceded)}
	return o.endOf(state.Seat(seat))
}
