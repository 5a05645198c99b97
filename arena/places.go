package arena

import (
	"cmp"
	"slices"

	"gamed/state"
)

// departures records when the seats leave a game of three seats or more, for their places.
type departures struct {
	playing state.Seats
	leftAt  [state.MaxSeats]int // by seat: the number of requests after which it had left, or 0 if it stayed
}

// newDepartures returns a departures for a new game, or nil for a game of one or two seats.
func newDepartures(m state.Machine) *departures {
	if m.Seats() < 3 {
		return nil
	}
	return &departures{playing: m.Playing()}
}

// update records the seats that have left. Lanes call it after each answer.
func (d *departures) update(m state.Machine) {
	for gone := d.playing &^ m.Playing(); gone != 0; gone &= gone - 1 {
		d.leftAt[gone.First()] = int(m.Seq())
	}
	d.playing = m.Playing()
}

// places returns the places of the seats. The winners come first, then the seats that stayed to the
// end, then the seats that left, from the last to the first. If the game has a winner, score orders
// the other seats that stayed. score may be nil.
func (d *departures) places(m state.Machine, score func(m state.Machine, seat state.Seat) (points, order int)) []int {
	over, won := m.Result()
	place := func(seat int) (key [3]int) {
		s := state.Seat(seat)
		switch {
		case won.Has(s):
			return [3]int{2}
		case d.leftAt[seat] > 0:
			return [3]int{0, d.leftAt[seat]}
		case score != nil && over && won != 0:
			_, order := score(m, s)
			return [3]int{1, order}
		}
		return [3]int{1}
	}
	places := make([]int, m.Seats())
	for a := range places {
		places[a] = 1
		for b := range places {
			key, other := place(a), place(b)
			if slices.Compare(other[:], key[:]) > 0 {
				places[a]++
			}
		}
	}
	return places
}

// standing returns a number that orders the seats: a better seat has a higher number. Without
// places, a winner has 1 and any other seat 0.
func (g *Game) standing(seat int) float64 {
	if g.Places != nil {
		return -float64(g.Places[seat])
	}
	return g.Points(seat)
}

// Versus returns the score of seat a against seat b: 1 for the better place, .5 for a tie.
func (g *Game) Versus(a, b int) float64 {
	return .5 + float64(cmp.Compare(g.standing(a), g.standing(b)))/2
}
