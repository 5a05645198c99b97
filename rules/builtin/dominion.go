package builtin

import (
	"strings"

	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/ai/learned"
	"gamed/rules"
	"gamed/rules/dominion"
	"gamed/state"
)

// Dominion returns the ruleset of Dominion.
func Dominion() rules.Ruleset {
	search := ai.DefaultSearch
	search.Urgency, search.KeepHistory, search.ConstantSum = 1, 0, true
	return rules.Ruleset{
		Dealer: dominion.Rules, View: dominion.View{}, Component: "dominion",
		Bots:    append(strategies(), learned.DominionBots()...),
		BotFile: &rules.BotFile{Prefix: "buy:", About: "Buys by the rules in a file: see docs/dominion.md.", Parse: parseBuyRules},
		Search:  &search,
		Levels: [5]rules.Level{
			{Bot: "random", About: "Chooses at random."},
			{Bot: "ismcts:16", About: "Tries a few moves, then picks one. Start here.", Odds: "Beats random choices 60 to 0."},
			{Bot: "bigmoney", About: "Buys only Treasures and Provinces.", Odds: "Beats Easy 60 to 0."},
			{Bot: "doublewitch", About: "Buys Witches first: they give you Curses.", Odds: "Beats Medium 4 to 1."},
			{Bot: "learned", About: "Buys what suits the kingdom. The best bot here.", Odds: "Beats Hard 3 to 1."},
		},
		Lessons: dominionLessons, Words: dominionWords,
		Prepare: setSupply, FillTable: setKingdom,
		Milestone: &rules.Milestone{Name: "province", Measure: dominion.OwnedOf(dominion.Province), Most: 8},
		Usage: &rules.Usage{
			Uses:     []rules.Use{{Name: "buy", Do: dominion.BuyCard}, {Name: "play", Do: dominion.PlayCard}, {Name: "reaction", Do: dominion.Show}},
			Standing: dominion.Points, StandingName: "points",
			Cards: func(m state.Machine, _ state.Seat) []string { return supplyNames(m, true) },
		},
		Source: &rules.Source{Import: "gamed/rules/dominion", Expression: "dominion.Rules"},
	}
}

// strategies returns the bots that play by built-in buy rules.
func strategies() (all []ai.Entry) {
	for _, s := range buyrules.Strategies {
		all = append(all, ai.Entry{Info: ai.Info{Name: s.Name, About: s.About, Rules: dominion.Rules.Name}, New: s.New})
	}
	return all
}

func parseBuyRules(name, text string) (func(seed uint64) ai.Bot, error) {
	rules, err := buyrules.Parse(name, text)
	if err != nil {
		return nil, err
	}
	return rules.New, nil
}

// setSupply sets table options so that the supply has the cards named in the
// bots' buy rules. It changes nothing if the table names a kingdom.
func setSupply(bots []ai.Bot, table map[string]string) {
	if table["kingdom"] != "" {
		return
	}
	var kingdom []string
	named := make(map[state.Kind]bool)
	for _, bot := range bots {
		rules, ok := bot.(*buyrules.Rules)
		if !ok {
			continue
		}
		for _, k := range rules.Cards() {
			if d := dominion.DefOf(k); d.Set != "basic" && !named[k] {
				kingdom = append(kingdom, d.Name)
			}
			named[k] = true
		}
	}
	if len(kingdom) > 0 {
		table["kingdom"] = strings.Join(kingdom, ",")
	}
	if _, said := table["colony"]; !said && (named[dominion.Colony] || named[dominion.Platinum]) {
		table["colony"] = "yes"
	}
}

// setKingdom sets the kingdom option to the kingdom cards of the game m, unless
// each game draws a random kingdom.
func setKingdom(m state.Machine, table map[string]string) {
	if table["kingdom"] == "random" {
		return
	}
	table["kingdom"] = strings.Join(supplyNames(m, false), ",")
}

// supplyNames returns the names of the kingdom cards in the supply. If basic is set, it includes the basic
// cards.
func supplyNames(m state.Machine, basic bool) (names []string) {
	for i := range dominion.Rules.Info().Cards {
		k := state.Kind(i + 1)
		if d := dominion.DefOf(k); (basic || d.Set != "basic") && m.Measure(0, dominion.LeftOf(k)) > 0 {
			names = append(names, d.Name)
		}
	}
	return names
}
