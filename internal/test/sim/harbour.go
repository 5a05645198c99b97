package sim

import (
	"gamed/rules/cardsim"
	"gamed/state"
)

// A port is the state of a small decision game for up to three players.
type port struct {
	Ships int `cardsim:"stat"`
	Coins int `cardsim:"stat"`
	Rats  int `cardsim:"hidden"`
}

func (p *port) Stats() []cardsim.Stat { return cardsim.ExtractStats(p) }

type captain = cardsim.Player[*port]

var harbour = func() *cardsim.Game[*port] {
	g, err := (&cardsim.Game[*port]{
		Name: "harbour", About: "Keep a port.", Seats: 3, HandLimit: 2, MaxTurns: 40,
		New: func(r *state.Rand) *port { return &port{Coins: 10, Rats: r.N(5)} },
		Cards: []*cardsim.Card[*port]{
			{Name: "storm", Title: cardsim.Text("Storm"), Text: cardsim.Text("It comes from the west."), Options: []cardsim.CardOption[*port]{
				{Text: cardsim.Text("Stay in"), Choose: func(c *captain) (cardsim.Message, error) { c.Stats.Coins--; return cardsim.Message{}, nil }},
				{Text: cardsim.Text("Sail"), Choose: func(c *captain) (cardsim.Message, error) { c.Stats.Ships -= c.Rand.N(2); return cardsim.Message{}, nil }},
			}},
			{Name: "trade", Title: cardsim.Text("Trade"), Text: cardsim.Text("They have wool."), Options: []cardsim.CardOption[*port]{
				{Text: cardsim.Text("Buy"), Choose: func(c *captain) (cardsim.Message, error) {
					c.Stats.Coins += c.Rand.N(6) - 2
					return cardsim.Message{}, nil
				}},
				{Text: cardsim.Text("Build"), Choose: func(c *captain) (cardsim.Message, error) {
					c.Stats.Ships++
					c.Stats.Rats++
					return cardsim.Message{}, nil
				}},
			}},
		},
		Value: func(c *captain) int { return min(max(100+10*c.Stats.Coins+20*c.Stats.Ships, 1), 999) },
	}).Build()
	if err != nil {
		panic(err) // cannot happen: the game is the same each time
	}
	return g
}()
