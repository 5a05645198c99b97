package polity

import (
	"gamed/rules/cardsim"
	"gamed/state"
)

// A Nation is all that is counted of Lower Brindle. It is a plain value: an
// assignment copies a whole country. Numbers go from 0 to 100 unless they say
// otherwise, and are changed by add alone, which keeps them there.
type Nation struct {
	Treasury int `cardsim:"stat"` // millions of pips, -400 to 999
	Taxes    int `cardsim:"stat"` // percent of what is earned, 0 to 60
	People   int `cardsim:"stat" cardsim_name:"Population (thousands)"`

	Industry int `cardsim:"stat"`
	Trade    int `cardsim:"stat"`
	Farms    int `cardsim:"stat" cardsim_name:"Farming"`
	Work     int `cardsim:"stat" cardsim_name:"Employment"`

	Health   int `cardsim:"stat"`
	Learning int `cardsim:"stat"`
	Equality int `cardsim:"stat"`
	Nature   int `cardsim:"stat"`
	Joy      int `cardsim:"stat" cardsim_name:"Contentment"`
	Arts     int `cardsim:"stat" cardsim_name:"Culture"`

	Speech   int `cardsim:"stat" cardsim_name:"Free Speech"`
	Privacy  int `cardsim:"stat"`
	Ballots  int `cardsim:"stat" cardsim_name:"Fair Elections"`
	Safety   int `cardsim:"stat"`
	Courts   int `cardsim:"stat" cardsim_name:"Fair Courts"`
	Army     int `cardsim:"stat"`
	Standing int `cardsim:"stat" cardsim_name:"Standing Abroad"`

	// What nobody tells the Chancellor. Each leads to something at its upper end.
	Resentment int `cardsim:"hidden"` // of the people
	Corruption int `cardsim:"hidden"` // of the servants of the state
	Debt       int `cardsim:"hidden" cardsim_name:"Debt Pressure"`
	Ambition   int `cardsim:"hidden"` // of the Marshal
	Grudge     int `cardsim:"hidden"` // of the Grand Duchy of Ossel
	Rumble     int `cardsim:"hidden"` // of the mountain
	Golden     int `cardsim:"hidden" cardsim_name:"Golden Quarters"`

	Laws [lawCount]bool // in force

	// Turns in which things were done last, 0 for never.
	TaxMoved, Voted, Spoke, Marched, Reported, Built int
	Crises                                           [crisisCount]int

	Whispers [whisperCount]bool // secret cards that have come
	Loan     int                // payments that are left
	Fished   int                // quarters spent with a rod
	Won      int                // elections
}

// Stats lists the ratings, then what is counted.
func (n *Nation) Stats() []cardsim.Stat { return cardsim.ExtractStats(n) }

// A field names one of the numbers that cards and rules move.
type field uint8

const (
	treasury field = iota
	taxes
	people
	industry
	trade
	farms
	work
	health
	learning
	equality
	nature
	joy
	arts
	speech
	privacy
	ballots
	safety
	courts
	army
	standing
	resentment
	corruption
	debt
	ambition
	grudge
	rumble
	golden
	fieldCount
)

// at returns where a field is kept.
func (n *Nation) at(f field) *int {
	switch f {
	case treasury:
		return &n.Treasury
	case taxes:
		return &n.Taxes
	case people:
		return &n.People
	case industry:
		return &n.Industry
	case trade:
		return &n.Trade
	case farms:
		return &n.Farms
	case work:
		return &n.Work
	case health:
		return &n.Health
	case learning:
		return &n.Learning
	case equality:
		return &n.Equality
	case nature:
		return &n.Nature
	case joy:
		return &n.Joy
	case arts:
		return &n.Arts
	case speech:
		return &n.Speech
	case privacy:
		return &n.Privacy
	case ballots:
		return &n.Ballots
	case safety:
		return &n.Safety
	case courts:
		return &n.Courts
	case army:
		return &n.Army
	case standing:
		return &n.Standing
	case resentment:
		return &n.Resentment
	case corruption:
		return &n.Corruption
	case debt:
		return &n.Debt
	case ambition:
		return &n.Ambition
	case grudge:
		return &n.Grudge
	case rumble:
		return &n.Rumble
	}
	return &n.Golden
}

// limits returns the least and the most that a field may be.
func (f field) limits() (least, most int) {
	switch f {
	case treasury:
		return -400, 999
	case taxes:
		return 0, 60
	case people:
		return 100, 3000
	}
	return 0, 100
}

// add moves a field and keeps it within its limits. It is the only place where
// fields change.
func (n *Nation) add(f field, by int) {
	least, most := f.limits()
	at := n.at(f)
	*at = max(least, min(*at+by, most))
}

// toward moves a field by at most step closer to where it tends to.
func (n *Nation) toward(f field, to, step int) {
	n.add(f, max(-step, min(to-*n.at(f), step)))
}

// found makes the country as a Chancellor finds it: middling, and a little different
// each time.
func found(r *state.Rand) *Nation {
	n := &Nation{Treasury: 90 + r.N(41), Taxes: 30, People: 880 + r.N(61)}
	for f := industry; f <= standing; f++ {
		n.add(f, 41+r.N(13))
	}
	n.add(resentment, 8+r.N(8))
	n.add(corruption, 10+r.N(10))
	n.add(ambition, 5+r.N(10))
	n.add(grudge, 10+r.N(10))
	n.add(rumble, 5+r.N(15))
	return n
}
