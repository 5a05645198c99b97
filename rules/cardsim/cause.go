package cardsim

import "fmt"

// A cause is what of a designer's is at work, put into words only when somebody
// asks.
type cause struct {
	kind   string // rule, card, action, panel; what else there is names itself
	name   string
	option int // of a card, from 1
	step   int // of a rule
	part   string
}

// short is what a change of a stat is put down to.
func (c cause) short() string {
	if c.name == "" {
		return c.kind
	}
	return fmt.Sprintf("%s %q", c.kind, c.name)
}

// String is what a warning or a failure names.
func (c cause) String() string {
	s := c.short()
	switch {
	case c.kind == "rule":
		s += fmt.Sprintf(" of step %d", c.step)
	case c.option > 0:
		s += fmt.Sprintf(", option %d", c.option)
	}
	if c.part != "" {
		s += ", " + c.part
	}
	return s
}

func (r *Rule[C]) cause() cause            { return cause{kind: "rule", name: r.Name, step: r.Step} }
func (c *Card[C]) cause(part string) cause { return cause{kind: "card", name: c.Name, part: part} }
func (c *Card[C]) option(at int) cause     { return cause{kind: "card", name: c.Name, option: at + 1} }
func (a *Action[C]) cause(part string) cause {
	return cause{kind: "action", name: a.Name, part: part}
}
