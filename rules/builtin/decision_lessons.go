package builtin

import "gamed/rules"

var soloSeats = []rules.LessonSeat{{}}

var polityLessons = []rules.Lesson{{
	ID: "year", Title: "Your first year and a quarter", About: "A tax, a puppet with your nose and a stolen spoon lie on your desk. Whose advice do you take?", Card: "child_named_tax", Start: rules.Start{Seats: soloSeats, Chance: "1"},
	Steps: []rules.LessonStep{
		{Take: "A Child Named Tax: Pim Dray", Say: "Each option comes from an adviser and lists the stats it changes and by how much, but not in which direction. Pim Dray wants to leave people alone: take his advice and watch Liberties."},
		{Take: "The Price of Greek: Tobias Fenn", Say: "A quarter has passed. Each stat shows its change and the cause. Now money: Fenn would charge students. That changes the Treasury a lot; expect a cost elsewhere."},
		{Take: "Speak to the people from the balcony", Say: "Open All stats and look at Treasury and Learning: every option has a cost. You can also act without a card. Speak from the balcony: your desk stays as it is, but a quarter passes."},
		{Take: "The Puppet with Your Nose: Your nephew Nils", Say: "A puppeteer mocks you. Prison would raise Order and lower Liberties; laughing along does the opposite. Ratings in the middle are safest. Neither of yours is in danger, so laugh along."},
		{Take: "The Spoon Thief: Judge Amaury Stoat", Say: "Some matters are small. The judge's sentence changes almost nothing and clears your desk. Take it."},
	},
	Between: "Nothing is urgent: end the turn.",
	End:     "You finished your first 5 quarters. Keep playing if you like: nearly 19 years remain. Not covered here: elections, debts, wars, the mountain, and late effects of early decisions.",
}}

var tortoiseLessons = []rules.Lesson{{
	ID: "days", Title: "Her first days", About: "Your inn stands on the back of a tortoise, and she scratches herself. What do you do?", Card: "market", Start: rules.Start{Seats: soloSeats, Chance: "9"},
	Steps: []rules.LessonStep{
		{Take: "A Market under the Cliff: Buy a dozen meals", Say: "Two matters wait. Each day you decide one. Guests eat every day, and an empty pantry drives them away: buy a dozen meals for 8 coins."},
		{Take: "She Scratches Herself: Send everybody down", Say: "This matter is urgent: it must be decided before all others. Her temper sets your pace, so send everybody down with brooms."},
		{Take: "A Field of Clover: Let her graze", Say: "Watch the stats: each shows its change and the cause. Grazing costs a mile and raises her temper. At 50 or more she walks 4 miles a day."},
		{Take: "Hang lanterns", Say: "You can also act without a matter. Lanterns cost 10 coins and raise your fame. Fame brings guests, and guests pay."},
		{Take: "A Market under the Cliff: Walk on", Say: "You have too few coins for a dozen meals, and enough to eat. Dismiss the matter."},
		{Take: "The Piano: Carry it up", Say: "Some decisions come back later. Carry the piano up: three guests and fame now, and perhaps a concert."},
	},
	Between: "Nothing is urgent: end the turn.",
	End:     "Bring her 100 miles to the sea, with a fame of 30 or more. Her temper must not reach 0.",
}}
