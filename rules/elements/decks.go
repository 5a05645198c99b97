package elements

// decks are the ready decks. The first ones are the defaults of the seats.
var decks = []readyDeck{
	{
		name: "ember", about: "Trial deck.",
		list: `
3 Spark
3 Ash Imp
3 Furnace Ox
3 Ember Adept
3 Hush
3 Bone Box
3 Sift`,
	},
}
