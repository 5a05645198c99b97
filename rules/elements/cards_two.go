package elements

// The cards that cost two elements. Six pairs of elements have two or three such cards each.
var twoElementCards = []Def{
	{
		Name: "Pyre Imp", Type: Being, Cost: Cost{Red: 1, Black: 1}, Attack: 2, Health: 1,
		Text: "1 red, sacrifice: deal 1 damage to a Being or a player. When it dies, create 1 Cinder token.",
		Use:  Power{Cost: Cost{Red: 1}, Sacrifice: true, Aim: ABeing | APlayer, Do: Damage(1)},
		Dies: Power{Do: Make(1, Cinder)},
	},
	{
		Name: "Ashes Speak", Type: Spell, Cost: Cost{Red: 1, Black: 1},
		Text: "Deal 1 damage to a Being for each card in your Past.",
		Cast: Power{Aim: ABeing, Do: Damage(MyPast)},
	},
	{
		Name: "Orchard Keeper", Type: Being, Cost: Cost{White: 1, Green: 1, Any: 1}, Attack: 1, Health: 3,
		Text:   "At your sunset, create 1 Sprout token.",
		Sunset: Power{Do: Make(1, Sprout)},
	},
	{
		Name: "Stag Captain", Type: Being, Cost: Cost{White: 1, Green: 1, Any: 1}, Attack: 2, Health: 3, Steady: true, Banner: 1,
		Text: "Your other Beings get +1 attack. Wakes at your sunset.",
	},
	{
		Name: "Silent Sentence", Type: Spell, Cost: Cost{White: 1, Violet: 1},
		Text: "Destroy a sleeping Being.",
		Cast: Power{Aim: ABeing | IsAsleep, Do: Destroy()},
	},
	{
		Name: "Honeyed Voice", Type: Being, Cost: Cost{White: 1, Violet: 1, Any: 1}, Attack: 2, Health: 3,
		Text:    "When played, take control of a sleeping Being of another player until sunset, and wake it.",
		Arrives: Power{Aim: ABeing | Theirs | IsAsleep, Do: Steal().Then(Wake())},
	},
	{
		Name: "Soul Print", Type: Spell, Cost: Cost{Violet: 1, Black: 1},
		Text: "Create a copy of a Being.",
		Cast: Power{Aim: ABeing, Do: Copy()},
	},
	{
		Name: "Echo Archivist", Type: Being, Cost: Cost{Violet: 1, Black: 1, Any: 1}, Attack: 3, Health: 3,
		Text:    "When played, put a Spell in your Past into your hand.",
		Arrives: Power{Aim: APast | Mine | ASpellCard, Do: Recall()},
	},
	{
		Name: "Seed Keeper", Type: Being, Cost: Cost{Yellow: 1, Green: 1}, Attack: 2, Health: 2,
		Text:    "When played, create a green element.",
		Arrives: Power{Do: CreateElement(Green)},
	},
	{
		Name: "Amber Bear", Type: Being, Cost: Cost{Yellow: 1, Green: 1, Any: 1}, Attack: 3, Health: 3,
		Text:    "At your sunrise, heal 1 damage of it. When it is healed, it gets +1/+1.",
		Sunrise: Power{Do: Heal(1)},
		Healed:  Power{Do: Boost(1, 1)},
	},
	{
		Name: "Great Orrery", Type: Item, Cost: Cost{Yellow: 1, Blue: 1},
		Text: "Sleep: deal 1 damage to a Being for each Item you have.",
		Use:  Power{Sleep: true, Aim: ABeing, Do: Damage(MyItems)},
	},
	{
		Name: "Frozen Moment", Type: Spell, Cost: Cost{Yellow: 1, Blue: 1},
		Text: "Cancel a play or trigger.",
		Cast: Power{Aim: APlay | ATrigger, Do: Cancel()},
	},
	{
		Name: "Name Eater", Type: Being, Cost: Cost{Violet: 1, Black: 1}, Attack: 2, Health: 2,
		Text:    "When played, name a card. Another player discards each copy of it.",
		Arrives: Power{Aim: APlayer | Theirs, Do: DiscardNamed()},
	},
}
