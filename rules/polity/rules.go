package polity

// rules is what happens after every turn. Steps of the twenties are the economy, of
// the thirties the people, of the forties the institutions, of the fifties what
// drifts, of the sixties what the country asks of its Chancellor, of the nineties
// the end.
var rules = []*rule{
	{Name: "the budget", Step: 20, Do: collect},
	{Name: "harvest", Step: 21, Do: harvest},
	{Name: "smoke", Step: 22, Do: smoke},
	{Name: "trade winds", Step: 22, Do: tradeWinds},
	{Name: "taxes bite", Step: 22, Do: taxesBite},
	{Name: "hiring", Step: 23, Do: hiring},
	{Name: "debts", Step: 24, Do: debts},

	{Name: "lungs", Step: 30, Do: lungs},
	{Name: "ladders", Step: 30, Do: ladders},
	{Name: "classrooms", Step: 30, Do: classrooms},
	{Name: "spirits", Step: 31, Do: spirits},
	{Name: "honeymoon", Step: 31, Do: honeymoon},
	{Name: "things left undone", Step: 31, Do: undone},
	{Name: "cradle and quay", Step: 32, Do: cradleAndQuay},

	{Name: "crime", Step: 40, Do: crime},
	{Name: "greased palms", Step: 40, Do: greasedPalms},
	{Name: "barracks", Step: 41, Do: barracks},
	{Name: "grumbling", Step: 42, Do: grumbling},
	{Name: "neighbours", Step: 42, Do: neighbours},

	{Name: "laws in force", Step: 50, Do: lawsInForce},
	{Name: "weather of history", Step: 51, Do: weather},
	{Name: "momentum", Step: 51, Do: momentum},
	{Name: "forgetting", Step: 51, Do: forgetting},
	{Name: "the mountain", Step: 51, Do: mountain},

	{Name: "the desk is cleared", Step: 60, Do: clearDesk},
	{Name: "the calendar", Step: 61, Do: calendar},
	{Name: "thresholds", Step: 62, Do: thresholds},
	{Name: "whispers", Step: 63, Do: whisper},

	{Name: "both ends of the meters", Step: 90, Do: meters},
	{Name: "what was hidden", Step: 91, Do: hiddenEnds},
	{Name: "golden age", Step: 92, Do: goldenAge},
	{Name: "end of the term", Step: 93, Do: endOfTerm},
}

// Seasons are quarters of a year; the game begins in spring.
const (
	year   = 4 // turns
	autumn = 3 // of 4
)

func collect(p *player) error {
	p.Stats.add(treasury, p.Stats.StatBalance())
	return nil
}

// harvest comes in autumn: what the fields give, the weather willing.
func harvest(p *player) error {
	n := p.Stats
	if p.Turn%year != autumn {
		return nil
	}
	switch yield := n.Farms + (n.Nature-50)/4 + p.Rand.N(31) - 15; {
	case yield < 34:
		n.add(joy, -5)
		n.add(health, -3)
		n.add(treasury, -15)
		n.add(resentment, 3)
		p.Tell("The harvest fails. The Courier prints eleven recipes for bark.")
	case yield > 66:
		n.add(joy, 3)
		n.add(trade, 3)
		n.add(treasury, 10)
		p.Tell("The harvest is so good that the barns have to be introduced to each other.")
	}
	return nil
}

// smoke is what industry does to nature, which mends by itself when let alone.
func smoke(p *player) error {
	n := p.Stats
	switch {
	case n.Industry > 75:
		n.add(nature, -2)
	case n.Industry > 58:
		n.add(nature, -1)
	case n.Industry < 45:
		n.add(nature, 1)
	}
	return nil
}

// tradeWinds blow from where the country is liked.
func tradeWinds(p *player) error {
	n := p.Stats
	if p.Turn%2 == 0 {
		n.toward(trade, (n.Standing+n.Industry+n.Courts)/3, 1)
		n.toward(industry, (n.Learning+n.Work+n.Safety)/3, 1)
	}
	return nil
}

// taxesBite when they are high, and feed when they are low.
func taxesBite(p *player) error {
	n := p.Stats
	switch {
	case n.Taxes > 30+p.Rand.N(20):
		n.add(industry, -1)
		n.add(trade, -1)
	case n.Taxes < 10+p.Rand.N(20):
		n.add(industry, 1)
		n.add(equality, -1)
	}
	return nil
}

// hiring follows what is made and sold. A country of all machines needs fewer hands
// than its industry says.
func hiring(p *player) error {
	n := p.Stats
	wanted := (n.Industry + n.Trade + 2*n.Farms) / 4
	if n.Laws[looms] {
		wanted -= 12
	}
	n.toward(work, wanted, 1)
	return nil
}

// debts press while the treasury is in the red, and ease when it is not.
func debts(p *player) error {
	n := p.Stats
	switch {
	case n.Treasury < 0:
		n.add(debt, 2-n.Treasury/40)
	case n.Loan > 0:
	default:
		n.add(debt, -3)
	}
	return nil
}
