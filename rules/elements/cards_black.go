package elements

import . "gamed/state"

// Black: death, the Past, and sacrifice.
var blackCards = []Def{
	{
		Name: "Grave Rat", Type: Being, Cost: Cost{Black: 1}, Attack: 1, Health: 1,
		Text: "When it dies, deal 1 damage to each Being of other players.",
		Dies: Power{Do: DamageEach(1, Others)},
	},
	{
		Name: "Bone Box", Type: Item, Cost: Cost{Black: 1, Any: 1},
		Text:    "At your sunrise, deal 1 damage to a player.",
		Sunrise: Power{Aim: APlayer, Do: Damage(1)},
	},
	{
		Name: "Last Rites", Type: Spell, Cost: Cost{Black: 1, Any: 1},
		Text: "Destroy a Being. Lose 1 life.",
		Cast: Power{Aim: ABeing, Do: Destroy().Then(Lose(1))},
	},
	{
		Name: "Dig Up", Type: Spell, Cost: Cost{Black: 1},
		Text: "Put a card in your Past into your hand.",
		Cast: Power{Aim: APast | Mine, Do: Recall()},
	},
	{
		Name: "Rise Again", Type: Spell, Cost: Cost{Black: 1, Any: 1},
		Text: "Put a Being in your Past into play.",
		Cast: Power{Aim: APast | Mine | ABeingCard, Do: Revive()},
	},
	{
		Name: "Hungry Pit", Type: Item, Cost: Cost{Black: 1, Any: 1},
		Text: "Sleep: destroy up to 1 Being of yours. If you do, draw 1 card and each other player loses 1 life.",
		Use:  Power{Sleep: true, Do: Pick(Present, beings(Yours), 0, 1, Destroy()).Then(IfAny(Draw(1), EachOther(Lose(1))))},
	},
	{
		Name: "Tomb Giant", Type: Being, Cost: Cost{Black: 2, Any: 1}, Attack: 2, Health: 2,
		Text:    "When played, it gets +1/+1 for each card in your Past.",
		Arrives: Power{Do: Boost(MyPast, MyPast)},
	},
	{
		Name: "Pale Rider", Type: Being, Cost: Cost{Black: 2, Any: 1}, Attack: 4, Health: 3,
		Text:    "When played, put a Being in your Past into play.",
		Arrives: Power{Aim: APast | Mine | ABeingCard, Do: Revive()},
	},
	{
		Name: "Blood Ledger", Type: Item, Cost: Cost{Black: 2, Any: 2},
		Text:     "When another player draws a card, deal 1 damage to that player.",
		ReactsTo: Cause{Action: Draws, Whose: Others}, Reacts: Power{Aim: APlayer | Theirs, Do: Damage(1)},
	},
	{
		Name: "Second Death", Type: Spell, Cost: Cost{Black: 1},
		Text: "Destroy a Being that costs exactly 2.",
		Cast: Power{Aim: ABeing | CostsExactly(2), Do: Destroy()},
	},
	{
		Name: "Grave Toll", Type: Spell, Cost: Cost{Black: 1},
		Text: "Destroy an attacking Being.",
		Cast: Power{Aim: ABeing | IsAttacking, Do: Destroy()},
	},
}
