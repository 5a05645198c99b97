package elements

import . "gamed/state"

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
		Name: "Furnace Ox", Type: Being, Cost: Cost{Red: 2, Any: 1}, Attack: 4, Health: 3,
	},
	{
		Name: "Ember Adept", Type: Being, Cost: Cost{Red: 1, Any: 1}, Attack: 2, Health: 3,
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
		Text: "A Being of yours gets +1/+1 until sunset and fights a Being.",
		Cast: Power{Aim: ABeing | Mine, SecondAim: ABeing, Do: BoostUntilSunset(1, 1).Then(Fight())},
	},
	{
		Name: "Ember Kiln", Type: Item, Cost: Cost{Red: 1}, Cheapens: Spell,
		Text: "Your Spells cost 1 any less.",
	},
	{
		Name: "Quick Temper", Type: Spell, Cost: Cost{Red: 1},
		Text: "Choose 1 for a Being: it gets +2/+0 until sunset; or deal 1 damage to it.",
		Cast: Power{
			Aim: ABeing, Modes: []string{"it gets +2/+0 until sunset", "deal 1 damage to it"},
			Do: Choose(1, BoostUntilSunset(2, 0), Damage(1)),
		},
	},
	{
		Name: "Ember Snare", Type: Item, Cost: Cost{Red: 1},
		Text:     "When a Being of another player enters, deal 1 damage to it.",
		ReactsTo: Cause{Enters, Being, Others}, Reacts: Power{Aim: ABeing | Theirs, Do: Damage(1)},
	},
	{
		Name: "Ultimatum", Type: Spell, Cost: Cost{Red: 1},
		Text: "Each other player discards up to 1 card and, if they don't, loses 3 life.",
		Cast: Power{Do: EachOther(Pick(Hand, anyCard, 0, 1, Discard()).Then(IfNone(Lose(3))))},
	},
	{
		Name: "Wild Salamander", Type: Being, Cost: Cost{Red: 1, Any: 1}, Attack: 5, Health: 4,
		Text:   "At your sunset, discard up to 1 card. If you don't, destroy it.",
		Sunset: Power{Do: Pick(Hand, anyCard, 0, 1, Discard()).Then(IfNone(Destroy()))},
	},
	{
		Name: "Backdraft", Type: Spell, Cost: Cost{Red: 1},
		Text: "Deal 4 damage to an attacking Being.",
		Cast: Power{Aim: ABeing | IsAttacking, Do: Damage(4)},
	},
	{
		Name: "Powder Trap", Type: Item, Cost: Cost{Red: 1},
		Text: "Sacrifice: deal 3 damage to an attacking Being.",
		Use:  Power{Sacrifice: true, Aim: ABeing | IsAttacking, Do: Damage(3)},
	},
}
