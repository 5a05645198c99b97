package cardsim

import (
	"math"
	"slices"

	"gamed/state"
)

// Result returns the winners. A single player wins by reaching a winning ending. Among
// several players, those with the highest value win.
func (m *Machine[C]) Result() (over bool, won state.Seats) {
	switch {
	case m.agreed:
		return true, m.won
	case m.Awaiting() != 0:
		return false, 0
	}
	best := 1
	if len(m.places) == 1 {
		best = wonValue
	}
	for i := range m.places {
		switch v := m.Value(state.Seat(i)); {
		case v > best:
			best, won = v, state.Only(state.Seat(i))
		case v == best:
			won = won.With(state.Seat(i))
		}
	}
	return true, won
}

// wonValue is the value of a won game.
const wonValue = 1000

func (m *Machine[C]) Value(seat state.Seat) int {
	if at := m.seat(seat); at != nil && !at.left {
		return at.p.value()
	}
	return 0
}

// value rates the position. A game ended by time or for lack of cards counts as it
// stands. A lost game counts a tenth, so that bots still prefer the smallest loss.
func (p *Player[C]) value() int {
	part := 1
	switch {
	case p.ending == nil || p.ending.Name == EndTime || p.ending.Name == EndHistory:
	case p.ending.Won:
		return wonValue
	case p.ending.Name == EndFailure:
		return 0
	default:
		part = 10
	}
	if p.game.Value == nil {
		return wonValue / 2 / part
	}
	v, err := asideOf(p, p.game.Value)
	if err != nil {
		return wonValue / 2 / part // a failing Value must not stop a bot
	}
	return max(1, min(v, wonValue-1)) / part
}

// Measure returns stat n in thousandths, or 0 if it is hidden or not a number.
func (m *Machine[C]) Measure(seat state.Seat, n state.Measure) int {
	at := m.seat(seat)
	if at == nil {
		return 0
	}
	x, ok := 0.0, false
	_ = guard(func() error { // unreadable stats count as 0
		stats := at.p.Stats.Stats()
		if int(n) < len(stats) && (stats[n].Visible() || at.p.Debug()) {
			x, ok = parseNumber(stats[n].String())
		}
		return nil
	})
	if !ok || math.Abs(x) > 1e12 {
		return 0
	}
	return int(x * 1000)
}

// Moves appends all options.
func (m *Machine[C]) Moves(seat state.Seat, dst []state.Option) []state.Option {
	return m.Options(seat, dst)
}

// AppendFeatures appends nothing: these games have no features.
func (m *Machine[C]) AppendFeatures(dst []float32, _ state.Seat) []float32 { return dst }

// nations ranks the players at a table with several seats, best first.
func (m *Machine[C]) nations() (all []NationView) {
	if len(m.places) == 1 {
		return nil
	}
	for i, at := range m.places {
		n := NationView{Seat: i, Name: at.p.Name, Turn: at.p.Turn, Value: m.Value(state.Seat(i)), Left: at.left}
		if at.p.ending != nil {
			n.Ending = at.p.ending.Name
		}
		all = append(all, n)
	}
	slices.SortStableFunc(all, func(a, b NationView) int { return b.Value - a.Value })
	for i := range all {
		all[i].Rank = i + 1
		if i > 0 && all[i].Value == all[i-1].Value {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// Abilities returns the optional functions that the game provides beyond
// [state.Machine].
func (g *Game[C]) Abilities() state.Abilities {
	return state.Abilities{
		Measures: g.Measures,
		Ranks:    g.Ranks,
		Figures: func(dst []state.Figure, m state.Machine) []state.Figure {
			for _, at := range m.(*Machine[C]).places {
				dst = at.p.appendFigures(dst)
			}
			return dst
		},
	}
}

// appendFigures appends 1 for the ending and 0 for each other, the numeric stats
// including hidden ones, and how often each card was decided.
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
	stats, _ := p.readings(nil) // empty if they cannot be read
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

// Measures lists the names of the visible numeric stats at the start of a game, each at
// the index of its [state.Measure]. Other entries are empty.
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

// Ranks reports whether a game counts in comparisons. Games started in debug mode do
// not.
func (g *Game[C]) Ranks(setup state.Setup) bool {
	level, said := setup.Table["debug"]
	return !said || level == "0"
}

// Warnings returns the warnings of the last choice.
func (p *Player[C]) Warnings() (all []string) {
	for i := range p.notes {
		if p.notes[i].kind == Warned {
			all = append(all, p.notes[i].String())
		}
	}
	return all
}
