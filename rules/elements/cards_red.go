package elements

// Red: damage and haste.
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
		Name: "Torch Runner", Type: Being, Cost: Cost{Red: 2}, Attack: 3, Health: 1, Swift: true,
		Text:   "Enters awake. At your sunset, destroy it.",
		Sunset: Power{Do: Destroy()},
	},
	{
		Name: "War Shout", Type: Spell, Cost: Cost{Red: 1, Any: 1},
		Text: "Wake a sleeping Being of yours. It gets +2/+0 until sunset.",
		Cast: Power{Aim: ABeing | Mine | IsAsleep, Do: Wake().Then(BoostUntilSunset(2, 0))},
	},
	{
		Name: "Pit Bout", Type: Spell, Cost: Cost{Red: 1},
		Text: "A Being fights another Being.",
		Cast: Power{Aim: ABeing, Also: ABeing, Do: Fight()},
	},
}
