package check

import "fmt"

// unreachedFindings returns a finding for each part that no game has reached, and for each ending
// that ends most games in turn 1.
func (k *checker[C]) unreachedFindings() (all []*Finding) {
	find := func(part string, example *Example, format string, args ...any) {
		at := k.game.Places[part]
		if !k.remarked(at) {
			all = append(all, &Finding{Kind: Unreached, Place: at, Text: fmt.Sprintf(format, args...), Count: 1, Example: example})
		}
	}
	for _, c := range k.cards {
		part := fmt.Sprintf("card %q", c.Name)
		if c.seen() == 0 {
			find(part, nil, "%s never came to the hand: %s", part, c.unreachedReason())
			continue
		}
		for i, o := range c.options {
			if o.unreached() {
				find(fmt.Sprintf("%s, option %d", part, i+1), c.example, "option %d of %s (%s) %s", i+1, part, o.Text, o.unreachedReason())
			}
		}
	}
	for i, a := range k.game.Actions {
		if o := k.actions[i]; o.unreached() {
			find(fmt.Sprintf("action %q", a.Name), nil, "action %q (%s) %s", a.Name, o.Text, o.unreachedReason())
		}
	}
	for _, e := range k.endings {
		part := fmt.Sprintf("ending %q", e.Name)
		switch {
		case e.Games+e.Guided == 0:
			find(part, nil, "%s was never reached in %d games; check its condition, or an ending above it comes first", part, k.report.Games+k.report.Guided)
		case e.endedTurn1 > k.report.Games/2 && k.game.MaxTurns > 1:
			all = append(all, &Finding{
				Kind: BadEnding, Place: k.game.Places[part], Example: e.example, Count: e.endedTurn1,
				Text: part + " ends games in turn 1; check its condition and the stats at the start",
			})
		}
	}
	return append(all, k.ratingFindings()...)
}

// unreachedReason explains why a card was never in hand.
func (c *cardCount) unreachedReason() string {
	switch {
	case c.hasCondition && c.trueTurns == 0:
		return fmt.Sprintf("its condition was false in all %d turns; correct the condition", c.checkedTurns)
	case !c.seenInDeck:
		return "no deck contained it and nothing else brought it; put it into the deck, or bring it with an effect"
	case c.hasCondition:
		return fmt.Sprintf("its condition was true in %d of %d turns, but it was not drawn in them; raise its weight or widen its condition", c.trueTurns, c.checkedTurns)
	}
	return "it stayed in the deck; the games are too short, or it is too far down; raise its weight"
}

// unreachedReason explains why an option was never chosen.
func (o *optionCount) unreachedReason() string {
	switch {
	case o.Shown == 0:
		return "was never shown; correct its condition"
	case o.Possible > 0:
		return fmt.Sprintf("was never chosen in %d decisions with it enabled; play more games with -n", o.Possible)
	case o.reason != "":
		return fmt.Sprintf("was disabled in all %d decisions: %s; correct what it needs", o.Shown, o.reason)
	case o.hasCondition:
		return fmt.Sprintf("was disabled in all %d decisions; correct what it needs", o.Shown)
	}
	return fmt.Sprintf("was blocked by urgent cards in all %d decisions", o.Shown)
}
