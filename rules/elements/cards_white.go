package elements

// White: many small Beings that heal and shield one another.
var whiteCards = []Def{
	{
		Name: "Lamplighter", Type: Being, Cost: Cost{White: 1, Any: 1}, Attack: 1, Health: 1,
		Text:    "When played, gain 1 life for each Being you have.",
		Arrives: Power{Do: Gain(MyBeings)},
	},
	{
		Name: "Shield Bearer", Type: Being, Cost: Cost{White: 1, Any: 1}, Attack: 1, Health: 2, Steady: true,
		Text:  "Wakes at your sunset. When it wakes, gain 1 life.",
		Wakes: Power{Do: Gain(1)},
	},
	{
		Name: "Parade Drum", Type: Item, Cost: Cost{White: 2, Any: 2}, Banner: 1,
		Text: "Your other Beings get +1 attack.",
	},
	{
		Name: "Mend", Type: Spell, Cost: Cost{White: 1},
		Text: "Heal 3 damage of a hurt Being, or give a player 3 life.",
		Cast: Power{Aim: ABeing | APlayer | IsHurt, Do: Heal(3)},
	},
	{
		Name: "Safe Passage", Type: Spell, Cost: Cost{White: 1},
		Text: "A Being of yours is untouchable until sunset. Draw 1 card.",
		Cast: Power{Aim: ABeing | Mine, Do: Shield().Then(Draw(1))},
	},
	{
		Name: "Muster", Type: Spell, Cost: Cost{White: 1, Any: 1},
		Text: "Create 2 Sprout tokens.",
		Cast: Power{Do: Make(2, Sprout)},
	},
	{
		Name: "Field Surgeon", Type: Being, Cost: Cost{White: 1, Any: 1}, Attack: 1, Health: 3,
		Text: "Sleep: heal 2 damage of a hurt Being.",
		Use:  Power{Sleep: true, Aim: ABeing | IsHurt, Do: Heal(2)},
	},
	{
		Name: "Sworn Sister", Type: Being, Cost: Cost{White: 1, Any: 1}, Attack: 2, Health: 3,
		Text:    "When it is damaged, gain 1 life. When it is healed, draw 1 card.",
		Damaged: Power{Do: Gain(1)},
		Healed:  Power{Do: Draw(1)},
	},
	{
		Name: "Two Blessings", Type: Spell, Cost: Cost{White: 1},
		Text: "Choose 1 for a Being of yours: it is untouchable until sunset; or it gets +1/+1 until sunset.",
		Cast: Power{
			Aim: ABeing | Mine, Modes: []string{"it is untouchable until sunset", "it gets +1/+1 until sunset"},
			Do: Choose(1, Shield(), BoostUntilSunset(1, 1)),
		},
	},
	{
		Name: "Stand Fast", Type: Spell, Cost: Cost{White: 1, Any: 1},
		Text: "Destroy an attacking Being. Gain 1 life.",
		Cast: Power{Aim: ABeing | IsAttacking, Do: Destroy().Then(Gain(1))},
	},
}
