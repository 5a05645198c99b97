package dominion

// basicCards are the basic cards, in the usual order of the supply.
var basicCards = []Def{
	{Name: "Copper", Set: "basic", Types: Treasure, Cost: 0, Coins: 1},
	{Name: "Silver", Set: "basic", Types: Treasure, Cost: 3, Coins: 2},
	{Name: "Gold", Set: "basic", Types: Treasure, Cost: 6, Coins: 3},
	{Name: "Platinum", Set: "basic", Types: Treasure, Cost: 9, Coins: 5},
	{Name: "Potion", Set: "basic", Types: Treasure, Cost: 4, Potions: 1},
	{Name: "Estate", Set: "basic", Types: Victory, Cost: 2, Points: 1},
	{Name: "Duchy", Set: "basic", Types: Victory, Cost: 5, Points: 3},
	{Name: "Province", Set: "basic", Types: Victory, Cost: 8, Points: 6},
	{Name: "Colony", Set: "basic", Types: Victory, Cost: 11, Points: 10},
	{Name: "Curse", Set: "basic", Types: Cursed, Cost: 0, Points: -1},
}
