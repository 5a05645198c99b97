package dominion

import . "gamed/state"

var intrigueCards = []Def{
	{
		Name: "Bridge", Set: "intrigue", Types: Action, Cost: 4, Buys: 1, Coins: 1,
		Text:   "All cards cost $1 less this turn, wherever they are, but not less than $0.",
		OnPlay: Bridge(),
	},
	{
		Name: "Minion", Set: "intrigue", Types: Action | Attack, Cost: 5, Actions: 1,
		Text: "Choose: +$2; or discard your hand, draw 4 cards, and each other player with 5 cards in hand or more does the same.",
		OnPlay: Either(Coins(2), DiscardHand().Then(
			Cards(4), EachOther(IfFive(DiscardHand(), Cards(4))),
		)),
		Answers: []string{"+$2", "discard the hand and draw 4 cards"},
	},
	{
		Name: "Secret Chamber", Set: "intrigue 1st edition", Types: Action | Reaction, Cost: 2,
		Text:     "Discard any number of cards, +$1 each. When another player plays an Attack, you may reveal this from your hand: draw 2 cards, then put 2 cards from your hand on top of your deck.",
		OnPlay:   Discards(Hand, anyCard, 0, AllOfThem).Then(Coins(X)),
		OnAttack: Cards(2).Then(PickInOrder(Hand, anyCard, 2, 2, OnDeck())),
	},
}

var seasideCards = []Def{
	{
		Name: "Caravan", Set: "seaside", Types: Action | Duration, Cost: 4, Cards: 1, Actions: 1,
		Text:   "At the start of your next turn, draw a card.",
		OnPlay: Lasting(),
		OnNext: Cards(1),
	},
	{
		Name: "Haven", Set: "seaside", Types: Action | Duration, Cost: 2, Cards: 1, Actions: 1,
		Text:   "Set aside a card from your hand face down. At the start of your next turn, take it into your hand.",
		OnPlay: Pick(Hand, anyCard, 1, 1, OntoHaven()).Then(IfAny(Lasting())),
		OnNext: FromHaven(),
	},
	{
		Name: "Island", Set: "seaside", Types: Action | Victory, Cost: 4, Points: 2,
		Text:   "Put this and a card from your hand onto your Island mat.",
		OnPlay: IslandItself().Then(Pick(Hand, anyCard, 1, 1, OntoIsland())),
	},
	{
		Name: "Lighthouse", Set: "seaside", Types: Action | Duration, Cost: 2, Actions: 1, Coins: 1, Special: protects,
		Text:   "At the start of your next turn, +$1. While this is in play, Attacks that other players play do not affect you.",
		OnPlay: Lasting(),
		OnNext: Coins(1),
	},
	{
		Name: "Native Village", Set: "seaside", Types: Action, Cost: 2, Actions: 2,
		Text:   "Choose: put the top card of your deck face down onto your Native Village mat; or take all cards from the mat into your hand.",
		OnPlay: Either(OntoNative(), FromNative()), Answers: []string{"put the top card onto the mat", "take the cards of the mat"},
	},
	{
		Name: "Pirate Ship", Set: "seaside 1st edition", Types: Action | Attack, Cost: 4,
		Text: "Choose: each other player reveals the top 2 cards of their deck, trashes a revealed Treasure of your choice and discards the rest, and you take a Coin token if anything was trashed; or +$1 for each of your Coin tokens.",
		OnPlay: Either(
			EachOther(
				Reveal(2),
				Trashes(Revealed, Filter{Types: Treasure, Flags: playersChoice}, 1, 1),
				DiscardRevealed(),
			).Then(Token()),
			Coins(CoinTokens),
		),
		Answers: []string{"attack", "coins for the tokens"},
	},
}

var alchemyCards = []Def{
	{
		Name: "Possession", Set: "alchemy", Types: Action, Cost: 6, Potion: true,
		Text:   "The player to your left takes an extra turn after this one, in which you see all that they see and decide all that they would. What they would gain, you gain; what they trash is set aside and returned to them at the end of the turn.",
		OnPlay: Possess(),
	},
}

var prosperityCards = []Def{
	{
		Name: "Watchtower", Set: "prosperity", Types: Action | Reaction, Cost: 3,
		Text:      "Draw until you have 6 cards in hand. When you gain a card, you may reveal this from your hand, to either trash that card or put it on top of your deck.",
		OnPlay:    DrawTo(6),
		OnOwnGain: Either(TrashGained(), GainedOnDeck()), Answers: []string{"trash it", "put it on the deck"},
	},
	{
		Name: "Loan", Set: "prosperity 1st edition", Types: Treasure, Cost: 3, Coins: 1,
		Text: "Reveal cards of your deck until one is a Treasure. Trash it or discard it. Discard the others.",
		OnPlay: Dig().Then(
			Trashes(Revealed, ofAnyType(Treasure), 0, 1), DiscardRevealed(),
		),
	},
	{
		Name: "Contraband", Set: "prosperity 1st edition", Types: Treasure, Cost: 5, Coins: 3, Buys: 1,
		Text:   "The player to your left names a card. You cannot buy it this turn.",
		OnPlay: ForLeftPlayer(Pick(Supply, anyCard, 1, 1, Ban())),
	},
	{
		Name: "Venture", Set: "prosperity 1st edition", Types: Treasure, Cost: 5, Coins: 1,
		Text:   "Reveal cards of your deck until one is a Treasure. Discard the others and play it.",
		OnPlay: Dig().Then(PlayRevealed()),
	},
	{
		Name: "Grand Market", Set: "prosperity", Types: Action, Cost: 6, Cards: 1, Actions: 1, Buys: 1, Coins: 2, Special: notByCopper,
		Text: "You cannot buy this with a Copper in play.",
	},
	{
		Name: "Bank", Set: "prosperity", Types: Treasure, Cost: 7, Special: lastPlayed,
		Text:   "Worth $1 for each Treasure that you have in play, this one included.",
		OnPlay: Coins(TreasuresOut),
	},
	{
		Name: "King's Court", Set: "prosperity", Types: Action, Cost: 7,
		Text:   "You may play an Action from your hand three times.",
		OnPlay: Pick(Hand, ofAnyType(Action), 0, 1, Play(3)),
	},
	{
		Name: "Peddler", Set: "prosperity", Types: Action, Cost: 8, Cards: 1, Actions: 1, Coins: 1, Special: cheaperInBuy,
		Text: "In a player's treasure and buy phases this costs $2 less for each Action that player has in play, but not less than $0.",
	},
}

var cornucopiaCards = []Def{
	{
		Name: "Horse Traders", Set: "cornucopia 1st edition", Types: Action | Reaction, Cost: 4, Buys: 1, Coins: 3,
		Text:     "Discard 2 cards. When another player plays an Attack, you may set this aside from your hand. If you do, at the start of your next turn draw a card and return this to your hand.",
		OnPlay:   Discards(Hand, anyCard, 2, 2),
		OnAttack: SetThisAside(),
		OnNext:   ReturnThis().Then(Cards(1)),
	},
}

var hinterlandsCards = []Def{
	{
		Name: "Fool's Gold", Set: "hinterlands", Types: Treasure | Reaction, Cost: 2,
		Text:         "The first one that you play in a turn is worth $1, each other one $4. When another player gains a Province, you may trash this from your hand to gain a Gold to the top of your deck.",
		OnPlay:       Coins(FoolsGold).Then(CountFoolsGold()),
		OnOthersGain: TrashThis().Then(GainA(Gold, Deck)), GainFilter: ofKind(Province),
	},
	{
		Name: "Trader", Set: "hinterlands", Types: Action | Reaction, Cost: 4,
		Text:        "Trash a card from your hand. Gain a Silver for each $1 that it costs. When you would gain a card, you may reveal this from your hand, to gain a Silver instead. (Current printing: when you gain a card, you may reveal this, to exchange that card for a Silver.)",
		OnPlay:      Trashes(Hand, anyCard, 1, 1).Then(IfAny(Times(TargetCost, GainA(Silver, Discarded)))),
		OnWouldGain: GainInstead(Silver),
		OnOwnGain:   Exchange(Silver),
	},
	{
		Name: "Tunnel", Set: "hinterlands", Types: Victory | Reaction, Cost: 3, Points: 2,
		Text:      "When you discard this outside a clean-up phase, you may reveal it to gain a Gold.",
		OnDiscard: GainA(Gold, Discarded),
	},
}

var promoCards = []Def{
	{
		Name: "Stash", Set: "promo", Types: Treasure, Cost: 5, Coins: 2, Special: placed,
		Text: "When you shuffle, you place this where you like among the shuffled cards.",
	},
}
