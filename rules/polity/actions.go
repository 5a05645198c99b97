package polity

import "gamed/rules/cardsim"

var (
	taxMoved eventTurn = func(n *Nation) *int { return &n.TaxMoved }
	voted    eventTurn = func(n *Nation) *int { return &n.Voted }
	spoke    eventTurn = func(n *Nation) *int { return &n.Spoke }
	marched  eventTurn = func(n *Nation) *int { return &n.Marched }
	reported eventTurn = func(n *Nation) *int { return &n.Reported }
	built    eventTurn = func(n *Nation) *int { return &n.Built }

	taxRest = taxMoved.notWithin(year, "The forms for the last change are still being printed.")
)

// actions are the choices that need no card. Each action except the report uses up the quarter.
var actions = []*action{
	{Name: "raise taxes", CardOption: option{
		Text:    cardsim.Text("Raise taxes by five percent"),
		Enabled: allRequirements(needs(under(taxes, 56), "At sixty percent people begin to hide behind their furniture."), taxRest),
		Choose:  chooseFunc("Taxes go up. So do eyebrows.", taxes.up(5), resentment.up(4), joy.down(2), taxMoved.setNow),
	}},
	{Name: "lower taxes", CardOption: option{
		Text:    cardsim.Text("Lower taxes by five percent"),
		Enabled: allRequirements(needs(over(taxes, 4), "There is nothing left to give back but the furniture."), taxRest),
		Choose:  chooseFunc("Taxes go down. You get no thanks, but several nods.", taxes.down(5), resentment.down(3), joy.up(2), taxMoved.setNow),
	}},
	{Name: "call an election", CardOption: option{
		Text:    cardsim.Text("Call an election"),
		Enabled: voted.notWithin(3*year, "The posters of the last election have not come off yet."),
		Choose:  chooseFunc("", ballots.up(4), treasury.down(5), holdElection(3)),
	}},
	{Name: "hold a referendum", CardOption: option{
		Text: cardsim.Text("Hold a referendum on serving for life"),
		Enabled: allRequirements(needs(lacks(termless), "You serve for life already. Try not to think about it."),
			needs(after(12*year), "It would look eager. Ask again when you have served twelve years.")),
		Choose: chooseFunc("", askForLife),
	}},
	{Name: "borrow from Ossel", CardOption: option{
		Text:    cardsim.Text("Borrow 150 from the Bank of Ossel"),
		Enabled: needs(func(p *player) bool { return p.Stats.Loan == 0 }, "The last loan is not paid back."),
		Choose:  chooseFunc("Ossel's bank lends gladly. It asked only where you sleep.", treasury.up(loanSum), borrow),
	}},
	{Name: "build something", CardOption: option{
		Text:    cardsim.Text("Build something large, 50 pips"),
		Enabled: allRequirements(needs(affords(50), noMoney), built.notWithin(5, "The scaffolding of the last thing is still up.")),
		Choose: chooseFunc("A bridge is built. A river is being looked for.",
			treasury.down(50), work.up(7), industry.up(5), nature.down(3), corruption.up(3), built.setNow),
	}},
	{Name: "speak to the people", CardOption: option{
		Text:    cardsim.Text("Speak to the people from the balcony"),
		Enabled: spoke.notWithin(6, "They have not finished talking about your last speech."),
		Choose:  chooseFunc("You speak for an hour. The parts about you are well received by you.", joy.up(3), resentment.down(6), spoke.setNow),
	}},
	{Name: "send soldiers", CardOption: option{
		Text:    cardsim.Text("Send soldiers into the street"),
		Enabled: marched.notWithin(6, "The soldiers are still in the street, asking the way back."),
		Choose: chooseFunc("Soldiers stand at the corners. There is no theft, and no singing.",
			safety.up(8), privacy.down(5), speech.down(4), resentment.up(3), ambition.up(6), marched.setNow),
	}},
	{Name: "ask for a report", Free: true, CardOption: option{
		Text:    cardsim.Text("Ask for a report on the hidden troubles, 10 pips"),
		Enabled: allRequirements(needs(affords(10), noMoney), reported.notWithin(6, "It takes a year and a half to find another author.")),
		Choose:  chooseFunc("It lies on your desk in a plain cover, and looks at you.", treasury.down(10), showReport),
	}},
	{Name: "go fishing", CardOption: option{
		Text:   cardsim.Text("Go fishing and let the country be"),
		Choose: chooseFunc("You catch nothing. Neither does the country.", func(p *player) { p.Stats.Fished++ }),
	}},
}

// askForLife holds the referendum on a lifelong term. The vote is computed as in an election, but the
// Chancellor needs 55 percent, and a defeat does not end the game.
func askForLife(p *player) {
	n := p.Stats
	if n.StatApproval()+p.Rand.N(15)-7 >= 55 {
		n.Laws[termless] = true
		n.add(ballots, -10)
		tell(p, "The people say yes, in what they will later call a mood. You may serve for life.")
		return
	}
	n.add(resentment, 12)
	n.add(joy, 3)
	tell(p, "The people say no, and enjoy it so much that they ask when the next one is.")
}

// The terms of the loan.
const (
	loanSum     = 150 // millions of pips
	loanPayment = 12  // per quarter
	loanTime    = 16  // quarters
)

func borrow(p *player) {
	p.Stats.Loan = loanTime
	p.Stats.add(debt, 15)
	_ = p.Rules.Add(repay) // cannot warn: the action is locked while repay runs
}

// repay is a rule that borrow adds and that removes itself after the last payment.
var repay = &rule{Name: "repayment", Step: 24, Do: func(p *player) error {
	n := p.Stats
	n.Loan--
	if n.Loan > 0 {
		return nil
	}
	n.add(grudge, -4)
	tell(p, "The loan is paid back. Ossel's bank sends a card with a kitten on it, and an offer.")
	return cardsim.DeleteMe
}}
