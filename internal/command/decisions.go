package command

import (
	"strings"
	"unicode"

	"gamed/ai"
	"gamed/rules/cardsim"
	"gamed/rules/cardsim/check"
	"gamed/state"
)

// decisions is what can be done with a game of package cardsim beside playing it.
type decisions struct {
	check  func(check.Config) check.Report
	repeat func(seed uint64, choices []int) ([]string, error)
	// view is what a seat of a game of this ruleset sees.
	view func(m state.Machine, seat state.Seat) cardsim.View
}

// decisionGame returns the ruleset of a game of package cardsim.
func decisionGame[C cardsim.StatsCollection](g *cardsim.Game[C]) ruleset {
	return ruleset{
		Dealer: g, view: cardsim.View{}, bots: statBots(g.Name, g.Measures()),
		decisions: &decisions{
			check:  func(c check.Config) check.Report { return check.Run(g, c) },
			repeat: func(seed uint64, choices []int) ([]string, error) { return check.Repeat(g, seed, choices) },
			view: func(m state.Machine, seat state.Seat) cardsim.View {
				return m.(*cardsim.Machine[C]).At(seat).View()
			},
		},
	}
}

// onStat begins the name of a bot that is greedy on a stat.
const onStat = "greedy:"

// slug writes the name of a stat in small letters and digits, with dashes between
// the words and without its unit: "Public Trust (percent)" is public-trust.
func slug(stat string) string {
	stat, _, _ = strings.Cut(stat, " (")
	words := strings.FieldsFunc(strings.ToLower(stat), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}

// statBots are the bots that are greedy on one stat each, by the names of the
// stats in the order of their measures.
func statBots(rules string, stats []string) (all []ai.Entry) {
	for i, stat := range stats {
		if stat == "" {
			continue
		}
		all = append(all, ai.Entry{
			Info: ai.Info{
				Name:  onStat + slug(stat),
				About: "Takes the option after whose turn " + stat + " is highest.", Rules: rules,
			},
			New: func(seed uint64) ai.Bot { return ai.NewGreedyOn(state.Measure(i), seed) },
		})
	}
	return all
}
