package learned

import (
	"gamed/ai"
	"gamed/ai/buyrules"
	"gamed/rules/dominion"
	"gamed/state"
)

// A buyer plays Dominion. It buys the card after whose turn its net thinks best of
// its seat. The cards in hand it plays as bots do that follow buy rules, or, with
// worlds above 0, tries out what comes of each choice in so many worlds.
type buyer struct {
	value                ai.Value
	rand                 state.Rand
	worlds               int
	world, tried, bought state.Machine
	sums                 []float32
	opts, buys           []state.Option
}

// NewBuyer returns a bot that plays Dominion by net.
func NewBuyer(net *Net, worlds int, seed uint64) ai.Bot {
	return &buyer{value: NewValue(net), worlds: worlds, rand: stream(seed)}
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
	if len(a.Options) == 1 {
		return a.Options[0]
	}
	if b.world == nil {
		b.world, b.tried, b.bought = a.Fork(&b.rand), a.Fork(&b.rand), a.Fork(&b.rand)
	}
	if a.Options[len(a.Options)-1].Do == dominion.BuyCard {
		a.World(b.world, &b.rand)
		option, _ := b.buy(b.world, a.Seat, a.Seat, a.Options)
		return option
	}
	if b.worlds == 0 || !tries(a) {
		return usual.Choose(a)
	}
	b.sums = zeros(b.sums, len(a.Options))
	for range b.worlds {
		a.World(b.world, &b.rand)
		for i, o := range a.Options {
			b.tried.Set(b.world)
			b.tried.Apply(state.Request{Seat: a.Seat, Option: o}, nil)
			b.sums[i] += b.turn(b.tried, a.Seat)
		}
	}
	return a.Options[highest(b.sums)]
}

// tries reports whether what is asked shows in the value of the turn's end.
func tries(a ai.Ask) bool {
	switch a.Options[len(a.Options)-1].Do {
	case dominion.PlayCard:
		return a.Options[0].Do == dominion.Pass
	case state.Take:
		switch dominion.Fate(a.Measure(dominion.FateOfPick)) {
		case dominion.Trashing, dominion.Gaining, dominion.Playing:
			return true
		}
	case state.Yes:
		return true
	}
	return false
}

// maxTurn bounds how many requests a turn may take.
const maxTurn = 200

// turn plays w to the end of the turn and returns what the net thinks of seat
// there.
func (b *buyer) turn(w state.Machine, seat state.Seat) float32 {
	now := w.Turn()
	for range maxTurn {
		if w.Awaiting() == 0 || w.Turn() != now {
			break
		}
		who := w.Next()
		b.opts = w.Options(who, b.opts[:0])
		option := b.opts[0]
		if len(b.opts) > 1 {
			if b.opts[len(b.opts)-1].Do == dominion.BuyCard {
				var value float32
				if option, value = b.buy(w, who, seat, b.opts); w.Measure(who, dominion.BuysLeft) == 1 {
					return value
				}
			} else {
				option = usual.Choose(ai.NewAsk(w, who, b.opts))
			}
		}
		w.Apply(state.Request{Seat: who, Option: option}, nil)
	}
	return worth(w, seat, b.value)
}

// buy returns the option after which, if nothing more is bought, the net thinks
// best of who, and what it thinks of seat.
func (b *buyer) buy(w state.Machine, who, seat state.Seat, options []state.Option) (best state.Option, value float32) {
	most := float32(-1)
	now := w.Turn()
	for _, o := range options {
		b.bought.Set(w)
		b.bought.Apply(state.Request{Seat: who, Option: o}, nil)
		for range maxTurn {
			if b.bought.Awaiting() == 0 || b.bought.Turn() != now {
				break
			}
			next := b.bought.Next()
			b.buys = b.bought.Options(next, b.buys[:0])
			b.bought.Apply(state.Request{Seat: next, Option: b.buys[0]}, nil)
		}
		if v := worth(b.bought, who, b.value); v > most {
			most, best = v, o
		}
	}
	if who != seat {
		return best, 1 - most
	}
	return best, most
}
