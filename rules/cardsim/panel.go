package cardsim

import (
	"errors"
	"strings"
)

// An InfoPanel shows information and costs no action. [Game.Prompt] is shown above the choices; all
// other panels are in the menu. Show must not change anything.
type InfoPanel[C StatsCollection] struct {
	Title string
	Show  func(p *Player[C]) []Message
}

// A timedPanel is a panel that ShowPanel has added to the menu.
type timedPanel[C StatsCollection] struct {
	panel *InfoPanel[C]
	until int // the last turn in which it is shown, or -1 for always
}

// ShowPanel adds a panel to the menu for this turn and the given number of further
// turns; a negative number means always. Rules run before the next turn begins, so a
// rule passes 1 to show a panel in the next turn. If the panel is already shown, the new
// duration replaces the old one.
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

// BasicStatsPane returns a panel that lists the stats, one per line. The panel shows
// hidden stats in debug mode only, marked "(hidden)".
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

// Panels lists the panels of the menu: first the panels of the game, then the temporary panels.
func (p *Player[C]) Panels() []*InfoPanel[C] {
	all := append([]*InfoPanel[C](nil), p.game.Panels...)
	for _, t := range p.panels {
		all = append(all, t.panel)
	}
	return all
}

// cause returns the cause of a failure in a panel or prompt.
func (panel *InfoPanel[C]) cause(kind string) cause {
	return cause{kind: kind, name: panel.Title, part: "Show"}
}

// text returns the lines of a panel or prompt, or its error.
func (panel *InfoPanel[C]) text(p *Player[C], kind string) (lines []string) {
	messages, err := attempt(func() []Message { return panel.Show(p) })
	if err != nil {
		return strings.Split(p.failureText(panel.cause(kind), err), "\n")
	}
	for _, m := range messages {
		lines = append(lines, m.text)
	}
	return lines
}

// Look shows everything once and returns all errors: of Clone, the stats, a text, the prompt or a
// panel. Logs do not record views, so an error in a view must not end the game. The error appears
// in place of the text. Package check calls Look to find such errors.
func (p *Player[C]) Look() error {
	s, restore, err := p.scratchCopy()
	defer restore()
	if err != nil {
		return p.newFailure(cause{kind: "Clone"}, err)
	}
	var all []error
	try := func(by cause, look func()) {
		if err := guard(func() error { look(); return nil }); err != nil {
			all = append(all, p.newFailure(by, err))
		}
	}
	try(cause{kind: "stats"}, func() {
		for _, stat := range s.Stats.Stats() {
			_, _, _ = stat.StatName(), stat.String(), stat.Visible()
		}
	})
	for _, h := range s.hand {
		h.card.tryTexts(s, try)
	}
	for _, a := range s.game.Actions {
		if a.Write != nil {
			try(a.cause("Write"), func() { a.Write(s) })
		}
	}
	if s.game.Prompt != nil {
		try(s.game.Prompt.cause("prompt"), func() { s.game.Prompt.Show(s) })
	}
	for _, panel := range s.Panels() {
		try(panel.cause("panel"), func() { panel.Show(s) })
	}
	return errors.Join(all...)
}

// tryTexts generates each dynamic text of a card inside a call of try.
func (c *Card[C]) tryTexts(s *Player[C], try func(cause, func())) {
	for _, text := range []struct {
		part  string
		write func(*Player[C]) Message
	}{{"WriteTitle", c.WriteTitle}, {"Write", c.Write}, {"WriteDismiss", c.WriteDismiss}} {
		if text.write != nil {
			try(c.cause(text.part), func() { text.write(s) })
		}
	}
	for i := range c.Options {
		if write := c.Options[i].Write; write != nil {
			by := c.cause("Write")
			by.option = i + 1
			try(by, func() { write(s) })
		}
	}
}

// failureText returns the text that views show in place of a text whose function failed.
func (p *Player[C]) failureText(by cause, err error) string {
	f := p.newFailure(by, err)
	return f.forPlayers() + stackLines(f.Stack)
}
