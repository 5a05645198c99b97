package polity

// How the country is asked.
var votingMatters = []*card{
	{
		Name: "young_votes", Title: "Old Enough", Cooldown: 30, When: lacks(youngVotes),
		Text: "Children of twelve ask for the vote. They have read the manifestos, they say, which puts them ahead of the members.",
		Options: []option{
			says("The spokesgirl", "You are spending our money. We would like to see the receipts.",
				"Debates end at bedtime. They are better for it.", enact(youngVotes), ballots.up(9), learning.up(4), nature.up(4), courts.down(4), industry.down(3)),
			says("A great-uncle", "Nobody under sixty. One cannot see the consequences until one is nearly out of them.",
				"The vote is steady, and against stairs.", ballots.down(9), courts.up(6), safety.up(4), trade.up(3), resentment.up(4)),
			says("Professor Linus Oake", "Whoever can say what the other side wants, so that they agree, may vote. At any age.",
				"Eleven people vote. It is the best government for years, and nobody's.", learning.up(6), ballots.down(6), corruption.down(8), resentment.up(5)),
		},
	},
	{
		Name: "must_vote", Title: "Neither of the Above", Cooldown: 28, When: lacks(mustVote),
		Text: "At the last election fewer people voted than came to see the count. There was a magician at the count.",
		Options: []option{
			says("Tobias Fenn, Treasurer", "A fine for not voting. Five pips. We cannot lose: either they vote or they pay.",
				"All vote. The magician gets nine percent.", enact(mustVote), ballots.up(6), privacy.down(5), treasury.up(15), resentment.up(4)),
			says("Magda Rill, Leader of the Opposition", "A line on the paper that says “none of these”. If it wins, all of us go home.",
				"Members are suddenly on first-name terms with the drains.", ballots.up(9), corruption.down(4), standing.down(4), industry.down(4)),
			says("Your private secretary", "Why wake them? They are content. The magician is one of ours.",
				"They are not woken.", ballots.down(8), joy.up(3), trade.up(5), corruption.up(4), safety.up(2)),
		},
	},
	{
		Name: "salamander", Title: "The Shape of Things", Cooldown: 24,
		Text: "The electoral districts must be drawn anew. Your private secretary has a sketch in which you cannot lose. One of the districts is a single balcony.",
		Options: []option{
			says("Your private secretary", "It is only lines, Chancellor. People do not live on lines. We have made sure.",
				"The map is admired by lovers of lace.", ballots.down(11), corruption.up(6), ambition.up(2), safety.up(3), industry.up(6)),
			says("Bettina Crisp, headmistress", "Squares. I have a ruler.",
				"The squares cut through four villages and one cow, fairly.", ballots.up(9), equality.up(3), treasury.down(10), joy.down(3)),
			says("Magda Rill, Leader of the Opposition", "I cut, you choose. It is how my brother and I did cake. He is no longer with us, but the cake was fair.",
				"You both lose sleep, and no seats.", ballots.up(6), courts.up(4), industry.down(4), resentment.down(3)),
		},
	},
	{
		Name: "lunch", Title: "Lunch", Cooldown: 24, Weight: 2, When: lacks(openDoors),
		Text: "The average minister has lunch four times a day, never pays, and afterwards votes for railways. There are now more railways than places.",
		Options: []option{
			says("Pim Dray, editor of the Courier", "List every lunch: who, where, and what was for pudding. The pudding is where it is hidden.",
				"Ministers eat sandwiches, behind filing cabinets.", enact(openDoors), corruption.down(10), speech.up(4), trade.down(5), privacy.down(3)),
			says("Baroness Corvina Styles, of Styles & Daughters", "It is how things are done. If it stopped, how would they know what they think?",
				"A railway is opened to a very good restaurant.", industry.up(8), trade.up(5), corruption.up(9), equality.down(4)),
			says("Tobias Fenn, Treasurer", "Raise their salaries until they can afford to be honest. I have worked it out. Hold on to something.",
				"They can afford to be honest. Some are curious what it is like.", treasury.down(40), corruption.down(6), equality.down(5), courts.up(5)),
		},
	},
	{
		Name: "second_thoughts", Title: "The House of Second Thoughts", Cooldown: 26,
		Text: "The upper house, which may only say “are you sure?”, has said it to the budget for the ninth time. It has now said it to the question whether it should be abolished.",
		Options: []option{
			says("Magda Rill, Leader of the Opposition", "Elect it. If it must doubt, let it doubt for somebody.",
				"Candidates promise nothing, and are believed.", ballots.up(8), courts.up(3), industry.down(6), treasury.down(10)),
			says("Your private secretary", "Abolish it. Quickly, while they are having another think.",
				"Laws pass in an afternoon. So do their mistakes.", ballots.down(8), industry.up(7), treasury.up(20), courts.down(4)),
			says("The Lord Hesitant", "We would like to know whether you are sure.",
				"You are not, and go home, and sleep well.", courts.up(7), joy.up(2), trade.down(5), privacy.up(3)),
		},
	},
}
