package builtin

import "gamed/rules"

var dominionWords = []rules.Word{
	{Word: "Hand", Means: "Your cards this turn. You draw five at the end of each turn."},
	{Word: "Deck", Means: "The cards that you draw from. When it is empty, your discard pile is shuffled into a new deck."},
	{Word: "Draw", Means: "Take the top card of your deck into your hand.", Forms: []string{"draws"}},
	{Word: "Supply", Means: "The piles on the table: the basic cards and ten kingdom piles."},
	{Word: "Kingdom", Means: "The ten piles that differ from game to game."},
	{Word: "Coins", Means: "Coins pay for cards. Unspent coins are lost at the end of the turn.", Forms: []string{"coin"}},
	{Word: "Buy", Means: "Pay for a card of the supply. You have one buy a turn, and one more for each extra buy.", Forms: []string{"buys", "bought"}},
	{Word: "Gain", Means: "Take a card without paying, from the supply to your discard pile unless the text says otherwise.", Forms: []string{"gains", "gained"}},
	{Word: "Discard", Means: "Put a card onto your discard pile. You can draw the card again after the next shuffle.", Forms: []string{"discards", "discarded"}},
	{Word: "Trash", Means: "Remove a card from the game. A smaller deck shows its best cards more often.", Forms: []string{"trashes", "trashed"}},
	{Word: "Reveal", Means: "Show a card to all players.", Forms: []string{"reveals", "revealed"}},
	{Word: "Set aside", Means: "Put a card beside your deck for now. It still belongs to you."},
	{Word: "Clean-up", Means: "The end of a turn: you discard your hand and the cards that you played, and draw five."},
	{Word: "Potion", Means: "A second currency, which some cards cost. The Potion card gives one Potion.", Forms: []string{"potions"}},
	{Word: "Curse", Means: "A card that costs you 1 point at the end.", Forms: []string{"curses"}},
	{Word: "Attack", Means: "An Action that harms the other players.", Forms: []string{"attacks"}},
	{Word: "Reaction", Means: "A card that you may use from your hand when something happens, in other players' turns too."},
	{Word: "Duration", Means: "A card that stays in play and has an effect in your next turn too."},
	{Word: "Action", Means: "A card that you play in your action phase. You may play one, and one more for each extra action.", Forms: []string{"actions"}},
	{Word: "Treasure", Means: "A card that gives coins when you play it, after your Actions.", Forms: []string{"treasures"}},
	{Word: "Victory", Means: "A card that scores points at the end and does nothing in your hand."},
}
