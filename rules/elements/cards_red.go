package elements

import . "gamed/state"

// Red: damage, haste, and what burns.
var redCards = []Def{
	{
		Name: "Spark", Type: Spell, Cost: Cost{Red: 1},
		Text: "Deal 2 damage to a Being or a player.",
		Cast: Power{Aim: ABeing | APlayer, Do: Damage(2)},
	},
	{
		Name: "Ash Imp", Type: Being, Cost: Cost{Red: 1}, Attack: 1, Health: 1, Swift: true,
		Text: "Enters awake.",
	},
	{
		Name: "Furnace Ox", Type: Being, Cost: Cost{Red: 2, Any: 1}, Attack: 3, Health: 3,
	},
	{
		Name: "Ember Adept", Type: Being, Cost: Cost{Red: 1, Any: 1}, Attack: 1, Health: 2,
		Text: "Sleep: deal 1 damage to a Being.",
		Use:  Power{Sleep: true, Aim: ABeing, Do: Damage(1)},
	},
	{
		Name: "Hush", Type: Spell, Cost: Cost{Red: 1},
		Text: "Cancel a play.",
		Cast: Power{Aim: APlay, Do: Cancel()},
	},
	{
		Name: "Bone Box", Type: Item, Cost: Cost{Red: 1},
		Text:    "At your sunrise, deal 1 damage to a player.",
		Sunrise: Power{Aim: APlayer, Do: Damage(1)},
	},
	{
		Name: "Sift", Type: Spell, Cost: Cost{Red: 1},
		Text: "Draw 2 cards, then put 1 card of your hand under your Future.",
		Cast: Power{Do: Draw(2).Then(Pick(Hand, anyCard, 1, 1, Bury()))},
	},
}
