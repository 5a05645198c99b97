package cardsim

import (
	"fmt"
	"math"
	"slices"

	"gamed/state"
)

// Result returns the winners. A single player wins by reaching a winning ending. Among
// several players the best standing wins, and equal standings share the victory, but a loser with
// value 0 does not win. A world in which the rest of a player's game is unknown has no result, so
// that bots use Value.
func (m *Machine[C]) Result() (over bool, won state.Seats) {
	switch {
	case m.agreed:
		return true, m.won
	case m.Awaiting() != 0, slices.ContainsFunc(m.seats, func(at seatState[C]) bool { return at.passed }):
		return false, 0
	case len(m.seats) == 1:
		if m.seats[0].standing().won {
			won = state.Only(0)
		}
		return true, won
	}
	best := standing{value: 1}
	for i := range m.seats {
		switch order := m.seats[i].standing().compare(best); {
		case order > 0:
			best, won = m.seats[i].standing(), state.Only(state.Seat(i))
		case order == 0:
			won = won.With(state.Seat(i))
		}
	}
	return true, won
}

// wonValue is the highest value, which a won game usually has: see [Machine.Value].
const wonValue = 1000

// A standing determines a player's place in the ranking: winners come first, then players with a
// higher value.
type standing struct {
	won   bool
	value int
}

func (a standing) compare(b standing) int {
	switch {
	case a.won == b.won:
		return a.value - b.value
	case a.won:
		return 1
	}
	return -1
}

func (at *seatState[C]) standing() standing {
	if at.left {
		return standing{}
	}
	return standing{at.p.ending != nil && at.p.ending.Won, at.p.value()}
}

// Value rates a position for bots. A won game is worth wonValue, unless the value of another player,
// with a won or an unfinished game, is higher. In that case the game is worth its own value, so that
// bots do not end it too early.
func (m *Machine[C]) Value(seat state.Seat) int {
	at := m.seat(seat)
	if at == nil {
		return 0
	}
	own := at.standing()
	if !own.won {
		return own.value
	}
	for i := range m.seats {
		other := m.seats[i].standing()
		if (other.won || m.seats[i].p.ending == nil) && other.value > own.value {
			return own.value
		}
	}
	return wonValue
}

// value rates the position. A game is worth its Value while it is unfinished, and after it is won
// or ends by time or for lack of cards. Any other lost game is worth a tenth of its Value, so that
// bots still prefer the smallest loss. A failed game is worth 0.
func (p *Player[C]) value() int {
	part := 1
	switch {
	case p.ending == nil || p.ending.Won || p.ending.Name == EndTime || p.ending.Name == EndHistory:
	case p.ending.Name == EndFailure:
		return 0
	default:
		part = 10
	}
	if p.game.Value == nil {
		return wonValue / 2 / part
	}
	v, err := withViewRand(p, p.game.Value)
	if err != nil {
		return wonValue / 2 / part // a failing Value must not stop a bot
	}
	return max(1, min(v, wonValue-1)) / part
}

// Measure returns stat n in thousandths. It returns 0 if the player does not see the stat, or the
// stat is not a number from -10^12 to 10^12.
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

// AppendFeatures appends nothing, because a decision game has no features.
func (m *Machine[C]) AppendFeatures(dst []float32, _ state.Seat) []float32 { return dst }

// ranking ranks the players at a table with several seats, best first, as the seat sees them. The
// name of another player's ending, other than a resignation, stays private until all games have
// ended.
func (m *Machine[C]) ranking(seat state.Seat) (all []RankedPlayer) {
	if len(m.seats) == 1 {
		return nil
	}
	for i := range m.seats {
		at := &m.seats[i]
		n := RankedPlayer{Seat: i, Name: at.p.Name, Turn: at.p.Turn, Value: at.standing().value, Left: at.left}
		if n.Ended = !at.isAsked(); at.p.ending != nil && (m.Awaiting() == 0 || at.left || seat == state.Seat(i) || seat == state.Everything) {
			n.Ending = at.p.ending.Name
		}
		all = append(all, n)
	}
	order := func(a, b RankedPlayer) int { return m.seats[b.Seat].standing().compare(m.seats[a.Seat].standing()) }
	slices.SortStableFunc(all, order)
	for i := range all {
		all[i].Rank = i + 1
		if i > 0 && order(all[i], all[i-1]) == 0 {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// Abilities returns the optional functions that the game provides beyond
// [state.Machine].
func (g *Game[C]) Abilities() state.Abilities {
	return state.Abilities{
		Simultaneous: true,
		Score: func(m state.Machine, seat state.Seat) (points, order int) {
			s := m.(*Machine[C]).seats[seat].standing()
			if order = s.value; s.won {
				order += wonValue
			}
			return s.value, order
		},
		Measures: g.Measures,
		Ranks:    g.Ranks,
		File:     g.File,
		Figures: func(dst []state.Figure, m state.Machine) []state.Figure {
			for _, at := range m.(*Machine[C]).seats {
				dst = at.p.appendFigures(dst)
			}
			return dst
		},
	}
}

// appendFigures appends the statistics of a game. An ending has the figure 1 if the game has reached
// it, and 0 otherwise. The numeric stats follow, including hidden ones, and then how often each
// card was decided.
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
	stats, _ := p.appendReadings(nil) // empty if they cannot be read
	for _, s := range stats {
		if x, ok := parseNumber(s.value); ok {
			dst = append(dst, state.Figure{Group: "stats", Name: s.name, N: x})
		}
	}
	for i, c := range p.game.Cards {
		dst = append(dst, state.Figure{Group: "cards", Name: c.Name, N: float64(p.timesDecided[i])})
	}
	return dst
}

// Measures lists the names of the visible numeric stats at the start of a game, each at
// the index of its [state.Measure]. Other entries are empty.
func (g *Game[C]) Measures() []string {
	var names []string
	for _, s := range g.Start(0, 0).firstReadings {
		name := ""
		if _, ok := parseNumber(s.value); ok && s.visible {
			name = s.name
		}
		names = append(names, name)
	}
	return names
}

// Ranks reports whether rankings contain a game. Rankings omit games that were started in debug
// mode.
func (g *Game[C]) Ranks(setup state.Setup) bool {
	level, said := setup.Table["debug"]
	return !said || level == "0"
}

// Warnings returns the warnings of the last choice, with the names of cards and rules.
func (p *Player[C]) Warnings() (all []string) {
	for i := range p.notes {
		if n := &p.notes[i]; n.kind == Warned {
			all = append(all, fmt.Sprintf("%s: %s", n.by, n.text))
		}
	}
	return all
}
