package polity

// A crisis is an urgent card that comes when a hidden number reaches a threshold.
type crisis struct {
	number    *field
	threshold int
	card      string
}

const crisisCount = 6

var crises = [crisisCount]crisis{
	{resentment, 55, "bread_riot"},
	{corruption, 50, "scandal"},
	{debt, 40, "bank_call"},
	{ambition, 50, "marshals_dinner"},
	{grudge, 55, "gunboats"},
	{rumble, 60, "mountain_smokes"},
}

// respite is the number of turns before the same crisis can come again.
const respite = 7

// giveCrisis gives the player the card of the crisis whose number is furthest above its threshold, at
// most one per turn. It omits a crisis that came less than respite turns ago.
func giveCrisis(p *player) error {
	n, worst, by := p.Stats, -1, -1
	for i, c := range crises {
		past := *c.number.pointer(n) - c.threshold
		if past > by && (n.Crises[i] == 0 || p.Turn >= n.Crises[i]+respite) {
			worst, by = i, past
		}
	}
	if worst < 0 {
		return nil
	}
	n.Crises[worst] = p.Turn
	return p.Give(crises[worst].card)
}

// A secretCard names a secret card and the condition that brings it.
type secretCard struct {
	card string
	when condition
}

const secretCardCount = 8

// secretCards are the secret cards and their conditions.
var secretCards = [secretCardCount]secretCard{
	{"even_keel", func(p *player) bool {
		n := p.Stats
		return p.Turn > 3 && n.StatLiberties() == n.StatProsperity() && n.StatProsperity() == n.StatOrder()
	}},
	{"big_fish", func(p *player) bool { return p.Stats.Fished == 5 }},
	{"last_burglar", over(safety, 76)},
	{"sleeper", over(treasury, 480)},
	{"goat_stands", all(after(24), over(ballots, 66), over(farms, 56))},
	{"ministry_thirteen", func(p *player) bool {
		n := 0
		for _, in := range p.Stats.Laws {
			if in {
				n++
			}
		}
		return n >= 9
	}},
	{"other_you", all(under(privacy, 30), under(speech, 38))},
	{"quiet_collector", func(p *player) bool { return p.Turn == 30 && p.Stats.TaxMoved == 0 }},
}

// giveSecretCard gives the player the first secret card whose condition holds. Each secret
// card comes once.
func giveSecretCard(p *player) error {
	for i := range secretCards {
		if !p.Stats.Whispers[i] && secretCards[i].when(p) {
			p.Stats.Whispers[i] = true
			return p.Give(secretCards[i].card)
		}
	}
	return nil
}

// Elections come every five years unless the Chancellor calls one earlier.
const betweenElections = 5 * year

// giveElection gives the player the election card when an election is due.
func giveElection(p *player) error {
	if p.Turn-p.Stats.Voted < betweenElections {
		return nil
	}
	p.Stats.Voted = p.Turn
	return p.Give("election_day")
}

// holdElection holds an election. The vote in percent is the sum of the approval, the parameter
// help and a random number from -7 to 7.
func holdElection(help int) effect {
	return func(p *player) {
		n := p.Stats
		n.Voted = p.Turn
		if n.StatApproval()+help+p.Rand.N(15)-7 < neededVote {
			p.End(endingNamed("voted out"))
			return
		}
		n.Won++
		n.add(resentment, -10)
		n.add(ambition, -4)
		tell(p, "You have won. The Courier calls it a landslide; it means a small one, with sheep.")
	}
}

// neededVote is the vote with which the Chancellor stays in office, in percent. It is below 50 because
// there are two other candidates.
const neededVote = 40
