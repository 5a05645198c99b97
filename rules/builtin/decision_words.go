package builtin

import "gamed/rules"

var polityWords = []rules.Word{
	{Word: "Matter", Group: "The desk", Signs: []string{"cards"}, Means: "A card on your desk. Three matters wait at a time, and you decide one each quarter.", Forms: []string{"matters"}},
	{Word: "Adviser", Group: "The desk", Signs: []string{"person"}, Means: "A person who speaks for one option of a matter.", Forms: []string{"advisers"}},
	{Word: "Option", Group: "The desk", Means: "One answer to a matter. It lists the stats that it changes and by how much, but not in which direction.", Forms: []string{"options"}},
	{Word: "Urgent", Group: "The desk", Signs: []string{"clock"}, Means: "An urgent matter must be decided before all other matters and actions."},
	{Word: "Action", Group: "The desk", Means: "A choice without a matter, such as a speech from the balcony. Most actions take the quarter, and your matters wait.", Forms: []string{"act"}},
	{Word: "Rating", Group: "The country", Signs: []string{"chart"}, Means: "Liberties, Prosperity and Order, computed from the other stats. The game is lost when one falls to 20 or rises to 86.", Forms: []string{"ratings"}},
	{Word: "Stat", Group: "The country", Signs: []string{"chart"}, Means: "A number of your country, such as Learning. It shows its last change and the cause.", Forms: []string{"stats"}},
	{Word: "Treasury", Group: "The country", Signs: []string{"treasure"}, Means: "The country's money, in millions of pips. Taxes and spending change it each quarter."},
	{Word: "Hidden number", Group: "The country", Signs: []string{"eye"}, Means: "A number that you do not see, such as the people's resentment. The game is lost when it reaches 100."},
	{Word: "Crisis", Group: "The country", Signs: []string{"curse"}, Means: "An urgent matter that comes when a hidden number is too high."},
	{Word: "Quarter", Group: "The term", Signs: []string{"clock"}, Means: "A turn. Four quarters are a year.", Forms: []string{"quarters"}},
	{Word: "Election", Group: "The term", Signs: []string{"person"}, Means: "The people vote after 5 years, or earlier if you call them. Below 40 percent, the game is lost.", Forms: []string{"elections"}},
	{Word: "Term", Group: "The term", Means: "Your 20 years in office. You win at its end if all three ratings are 50 or more."},
	{Word: "Golden age", Group: "The term", Signs: []string{"points"}, Means: "After year 10, keep all three ratings at 70 or more for 5 years in a row. Then you win at once."},
}

var tortoiseWords = []rules.Word{
	{Word: "Temper", Group: "The tortoise", Signs: []string{"life"}, Means: "The tortoise's temper, from 0 to 100. It falls by 1 each day. At 0 she falls asleep, and the game is lost."},
	{Word: "Pace", Group: "The tortoise", Means: "The miles that she walks each day: 4 with a temper of 50 or more, 2 with 20 or more, otherwise none."},
	{Word: "Miles", Group: "The tortoise", Means: "The way behind her. The sea is at mile 100, where you need a fame of 30 or more to win.", Forms: []string{"mile"}},
	{Word: "Guests", Group: "The inn", Signs: []string{"person"}, Means: "Each two guests pay a coin a day, and each four eat a meal a day. Both numbers are rounded up.", Forms: []string{"guest"}},
	{Word: "Pantry", Group: "The inn", Signs: []string{"item"}, Means: "The meals in store, up to 30. With an empty pantry, guests pay nothing, and one leaves each day.", Forms: []string{"meal", "meals"}},
	{Word: "Coins", Group: "The inn", Signs: []string{"treasure"}, Means: "Your money. Guests pay you each day.", Forms: []string{"coin"}},
	{Word: "Fame", Group: "The inn", Signs: []string{"points"}, Means: "How well the inn is known, from 0 to 100. More fame brings more guests."},
	{Word: "Matter", Group: "Your day", Signs: []string{"cards"}, Means: "A card that waits for your decision. Two matters wait at a time, and you decide one each day.", Forms: []string{"matters"}},
	{Word: "Urgent", Group: "Your day", Signs: []string{"clock"}, Means: "An urgent matter must be decided before all other matters and actions."},
	{Word: "Dismiss", Group: "Your day", Signs: []string{"undo"}, Means: "Remove a matter without choosing one of its options. Only some matters can be dismissed."},
	{Word: "Action", Group: "Your day", Means: "A choice without a matter, such as new lanterns. It takes the day.", Forms: []string{"act"}},
}
