package builtin

import "gamed/rules"

var dominionWords = []rules.Word{
	{Word: "Hand", Group: "Your cards", Means: "Your cards this turn. You draw five at the end of each turn."},
	{Word: "Deck", Group: "Your cards", Means: "The cards that you draw from. When it is empty, your discard pile is shuffled into a new deck."},
	{Word: "Draw", Group: "Your cards", Signs: []string{"cards"}, Means: "Take the top card of your deck into your hand.", Forms: []string{"draws"}},
	{Word: "Discard", Group: "Your cards", Signs: []string{"past"}, Means: "Put a card onto your discard pile. You can draw the card again after the next shuffle.", Forms: []string{"discards", "discarded"}},
	{Word: "Reveal", Group: "Your cards", Signs: []string{"eye"}, Means: "Show a card to all players.", Forms: []string{"reveals", "revealed"}},
	{Word: "Set aside", Group: "Your cards", Means: "Put a card beside your deck for now. It still belongs to you."},
	{Word: "Clean-up", Group: "Your cards", Means: "The end of a turn: you discard your hand and the cards that you played, and draw five."},
	{Word: "Supply", Group: "Supply", Means: "The piles on the table: the basic cards and ten kingdom piles."},
	{Word: "Kingdom", Group: "Supply", Means: "The ten piles that differ from game to game."},
	{Word: "Coins", Group: "Supply", Signs: []string{"treasure"}, Means: "Coins pay for cards. Unspent coins are lost at the end of the turn.", Forms: []string{"coin"}},
	{Word: "Buy", Group: "Supply", Means: "Pay for a card of the supply. You have one buy a turn, and one more for each extra buy.", Forms: []string{"buys", "bought"}},
	{Word: "Gain", Group: "Supply", Means: "Take a card without paying, from the supply to your discard pile unless the text says otherwise.", Forms: []string{"gains", "gained"}},
	{Word: "Trash", Group: "Supply", Signs: []string{"curse"}, Means: "Remove a card from the game. A smaller deck shows its best cards more often.", Forms: []string{"trashes", "trashed"}},
	{Word: "Potion", Group: "Supply", Means: "A second currency, which some cards cost. The Potion card gives one Potion.", Forms: []string{"potions"}},
	{Word: "Action", Group: "Types", Means: "A card that you play in your action phase. You may play one, and one more for each extra action.", Forms: []string{"actions"}},
	{Word: "Treasure", Group: "Types", Means: "A card that gives coins when you play it, after your Actions.", Forms: []string{"treasures"}},
	{Word: "Victory", Group: "Types", Means: "A card that scores points at the end and does nothing in your hand."},
	{Word: "Attack", Group: "Types", Means: "An Action that harms the other players.", Forms: []string{"attacks"}},
	{Word: "Reaction", Group: "Types", Means: "A card that you may use from your hand when something happens, in other players' turns too."},
	{Word: "Duration", Group: "Types", Means: "A card that stays in play and has an effect in your next turn too."},
	{Word: "Curse", Group: "Types", Means: "A card that costs you 1 point at the end.", Forms: []string{"curses"}},
}
