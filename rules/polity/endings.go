package polity

import (
	"fmt"
	"slices"
	"strings"

	"gamed/rules/cardsim"
)

// endings lists all endings for reports.
var endings = readEndings()

func readEndings() (all []cardsim.Ending) {
	for _, source := range strings.Split(readFile("endings"), "\n## ")[1:] {
		name, text, _ := strings.Cut(strings.TrimSpace(source), "\n\n")
		text, won := strings.CutPrefix(text, "*won*\n\n")
		all = append(all, cardsim.Ending{Name: name, Text: cardsim.Text(text), Won: won})
	}
	return all
}

// The limits of the ratings, and durations in turns.
const (
	ratingLow, ratingHigh = 20, 86
	goldenLow, goldenHigh = 70, 86
	goldenFrom            = 10 * year // turns that do not count
	goldenQuarters        = 5 * year
	goodOrder             = 50 // lowest rating of a country in good order
	term                  = 20 * year
	lifeTerm              = 25 * year
	minPeople             = 500 // thousands
)

// endByRatings ends the game when a rating reaches its lower or upper limit, or when the
// population falls to minPeople.
func endByRatings(p *player) error {
	n := p.Stats
	for _, m := range [...]struct {
		rating    int
		low, high string
	}{
		{n.StatLiberties(), "stormed", "dissolved"},
		{n.StatProsperity(), "pawned", "acquired"},
		{n.StatOrder(), "lawless", "clockwork"},
	} {
		if m.rating <= ratingLow {
			return finish(p, m.low)
		}
		if m.rating >= ratingHigh {
			return finish(p, m.high)
		}
	}
	if n.People <= minPeople {
		return finish(p, "emptied")
	}
	return nil
}

// hiddenEnds ends the game when a hidden number reaches 100.
func hiddenEnds(p *player) error {
	n := p.Stats
	for _, h := range [...]struct {
		full int
		end  string
	}{
		{n.Resentment, "stormed"}, {n.Debt, "receivers"}, {n.Corruption, "exposed"}, {n.Ambition, "coup"},
		{n.Grudge, "annexed"}, {n.Rumble, "eruption"},
	} {
		if h.full >= 100 {
			return finish(p, h.end)
		}
	}
	return nil
}

// countGoldenAge counts consecutive quarters after year ten with all ratings in range. The game is won
// after goldenQuarters of them.
func countGoldenAge(p *player) error {
	n := p.Stats
	if p.Turn <= goldenFrom {
		return nil
	}
	for _, r := range [...]int{n.StatLiberties(), n.StatProsperity(), n.StatOrder()} {
		if r < goldenLow || r > goldenHigh {
			n.add(golden, -n.Golden)
			return nil
		}
	}
	n.add(golden, 1)
	if n.Golden >= goldenQuarters {
		return finish(p, "golden age")
	}
	return nil
}

// endOfTerm ends the game after one term, or after 25 years if the law termless has abolished the
// limit.
func endOfTerm(p *player) error {
	n := p.Stats
	switch {
	case p.Turn >= lifeTerm:
		return finish(p, "for life")
	case p.Turn < term || n.Laws[termless]:
	case min(n.StatLiberties(), n.StatProsperity(), n.StatOrder()) >= goodOrder:
		return finish(p, "retired")
	default:
		return finish(p, "shown out")
	}
	return nil
}

// finish ends the game and skips the remaining rules.
func finish(p *player, ending string) error {
	p.End(endingNamed(ending))
	return cardsim.StopRules
}

func endingNamed(name string) cardsim.Ending {
	at := slices.IndexFunc(endings, func(e cardsim.Ending) bool { return e.Name == name })
	if at < 0 {
		panic(fmt.Sprintf("unknown ending %q", name))
	}
	return endings[at]
}
