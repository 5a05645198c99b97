package check

import "fmt"

// unreached names what no game has come to.
func (k *checker[C]) unreached() (all []*Finding) {
	find := func(example *Example, format string, args ...any) {
		all = append(all, &Finding{Kind: Unreached, Text: fmt.Sprintf(format, args...), Count: 1, Example: example})
	}
	for _, c := range k.cards {
		if c.games == 0 {
			find(nil, "card %q never came into a hand: %s", c.name, c.why())
			continue
		}
		for i, o := range c.options {
			if o.unreached() {
				find(c.example, "option %d of card %q (%s) %s", i+1, c.name, o.text, o.why())
			}
		}
	}
	for i, a := range k.game.Actions {
		if o := k.actions[i]; o.unreached() {
			find(nil, "action %q (%s) %s", a.Name, o.text, o.why())
		}
	}
	for _, e := range k.endings {
		if e.Games+e.Guided == 0 {
			find(nil, "ending %q was never reached", e.Name)
		}
	}
	for _, r := range k.rules {
		if !r.changed {
			all = append(all, &Finding{Kind: Idle, Text: r.why(k.report.Games + k.report.Guided), Count: 1})
		}
	}
	return all
}

// why says why a card was never in a hand.
func (c *cardCount) why() string {
	switch {
	case c.condition && c.held == 0:
		return fmt.Sprintf("its condition held in none of %d turns", c.looked)
	case !c.inDeck:
		return "it was in no deck, and nothing else brought it"
	case c.condition:
		return fmt.Sprintf("its condition held in %d of %d turns, and it was not drawn then", c.held, c.looked)
	}
	return "it was in the deck and was not drawn: the games are too short, or it stands too far down"
}

// why says why an option was never chosen.
func (o *optionCount) why() string {
	switch {
	case o.shown == 0:
		return "was never shown"
	case o.open > 0:
		return fmt.Sprintf("was never chosen, though it could be in %d decisions", o.open)
	case o.reason != "":
		return fmt.Sprintf("could not be chosen in any of %d decisions: %s", o.shown, o.reason)
	case o.condition:
		return fmt.Sprintf("could not be chosen in any of %d decisions", o.shown)
	}
	return fmt.Sprintf("was blocked by urgent cards in all of %d decisions", o.shown)
}
