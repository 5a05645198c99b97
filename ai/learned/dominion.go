package learned

import (
	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/rules/dominion"
	"gamed/state"
)

// A buyer plays Dominion. It buys the card with the highest net value at the end of the turn. It
// plays cards like bots with buy rules.
//
// Choosing Actions by the net, in 8 or 30 worlds, brought no gain in 3,000 games. A playout of a
// few turns after each buy brought no gain in 300 games.
type buyer struct {
	value  ai.Value
	rand   state.Rand
	world  state.Machine
	bought state.Machine // world after a purchase
	opts   []state.Option
}

// NewBuyer returns a bot that plays Dominion with the given net.
func NewBuyer(net *Net, seed uint64) ai.Bot {
	return &buyer{value: NewValue(net), rand: state.NewRand(seed)}
}

// usual makes all decisions except purchases.
var usual = func() *buyrules.Rules {
	r, err := buyrules.Parse("usual", "Province\nGold\nSilver")
	if err != nil {
		panic(err)
	}
	return r
}()

// Choose makes any decision in Dominion.
func (b *buyer) Choose(a ai.Ask) state.Option {
	switch {
	case len(a.Options) == 1:
		return a.Options[0]
	case a.Options[len(a.Options)-1].Do == dominion.BuyCard:
		return b.buy(a)
	}
	return usual.Choose(a)
}

// buy returns the option with the highest net value, as if it were the last purchase of the turn.
// Ties go to the first option. One world suffices because the net uses no hidden information in
// other seats' turns.
func (b *buyer) buy(a ai.Ask) (best state.Option) {
	if b.world == nil {
		b.world, b.bought = a.Fork(&b.rand), a.Fork(&b.rand)
	}
	a.World(b.world, &b.rand)
	most := float32(-1)
	for _, o := range a.Options {
		b.bought.Set(b.world)
		b.bought.Apply(state.Request{Seat: a.Seat, Option: o}, nil)
		b.opts = ai.EndTurn(b.bought, b.world.Turn(), b.opts)
		if v := worth(b.bought, a.Seat, b.value); v > most {
			most, best = v, o
		}
	}
	return best
}
