package polity

import "gamed/rules/cardsim"

// changeHealth moves health toward the level that nature, learning and equality allow. A negative
// treasury lowers that level.
func changeHealth(p *player) error {
	n := p.Stats
	well := 20 + (n.Nature+n.Learning+n.Equality)/5
	if n.Treasury < 0 {
		well -= 10
	}
	if p.Turn%2 == 1 {
		n.moveToward(health, well)
	}
	return nil
}

// changeEquality moves equality: taxes and learning raise it, and trade lowers it.
func changeEquality(p *player) error {
	n := p.Stats
	if p.Turn%2 == 0 {
		n.moveToward(equality, 25+n.Taxes+n.Learning/5-n.Trade/8)
	}
	return nil
}

// changeLearning lowers learning each year, or raises it if culture is high. While the treasury is
// negative, learning falls faster, even if culture is high.
var changeLearning = applyFirst(
	newBranch(all(every(year), under(treasury, 0)), learning.down(3)),
	newBranch(all(every(year), over(arts, 60)), learning.up(2)),
	newBranch(every(year), learning.down(1)),
)

// changeContentment moves contentment toward the average of six fields, raised by 4 and lowered by
// a fifth of hidden resentment.
func changeContentment(p *player) error {
	n := p.Stats
	n.moveToward(joy, (n.Work+n.Health+n.Equality+n.Arts+n.Nature+n.Safety)/6+4-n.Resentment/5)
	return nil
}

// punishNeglect makes neglect expensive: each listed field that is low raises resentment, and lowers
// contentment and one more field.
var punishNeglect = applyAll(
	newBranch(under(health, 28), resentment.up(1), joy.down(1), work.down(1)),
	newBranch(under(equality, 28), resentment.up(1), joy.down(1), safety.down(1)),
	newBranch(under(nature, 28), resentment.up(1), joy.down(1), farms.down(1)),
	newBranch(under(learning, 28), resentment.up(1), joy.down(1), industry.down(1)),
	newBranch(under(arts, 28), resentment.up(1), joy.down(1), standing.down(1)),
)

// lowerEarlyResentment lowers resentment in the first year, then removes itself.
func lowerEarlyResentment(p *player) error {
	if p.Turn >= year {
		tell(p, "The honeymoon is over. The country has seen you eat.")
		return cardsim.DeleteMe
	}
	p.Stats.add(resentment, -1)
	return nil
}

// changePopulation changes the population by births, emigration and immigration.
func changePopulation(p *player) error {
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

// resentmentCauses lists causes of resentment. High contentment lowers it.
var resentmentCauses = contributions{{under(equality, 38), 1}, {under(work, 38), 1}, {over(joy, 60), -2}}

// changeResentment raises resentment for high taxes, low liberties and the resentmentCauses. If
// nothing raises it, resentment falls by 1, or by 3 with high contentment.
func changeResentment(p *player) error {
	n := p.Stats
	by := resentmentCauses.sum(p) - 1
	if n.Taxes > 34 {
		by += (n.Taxes - 30) / 5
	}
	if n.StatLiberties() < 38 {
		by += (45 - n.StatLiberties()) / 7
	}
	n.add(resentment, max(-3, min(by, 4)))
	return nil
}

// Each quarter adds 1 to the backlog, and a decided matter removes perMatter. The backlog does harm
// from harmfulBacklog on.
const (
	perMatter      = 3
	harmfulBacklog = 6
)

// reduceBacklog lowers the backlog by perMatter after each decided card that is not urgent.
func reduceBacklog(p *player, _ *option) error {
	p.Stats.Backlog = max(0, p.Stats.Backlog-perMatter)
	return nil
}

// punishBacklog punishes the Chancellor for matters left undecided. A longer backlog brings a
// harder punishment.
func punishBacklog(p *player) error {
	n := p.Stats
	n.Backlog++
	if n.Backlog == harmfulBacklog {
		tell(p, "The matters on your desk have waited for a year and a half. Officials begin to decide them without you.")
	}
	by := min(n.Backlog/harmfulBacklog, 3)
	n.add(resentment, by)
	n.add(corruption, by)
	n.add(joy, -by)
	if by > 1 {
		n.add(courts, -1)
	}
	return nil
}

// clearDesk returns to the deck one card whose condition no longer holds, such as a
// strike that is over.
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
