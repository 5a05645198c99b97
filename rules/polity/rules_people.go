package polity

import "gamed/rules/cardsim"

// lungs are as good as the air and what people know about soap.
func lungs(p *player) error {
	n := p.Stats
	well := 20 + (n.Nature+n.Learning+n.Equality)/5
	if n.Treasury < 0 {
		well -= 10
	}
	if p.Turn%2 == 1 {
		n.toward(health, well, 1)
	}
	return nil
}

// ladders between the floors of society are paid for by taxes and pulled up by trade.
func ladders(p *player) error {
	n := p.Stats
	if p.Turn%2 == 0 {
		n.toward(equality, 25+n.Taxes+n.Learning/5-n.Trade/8, 1)
	}
	return nil
}

// classrooms empty when nobody pays for them, and fill when there is time to read.
func classrooms(p *player) error {
	n := p.Stats
	switch {
	case p.Turn%year != 0:
	case n.Treasury < 0:
		n.add(learning, -3)
	case n.Arts > 60:
		n.add(learning, 2)
	default:
		n.add(learning, -1)
	}
	return nil
}

// spirits follow from work, health, company and being let alone.
func spirits(p *player) error {
	n := p.Stats
	n.toward(joy, (n.Work+n.Health+n.Equality+n.Arts+n.Nature+n.Safety)/6+4-n.Resentment/5, 1)
	return nil
}

// undone: what no rating shows comes back as something else. Each of these that has
// been let go makes people angrier, and one thing more.
func undone(p *player) error {
	n := p.Stats
	for _, u := range [...]struct{ of, costs field }{{health, work}, {equality, safety}, {nature, farms}, {learning, industry}, {arts, standing}} {
		if *n.at(u.of) < 28 {
			n.add(resentment, 1)
			n.add(joy, -1)
			n.add(u.costs, -1)
		}
	}
	return nil
}

// honeymoon is the first year, in which a new Chancellor is forgiven. Then the rule
// goes away.
func honeymoon(p *player) error {
	if p.Turn >= year {
		p.Tell("The honeymoon is over. The country has seen you eat.")
		return cardsim.DeleteMe
	}
	p.Stats.add(resentment, -1)
	return nil
}

// cradleAndQuay are where people come from and where they leave from.
func cradleAndQuay(p *player) error {
	n := p.Stats
	n.add(people, n.People/400)
	free, rich := n.StatLiberties(), n.StatProsperity()
	switch {
	case n.Joy < 30:
		n.add(people, -n.People/25)
	case free < 28 || rich < 28:
		n.add(people, -n.People/50)
	case free > 60 && rich > 60:
		n.add(people, n.People/150)
	}
	return nil
}

// grumbling gathers over whatever is taken from people, and fades slowly.
func grumbling(p *player) error {
	n := p.Stats
	by := -1
	if n.Taxes > 34 {
		by += (n.Taxes - 30) / 5
	}
	if n.StatLiberties() < 38 {
		by += (45 - n.StatLiberties()) / 7
	}
	if n.Equality < 38 {
		by++
	}
	if n.Work < 38 {
		by++
	}
	if n.Joy > 60 {
		by -= 2
	}
	n.add(resentment, max(-3, min(by, 4)))
	return nil
}

// clearDesk puts cards back that no longer suit: nobody has to decide about the
// strike of people who are back at work.
func clearDesk(p *player) error {
	var stale *card
	p.StripHand(func(c *card) bool {
		if stale != nil || c.When == nil || c.When(p) {
			return false
		}
		stale = c
		return true
	})
	if stale != nil {
		p.Deck.InsertRandom(&p.Rand, stale)
	}
	return nil
}
