package elements

import . "gamed/state"

// Violet: sleep, theft, copies, and other tricks.
var violetCards = []Def{
	{
		Name: "Lullaby", Type: Spell, Cost: Cost{Violet: 1},
		Text: "Put an awake Being to sleep. Draw 1 card.",
		Cast: Power{Aim: ABeing | IsAwake, Do: Sleep().Then(Draw(1))},
	},
	{
		Name: "Borrowed Face", Type: Spell, Cost: Cost{Violet: 1, Any: 1},
		Text: "Take control of a Being of another player until sunset, and wake it.",
		Cast: Power{Aim: ABeing | Theirs, Do: Steal().Then(Wake())},
	},
	{
		Name: "Mirror Pool", Type: Spell, Cost: Cost{Violet: 2, Any: 1},
		Text: "Create a copy of a Being or Item.",
		Cast: Power{Aim: ABeing | AnItem, Do: Copy()},
	},
	{
		Name: "Dream Weaver", Type: Being, Cost: Cost{Violet: 1, Any: 1}, Attack: 1, Health: 3,
		Text: "Sleep: put an awake Being to sleep.",
		Use:  Power{Sleep: true, Aim: ABeing | IsAwake, Do: Sleep()},
	},
	{
		Name: "Night Thief", Type: Being, Cost: Cost{Violet: 1, Any: 1}, Attack: 2, Health: 2,
		Text:    "When played, each other player discards 1 card.",
		Arrives: Power{Do: EachOther(Pick(Hand, anyCard, 1, 1, Discard()))},
	},
	{
		Name: "Fog Bank", Type: Spell, Cost: Cost{Violet: 1, Any: 1},
		Text: "Another player skips the next attack phase. Create 1 Echo token.",
		Cast: Power{Aim: APlayer | Theirs, Do: Skip(Attack).Then(Make(1, Echo))},
	},
	{
		Name: "Veil Dancer", Type: Being, Cost: Cost{Violet: 1, Any: 1}, Attack: 2, Health: 2, Elusive: true,
		Text: "Cannot be blocked. 1 violet: it is untouchable until sunset.",
		Use:  Power{Cost: Cost{Violet: 1}, Do: Shield()},
	},
	{
		Name: "Forbidden Name", Type: Spell, Cost: Cost{Violet: 1},
		Text: "Name a card. Another player discards each copy of it.",
		Cast: Power{Aim: APlayer | Theirs, Do: DiscardNamed()},
	},
	{
		Name: "Turned Blade", Type: Spell, Cost: Cost{Violet: 1},
		Text: "Take control of an attacking Being of another player until sunset, and wake it.",
		Cast: Power{Aim: ABeing | Theirs | IsAttacking, Do: Steal().Then(Wake())},
	},
}
