package buyrules

import (
	"gamed/ai"
	"gamed/rules/dominion"
	"gamed/state"
)

// A ranking returns the priority of picking a card of kind k. If the priority is above 0, the bot picks
// the card even when no further pick is required.
type ranking func(a ai.Ask, k state.Kind) int

// rankings holds a ranking for each fate of a picked card, except Gaining: the buy rules rank the
// gains.
var rankings = [...]ranking{
	dominion.Discarding: func(a ai.Ask, k state.Kind) int {
		switch {
		case k == tunnel:
			return 60 // discarding a Tunnel gains a Gold
		case useless(k):
			return 50
		case unplayable(a, k):
			return 40
		}
		return -1 - cost(k)
	},
	dominion.Trashing:    rankTrash,
	dominion.ToppingDeck: rankWorst,
	dominion.Playing: func(a ai.Ask, k state.Kind) int {
		if !harmless(a, k) {
			return -1
		}
		return 1 + cost(k)
	},
	dominion.Naming: func(_ ai.Ask, k state.Kind) int { return 10*int(defs[k].Points) + cost(k) },
	dominion.Keeping: func(a ai.Ask, k state.Kind) int {
		if unplayable(a, k) {
			return 60 + cost(k)
		}
		return rankWorst(a, k)
	},
	dominion.PuttingOnIsland: func(a ai.Ask, k state.Kind) int {
		if k == dominion.Curse {
			return 40 // a Victory card is just as useless and may be drawn more often
		}
		return rankWorst(a, k)
	},
	dominion.Guessing:  func(a ai.Ask, k state.Kind) int { return a.Measure(dominion.OwnedOf(k)) },
	dominion.Handing:   rankTrash,
	dominion.Inserting: rankWorst,

	// The following rankings take the number of a mode, or a number of coins or cards, instead of a
	// kind.
	dominion.Choosing: func(a ai.Ask, mode state.Kind) int {
		if rank := modes[state.Kind(a.Measure(dominion.Asking))]; rank != nil {
			return rank(a, mode)
		}
		return -int(mode)
	},
	dominion.Overpaying: func(_ ai.Ask, _ state.Kind) int { return -1 },
	dominion.Placing:    func(_ ai.Ask, depth state.Kind) int { return int(depth) },
}

func rankTrash(a ai.Ask, k state.Kind) int {
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

// modes holds the rankings for the modes of some cards. With all other cards, the bots choose the first
// modes.
var modes = map[state.Kind]ranking{
	kindOf("Pawn"): func(_ ai.Ask, mode state.Kind) int { return [...]int{0: 1, 3: 1}[mode] }, // +1 Card and +$1
	kindOf("Steward"): func(a ai.Ask, mode state.Kind) int {
		bad := 0
		for _, k := range []state.Kind{dominion.Curse, dominion.Estate} {
			if rankTrash(a, k) > 0 {
				bad += a.Measure(dominion.HandOf(k))
			}
		}
		return [...]int{0, 1, bad / 2 * 2}[mode] // trash two bad cards, else +$2
	},
	kindOf("Squire"): func(_ ai.Ask, mode state.Kind) int { return int(mode) }, // gain a Silver
}

// rankWorst ranks useless cards first and then the cheapest cards. If no pick is required, the bots
// pick only useless cards.
func rankWorst(_ ai.Ask, k state.Kind) int {
	if useless(k) {
		return 50
	}
	return -1 - cost(k)
}

// A pickRequest identifies a request to pick cards by the asking card and the fate of the picked card.
type pickRequest struct {
	asking state.Kind
	fate   dominion.Fate
}

// cardRankings holds the rankings for specific asking cards. These rankings take precedence over
// the array rankings and over the buy rules.
var cardRankings = map[pickRequest]ranking{
	{kindOf("Artisan"), dominion.ToppingDeck}: rankings[dominion.Keeping],
	{kindOf("Harbinger"), dominion.ToppingDeck}: func(_ ai.Ask, k state.Kind) int {
		if useless(k) {
			return -1
		}
		return cost(k) // not a Copper
	},
	{kindOf("Loan"), dominion.Trashing}:        rankCopper,
	{kindOf("Moneylender"), dominion.Trashing}: rankCopper,
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
		return rankTrash(a, k)
	},
	{masterpiece, dominion.Overpaying}: func(_ ai.Ask, coins state.Kind) int { return int(coins) },
	{mint, dominion.Gaining}:           func(_ ai.Ask, k state.Kind) int { return cost(k) }, // not a Copper
	{pirateShip, dominion.Trashing}:    func(_ ai.Ask, k state.Kind) int { return cost(k) }, // an opponent's card
}

func rankCopper(_ ai.Ask, k state.Kind) int {
	if k == dominion.Copper {
		return 1
	}
	return -1 - cost(k)
}

func cost(k state.Kind) int { return int(defs[k].Cost) }

// useless reports whether a card has no use in hand: it is neither an Action nor a Treasure.
func useless(k state.Kind) bool { return defs[k].Types&(dominion.Action|dominion.Treasure) == 0 }

// unplayable reports whether a card is an Action that the seat can no longer play this turn. It returns
// false if an Attack is asking, because most Attacks ask during another player's turn.
func unplayable(a ai.Ask, k state.Kind) bool {
	const action, treasure, attack = dominion.Action, dominion.Treasure, dominion.Attack
	return defs[k].Types&(action|treasure) == action && a.Measure(dominion.ActionsLeft) == 0 &&
		defs[a.Measure(dominion.Asking)&0xFF].Types&attack == 0
}

// pick answers the request of the asking card to pick cards.
func (r *Rules) pick(a ai.Ask) state.Option {
	q := pickRequest{state.Kind(a.Measure(dominion.Asking)), dominion.Fate(a.Measure(dominion.FateOfPick))}
	switch rank := cardRankings[q]; {
	case rank != nil:
		return choose(a, q.fate, rank)
	case q.fate == dominion.Gaining:
		return choose(a, q.fate, r.gain)
	}
	return choose(a, q.fate, rankings[q.fate])
}

// gain ranks the cards that the seat may gain: first the cards that the rules would buy, then
// Actions and Treasures by cost, then Victory cards by cost. A Curse comes last.
func (r *Rules) gain(a ai.Ask, k state.Kind) int {
	for i := range r.rules {
		if rule := &r.rules[i]; state.Kind(rule.card) == k && rule.holds(a) {
			return 1000 - i
		}
	}
	switch {
	case k == dominion.Curse:
		return -1
	case useless(k):
		return 1 + cost(k)
	}
	return 100 + cost(k)
}

// maxOptions is the largest number of options of a pick: 128 cards or numbers, and the option to
// stop.
const maxOptions = 129

// choose selects the required number of cards with the highest rankings, and further allowed cards
// whose ranking is above 0. It returns the first selected option, because picks must be in
// ascending order.
func choose(a ai.Ask, fate dominion.Fate, rank ranking) state.Option {
	least, most := a.Measure(dominion.LeastPicks), a.Measure(dominion.MostPicks)
	var want, copies [maxOptions]int
	for i, o := range a.Options {
		switch {
		case o.Do != state.Take:
		case fate == dominion.Choosing || fate == dominion.Overpaying || fate == dominion.Placing:
			want[i], copies[i] = rank(a, state.Kind(o.Card)), 1
		default:
			k := state.Kind(a.Measure(dominion.KindOfPick(o.Card)))
			want[i], copies[i] = rank(a, k), a.Measure(dominion.PickableOf(k))
		}
	}
	for i, o := range a.Options {
		if o.Do != state.Take {
			continue
		}
		before := 0 // number of cards preferred to this card
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
