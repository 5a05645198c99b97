package polity

// The three ratings range from 0 to 100 and are computed from the fields.

// StatLiberties rates free speech, privacy and fair elections, and with less weight the courts.
func (n *Nation) StatLiberties() int {
	return stretch((3*n.Speech + 3*n.Privacy + 3*n.Ballots + n.Courts) / 10)
}

// StatProsperity rates the economy. A full treasury raises the rating, and taxes above 30 percent
// lower it.
func (n *Nation) StatProsperity() int {
	made := (3*n.Industry + 3*n.Trade + 2*n.Farms + 2*n.Work) / 10
	return stretch(made + max(-8, min(n.Treasury/40, 8)) - (n.Taxes-30)/4)
}

// StatOrder rates safety, courts, the army and contentment. Hidden resentment lowers the rating.
func (n *Nation) StatOrder() int {
	kept := (4*n.Safety + 3*n.Courts + 2*n.Army + n.Joy) / 10
	return stretch(kept + 4 - n.Resentment/6)
}

// StatApproval returns the percentage of people who would vote for the Chancellor today.
func (n *Nation) StatApproval() int {
	liked := (4*n.Joy + 2*n.StatProsperity() + 2*n.StatOrder() + n.Health + n.Equality) / 10
	return clampPercent(liked + 6 - n.Resentment/5 - (n.Taxes-30)/3)
}

// StatBalance returns the change of the treasury in a quarter.
func (n *Nation) StatBalance() int { return n.budget().balance() }

// StatMood returns a word for the mood of the capital.
func (n *Nation) StatMood() string { return wordFor(n.Joy-n.Resentment/2, moods[:]) }

// StatCredit returns the credit rating. Apart from the report, it is the only visible sign of debt
// pressure.
func (n *Nation) StatCredit() string { return wordFor(100-n.Debt-max(0, -n.Treasury/10), credits[:]) }

var (
	moods   = [...]string{"mutinous", "sullen", "grumbling", "patient", "cheerful", "singing in the street"}
	credits = [...]string{"cash only, in advance", "C, and the pen stays here", "B, with a sigh", "A, with a smile", "AAA, and a biscuit"}
)

// wordFor picks a word for a number from 0 to 100.
func wordFor(x int, words []string) string {
	return words[min(clampPercent(x)*len(words)/100, len(words)-1)]
}

// stretch stretches a rating away from 50, because averages of many numbers stay near the middle.
func stretch(x int) int { return clampPercent(50 + (x-50)*3/2) }

func clampPercent(x int) int { return max(0, min(x, 100)) }

// A budget is the income and spending of a quarter, in millions of pips.
type budget struct {
	tax, tariffs, laws, loan               int // laws may be negative
	schools, hospitals, watch, army, court int
}

func (n *Nation) budget() (b budget) {
	b.tax = n.Taxes * (n.Work + n.Industry + n.Trade) * n.People / 92000
	b.tariffs = n.Trade / 8
	for l, in := range n.Laws {
		if in {
			b.laws += laws[l].income
		}
	}
	if n.Loan > 0 {
		b.loan = -loanPayment
	}
	b.schools, b.hospitals = -(3 + n.Learning/5), -(3 + n.Health/5)
	b.watch, b.army, b.court = -(2 + n.Safety/6), -(2 + n.Army/6), -(1 + n.Courts/10)
	return b
}

func (b budget) balance() int {
	return b.tax + b.tariffs + b.laws + b.loan + b.schools + b.hospitals + b.watch + b.army + b.court
}
