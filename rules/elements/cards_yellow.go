package elements

import . "gamed/state"

// Yellow: sunrise, karma, and Items.
var yellowCards = []Def{
	{
		Name: "Sun Priest", Type: Being, Cost: Cost{Yellow: 1, Any: 1}, Attack: 2, Health: 2,
		Text:    "When played, create a yellow element.",
		Arrives: Power{Do: CreateElement(Yellow)},
	},
	{
		Name: "Morning Bell", Type: Item, Cost: Cost{Yellow: 1},
		Text:    "At your sunrise, look at the top card of your Future; you may put it under your Future. Sacrifice: draw 1 card.",
		Sunrise: Power{Do: Look(1).Then(May(Bury()))},
		Use:     Power{Sacrifice: true, Do: Draw(1)},
	},
	{
		Name: "Toll Keeper", Type: Being, Cost: Cost{Yellow: 1, Any: 1}, Attack: 1, Health: 4, Rooted: true,
		Text: "Cannot attack. Sleep: spend 1 active element of another player.",
		Use:  Power{Sleep: true, Aim: APlayer | Theirs, Do: Spend(1)},
	},
	{
		Name: "Noon Herald", Type: Being, Cost: Cost{Yellow: 2, Any: 1}, Attack: 2, Health: 3,
		Text:    "At your sunrise, you may draw 1 card.",
		Sunrise: Power{Do: May(Draw(1))},
	},
	{
		Name: "Slow Hour", Type: Spell, Cost: Cost{Yellow: 1, Any: 1},
		Text: "Spend 2 active elements of another player, who skips the next main phase.",
		Cast: Power{Aim: APlayer | Theirs, Do: Spend(2).Then(Skip(Main))},
	},
	{
		Name: "Brass Golem", Type: Being, Cost: Cost{Yellow: 1, Any: 2}, Attack: 3, Health: 4,
		Text:    "When played, it gets +1/+1 for each Item you have.",
		Arrives: Power{Do: Boost(MyItems, MyItems)},
	},
	{
		Name: "Golden Age", Type: Spell, Cost: Cost{Yellow: 4, Any: 3},
		Text: "Win the game.",
		Cast: Power{Do: Win()},
	},
	{
		Name: "Short Day", Type: Spell, Cost: Cost{Yellow: 1},
		Text: "Spend 2 active elements of another player.",
		Cast: Power{Aim: APlayer | Theirs, Do: Spend(2)},
	},
}
