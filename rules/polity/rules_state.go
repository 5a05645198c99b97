package polity

import "gamed/rules/cardsim"

// crime is low where there is work, and justice that comes in time.
func crime(p *player) error {
	n := p.Stats
	if p.Turn%2 == 0 {
		n.toward(safety, (n.Work+n.Equality+n.Courts)/3, 1)
	}
	if n.Resentment > 55 {
		n.add(safety, -1)
	}
	return nil
}

// ripe is where what is hidden begins to feed on itself.
const ripe = 60

// greasedPalms: corruption grows in the dark, and shrinks where the papers are read
// and the judges are sober. Where it is high the courts go bad in turn.
func greasedPalms(p *player) error {
	n := p.Stats
	by := 0
	if n.Speech < 44 {
		by++
	}
	if n.Courts < 44 {
		by++
	}
	if n.Speech > 56 && n.Courts > 46 {
		by--
	}
	if n.Treasury > 350 {
		by++
	}
	if n.Corruption > ripe {
		by++
	}
	n.add(corruption, by)
	if n.Corruption > 45 && p.Turn%2 == 0 {
		n.add(courts, -1)
	}
	return nil
}

// barracks: a Marshal dreams when her army is large, or the streets are not safe.
func barracks(p *player) error {
	n := p.Stats
	by := 0
	if p.Turn%3 == 0 {
		by--
	}
	if n.Army > 55 {
		by += 1 + (n.Army-55)/10
	}
	if n.StatOrder() < 38 {
		by++
	}
	if n.Army < 34 { // she has been insulted
		by++
	}
	if n.Ambition > ripe {
		by++
	}
	n.add(ambition, by)
	if p.Turn%2 == 0 {
		n.toward(army, 52, 1)
	}
	return nil
}

// neighbours: Ossel does not forget, and notices weakness and strength alike.
func neighbours(p *player) error {
	n := p.Stats
	by := 0
	if p.Turn%4 == 0 {
		by++
	}
	if n.Grudge > ripe {
		by++
	}
	if n.Army > 62 || n.Army < 36 {
		by++
	}
	if n.Standing < 44 {
		by++
	}
	if n.Standing > 55 {
		by--
	}
	n.add(grudge, by)
	return nil
}

// lawsInForce do each year what they do.
func lawsInForce(p *player) error {
	if p.Turn%year != 0 {
		return nil
	}
	for l, in := range p.Stats.Laws {
		if in {
			for _, e := range laws[l].yearly {
				e(p)
			}
		}
	}
	return nil
}

// weather is what nobody has decided.
func weather(p *player) error {
	f := industry + field(p.Rand.N(int(standing-industry)+1))
	p.Stats.add(f, p.Rand.N(7)-3)
	return nil
}

// momentum: what goes far in one direction goes on by itself.
func momentum(p *player) error {
	n := p.Stats
	if n.StatLiberties() > 70 {
		n.add(safety, -1)
		n.add(privacy, 1)
		n.add(speech, 1)
	}
	if n.StatLiberties() < 30 {
		n.add(speech, -1)
		n.add(ballots, -1)
	}
	if n.StatOrder() > 70 {
		n.add(privacy, -1)
		n.add(safety, 1)
	}
	if n.StatOrder() < 30 {
		n.add(safety, -1)
		n.add(trade, -1)
	}
	if n.StatProsperity() > 72 {
		n.add(trade, 1)
		n.add(equality, -1)
		n.add(nature, -1)
	}
	if n.StatProsperity() < 30 {
		n.add(industry, -1)
	}
	return nil
}

// forgetting: files are mislaid and insults fade.
func forgetting(p *player) error {
	if p.Turn%3 == 0 {
		p.Stats.toward(privacy, 46, 1)
		p.Stats.toward(standing, 48, 1)
	}
	return nil
}

// mountain: Old Harriet is extinct. All agree but her.
func mountain(p *player) error {
	n := p.Stats
	if n.Rumble > ripe || p.Rand.N(2) == 0 {
		n.add(rumble, 1)
	}
	if n.Rumble > 70 && p.Rand.N(6) == 0 {
		p.Tell("The cups in the palace rattle. The cook says it was the cat. The cat denies it.")
	}
	return nil
}

// The loan of Ossel's bank is a rule while there is something to pay back.
const (
	loanSum     = 150 // millions of pips
	loanPayment = 12  // a quarter
	loanTime    = 16  // quarters
)

// repay is added by the action that borrows, and takes itself out.
var repay = &rule{Name: "repayment", Step: 24, Do: func(p *player) error {
	n := p.Stats
	n.Loan--
	if n.Loan > 0 {
		return nil
	}
	n.add(grudge, -4)
	p.Tell("The loan is paid back. Ossel's bank sends a card with a kitten on it, and an offer.")
	return cardsim.DeleteMe
}}
