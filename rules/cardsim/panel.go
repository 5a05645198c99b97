package cardsim

import "strings"

// An InfoPanel shows something and costs no action. The game's Prompt is one that
// is shown above the choices; the others are on the menu. Show may only look.
type InfoPanel[C StatsCollection] struct {
	Title string
	Show  func(p *Player[C]) []Message
}

// timedPanel is a panel that is there up to a turn, for good if that is negative.
type timedPanel[C StatsCollection] struct {
	panel *InfoPanel[C]
	until int
}

// ShowPanel adds a panel to the menu for this turn and as many more as turns says;
// a negative number is for good. Rules run before the next turn begins: what they
// show for 1 turn is there in that one. A panel that is there already gets the
// new time.
func (p *Player[C]) ShowPanel(panel *InfoPanel[C], turns int) {
	until := -1
	if turns >= 0 {
		until = p.Turn + turns
	}
	for i := range p.panels {
		if p.panels[i].panel == panel {
			p.panels[i].until = until
			return
		}
	}
	p.panels = append(p.panels, timedPanel[C]{panel, until})
}

// BasicStatsPane lists the stats, a line each. Hidden ones are shown in debug mode
// only, and marked.
func BasicStatsPane[C StatsCollection]() *InfoPanel[C] {
	return &InfoPanel[C]{Title: "Stats", Show: func(p *Player[C]) []Message {
		var lines []Message
		for _, s := range p.Stats.Stats() {
			switch {
			case s.Visible():
				lines = append(lines, Messagef("%s: %s", s.StatName(), s))
			case p.Debug():
				lines = append(lines, Messagef("%s: %s (hidden)", s.StatName(), s))
			}
		}
		return lines
	}}
}

// Panels lists the panels of the menu: those of the game, then those shown for a
// time.
func (p *Player[C]) Panels() []*InfoPanel[C] {
	all := append([]*InfoPanel[C](nil), p.game.Panels...)
	for _, t := range p.panels {
		all = append(all, t.panel)
	}
	return all
}

// cause names a panel that fails, or the prompt.
func (panel *InfoPanel[C]) cause(kind string) cause {
	return cause{kind: kind, name: panel.Title, part: "Show"}
}

// text writes a panel, or the prompt, as lines. One that fails says so instead.
func (panel *InfoPanel[C]) text(p *Player[C], kind string) (lines []string) {
	err := guard(func() error {
		for _, m := range panel.Show(p) {
			lines = append(lines, string(m))
		}
		return nil
	})
	if err != nil {
		return strings.Split(p.broken(panel.cause(kind), err), "\n")
	}
	return lines
}
