package elements

// decks are the ready decks. The first two are the defaults of a duel.
var decks = []readyDeck{
	{
		name: "wildfire", about: "Red and black: quick Beings, burning, and no second thought.",
		list: `
2 Spark
1 Ash Imp
3 Ember Adept
2 Furnace Ox
1 Torch Runner
1 War Shout
2 Pit Bout
2 Pyre Imp
2 Ashes Speak
3 Grave Rat
2 Dig Up
2 Bone Box
1 Tomb Giant
2 Hungry Pit`,
	},
	{
		name: "orchard", about: "White and green: a crowd of small Beings behind drums and captains.",
		list: `
2 Lamplighter
2 Shield Bearer
3 Parade Drum
2 Mend
2 Safe Passage
2 Muster
1 Field Surgeon
2 Moss Hare
1 Old Oak
2 Deep Rain
1 Great Elk
1 Trial of Horns
2 Orchard Keeper
2 Stag Captain`,
	},
	{
		name: "lullaby", about: "White and violet: what sleeps cannot block, and is easily led away.",
		list: `
1 Lamplighter
3 Shield Bearer
1 Mend
3 Field Surgeon
3 Sworn Sister
2 Muster
2 Lullaby
1 Borrowed Face
3 Dream Weaver
1 Fog Bank
1 Veil Dancer
2 Silent Sentence
3 Honeyed Voice`,
	},
	{
		name: "undying", about: "Violet and black: the Past is a second hand, and the dead come back.",
		list: `
1 Mirror Pool
3 Night Thief
3 Grave Rat
1 Bone Box
3 Last Rites
1 Dig Up
2 Rise Again
1 Hungry Pit
3 Tomb Giant
2 Pale Rider
2 Soul Print
3 Echo Archivist
1 Lullaby`,
	},
	{
		name: "old growth", about: "Yellow and green: more karma than is decent, for Beings to match.",
		list: `
3 Sun Priest
1 Noon Herald
1 Slow Hour
1 Golden Age
3 Moss Hare
3 Rust Boar
1 Old Oak
3 Great Elk
1 Wood Colossus
2 Trial of Horns
3 Seed Keeper
3 Amber Bear`,
	},
	{
		name: "clockwork", about: "Yellow and blue: answers, drawing, and Items that keep time.",
		list: `
1 Morning Bell
3 Sun Priest
1 Toll Keeper
1 Noon Herald
3 Brass Golem
1 Hush
1 Sift
2 Undertow
1 Still Water
3 Tide Scholar
3 Mist Heron
3 Grey Whale
1 Final Proof
1 Great Orrery
1 Frozen Moment`,
	},
}
