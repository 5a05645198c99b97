package buyrules

import (
	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/state"
)

// An urge returns the priority of picking a card of kind k. Above 0, the seat picks the card
// even when it is not required to.
type urge func(a ai.Ask, k state.Kind) int

// urges holds an urge for each fate of a picked card. It has none for gains, which follow the buy
// rules.
var urges = [...]urge{
	dominion.Discarding: func(a ai.Ask, k state.Kind) int {
		switch {
		case k == tunnel:
			return 60 // as much as a Gold
		case dead(k):
			return 50
		case idle(a, k):
			return 40
		}
		return -1 - cost(k)
	},
	dominion.Trashing:    trashing,
	dominion.ToppingDeck: worst,
	dominion.Playing: func(a ai.Ask, k state.Kind) int {
		if !harmless(a, k) {
			return -1
		}
		return 1 + cost(k)
	},
	dominion.Naming: func(_ ai.Ask, k state.Kind) int { return 10*int(defs[k].Points) + cost(k) },
	dominion.Keeping: func(a ai.Ask, k state.Kind) int {
		if idle(a, k) {
			return 60 + cost(k)
		}
		return worst(a, k)
	},
	dominion.Landing: func(a ai.Ask, k state.Kind) int {
		if k == dominion.Curse {
			return 40 // a Victory card is just as dead and may be drawn more often
		}
		return worst(a, k)
	},
	dominion.Guessing:  func(a ai.Ask, k state.Kind) int { return a.Measure(dominion.OwnedOf(k)) },
	dominion.Handing:   trashing,
	dominion.Inserting: worst,

	// The following urges take a number instead of a kind.
	dominion.Choosing: func(a ai.Ask, mode state.Kind) int {
		if wish := modes[state.Kind(a.Measure(dominion.Asking))]; wish != nil {
			return wish(a, mode)
		}
		return -int(mode)
	},
	dominion.Overpaying: func(_ ai.Ask, _ state.Kind) int { return -1 },
	dominion.Placing:    func(_ ai.Ask, depth state.Kind) int { return int(depth) },
}

func trashing(a ai.Ask, k state.Kind) int {
	switch {
	case k == dominion.Curse:
		return 60
	case k == dominion.Estate && a.Measure(dominion.LeftOf(dominion.Province)) > 3:
		return 50
	case k == dominion.Copper && a.Measure(dominion.Money) > 6:
		return 40
	}
	return -1 - cost(k)
}

// modes holds the urges for the modes of cards. The bots choose the first modes of other cards.
var modes = map[state.Kind]urge{
	kindOf("Pawn"): func(_ ai.Ask, mode state.Kind) int { return [...]int{0: 1, 3: 1}[mode] }, // +1 Card and +$1
	kindOf("Steward"): func(a ai.Ask, mode state.Kind) int {
		bad := 0
		for _, k := range []state.Kind{dominion.Curse, dominion.Estate} {
			if trashing(a, k) > 0 {
				bad += a.Measure(dominion.HandOf(k))
			}
		}
		return [...]int{0, 1, bad / 2 * 2}[mode] // trash two bad cards, else +$2
	},
	kindOf("Squire"): func(_ ai.Ask, mode state.Kind) int { return int(mode) }, // gain a Silver
}

// worst prefers dead cards, then the cheapest.
func worst(_ ai.Ask, k state.Kind) int {
	if dead(k) {
		return 50
	}
	return -1 - cost(k)
}

// A request holds the asking card and the fate of the picked card.
type request struct {
	asking state.Kind
	fate   dominion.Fate
}

// own holds the urges for specific asking cards. An entry here takes precedence over the entry in
// the array urges.
var own = map[request]urge{
	{kindOf("Artisan"), dominion.ToppingDeck}: urges[dominion.Keeping],
	{kindOf("Harbinger"), dominion.ToppingDeck}: func(_ ai.Ask, k state.Kind) int {
		if dead(k) {
			return -1
		}
		return cost(k) // not a Copper
	},
	{kindOf("Loan"), dominion.Trashing}:        onlyCopper,
	{kindOf("Moneylender"), dominion.Trashing}: onlyCopper,
	{kindOf("Mine"), dominion.Trashing}: func(a ai.Ask, k state.Kind) int {
		if better := [...]state.Kind{
			dominion.Copper: dominion.Silver, dominion.Silver: dominion.Gold, dominion.Gold: dominion.Platinum,
		}; int(k) < len(better) && a.Measure(dominion.LeftOf(better[k])) > 0 {
			return 1 + cost(k)
		}
		return -1
	},
	{doctor, dominion.Guessing}: func(a ai.Ask, k state.Kind) int {
		if a.Measure(dominion.OwnedOf(k)) == 0 {
			return -100
		}
		return trashing(a, k)
	},
	{masterpiece, dominion.Overpaying}: func(_ ai.Ask, coins state.Kind) int { return int(coins) },
	{mint, dominion.Gaining}:           func(_ ai.Ask, k state.Kind) int { return cost(k) }, // not a Copper
	{pirateShip, dominion.Trashing}:    func(_ ai.Ask, k state.Kind) int { return cost(k) }, // an opponent's card
}

func onlyCopper(_ ai.Ask, k state.Kind) int {
	if k == dominion.Copper {
		return 1
	}
	return -1 - cost(k)
}

func cost(k state.Kind) int { return int(defs[k].Cost) }

// dead reports whether a card has no use in hand.
func dead(k state.Kind) bool { return defs[k].Types&(dominion.Action|dominion.Treasure) == 0 }

// idle reports whether a card is an Action that the seat can no longer play this turn. It
// returns false if an Attack is asking, since Attacks ask during other players' turns.
func idle(a ai.Ask, k state.Kind) bool {
	const action, treasure, attack = dominion.Action, dominion.Treasure, dominion.Attack
	return defs[k].Types&(action|treasure) == action && a.Measure(dominion.ActionsLeft) == 0 &&
		defs[a.Measure(dominion.Asking)&0xFF].Types&attack == 0
}

// pick answers the asking card. Gains follow the rules.
func (r *Rules) pick(a ai.Ask) state.Option {
	q := request{state.Kind(a.Measure(dominion.Asking)), dominion.Fate(a.Measure(dominion.FateOfPick))}
	switch wish := own[q]; {
	case wish != nil:
		return choose(a, q.fate, wish)
	case q.fate == dominion.Gaining:
		return choose(a, q.fate, r.gain)
	}
	return choose(a, q.fate, urges[q.fate])
}

// gain prefers the card that the rules would buy, then the most expensive Action or Treasure, then
// the most expensive card.
func (r *Rules) gain(a ai.Ask, k state.Kind) int {
	for i := range r.rules {
		if rule := &r.rules[i]; state.Kind(rule.card) == k && rule.holds(a) {
			return 1000 - i
		}
	}
	switch {
	case k == dominion.Curse:
		return -1
	case dead(k):
		return 1 + cost(k)
	}
	return 100 + cost(k)
}

// maxOptions limits the options of a pick: the numbers below 128, and the option to stop.
const maxOptions = 129

// choose selects the required number of cards with the highest urges, and further allowed cards
// whose urge is above 0. Cards must be picked in ascending order, so it returns the first selected
// option.
func choose(a ai.Ask, fate dominion.Fate, wish urge) state.Option {
	least, most := a.Measure(dominion.LeastPicks), a.Measure(dominion.MostPicks)
	var want, copies [maxOptions]int
	for i, o := range a.Options {
		switch {
		case o.Do != state.Take:
		case fate == dominion.Choosing || fate == dominion.Overpaying || fate == dominion.Placing:
			want[i], copies[i] = wish(a, state.Kind(o.Card)), 1
		default:
			k := state.Kind(a.Measure(dominion.KindOfPick(o.Card)))
			want[i], copies[i] = wish(a, k), a.Measure(dominion.PickableOf(k))
		}
	}
	for i, o := range a.Options {
		if o.Do != state.Take {
			continue
		}
		before := 0 // copies preferred to this card
		for j := range a.Options {
			if want[j] > want[i] || want[j] == want[i] && j < i {
				before += copies[j]
			}
		}
		if before < least || before < most && want[i] > 0 {
			return o
		}
	}
	return a.Options[0]
}
