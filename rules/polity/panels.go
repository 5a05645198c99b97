package polity

import (
	"fmt"
	"strings"

	"gamed/rules/cardsim"
)

type panel = cardsim.InfoPanel[*Nation]

var panels = []*panel{
	{Title: "The budget", Show: showBudget},
	{Title: "The Wend Courier", Show: showCourier},
	{Title: "What weighs on what", Show: showCauses},
	{Title: "The law of the land", Show: showLawBook},
}

var seasons = [year]string{"winter", "spring", "summer", "autumn"}

// promptPanel is the prompt above the choices. It repeats no stat, because players see the stats beside
// the prompt.
var promptPanel = &panel{Title: "This morning", Show: func(p *player) []cardsim.Message {
	n := p.Stats
	ms := []cardsim.Message{cardsim.Messagef("It is %s of year %d.", seasons[p.Turn%year], (p.Turn-1)/year+1)}
	if p.Turn == 1 {
		ms = append(ms, cardsim.Messagef("You govern Lower Brindle for twenty years. Liberties, Prosperity and Order must stay between %d and %d. "+
			"A matter that you leave on the desk does not go away.", ratingLow, ratingHigh))
	}
	if to := n.Voted + betweenElections - p.Turn; to <= year {
		ms = append(ms, cardsim.Messagef("The next election is in %s.", quarters(to+1)))
	}
	if to := term - p.Turn; to <= 2*year && !n.Laws[termless] {
		ms = append(ms, cardsim.Messagef("Your term ends in %s. The portrait painter has asked for a sitting.", quarters(to)))
	}
	return ms
}}

func quarters(n int) string {
	if n == 1 {
		return "1 quarter"
	}
	return fmt.Sprintf("%d quarters", n)
}

func showBudget(p *player) (ms []cardsim.Message) {
	b := p.Stats.budget()
	for _, line := range [...]struct {
		name string
		pips int
	}{
		{"Taxes", b.tax}, {"Tariffs", b.tariffs}, {"Laws", b.laws}, {"Repayment", b.loan}, {"Schools", b.schools},
		{"Hospitals", b.hospitals}, {"The Watch", b.watch}, {"The army", b.army}, {"Courts", b.court},
	} {
		ms = append(ms, cardsim.Messagef("%-10s %+4d", line.name, line.pips))
	}
	return append(ms, cardsim.Messagef("%-10s %+4d, with %d in the chest", "A quarter", b.balance(), p.Stats.Treasury))
}

// A headline is a line in the Courier, with the condition for printing it.
type headline struct {
	when condition
	text string
}

// headlines lists the headlines, most important first.
var headlines = readHeadlines()

func readHeadlines() (all []headline) {
	for _, cells := range readTable("headlines") {
		verb, rest, _ := strings.Cut(cells[0], " ")
		all = append(all, headline{readCondition(verb, rest), cells[1]})
	}
	return all
}

// showCourier shows the newspaper, at most four headlines.
func showCourier(p *player) (ms []cardsim.Message) {
	for _, h := range headlines {
		if len(ms) < 4 && h.when(p) {
			ms = append(ms, cardsim.Text(h.text))
		}
	}
	if ms == nil {
		return []cardsim.Message{cardsim.Text("CAT RESCUED FROM TREE; TREE DOING WELL")}
	}
	return ms
}

func showCauses(p *player) []cardsim.Message {
	n := p.Stats
	return []cardsim.Message{
		cardsim.Messagef("Liberties %d: free speech %d, privacy %d and fair elections %d, and the courts %d a little.", n.StatLiberties(), n.Speech, n.Privacy, n.Ballots, n.Courts),
		cardsim.Messagef("Prosperity %d: industry %d and trade %d, then farming %d and employment %d; a full chest helps, taxes above 30 do not.", n.StatProsperity(), n.Industry, n.Trade, n.Farms, n.Work),
		cardsim.Messagef("Order %d: safety %d, then courts %d, the army %d and contentment %d; and what people think and do not say.", n.StatOrder(), n.Safety, n.Courts, n.Army, n.Joy),
		cardsim.Messagef("Approval %d: contentment %d before all, prosperity, order, health, equality; taxes count against you.", n.StatApproval(), n.Joy),
		cardsim.Text("Work follows industry, trade and fields. Trade follows a good name. Health follows air and soap. Crime follows idleness and crooked judges."),
		cardsim.Text("Corruption grows in the dark. Armies grow hats. Ossel remembers."),
	}
}

func showLawBook(p *player) (ms []cardsim.Message) {
	for l, in := range p.Stats.Laws {
		if in {
			ms = append(ms, cardsim.Text(laws[l].text))
		}
	}
	if ms == nil {
		return []cardsim.Message{cardsim.Text("There is the constitution, and a notice about dogs.")}
	}
	return ms
}

// showReport shows the hidden numbers in a panel for this turn and two more.
func showReport(p *player) {
	reported.setNow(p)
	p.ShowPanel(plainCover, 2)
}

var plainCover = &panel{Title: "In a plain cover", Show: func(p *player) []cardsim.Message {
	n := p.Stats
	var ms []cardsim.Message
	for _, s := range [...]struct {
		what string
		x    int
	}{
		{"The people's patience is used up", n.Resentment}, {"Officials can be bought", n.Corruption}, {"The creditors talk to each other", n.Debt},
		{"The Marshal looks at your chair", n.Ambition}, {"Ossel looks at the map", n.Grudge}, {"The mountain is awake", n.Rumble},
	} {
		ms = append(ms, cardsim.Messagef("%-34s %s", s.what, strings.Repeat("*", 1+s.x/10)))
	}
	return ms
}}
