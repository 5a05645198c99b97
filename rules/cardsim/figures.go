package cardsim

import (
	"slices"

	"gamed/state"
)

// Abilities lists what the game offers beyond [state.Machine].
func (g *Game[C]) Abilities() state.Abilities {
	return state.Abilities{
		Measures: g.Measures,
		Ranks:    g.Ranks,
		Figures:  func(dst []state.Figure, m state.Machine) []state.Figure { return m.(*Machine[C]).AppendFigures(dst) },
	}
}

// AppendFigures appends, for each seat, 1 for the
// ending that it had and 0 for the others on the list, the stats that are numbers,
// hidden ones as well, and how often each card was decided.
func (m *Machine[C]) AppendFigures(dst []state.Figure) []state.Figure {
	for _, at := range m.places {
		dst = at.p.appendFigures(dst)
	}
	return dst
}

func (p *Player[C]) appendFigures(dst []state.Figure) []state.Figure {
	had := ""
	if p.ending != nil {
		had = p.ending.Name
	}
	for _, name := range p.game.Endings {
		n := 0.0
		if name == had {
			n = 1
		}
		dst = append(dst, state.Figure{Group: "endings", Name: name, N: n})
	}
	if had != "" && !slices.Contains(p.game.Endings, had) {
		dst = append(dst, state.Figure{Group: "endings", Name: had, N: 1})
	}
	stats, _ := p.readings(nil) // none if they cannot be read
	for _, s := range stats {
		if x, ok := parseNumber(s.value); ok {
			dst = append(dst, state.Figure{Group: "stats", Name: s.name, N: x})
		}
	}
	for i, c := range p.game.Cards {
		dst = append(dst, state.Figure{Group: "cards", Name: c.Name, N: float64(p.played[i])})
	}
	return dst
}

// Measures lists the names of the visible stats of a game that begins that are
// numbers, each at the place of its [state.Measure]. The other places are empty.
func (g *Game[C]) Measures() []string {
	var names []string
	for _, s := range g.Start(0, 0).first {
		name := ""
		if _, ok := parseNumber(s.value); ok && s.visible {
			name = s.name
		}
		names = append(names, name)
	}
	return names
}

// Ranks reports whether a game is to be compared with others: one that began in debug
// mode is not.
func (g *Game[C]) Ranks(setup state.Setup) bool {
	level, said := setup.Table["debug"]
	return !said || level == "0"
}

// Warnings returns the warnings that the last choice has led to.
func (p *Player[C]) Warnings() (all []string) {
	for i := range p.notes {
		if p.notes[i].kind == Warned {
			all = append(all, p.notes[i].String())
		}
	}
	return all
}
