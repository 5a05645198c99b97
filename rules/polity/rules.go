package polity

// rules run at the end of every turn, by step:
//
//	20 to 29  the economy
//	30 to 39  the people
//	40 to 49  the institutions
//	50 to 59  slow drift
//	60 to 69  new cards for the desk
//	90 to 99  the endings
var rules = []*rule{
	{Name: "the budget", Step: 20, Do: addBalance},
	{Name: "harvest", Step: 21, Do: applyHarvest},
	{Name: "smoke", Step: 22, Do: changeNature},
	{Name: "trade winds", Step: 22, Do: changeTrade},
	{Name: "taxes bite", Step: 22, Do: applyTaxes},
	{Name: "hiring", Step: 23, Do: changeEmployment},
	{Name: "debts", Step: 24, Do: changeDebtPressure},

	{Name: "lungs", Step: 30, Do: changeHealth},
	{Name: "ladders", Step: 30, Do: changeEquality},
	{Name: "classrooms", Step: 30, Do: changeLearning},
	{Name: "spirits", Step: 31, Do: changeContentment},
	{Name: "honeymoon", Step: 31, Do: lowerEarlyResentment},
	{Name: "things left undone", Step: 31, Do: punishNeglect},
	{Name: "cradle and quay", Step: 32, Do: changePopulation},

	{Name: "crime", Step: 40, Do: changeSafety},
	{Name: "greased palms", Step: 40, Do: changeCorruption},
	{Name: "barracks", Step: 41, Do: changeAmbition},
	{Name: "grumbling", Step: 42, Do: changeResentment},
	{Name: "an unattended desk", Step: 42, Do: punishBacklog},
	{Name: "neighbours", Step: 42, Do: changeGrudge},

	{Name: "laws in force", Step: 50, Do: applyLaws},
	{Name: "weather of history", Step: 51, Do: changeRandomField},
	{Name: "momentum", Step: 51, Do: pushExtremeRatings},
	{Name: "forgetting", Step: 51, Do: relaxPrivacyAndStanding},
	{Name: "the mountain", Step: 51, Do: changeRumble},

	{Name: "the desk is cleared", Step: 60, Do: clearDesk},
	{Name: "the calendar", Step: 61, Do: giveElection},
	{Name: "thresholds", Step: 62, Do: giveCrisis},
	{Name: "whispers", Step: 63, Do: giveSecretCard},

	{Name: "both ends of the meters", Step: 90, Do: endByRatings},
	{Name: "what was hidden", Step: 91, Do: hiddenEnds},
	{Name: "golden age", Step: 92, Do: countGoldenAge},
	{Name: "end of the term", Step: 93, Do: endOfTerm},
}

// A branch is a part of a rule: effects and the condition under which they apply.
type branch struct {
	when   condition
	effect effect
}

func newBranch(c condition, does ...effect) branch { return branch{c, inOrder(does...)} }

// applyAll returns a rule that applies the branches in order. It applies each branch before it
// tests the condition of the next branch.
func applyAll(branches ...branch) func(*player) error {
	return func(p *player) error {
		for _, b := range branches {
			if b.when(p) {
				b.effect(p)
			}
		}
		return nil
	}
}

// applyFirst returns a rule that applies the first branch whose condition holds.
func applyFirst(branches ...branch) func(*player) error {
	return func(p *player) error {
		for _, b := range branches {
			if b.when(p) {
				b.effect(p)
				break
			}
		}
		return nil
	}
}

// contributions are conditions, each with a number to add while the condition holds.
type contributions []struct {
	when condition
	by   int
}

func (all contributions) sum(p *player) (sum int) {
	for _, row := range all {
		if row.when(p) {
			sum += row.by
		}
	}
	return sum
}

// A turn is a quarter of a year, and the game begins in spring.
const (
	year   = 4 // turns
	autumn = 3 // the remainder of Turn divided by year
)

func addBalance(p *player) error {
	p.Stats.add(treasury, p.Stats.StatBalance())
	return nil
}

var (
	badHarvest = inOrder(joy.down(5), health.down(3), treasury.down(15), resentment.up(3),
		tellEffect("The harvest fails. The Courier prints eleven recipes for bark."))
	goodHarvest = inOrder(joy.up(3), trade.up(3), treasury.up(10),
		tellEffect("The harvest is so good that the barns have to be introduced to each other."))
)

// applyHarvest has an effect in autumn only. The yield depends on farming, nature and chance.
func applyHarvest(p *player) error {
	n := p.Stats
	if p.Turn%year != autumn {
		return nil
	}
	switch yield := n.Farms + (n.Nature-50)/4 + p.Rand.N(31) - 15; {
	case yield < 34:
		badHarvest(p)
	case yield > 66:
		goodHarvest(p)
	}
	return nil
}

// changeNature lowers nature when industry is high and raises it when industry is low.
var changeNature = applyFirst(
	newBranch(over(industry, 75), nature.down(2)),
	newBranch(over(industry, 58), nature.down(1)),
	newBranch(under(industry, 45), nature.up(1)),
)

// changeTrade moves trade toward the average of standing, industry and courts, and industry toward
// the average of learning, employment and safety. Like other slow rules, it acts in every second
// turn.
func changeTrade(p *player) error {
	n := p.Stats
	if p.Turn%2 == 0 {
		n.moveToward(trade, (n.Standing+n.Industry+n.Courts)/3)
		n.moveToward(industry, (n.Learning+n.Work+n.Safety)/3)
	}
	return nil
}

// applyTaxes slows the economy when taxes are high, and raises industry and lowers equality when they
// are low. It draws the thresholds at random in each turn.
var applyTaxes = applyFirst(
	newBranch(func(p *player) bool { return p.Stats.Taxes > 30+p.Rand.N(20) }, industry.down(1), trade.down(1)),
	newBranch(func(p *player) bool { return p.Stats.Taxes < 10+p.Rand.N(20) }, industry.up(1), equality.down(1)),
)

// changeEmployment moves employment toward the level that the economy needs. The law on looms
// lowers that level by 12.
func changeEmployment(p *player) error {
	n := p.Stats
	wanted := (n.Industry + n.Trade + 2*n.Farms) / 4
	if n.Laws[looms] {
		wanted -= 12
	}
	n.moveToward(work, wanted)
	return nil
}

// changeDebtPressure raises debt pressure while the treasury is negative. Otherwise it lowers debt
// pressure, unless a loan is being repaid.
func changeDebtPressure(p *player) error {
	n := p.Stats
	if n.Treasury < 0 {
		n.add(debt, 2-n.Treasury/40)
	} else if n.Loan == 0 {
		n.add(debt, -3)
	}
	return nil
}
