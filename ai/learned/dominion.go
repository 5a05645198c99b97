package learned

import (
	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/rules/dominion"
	"gamed/state"
)

// A buyer plays Dominion. It buys the card after whose turn its net thinks best of
// its seat, and plays its cards as bots do that follow buy rules.
//
// Trying out by the net what to play, in 8 or 30 worlds, was no better in 3,000 games,
// nor were games played on from a buy for a few turns in 300.
type buyer struct {
	value  ai.Value
	rand   state.Rand
	world  state.Machine
	bought state.Machine // what becomes of world with a card
	opts   []state.Option
}

// NewBuyer returns a bot that plays Dominion by net.
func NewBuyer(net *Net, seed uint64) ai.Bot {
	return &buyer{value: NewValue(net), rand: state.NewRand(seed)}
}

// usual plays whatever is no buy.
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

// buy returns the option after which, if nothing more is bought this turn, the net
// thinks best of the seat: the first one on a tie. One world is enough, for what the
// net knows in another's turn is no secret.
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
