package statecheck

import "gamed/state"

// checkSelections checks that a seat may pick any permitted number of cards of a selection at once,
// but no other cards.
func checkSelections(g *Game) {
	for g.Next() {
		for asked := g.Machine.Awaiting(); asked != 0; asked &= asked - 1 {
			seat := asked.First()
			p := g.Machine.Selection(seat)
			if p == nil {
				if _, err := g.Machine.Select(seat, nil); err == nil {
					g.Fail("seat %d selects cards without a selection", seat)
				}
				continue
			}
			if p.Min < 0 || p.Max < p.Min || p.Max > len(p.Cards) || p.Does == "" {
				g.Fail("seat %d has the selection %+v", seat, p)
			}
			g.checkSelect(seat, p)
		}
		g.Apply(nil)
	}
}

// checkSelect picks random cards of the selection p, in random order, on a fork of the game. It also
// checks that Select refuses invalid answers.
func (g *Game) checkSelect(seat state.Seat, p *state.Selection) {
	places := make([]int, len(p.Cards))
	for i := range places {
		places[i] = i
	}
	state.Shuffle(places, &g.Rand)
	wrong := [][]int{{-1}, {len(places)}, {0, 0}, append(places[:p.Max:p.Max], 0)}
	if p.Min > 0 {
		wrong = append(wrong, places[:p.Min-1])
	}
	for _, places := range wrong {
		if _, err := g.Machine.Select(seat, places); err == nil {
			g.Fail("seat %d may select the cards %v of %+v", seat, places, p)
		}
	}
	places = places[:p.Min+g.Rand.N(p.Max-p.Min+1)]
	options, err := g.Machine.Select(seat, places)
	if err != nil {
		g.Fail("seat %d cannot select the cards %v of %+v: %v", seat, places, p, err)
	}
	m := g.Machine.Fork()
	for _, o := range options {
		q := state.Request{Seat: seat, Decision: m.Decision(seat), Option: o}
		if err := m.Check(q); err != nil {
			g.Fail("seat %d selects the cards %v of %+v, with the options %+v, and one is refused: %v", seat, places, p, options, err)
		}
		m.Apply(q, nil)
	}
}
