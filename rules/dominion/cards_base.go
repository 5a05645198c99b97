package dominion

import . "gamed/state"

// baseCards are the kingdom cards of the base set, second edition. The effects of three cards were
// mandatory in the 2011 printing and are optional in the current printing.
var baseCards = []Def{
	{
		Name: "Cellar", Set: "base", Types: Action, Cost: 2, Actions: 1,
		Text:   "Discard any number of cards, then draw as many.",
		OnPlay: Discards(Hand, anyCard, 0, AllOfThem).Then(Cards(X)),
	},
	{
		Name: "Chapel", Set: "base", Types: Action, Cost: 2,
		Text:   "Trash up to 4 cards from your hand.",
		OnPlay: Trashes(Hand, anyCard, 0, 4),
	},
	{
		Name: "Moat", Set: "base", Types: Action | Reaction, Cost: 2, Cards: 2,
		Text:     "When another player plays an Attack, you may first reveal this from your hand: the Attack does not affect you.",
		OnAttack: Protect(),
	},
	{
		Name: "Harbinger", Set: "base", Types: Action, Cost: 3, Cards: 1, Actions: 1,
		Text:   "Look through your discard pile. You may put a card from it on top of your deck.",
		OnPlay: Pick(Discarded, anyCard, 0, 1, OnDeck()),
	},
	{
		Name: "Merchant", Set: "base", Types: Action, Cost: 3, Cards: 1, Actions: 1,
		Text:   "The first Silver that you play this turn gives +$1.",
		OnPlay: Merchant(),
	},
	{
		Name: "Vassal", Set: "base", Types: Action, Cost: 3, Coins: 2,
		Text:   "Discard the top card of your deck. If it is an Action, you may play it.",
		OnPlay: DiscardTop().Then(IfAny(May(PlayTop()))), Answers: []string{"play it", "do not play it"},
	},
	{Name: "Village", Set: "base", Types: Action, Cost: 3, Cards: 1, Actions: 2},
	{
		Name: "Workshop", Set: "base", Types: Action, Cost: 3,
		Text:   "Gain a card that costs up to $4.",
		OnPlay: Pick(Supply, costing(4), 1, 1, Gain(Discarded)),
	},
	{
		Name: "Bureaucrat", Set: "base", Types: Action | Attack, Cost: 4,
		Text: "Gain a Silver to the top of your deck. Each other player puts a Victory card from hand on top of their deck, or reveals a hand without one.",
		OnPlay: GainA(Silver, Deck).Then(EachOther(
			Pick(Hand, ofAnyType(Victory), 1, 1, OnDeck()), RevealHand(),
		)),
	},
	{
		Name: "Gardens", Set: "base", Types: Victory, Cost: 4, Per: 10,
		Text: "Worth 1 point for every 10 cards that you have, rounded down.",
	},
	{
		Name: "Militia", Set: "base", Types: Action | Attack, Cost: 4, Coins: 2,
		Text:   "Each other player discards down to 3 cards in hand.",
		OnPlay: EachOther(Discards(Hand, anyCard, OverThree, OverThree)),
	},
	{
		Name: "Moneylender", Set: "base", Types: Action, Cost: 4,
		Text:       "You may trash a Copper from your hand for +$3.",
		OnPlay:     Trashes(Hand, ofKind(Copper), 0, 1).Then(IfAny(Coins(3))),
		OnPlay2011: Trashes(Hand, ofKind(Copper), 1, 1).Then(IfAny(Coins(3))),
	},
	{
		Name: "Poacher", Set: "base", Types: Action, Cost: 4, Cards: 1, Actions: 1, Coins: 1,
		Text:   "Discard a card for each empty supply pile.",
		OnPlay: Discards(Hand, anyCard, EmptyPiles, EmptyPiles),
	},
	{
		Name: "Remodel", Set: "base", Types: Action, Cost: 4,
		Text: "Trash a card from your hand. If you do, gain a card that costs up to $2 more.",
		OnPlay: Trashes(Hand, anyCard, 1, 1).Then(
			IfAny(Pick(Supply, costing(TargetCost+2), 1, 1, Gain(Discarded))),
		),
	},
	{Name: "Smithy", Set: "base", Types: Action, Cost: 4, Cards: 3},
	{
		Name: "Throne Room", Set: "base", Types: Action, Cost: 4,
		Text:       "You may play an Action from your hand twice.",
		OnPlay:     Pick(Hand, ofAnyType(Action), 0, 1, Play(2)),
		OnPlay2011: Pick(Hand, ofAnyType(Action), 1, 1, Play(2)),
	},
	{
		Name: "Bandit", Set: "base", Types: Action | Attack, Cost: 5,
		Text: "Gain a Gold. Each other player reveals the top 2 cards of their deck, trashes a revealed Treasure other than Copper, and discards the rest.",
		OnPlay: GainA(Gold, Discarded).Then(EachOther(
			Reveal(2),
			Trashes(Revealed, Filter{Types: Treasure, Flags: noCopper}, 1, 1),
			DiscardRevealed(),
		)),
	},
	{
		Name: "Council Room", Set: "base", Types: Action, Cost: 5, Cards: 4, Buys: 1,
		Text:   "Each other player draws a card.",
		OnPlay: EachOther(Cards(1)),
	},
	{Name: "Festival", Set: "base", Types: Action, Cost: 5, Actions: 2, Buys: 1, Coins: 2},
	{Name: "Laboratory", Set: "base", Types: Action, Cost: 5, Cards: 2, Actions: 1},
	{
		Name: "Library", Set: "base", Types: Action, Cost: 5,
		Text: "Draw until you have 7 cards in hand. You may set aside any Actions as you draw them; discard those afterwards.",
		OnPlay: Repeat(DrawOne(7), IfTarget(ofAnyType(Action), May(SetAside()))).
			Then(DiscardRevealed()),
		Answers: []string{"set it aside", "keep it"},
	},
	{Name: "Market", Set: "base", Types: Action, Cost: 5, Cards: 1, Actions: 1, Buys: 1, Coins: 1},
	{
		Name: "Mine", Set: "base", Types: Action, Cost: 5,
		Text:       "You may trash a Treasure from your hand. If you do, gain a Treasure to your hand that costs up to $3 more.",
		OnPlay:     Trashes(Hand, ofAnyType(Treasure), 0, 1).Then(mined),
		OnPlay2011: Trashes(Hand, ofAnyType(Treasure), 1, 1).Then(mined),
	},
	{
		Name: "Sentry", Set: "base", Types: Action, Cost: 5, Cards: 1, Actions: 1,
		Text: "Look at the top 2 cards of your deck. Trash and discard any of them, and put the rest back in any order.",
		OnPlay: Look(2).Then(
			Trashes(Looked, anyCard, 0, AllOfThem),
			Discards(Looked, anyCard, 0, AllOfThem),
			PickInOrder(Looked, anyCard, AllOfThem, AllOfThem, OnDeck()),
		),
	},
	{
		Name: "Witch", Set: "base", Types: Action | Attack, Cost: 5, Cards: 2,
		Text:   "Each other player gains a Curse.",
		OnPlay: EachOther(GainA(Curse, Discarded)),
	},
	{
		Name: "Artisan", Set: "base", Types: Action, Cost: 6,
		Text: "Gain a card to your hand that costs up to $5. Put a card from your hand on top of your deck.",
		OnPlay: Pick(Supply, costing(5), 1, 1, Gain(Hand)).
			Then(Pick(Hand, anyCard, 1, 1, OnDeck())),
	},
}

var mined = IfAny(Pick(Supply, Filter{Types: Treasure, Cost: TargetCost + 3}, 1, 1, Gain(Hand)))
