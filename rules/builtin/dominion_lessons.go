package builtin

import "gamed/rules"

var againstGreedy = []rules.LessonSeat{{}, {Bot: "greedy"}}

var dominionLessons = []rules.Lesson{
	{
		ID: "turn", Title: "A turn", About: "Your deck is 7 Coppers and 3 Estates. Which card do you buy first?", Card: "Copper", Start: rules.Start{Seats: againstGreedy, Chance: "4"},
		Steps: []rules.LessonStep{
			{Take: "play all Treasures", Say: "All players start with 7 Coppers and 3 Estates, and draw 5 cards. Play your Treasures: each Copper gives $1 this turn."},
			{Take: "buy Smithy", Say: "You have $4 and one buy. Buy a Smithy, an Action that draws 3 cards. It goes to your discard pile, not into your hand."},
			{Take: "play all Treasures", Say: "At the end of your turn you discarded everything and drew 5 new cards. The Estates score points and do nothing else. Play your Treasures."},
			{Take: "buy Village", Say: "$3 buys a Village, which draws a card and gives 2 actions. Your deck is empty now, so your discard pile is shuffled into a new, better deck."},
		},
		Between: "Nothing to do here. Continue.",
		End:     "A turn has three steps: Actions, Treasures, one buy. Coins are not saved.",
	},
	{
		ID: "actions", Title: "Chain Actions", About: "You drew Village and Smithy. Which one do you play first?", Card: "Village", Start: rules.Start{Seats: againstGreedy, Chance: "14", Opening: []string{"0 play all", "0 buy Smithy", "0 play all", "0 buy Village"}},
		Steps: []rules.LessonStep{
			{Take: "play Village", Say: "You may play one Action each turn. Village gives 2 more, and a card. Play it first."},
			{Take: "play Smithy", Say: "You have 2 actions left. Smithy uses one and draws 3 cards."},
			{Take: "play all Treasures", Say: "You have no other Action, but 6 Coppers. Play all your Treasures."},
			{Take: "buy Gold", Say: "$6 buys a Gold, which gives $3 each time you draw it."},
		},
		Between: "Nothing to do here. Continue.",
		End:     "Play cards that give actions first, cards that only draw last.",
	},
	{
		ID: "attack", Title: "Attacks", About: "Your opponent waits with 5 cards. Can you take 2 of them away?", Card: "Militia", Start: rules.Start{Seats: againstGreedy, Chance: "424", Opening: []string{"0 play all", "0 buy Militia", "0 play all", "0 buy Silver"}},
		Steps: []rules.LessonStep{
			{Take: "play Militia", Say: "Militia is an Action and an Attack. It gives $2, and each other player discards down to 3 cards."},
			{Take: "play all Treasures", Say: "Your opponent discarded 2 Coppers and has a weaker turn. Now your Treasures: 2 Coppers and a Silver give $4 more."},
			{Take: "buy Gold", Say: "$2 and $4 make $6: buy a Gold."},
			{Take: "play all Treasures", Say: "No Action this time, but 5 Coppers. Play them."},
			{Take: "buy Market", Say: "$5 buys a Market: a card, an action, a buy and $1. The card that it draws replaces it in your hand."},
		},
		Between: "Nothing to do here. Continue.",
		End:     "An Attack helps you and slows all other players at once.",
	},
	{
		ID: "reaction", Title: "Reactions", About: "Your opponent plays Militia, and you hold a Moat. Must you discard?", Card: "Moat", Start: rules.Start{Seats: againstGreedy, Chance: "288", Opening: []string{"0 play all", "0 buy Moat", "1 play all", "1 buy Militia", "0 play all", "0 buy Silver", "1 play Militia"}},
		Steps: []rules.LessonStep{
			{Take: "reveal Moat", Say: "Militia would make you discard 2 cards. Moat is a Reaction: reveal it from your hand, and the Attack does not affect you."},
			{Take: "play Moat", Say: "The Moat stayed in your hand. It is an Action too: in your own turn it draws 2 cards."},
			{Take: "play all Treasures", Say: "You drew a Copper and your Silver. Play all Treasures."},
			{Take: "buy Gold", Say: "You kept your whole hand, and it is worth $6. Buy a Gold."},
		},
		Between: "Nothing to do here. Continue.",
		End:     "A Reaction works from your hand, in other players' turns too.",
	},
	{
		ID: "trash", Title: "Trash", About: "An Estate lies in your hand and does nothing. Which card do you make of it?", Card: "Remodel", Start: rules.Start{Seats: againstGreedy, Chance: "14", Opening: []string{"0 play all", "0 buy Remodel", "0 play all", "0 buy Silver"}},
		Steps: []rules.LessonStep{
			{Take: "play Remodel", Say: "Remodel trashes a card from your hand: it leaves your deck for good. You gain a card that costs up to $2 more."},
			{Take: "trash Estate", Say: "An Estate costs $2 and does nothing in your hand. Trash it."},
			{Take: "gain Smithy", Say: "So you gain a card for up to $4, without paying. Take a Smithy."},
			{Take: "play all Treasures", Say: "You still have your Treasures and your buy. Play them."},
			{Take: "buy Silver", Say: "$3 buys a Silver. You got two good cards and lost a weak one in one turn."},
		},
		Between: "Nothing to do here. Continue.",
		End:     "A deck with fewer weak cards shows its best cards more often. The points of a trashed card are lost.",
	},
	{
		ID: "province", Title: "The first Province", About: "A Province costs $8. Can your deck pay that by turn 5?", Card: "Province", Start: rules.Start{Seats: againstGreedy, Chance: "53", Opening: []string{"0 play all", "0 buy Smithy", "0 play all", "0 buy Village", "0 play Smithy", "0 play all", "0 buy Gold"}},
		Steps: []rules.LessonStep{
			{Take: "play all Treasures", Say: "A weak hand: 3 Estates score points but buy nothing. Play your Treasures."},
			{Take: "end the turn", Say: "Nothing good costs $2. A weak card in your deck is a weak card in a later hand, so end your turn without buying."},
			{Take: "play Village", Say: "Village, Smithy and Gold in one hand. Play the Village first."},
			{Take: "play Smithy", Say: "Now play the Smithy and draw 3 cards."},
			{Take: "play all Treasures", Say: "Play all your Treasures: the Gold gives $3, 5 Coppers give $5."},
			{Take: "buy Province", Say: "$8 buys a Province, worth 6 points. You got it on turn 5."},
		},
		Between: "Nothing to do here. Continue.",
		End:     "The game ends when the Provinces or any three piles run out. The player with the most points wins. Keep playing if you like.",
	},
}
