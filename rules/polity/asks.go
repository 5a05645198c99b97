package polity

// A crisis is an urgent card that comes when something hidden has grown too large.
type crisis struct {
	of   *field
	from int
	card string
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

// respite is how many turns pass before the same crisis comes again.
const respite = 7

// thresholds lets a crisis come, one a turn, the worst first.
func thresholds(p *player) error {
	n, worst, by := p.Stats, -1, -1
	for i, c := range crises {
		past := *c.of.at(n) - c.from
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

// An oddity is a secret card and the odd state of affairs that calls it up.
type oddity struct {
	card string
	when condition
}

// whisper lets the first secret card come whose time it is. Each comes once.
func whisper(p *player) error {
	for i := range whispers {
		if !p.Stats.Whispers[i] && whispers[i].when(p) {
			p.Stats.Whispers[i] = true
			return p.Give(whispers[i].card)
		}
	}
	return nil
}

// Elections come every five years, whatever the Chancellor has planned.
const betweenElections = 5 * year

// calendar puts the election on the desk.
func calendar(p *player) error {
	if p.Turn-p.Stats.Voted < betweenElections {
		return nil
	}
	p.Stats.Voted = p.Turn
	return p.Give("election_day")
}

// poll counts the votes. Help is what was done about them, in percent; the rest is
// approval and luck.
func poll(help int) effect {
	return func(p *player) {
		n := p.Stats
		n.Voted = p.Turn
		if n.StatApproval()+help+p.Rand.N(15)-7 < majority {
			p.End(votedOut)
			return
		}
		n.Won++
		n.add(resentment, -10)
		n.add(ambition, -4)
		p.Tell("You have won. The Courier calls it a landslide; it means a small one, with sheep.")
	}
}

// majority is what is needed in percent; the opposition has two candidates who do
// not speak to each other.
const majority = 40
