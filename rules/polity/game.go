package polity

import (
	"slices"

	"gamed/rules/cardsim"
	"gamed/state"
)

// Game returns the game, ready to deal.
func Game() *cardsim.Game[*Nation] { return game }

var (
	game *cardsim.Game[*Nation]
	// followUps holds, by name, the cards that [leads] schedules.
	followUps = make(map[string]*card)
)

// init builds the game. The game cannot be built in a variable declaration,
// because cards refer to followUps, and followUps to the cards.
func init() {
	cards := readCards()
	for _, c := range cards["Follow-ups"] {
		followUps[c.Name] = c
	}
	g := &cardsim.Game[*Nation]{
		Name:    "polity",
		About:   "You are Chancellor of Lower Brindle. Twenty years are a term; few have finished one.",
		Version: 2,
		New:     newNation,
		Clone:   func(n *Nation) *Nation { c := *n; return &c },
		Equal:   func(a, b *Nation) bool { return *a == *b },
		Cards:   slices.Concat(cards["Matters"], cards["Follow-ups"], cards["Crises"], cards["Secrets"]),
		Rules:   rules,
		Actions: actions, DebugActions: debugActions,
		Prompt:    promptPanel,
		Panels:    panels,
		HandLimit: 3,
		MaxTurns:  lifeTerm + 1,
		Preview:   []string{"Liberties", "Prosperity", "Order", "Treasury"},
		Value:     value,
	}
	for _, c := range cards["Matters"] {
		g.Deck = append(g.Deck, c.Name)
	}
	for _, e := range endings {
		g.Endings = append(g.Endings, e.Name)
	}
	built, err := g.Build()
	if err != nil {
		panic(err)
	}
	game = built
}

// value rates the position for bots and for the ranking, which all players see. It rewards ratings near
// a golden age, time served, approval and a full treasury. It depends on hidden numbers only through
// visible stats.
func value(p *player) int {
	n, served := p.Stats, min(p.Turn, term)
	if e := p.Ended(); e != nil {
		if e.Won {
			return 999
		}
		return served * 2
	}
	well := ratingValue(n.StatLiberties()) + ratingValue(n.StatProsperity()) + ratingValue(n.StatOrder())
	lacking := 0
	for _, x := range [...]int{n.Health, n.Learning, n.Equality, n.Nature, n.Arts, n.Standing} {
		lacking += max(0, 44-x)
	}
	return 200 + served*2 + well*4/3 + n.StatApproval() - lacking + treasuryValue(n)
}

// treasuryValue returns the treasury's part of the value: a small bonus for a full treasury, a
// large penalty for a negative or shrinking one.
func treasuryValue(n *Nation) int {
	return max(-100, min(n.Treasury/10, 20, n.Treasury/2)) + max(-60, min(2*n.StatBalance(), 0))
}

// ratingValue returns a rating's part of the value, from 0 to 100. It is 100 a little above the
// lower limit of a golden age, and falls faster and faster toward both ends.
func ratingValue(rating int) int {
	off := rating - goldenLow - 4
	return max(0, 100-off*off/18)
}

var debugActions = []*action{
	debugAction("fill the treasury", "It is full.", treasury.up(300)),
	debugAction("anger everybody", "They are angry.", resentment.up(30), joy.down(20)),
	debugAction("wake the mountain", "It stirs.", rumble.up(30)),
	debugAction("gild the age", "It glitters.", golden.up(goldenQuarters-1)),
}

func debugAction(name, result string, does ...effect) *action {
	return &action{Name: name, Free: true, CardOption: option{Text: cardsim.Text(name), Choose: chooseFunc(result, does...)}}
}

var _ state.Dealer = game
