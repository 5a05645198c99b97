package command

import (
	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/ai/learned"
	"gamed/arena"
	"gamed/examples"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/state"
)

// A ruleset is a game, and what only this program needs of it.
type ruleset struct {
	state.Dealer
	// view is a value of the type of its views, for the schema.
	view any
	// readDeck reads a deck file and returns how many there are of each card.
	// name stands in the errors. It is nil where nobody chooses a deck.
	readDeck func(name, text string) (map[string]int, error)
	// forBots adds to the table what the bots need that is not said already, and
	// dealt what the deal has made of it. They are nil without such options.
	forBots func(bots []arena.Player, table map[string]string)
	dealt   func(m state.Machine, table map[string]string)
	// milestone is timed when one bot plays alone.
	milestone *arena.Milestone
	// bots are those that play this game only.
	bots []ai.Entry
	// noLearned says what is wrong with the weights of its learned bots, which are
	// not among the bots then.
	noLearned error
	// decisions is what a game of package cardsim has beside, nil for others.
	decisions *decisions
	// file is where it was read from, nil for games that are built in.
	file *gameFile
}

// rulesets lists every game there is, in the order in which they are shown.
var rulesets = []ruleset{
	withLearned(ruleset{Dealer: elements.Rules, view: elements.View{}, readDeck: elementsDeck}, learned.ElementsBots),
	withLearned(ruleset{
		Dealer: dominion.Rules, view: dominion.View{}, forBots: supplyFor, dealt: nameKingdom,
		milestone: &arena.Milestone{Name: "province", Measure: dominion.OwnedOf(dominion.Province), Most: 8},
		bots:      strategies(),
	}, learned.DominionBots),
	decisionGame(polity.Game()),
	builtIn("tortoise.yaml", examples.Tortoise),
}

// roster is the bots of all games.
var roster = func() (all ai.Roster) {
	for _, r := range rulesets {
		all = append(all, r.bots...)
	}
	return all
}()

// withLearned adds the learned bots to a game's. Weights that do not fit keep nobody
// from running the program, for that is what makes new ones.
func withLearned(r ruleset, bots func() ([]ai.Entry, error)) ruleset {
	var added []ai.Entry
	added, r.noLearned = bots()
	r.bots = append(r.bots, added...)
	return r
}

// strategies are Dominion's bots that play by rules.
func strategies() (all []ai.Entry) {
	for _, s := range buyrules.Strategies {
		all = append(all, ai.Entry{Info: ai.Info{Name: s.Name, About: s.About, Rules: dominion.Rules.Name}, New: s.New})
	}
	return all
}

func elementsDeck(name, text string) (map[string]int, error) {
	deck, err := elements.ParseDeck(name, text)
	if err != nil {
		return nil, err
	}
	cards := elements.Rules.Info().Cards
	counts := make(map[string]int)
	for _, kind := range deck {
		counts[cards[kind-1].Name]++ // the table lists every kind but 0
	}
	return counts, nil
}

// views returns a value of the type of each game's views, by the game's name.
func views() map[string]any {
	all := make(map[string]any)
	for _, r := range rulesets {
		all[r.Info().Name] = r.view
	}
	return all
}

// dealer returns a ruleset by its name, for logs that are run again.
func dealer(name string) (state.Dealer, error) { return builtInRules(name) }

// findRules returns a ruleset by its name, or by the game file that it is in.
func findRules(name string) (ruleset, error) {
	if isGameFile(name) {
		return readGame(name)
	}
	return builtInRules(name)
}

func builtInRules(name string) (ruleset, error) {
	var names []string
	for _, r := range rulesets {
		if r.Info().Name == name {
			return r, nil
		}
		names = append(names, r.Info().Name)
	}
	return ruleset{}, unknown("game", name, names)
}
