// Package harbour is a decision game about a harbour in its first twelve months.
package harbour

import (
	"gamed/rules/cardsim"
	"gamed/state"
)

// A Town holds the stats of a game.
type Town struct {
	Coins int `cardsim:"stat"`
	Trust int `cardsim:"stat"`
}

// Stats implements [cardsim.StatsCollection].
func (t *Town) Stats() []cardsim.Stat { return cardsim.ExtractStats(t) }

type (
	player = *cardsim.Player[*Town]
	card   = cardsim.Card[*Town]
	option = cardsim.CardOption[*Town]
	rule   = cardsim.Rule[*Town]
)

// change returns the Choose function of an option that adds coins and trust. The function limits the
// coins to 40 and the trust to 100, and neither falls below 0.
func change(coins, trust int) func(player) (cardsim.Message, error) {
	return func(p player) (cardsim.Message, error) {
		p.Stats.Coins = max(0, min(p.Stats.Coins+coins, 40))
		p.Stats.Trust = max(0, min(p.Stats.Trust+trust, 100))
		return cardsim.Message{}, nil
	}
}

var cards = []*card{
	{Name: "merchant", Title: cardsim.Text("A merchant ship"), Cooldown: 1, Options: []option{
		{Text: cardsim.Text("Charge the full fee"), Choose: change(6, -8)},
		{Text: cardsim.Text("Charge half"), Choose: change(3, 2)},
	}},
	{Name: "wreck", Title: cardsim.Text("A wreck at the mole"), Cooldown: 1, Options: []option{
		{Text: cardsim.Text("Send the pilots"), Choose: change(-4, 12)},
		{Text: cardsim.Text("Wait for calm"), Choose: change(0, -10)},
	}},
	{Name: "fair", Title: cardsim.Text("The autumn fair"), Cooldown: 3, Options: []option{
		{Text: cardsim.Text("Pay for the lanterns"), Choose: change(-3, 15)},
		{Text: cardsim.Text("Rent out the quay"), Choose: change(5, -3)},
	}},
}

var rules = []*rule{{Name: "endings", Step: 1, Do: func(p player) error {
	switch {
	case p.Stats.Trust == 0:
		p.End(cardsim.Ending{Name: "dismissed", Text: cardsim.Text("The town finds another harbour master.")})
	case p.Turn >= 12:
		p.End(cardsim.Ending{Name: "anniversary", Text: cardsim.Text("The harbour is a year old."), Won: true})
	}
	return nil
}}}

// Game returns the game, ready to play.
func Game() *cardsim.Game[*Town] {
	game, err := (&cardsim.Game[*Town]{
		Name: "harbour", About: "Run a harbour for a year.", Version: 1,
		New:   func(*state.Rand) *Town { return &Town{Coins: 10, Trust: 30} },
		Cards: cards, Deck: []string{"merchant", "wreck", "fair"}, Rules: rules, Endings: []string{"dismissed", "anniversary"},
		Value: func(p player) int { return p.Stats.Coins*10 + p.Stats.Trust },
	}).Build()
	if err != nil {
		panic(err) // the error lists the faults
	}
	return game
}
