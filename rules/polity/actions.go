package polity

import "gamed/rules/cardsim"

// actions are what a Chancellor can do unasked. All but a report take the quarter.
var actions = []*action{
	{Name: "raise taxes", CardOption: option{
		Text: "Raise taxes by five percent", Enabled: taxable(over(taxes, 55), "At sixty percent people begin to hide behind their furniture."),
		Choose: do("Taxes go up. So do eyebrows.", []effect{taxes.up(5), resentment.up(4), joy.down(2), moved}),
	}},
	{Name: "lower taxes", CardOption: option{
		Text: "Lower taxes by five percent", Enabled: taxable(under(taxes, 5), "There is nothing left to give back but the furniture."),
		Choose: do("Taxes go down. Nobody thanks you, but several people nod.", []effect{taxes.down(5), resentment.down(3), joy.up(2), moved}),
	}},
	{Name: "call an election", CardOption: option{
		Text: "Call an election", Enabled: rested(func(n *Nation) int { return n.Voted }, 3*year, "The posters of the last election have not come off yet."),
		Choose: do("", []effect{ballots.up(4), treasury.down(5), poll(3)}),
	}},
	{Name: "hold a referendum", CardOption: option{
		Text:    "Hold a referendum on serving for life",
		Enabled: referendum,
		Choose:  do("", []effect{askForLife}),
	}},
	{Name: "borrow from Ossel", CardOption: option{
		Text:    "Borrow 150 from the Bank of Ossel",
		Enabled: func(p *player) (bool, cardsim.Message) { return p.Stats.Loan == 0, "The last loan is not paid back." },
		Choose:  do("Ossel's bank lends gladly. It asked only where you sleep.", []effect{treasury.up(loanSum), borrow}),
	}},
	{Name: "build something", CardOption: option{
		Text: "Build something large, 50 pips",
		Enabled: func(p *player) (bool, cardsim.Message) {
			if p.Stats.Treasury < 50 {
				return false, noMoney
			}
			return rest(p, p.Stats.Built, 5, "The scaffolding of the last thing is still up.")
		},
		Choose: do("A bridge is built. A river is being looked for.", []effect{
			treasury.down(50), work.up(7), industry.up(5), nature.down(3), corruption.up(3), func(p *player) { p.Stats.Built = p.Turn },
		}),
	}},
	{Name: "speak to the people", CardOption: option{
		Text: "Speak to the people from the balcony", Enabled: rested(func(n *Nation) int { return n.Spoke }, 6, "They have not finished talking about your last speech."),
		Choose: do("You speak for an hour. The parts about you are well received by you.", []effect{
			joy.up(3), resentment.down(6), func(p *player) { p.Stats.Spoke = p.Turn },
		}),
	}},
	{Name: "send soldiers", CardOption: option{
		Text: "Send soldiers into the street", Enabled: rested(func(n *Nation) int { return n.Marched }, 6, "The soldiers are still in the street, asking the way back."),
		Choose: do("Soldiers stand at the corners. Nobody steals anything, or sings.", []effect{
			safety.up(8), privacy.down(5), speech.down(4), resentment.up(3), ambition.up(6), func(p *player) { p.Stats.Marched = p.Turn },
		}),
	}},
	{Name: "ask for a report", Free: true, CardOption: option{
		Text: "Ask for the report that nobody wants to write, 10 pips",
		Enabled: func(p *player) (bool, cardsim.Message) {
			if p.Stats.Treasury < 10 {
				return false, noMoney
			}
			return rest(p, p.Stats.Reported, 6, "It takes a year and a half to find somebody else who will write it.")
		},
		Choose: do("It lies on your desk in a plain cover, and looks at you.", []effect{treasury.down(10), report}),
	}},
	{Name: "go fishing", CardOption: option{
		Text:   "Go fishing and let the country be",
		Choose: do("You catch nothing. Neither does the country.", []effect{func(p *player) { p.Stats.Fished++ }}),
	}},
}

// taxable locks a change of taxes: not twice in a year, and not past an end.
func taxable(end condition, reason cardsim.Message) func(*player) (bool, cardsim.Message) {
	return func(p *player) (bool, cardsim.Message) {
		if end(p) {
			return false, reason
		}
		return rest(p, p.Stats.TaxMoved, year, "The forms for the last change are still being printed.")
	}
}

func moved(p *player) { p.Stats.TaxMoved = p.Turn }

// rested locks an action for some turns after the last time.
func rested(last func(*Nation) int, turns int, reason cardsim.Message) func(*player) (bool, cardsim.Message) {
	return func(p *player) (bool, cardsim.Message) { return rest(p, last(p.Stats), turns, reason) }
}

func rest(p *player, last, turns int, reason cardsim.Message) (bool, cardsim.Message) {
	return last == 0 || p.Turn >= last+turns, reason
}

func referendum(p *player) (bool, cardsim.Message) {
	n := p.Stats
	switch {
	case n.Laws[termless]:
		return false, "You serve for life already. Try not to think about it."
	case p.Turn <= 12*year:
		return false, "It would look eager. Ask again when you have served twelve years."
	}
	return true, ""
}

// askForLife puts the question. It is counted like an election, but losing it costs
// only face.
func askForLife(p *player) {
	n := p.Stats
	if n.StatApproval()+p.Rand.N(15)-7 >= 55 {
		n.Laws[termless] = true
		n.add(ballots, -10)
		p.Tell("The people say yes, in what they will later call a mood. You may serve for life.")
		return
	}
	n.add(resentment, 12)
	n.add(joy, 3)
	p.Tell("The people say no, and enjoy it so much that they ask when the next one is.")
}

func borrow(p *player) {
	p.Stats.Loan = loanTime
	p.Stats.add(debt, 15)
	_ = p.Rules.Add(repay) // it warns of a rule that is in already, and the action is locked then
}
