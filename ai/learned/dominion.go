package learned

import (
	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/rules/dominion"
	"gamed/state"
)

// A buyer is a bot that plays Dominion. It buys the card for which the net gives the highest value
// at the end of the turn. For all other decisions, it uses the fixed rules of package buyrules.
//
// Choosing Actions by the net, in 8 or 30 worlds, brought no gain in 3,000 games. A playout of a
// few turns after each buy brought no gain in 300 games.
type buyer struct {
	value         ai.Value
	rand          state.Rand
	world         state.Machine
	afterPurchase state.Machine // world after the purchase being tried
	opts          []state.Option
}

// NewBuyer returns a bot that plays Dominion with the given net.
func NewBuyer(net *Net, seed uint64) ai.Bot {
	return &buyer{value: NewValue(net), rand: state.NewRand(seed)}
}

// fixedRules makes all decisions of a buyer except purchases: plays, reactions, and the choices of
// cards.
var fixedRules = func() *buyrules.Rules {
	r, err := buyrules.Parse("fixed rules", "Province\nGold\nSilver")
	if err != nil {
		panic(err)
	}
	return r
}()

// Choose chooses purchases with the net and everything else with fixedRules.
func (b *buyer) Choose(a ai.Ask) state.Option {
	switch {
	case len(a.Options) == 1:
		return a.Options[0]
	case a.Options[len(a.Options)-1].Do == dominion.BuyCard:
		return b.buy(a)
	}
	return fixedRules.Choose(a)
}

// buy returns the option that the net rates highest, as if it were the last purchase of the turn. Ties
// go to the first option. One world suffices: in another seat's turn, which usually follows, no feature
// depends on a card drawn at random.
func (b *buyer) buy(a ai.Ask) (best state.Option) {
	if b.world == nil {
		b.world, b.afterPurchase = a.Fork(&b.rand), a.Fork(&b.rand)
	}
	a.SetWorld(b.world, &b.rand)
	most := float32(-1)
	for _, o := range a.Options {
		b.afterPurchase.Set(b.world)
		b.afterPurchase.Apply(state.Request{Seat: a.Seat, Option: o}, nil)
		b.opts = ai.EndTurn(b.afterPurchase, b.world.Turn(), b.opts)
		if v := evaluate(b.afterPurchase, a.Seat, b.value); v > most {
			most, best = v, o
		}
	}
	return best
}
