package rules

import (
	"strings"
	"unicode"

	"gamed/ai"
	"gamed/rules/cardsim"
	"gamed/rules/cardsim/check"
	"gamed/state"
)

// Decisions holds the functions that only the ruleset of a decision game has.
type Decisions struct {
	// Check plays many games and reports findings: see [check.Run].
	Check func(check.Config) check.Report
	// Repeat plays one game again: see [check.Repeat].
	Repeat func(seed uint64, choices []int) ([]string, error)
	// View returns what a seat sees in a game of this ruleset.
	View func(m state.Machine, seat state.Seat) cardsim.View
}

// OfDecisions returns the ruleset of a decision game.
func OfDecisions[C cardsim.StatsCollection](g *cardsim.Game[C]) Ruleset {
	return Ruleset{
		Dealer: g, View: cardsim.View{}, Bots: statBots(g.Name, g.Measures()),
		Decisions: &Decisions{
			Check:  func(c check.Config) check.Report { return check.Run(g, c) },
			Repeat: func(seed uint64, choices []int) ([]string, error) { return check.Repeat(g, seed, choices) },
			View: func(m state.Machine, seat state.Seat) cardsim.View {
				return m.(*cardsim.Machine[C]).View(seat)
			},
		},
	}
}

// StatBotPrefix is the prefix of the name of a bot that maximizes a stat. The [Slug] of the stat
// follows.
const StatBotPrefix = "greedy:"

// Slug returns the name of a stat in lower case, with dashes between the words
// and without the unit. For example, "Public Trust (percent)" becomes
// public-trust.
func Slug(stat string) string {
	stat, _, _ = strings.Cut(stat, " (")
	words := strings.FieldsFunc(strings.ToLower(stat), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}

// statBots returns a greedy bot for each name in stats that is not empty. The
// index of a name is the [state.Measure] that the bot maximizes.
func statBots(ruleset string, stats []string) (all []ai.Entry) {
	for i, stat := range stats {
		if stat == "" {
			continue
		}
		all = append(all, ai.Entry{
			Info: ai.Info{
				Name:  StatBotPrefix + Slug(stat),
				About: "Plays for the highest " + stat + " at the end of the turn.", Rules: ruleset,
			},
			New: func(seed uint64) ai.Bot { return ai.NewGreedyOn(state.Measure(i), seed) },
		})
	}
	return all
}
