package arena

import (
	"iter"
	"slices"

	"gamed/state"
)

// Header returns the first line of the results of m.
func (m Match) Header() Header {
	m.round()
	return m.header()
}

// Bot returns the index in Bots of the bot at a seat in game n.
func (h *Header) Bot(n, seat int) int { return h.seating().bot(n, state.Seat(seat)) }

// Unit returns the number of games that count together: a pair, a rotation, or one
// game if bots keep their seats.
func (h *Header) Unit() int { return h.seating().size() }

// Counted yields the pairs and rotations without a failure of the rules.
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

// EndOf returns how the game ended for a seat.
func (g *Game) EndOf(seat int) End {
	o := outcome{end: g.End, faults: g.Faults, conceded: seats(g.Conceded)}
	return o.endOf(state.Seat(seat))
}
