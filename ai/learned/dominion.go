package learned

import (
	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/rules/dominion"
	"gamed/state"
)

// A buyer plays Dominion. It buys the card with the highest net value at the end of
// the turn and plays cards as bots with buy rules do.
//
// Choosing Actions by the net, in 8 or 30 worlds, was no better in 3,000 games, nor
// was a playout of a few turns after each buy in 300.
type buyer struct {
	value  ai.Value
	rand   state.Rand
	world  state.Machine
	bought state.Machine // world after a purchase
	opts   []state.Option
}

// NewBuyer returns a bot that plays Dominion by net.
func NewBuyer(net *Net, seed uint64) ai.Bot {
	return &buyer{value: NewValue(net), rand: state.NewRand(seed)}
}

// usual answers everything but purchases.
var usual = func() *buyrules.Rules {
	r, err := buyrules.Parse("usual", "Province\nGold\nSilver")
	if err != nil {
		panic(err)
	}
	return r
}()

// Choose answers any decision of Dominion.
func (b *buyer) Choose(a ai.Ask) state.Option {
	switch {
	case len(a.Options) == 1:
		return a.Options[0]
	case a.Options[len(a.Options)-1].Do == dominion.BuyCard:
		return b.buy(a)
	}
	return usual.Choose(a)
}

// buy returns the option with the highest net value if it is the last purchase of
// the turn, the first one on a tie. One world suffices: the net uses no hidden
// information in other seats' turns.
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
