package elements

// Green: big Beings and boosts.
var greenCards = []Def{
	{
		Name: "Moss Hare", Type: Being, Cost: Cost{Green: 1}, Attack: 1, Health: 1,
		Text: "When it dies, create 1 Sprout token.",
		Dies: Power{Do: Make(1, Sprout)},
	},
	{
		Name: "Rust Boar", Type: Being, Cost: Cost{Green: 2, Any: 1}, Attack: 3, Health: 3,
		Text:    "When played, destroy an Item of another player.",
		Arrives: Power{Aim: AnItem | Theirs, Do: Destroy()},
	},
	{
		Name: "Old Oak", Type: Being, Cost: Cost{Green: 2, Any: 1}, Attack: 2, Health: 6, Rooted: true,
		Text:    "Cannot attack. When it is damaged, deal 1 damage to each Being of other players.",
		Damaged: Power{Do: DamageEach(1, Others)},
	},
	{
		Name: "Great Elk", Type: Being, Cost: Cost{Green: 3, Any: 1}, Attack: 5, Health: 5, Piercing: true,
		Text: "Damage beyond a blocker's health goes to the player.",
	},
	{
		Name: "Wood Colossus", Type: Being, Cost: Cost{Green: 3, Any: 2}, Attack: 8, Health: 8, Warded: true, Piercing: true,
		Text: "Others may not aim at it. Damage beyond a blocker's health goes to the player.",
	},
	{
		Name: "Deep Rain", Type: Spell, Cost: Cost{Green: 2, Any: 1},
		Text: "A Being gets +1/+1 for each Being you have.",
		Cast: Power{Aim: ABeing, Do: Boost(MyBeings, MyBeings)},
	},
	{
		Name: "Trial of Horns", Type: Spell, Cost: Cost{Green: 1, Any: 1},
		Text: "A Being of yours gets +1/+1 until sunset and fights a Being of another player.",
		Cast: Power{Aim: ABeing | Mine, SecondAim: ABeing | Theirs, Do: BoostUntilSunset(1, 1).Then(Fight())},
	},
	{
		Name: "Herd Mother", Type: Being, Cost: Cost{Green: 1, Any: 1}, Attack: 1, Health: 2, Cheapens: Being,
		Text: "Your Beings cost 1 any less.",
	},
	{
		Name: "Thorn Hide", Type: Spell, Cost: Cost{Green: 1},
		Text: "A Being of yours gets +2/+2 until sunset.",
		Cast: Power{Aim: ABeing | Mine, Do: BoostUntilSunset(2, 2)},
	},
}
