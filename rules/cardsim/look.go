package cardsim

import "errors"

// Look shows everything to nobody and returns what fails: the copy of the stats that
// it is tried on, the stats, a text, the prompt or a panel. Who looks at a game and
// how often is not written down anywhere, so looking never changes one: what fails
// then ends no game, and is shown in place of what it should have been. Package
// check finds it.
func (p *Player[C]) Look() error {
	s, restore, err := p.scratch()
	defer restore()
	if err != nil {
		return p.failed(cause{kind: "Clone"}, err)
	}
	var all []error
	try := func(by cause, look func()) {
		if err := guard(func() error { look(); return nil }); err != nil {
			all = append(all, p.failed(by, err))
		}
	}
	try(cause{kind: "stats"}, func() {
		for _, stat := range s.Stats.Stats() {
			_, _, _ = stat.StatName(), stat.String(), stat.Visible()
		}
	})
	for _, h := range s.hand {
		h.card.looks(s, try)
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

// looks writes all texts of a card.
func (c *Card[C]) looks(s *Player[C], try func(cause, func())) {
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
			by := c.option(i)
			by.part = "Write"
			try(by, func() { write(s) })
		}
	}
}

// broken is what is shown in place of what has failed by err.
func (p *Player[C]) broken(by cause, err error) string {
	f := p.failed(by, err)
	return f.Error() + string(stackLines(f.Stack))
}
