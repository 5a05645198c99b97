package polity

import (
	"cmp"
	"fmt"
	"slices"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A Nation is the state of Lower Brindle. It is a plain value, so an assignment
// copies the whole country. Numbers range from 0 to 100 unless a comment says
// otherwise. Choices and rules change the stats only through add, which enforces the
// limits.
type Nation struct {
	Treasury int `cardsim:"stat"`                                       // millions of pips, -400 to 999
	Taxes    int `cardsim:"stat"`                                       // percent of all earnings, 0 to 60
	People   int `cardsim:"stat" cardsim_name:"Population (thousands)"` // 100 to 3000

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

	// Hidden numbers. Each hidden number except Golden triggers a crisis when it is high, and ends
	// the game at 100.
	Resentment int `cardsim:"hidden"` // of the people
	Corruption int `cardsim:"hidden"` // of public officials
	Debt       int `cardsim:"hidden" cardsim_name:"Debt Pressure"`
	Ambition   int `cardsim:"hidden"`                                // of the Marshal
	Grudge     int `cardsim:"hidden"`                                // of the Grand Duchy of Ossel
	Rumble     int `cardsim:"hidden"`                                // of the volcano
	Golden     int `cardsim:"hidden" cardsim_name:"Golden Quarters"` // in a row; see countGoldenAge

	Laws [lawCount]bool `cardsim:"known"` // in force

	// The turn of the last tax change, election and so on; 0 means never.
	TaxMoved, Voted, Spoke, Marched, Reported, Built int              `cardsim:"known"`
	Crises                                           [crisisCount]int `cardsim:"known"`

	Whispers [secretCardCount]bool // secret cards already given
	Loan     int                   `cardsim:"known"` // payments left
	Fished   int                   `cardsim:"known"` // quarters spent fishing
	Backlog  int                   // of matters left undecided: see punishBacklog
	Won      int                   `cardsim:"known"` // elections won
}

// Stats lists first the results of the seven Stat methods such as StatOrder, by name, and then the fields.
func (n *Nation) Stats() []cardsim.Stat { return cardsim.ExtractStats(n) }

// A field is a number in the Nation that cards and rules can change, as in health.up(5).
type field struct {
	name        string // in the files of cards
	pointer     func(n *Nation) *int
	least, most int
}

// percent returns a field that ranges from 0 to 100.
func percent(name string, at func(n *Nation) *int) *field { return &field{name, at, 0, 100} }

var (
	treasury   = &field{"treasury", func(n *Nation) *int { return &n.Treasury }, -400, 999}
	taxes      = &field{"taxes", func(n *Nation) *int { return &n.Taxes }, 0, 60}
	people     = &field{"people", func(n *Nation) *int { return &n.People }, 100, 3000}
	industry   = percent("industry", func(n *Nation) *int { return &n.Industry })
	trade      = percent("trade", func(n *Nation) *int { return &n.Trade })
	farms      = percent("farms", func(n *Nation) *int { return &n.Farms })
	work       = percent("work", func(n *Nation) *int { return &n.Work })
	health     = percent("health", func(n *Nation) *int { return &n.Health })
	learning   = percent("learning", func(n *Nation) *int { return &n.Learning })
	equality   = percent("equality", func(n *Nation) *int { return &n.Equality })
	nature     = percent("nature", func(n *Nation) *int { return &n.Nature })
	joy        = percent("joy", func(n *Nation) *int { return &n.Joy })
	arts       = percent("arts", func(n *Nation) *int { return &n.Arts })
	speech     = percent("speech", func(n *Nation) *int { return &n.Speech })
	privacy    = percent("privacy", func(n *Nation) *int { return &n.Privacy })
	ballots    = percent("ballots", func(n *Nation) *int { return &n.Ballots })
	safety     = percent("safety", func(n *Nation) *int { return &n.Safety })
	courts     = percent("courts", func(n *Nation) *int { return &n.Courts })
	army       = percent("army", func(n *Nation) *int { return &n.Army })
	standing   = percent("standing", func(n *Nation) *int { return &n.Standing })
	resentment = percent("resentment", func(n *Nation) *int { return &n.Resentment })
	corruption = percent("corruption", func(n *Nation) *int { return &n.Corruption })
	debt       = percent("debt", func(n *Nation) *int { return &n.Debt })
	ambition   = percent("ambition", func(n *Nation) *int { return &n.Ambition })
	grudge     = percent("grudge", func(n *Nation) *int { return &n.Grudge })
	rumble     = percent("rumble", func(n *Nation) *int { return &n.Rumble })
	golden     = percent("golden", func(n *Nation) *int { return &n.Golden })
)

// fields lists all fields, in the order of the Nation.
var fields = [...]*field{
	treasury, taxes, people, industry, trade, farms, work, health, learning, equality, nature, joy, arts,
	speech, privacy, ballots, safety, courts, army, standing, resentment, corruption, debt, ambition, grudge, rumble, golden,
}

func fieldNamed(name string) *field {
	at := slices.IndexFunc(fields[:], func(f *field) bool { return f.name == name })
	if at < 0 {
		panic(fmt.Sprintf("unknown field %q", name))
	}
	return fields[at]
}

// drifting are the fields from industry to standing. Each starts at a random value from 41 to 53,
// and changeRandomField changes one of them in each turn.
var drifting = fields[3:20]

// add changes a field and keeps it within its limits.
func (n *Nation) add(f *field, by int) {
	at := f.pointer(n)
	*at = max(f.least, min(*at+by, f.most))
}

// moveToward moves a field by 1 toward a target.
func (n *Nation) moveToward(f *field, to int) { n.add(f, cmp.Compare(to, *f.pointer(n))) }

// newNation creates the country at the start of a game: average, with some variation.
func newNation(r *state.Rand) *Nation {
	n := &Nation{Treasury: 90 + r.N(41), Taxes: 30, People: 880 + r.N(61)}
	for _, f := range drifting {
		n.add(f, 41+r.N(13))
	}
	n.add(resentment, 8+r.N(8))
	n.add(corruption, 10+r.N(10))
	n.add(ambition, 5+r.N(10))
	n.add(grudge, 10+r.N(10))
	n.add(rumble, 5+r.N(15))
	return n
}
