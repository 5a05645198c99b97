package dominion

import . "gamed/state"

// laterCards holds cards of many sets, in the order in which they were added. Add new rows at the
// end, because logs contain the indexes of rows.
var laterCards = []Def{
	{
		Name: "Pawn", Set: "intrigue", Types: Action, Cost: 2,
		Text:    "Choose 2 different ones: +1 Card; +1 Action; +1 Buy; +$1.",
		OnPlay:  Choose(2, Cards(1), Actions(1), Buys(1), Coins(1)),
		Answers: []string{"+1 Card", "+1 Action", "+1 Buy", "+$1"},
	},
	{
		Name: "Masquerade", Set: "intrigue", Types: Action, Cost: 3, Cards: 2,
		Text:   "Each player with a card in hand passes one to the next such player to the left, all at once. Then you may trash a card from your hand.",
		OnPlay: Passes().Then(EachOther(Passes()), PassAll(), Trashes(Hand, anyCard, 0, 1)),
	},
	{
		Name: "Steward", Set: "intrigue", Types: Action, Cost: 3,
		Text:    "Choose one: +2 Cards; +$2; or trash 2 cards from your hand.",
		OnPlay:  Choose(1, Cards(2), Coins(2), Trashes(Hand, anyCard, 2, 2)),
		Answers: []string{"+2 Cards", "+$2", "to trash 2 cards"},
	},
	{
		Name: "Swindler", Set: "intrigue", Types: Action | Attack, Cost: 3, Coins: 2,
		Text: "Each other player trashes the top card of their deck and gains a card with the same cost that you choose.",
		OnPlay: EachOther(TrashTop(), IfAny(
			Pick(Supply, Filter{Cost: TargetCost, Flags: exactly | playersChoice}, 1, 1, Gain(Discarded)),
		)),
	},
	{
		Name: "Wishing Well", Set: "intrigue", Types: Action, Cost: 3, Cards: 1, Actions: 1,
		Text:   "Name a card, then reveal the top card of your deck. If you named it, take it into your hand; otherwise put it back.",
		OnPlay: NameACard().Then(Reveal(1), TakeMatching(), RevealedBack()),
	},
	{
		Name: "Baron", Set: "intrigue", Types: Action, Cost: 4, Buys: 1,
		Text:   "You may discard an Estate for +$4. If you don't, gain an Estate.",
		OnPlay: Discards(Hand, ofKind(Estate), 0, 1).Then(IfAny(Coins(4)), IfNone(GainA(Estate, Discarded))),
	},
	{
		Name: "Conspirator", Set: "intrigue", Types: Action, Cost: 4, Coins: 2,
		Text:   "If you have played 3 or more Actions this turn, counting this: +1 Card and +1 Action.",
		OnPlay: IfActionsPlayed(3, Cards(1), Actions(1)),
	},
	{
		Name: "Secret Passage", Set: "intrigue", Types: Action, Cost: 4, Cards: 2, Actions: 1,
		Text:   "Put a card from your hand anywhere in your deck.",
		OnPlay: IntoDeck(),
	},
	{
		Name: "Upgrade", Set: "intrigue", Types: Action, Cost: 5, Cards: 1, Actions: 1,
		Text: "Trash a card from your hand. Gain a card that costs exactly $1 more.",
		OnPlay: Trashes(Hand, anyCard, 1, 1).Then(
			IfAny(Pick(Supply, costingExactly(TargetCost+1), 1, 1, Gain(Discarded))),
		),
	},
	{
		Name: "Warehouse", Set: "seaside", Types: Action, Cost: 3, Cards: 3, Actions: 1,
		Text:   "Discard 3 cards.",
		OnPlay: Discards(Hand, anyCard, 3, 3),
	},
	{
		Name: "Talisman", Set: "prosperity 1st edition", Types: Treasure, Cost: 4, Coins: 1,
		Text:     "While this is in play, when you buy a card that costs up to $4 and is not a Victory card, gain a copy of it.",
		OnAnyBuy: IfTarget(Filter{Cost: 4, Flags: noVictory}, GainCopy(Discarded)),
	},
	{
		Name: "Mint", Set: "prosperity 1st edition", Types: Action, Cost: 5,
		Text:   "You may reveal a Treasure from your hand. If you do, gain a copy of it. When you buy this, trash all Treasures that you have in play.",
		OnPlay: Pick(Hand, ofAnyType(Treasure), 0, 1, RevealIt(), Gain(Discarded)),
		OnBuy:  TrashInPlay(Treasure),
	},
	{
		Name: "Highway", Set: "hinterlands 1st edition", Types: Action, Cost: 5, Cards: 1, Actions: 1, Special: cheapens,
		Text: "While this is in play, all cards cost $1 less, but not less than $0.",
	},
	{
		Name: "Border Village", Set: "hinterlands", Types: Action, Cost: 6, Cards: 1, Actions: 2,
		Text:   "When you gain this, gain a card that costs less than this.",
		OnGain: Pick(Supply, costing(ThisCost-1), 1, 1, Gain(Discarded)),
	},
	{
		Name: "Farmland", Set: "hinterlands 1st edition", Types: Victory, Cost: 6, Points: 2,
		Text: "When you buy this, trash a card from your hand. Gain a card that costs exactly $2 more.",
		OnBuy: Trashes(Hand, anyCard, 1, 1).Then(
			IfAny(Pick(Supply, costingExactly(TargetCost+2), 1, 1, Gain(Discarded))),
		),
	},
	{
		Name: "Squire", Set: "dark ages", Types: Action, Cost: 2, Coins: 1,
		Text:    "Choose one: +2 Actions; +2 Buys; or gain a Silver. When you trash this, gain an Attack.",
		OnPlay:  Choose(1, Actions(2), Buys(2), GainA(Silver, Discarded)),
		OnTrash: Pick(Supply, ofAnyType(Attack), 1, 1, Gain(Discarded)),
		Answers: []string{"+2 Actions", "+2 Buys", "to gain a Silver"},
	},
	{
		Name: "Feodum", Set: "dark ages", Types: Victory, Cost: 4, Per: 3, PerOf: "Silver",
		Text:    "Worth 1 point for every 3 Silvers that you have, rounded down. When you trash this, gain 3 Silvers.",
		OnTrash: Times(3, GainA(Silver, Discarded)),
	},
	{
		Name: "Ironmonger", Set: "dark ages", Types: Action, Cost: 4, Cards: 1, Actions: 1,
		Text: "Reveal the top card of your deck; you may discard it, otherwise put it back. If it is an Action, +1 Action. If it is a Treasure, +$1. If it is a Victory card, +1 Card.",
		OnPlay: TurnUp().Then(IfAny(
			May(DiscardRevealed()), RevealedBack(),
			IfTarget(ofAnyType(Action), Actions(1)), IfTarget(ofAnyType(Treasure), Coins(1)), IfTarget(ofAnyType(Victory), Cards(1)),
		)),
		Answers: []string{"discard it", "put it back"},
	},
	{
		Name: "Doctor", Set: "guilds 1st edition", Types: Action, Cost: 3,
		Text: "Name a card. Reveal the top 3 cards of your deck, trash the named ones, and put the rest back in any order. When you buy this, you may overpay: for each $1 overpaid, look at the top card of your deck and trash it, discard it or put it back.",
		OnPlay: NameACard().Then(
			Reveal(3), TrashMatching(), PickInOrder(Revealed, anyCard, AllOfThem, AllOfThem, OnDeck()), RevealedBack(),
		),
		OnBuy: Overpays().Then(EachPaid(
			Look(1), Trashes(Looked, anyCard, 0, 1), Discards(Looked, anyCard, 0, 1),
			PickInOrder(Looked, anyCard, AllOfThem, AllOfThem, OnDeck()),
		)),
	},
	{
		Name: "Masterpiece", Set: "guilds 1st edition", Types: Treasure, Cost: 3, Coins: 1,
		Text:  "When you buy this, you may overpay: gain a Silver for each $1 overpaid.",
		OnBuy: Overpays().Then(Times(Paid, GainA(Silver, Discarded))),
	},
	{
		Name: "Black Cat", Set: "menagerie", Types: Action | Attack | Reaction, Cost: 2, Cards: 2,
		Text:         "If it is another player's turn, each other player gains a Curse. When another player gains a Victory card, you may play this from your hand.",
		OnPlay:       IfOthersTurn(EachOther(GainA(Curse, Discarded))),
		OnOthersGain: PlayThis(), GainFilter: ofAnyType(Victory),
	},
	{
		Name: "Falconer", Set: "menagerie", Types: Action | Reaction, Cost: 5,
		Text:         "Gain a card to your hand that costs less than this. When any player gains a card with at least two types, you may play this from your hand.",
		OnPlay:       Pick(Supply, costing(ThisCost-1), 1, 1, Gain(Hand)),
		OnOwnGain:    PlayThis(),
		OnOthersGain: PlayThis(), GainFilter: Filter{Flags: severalTypes},
	},
}
