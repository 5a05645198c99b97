package elements

import . "gamed/state"

// Blue: drawing, returning, cancelling.
var blueCards = []Def{
	{
		Name: "Hush", Type: Spell, Cost: Cost{Blue: 1, Any: 1},
		Text: "Cancel a play.",
		Cast: Power{Aim: APlay, Do: Cancel()},
	},
	{
		Name: "Sift", Type: Spell, Cost: Cost{Blue: 1},
		Text: "Draw 2 cards, then put 1 card of your hand under your Future.",
		Cast: Power{Do: Draw(2).Then(Pick(Hand, anyCard, 1, 1, Bury()))},
	},
	{
		Name: "Undertow", Type: Spell, Cost: Cost{Blue: 1},
		Text: "Return a Being or Item to its owner's hand.",
		Cast: Power{Aim: ABeing | AnItem, Do: Return()},
	},
	{
		Name: "Still Water", Type: Spell, Cost: Cost{Blue: 1},
		Text: "Cancel a trigger. Look at the top card of your Future; you may put it under your Future. Draw 1 card.",
		Cast: Power{Aim: ATrigger, Do: Cancel().Then(Look(1), May(Bury()), Draw(1))},
	},
	{
		Name: "Tide Scholar", Type: Being, Cost: Cost{Blue: 1, Any: 1}, Attack: 3, Health: 3,
		Text:  "When it wakes, discard up to 1 card. If you do, draw 1 card.",
		Wakes: Power{Do: Pick(Hand, anyCard, 0, 1, Discard()).Then(IfAny(Draw(1)))},
	},
	{
		Name: "Mist Heron", Type: Being, Cost: Cost{Blue: 1, Any: 1}, Attack: 3, Health: 2, Elusive: true,
		Text: "Cannot be blocked. 1 blue: return it to its owner's hand.",
		Use:  Power{Cost: Cost{Blue: 1}, Do: Return()},
	},
	{
		Name: "Grey Whale", Type: Being, Cost: Cost{Blue: 2, Any: 2}, Attack: 5, Health: 6, Warded: true,
		Text:    "Others may not aim at it. When played, put a Spell in your Past into your hand.",
		Arrives: Power{Aim: APast | Mine | ASpellCard, Do: Recall()},
	},
	{
		Name: "Final Proof", Type: Spell, Cost: Cost{Blue: 3, Any: 4},
		Text: "Win the game.",
		Cast: Power{Do: Win()},
	},
	{
		Name: "Quench", Type: Spell, Cost: Cost{Blue: 1},
		Text: "Cancel a play that costs at most 2.",
		Cast: Power{Aim: APlay | CostsAtMost(2), Do: Cancel()},
	},
	{
		Name: "Last Word", Type: Spell, Cost: Cost{Blue: 2},
		Text: "Cancel a play or trigger. Draw 1 card.",
		Cast: Power{Aim: APlay | ATrigger, Do: Cancel().Then(Draw(1))},
	},
	{
		Name: "Listening Shell", Type: Item, Cost: Cost{Blue: 1, Any: 1},
		Text:     "When another player plays a Spell, you may draw 1 card.",
		ReactsTo: Cause{Plays, Spell, Others}, Reacts: Power{Do: May(Draw(1))},
	},
	{
		Name: "Riptide", Type: Spell, Cost: Cost{Blue: 1},
		Text: "Return an attacking Being to its owner's hand. Draw 1 card.",
		Cast: Power{Aim: ABeing | IsAttacking, Do: Return().Then(Draw(1))},
	},
}
