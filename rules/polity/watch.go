package polity

// The Watch, and what it would like to see.
var watchMatters = []*card{
	{
		Name: "lamp_posts", Title: "Eyes on the Lamp Posts", Cooldown: 40, Weight: 2, When: lacks(lamps),
		Text: "For the price of one warden, a lamp post can be fitted with an eye that never blinks. The wardens have asked what becomes of the warden.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "An eye on every post. Honest people have nothing to hide, and I have the list of those.",
				"Nobody has dropped litter since Tuesday, or kissed.", enact(lamps), safety.up(10), privacy.down(12), treasury.down(20), leads("who_watches", 5)),
			says("Pim Dray, editor of the Courier", "Only in government offices. The public would watch. I would sell the popcorn.",
				"The Ministry of Works has its first viewers, and its first work.", corruption.down(10), speech.up(5), privacy.down(3), treasury.down(15), courts.up(3)),
			says("Mother Prudence of the Quiet Sisters", "There is One who sees all already, and He does not keep the negatives.",
				"The lamp posts are given back to the dogs.", privacy.up(8), joy.up(3), safety.down(6), treasury.up(5)),
		},
	},
	{
		Name: "bigger_sticks", Title: "Bigger Sticks", Cooldown: 26, When: lacks(bigSticks),
		Text: "The Watch complains that its sticks are shorter than those of the people whom it hits. It has brought a chart.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "Half a yard more. You would not believe what it does for respect.",
				"Respect is up by half a yard.", enact(bigSticks), safety.up(9), resentment.up(8), privacy.down(3), joy.down(3)),
			says("Dr Ines Vael, Physician General", "Shorter ones. I do the sewing afterwards, and I am out of thread.",
				"Wardens have to talk to people first. Some are found to be good at it.", health.up(6), courts.up(5), safety.down(8)),
			says("Professor Linus Oake", "Arm the public with the same stick, and neither side will want to begin.",
				"Nobody begins. Everybody holds a stick.", privacy.up(7), equality.up(4), safety.down(5), industry.up(3), arts.down(3)),
		},
	},
	{
		Name: "papers_please", Title: "Who Are You, Again?", Cooldown: 30, When: lacks(papers),
		Text: "Two thirds of the country are called Brindle. The post office has given up and delivers everything to the same house.",
		Options: []option{
			says("Tobias Fenn, Treasurer", "A number for each, with a portrait, to be carried at all times. It would also be a way to tell who has paid.",
				"You are number 7. You have asked, and nobody will say why.", enact(papers), privacy.down(9), safety.up(5), treasury.up(30), ballots.up(3)),
			says("Pim Dray, editor of the Courier", "Let people choose new names. I shall be Sebastian Storm. Do not laugh, Chancellor.",
				"There are four hundred Sebastian Storms.", speech.up(6), arts.up(6), courts.down(5), safety.down(3)),
			says("Old Wat, who sleeps by the gate", "In my village we called them by what they did. Harry Mill. Tom Bridge. I was Wat Again.",
				"It works well until somebody loses his place.", work.up(4), trade.down(5), joy.up(5), equality.down(3)),
		},
	},
	{
		Name: "steamed_open", Title: "Steamed Open", Cooldown: 28, When: lacks(steamed),
		Text: "The new postmaster has been reading the letters. He says that it was an accident, that it happened eleven thousand times, and that you should hear about the Marshal.",
		Options: []option{
			says("The Postmaster General", "Let me go on. It is mostly aunts. But between the aunts, sir, between the aunts …",
				"You know who is expecting, who is leaving, and what the Marshal calls you.", enact(steamed), privacy.down(10), ambition.down(12), safety.up(4), resentment.up(5)),
			says("Judge Amaury Stoat", "Prison for him, and a wax seal on every letter, by law.",
				"Wax is dear and love letters are short.", privacy.up(9), courts.up(5), safety.down(4), treasury.down(12)),
			says("Your nephew Nils", "Publish the lot. If everybody has been read, nobody has been read.",
				"There are nine divorces, two duels and one very happy aunt.", speech.up(8), privacy.down(9), joy.up(3), safety.down(5), ambition.down(5)),
		},
	},
	{
		Name: "curfew", Title: "After Ten", Cooldown: 20, When: all(lacks(curfew), under(safety, 46)),
		Text: "After dark the streets belong to young men with opinions. Old people go to bed with a poker, and not for the fire.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "Everybody in by ten. What is there to do after ten? I have asked my wife and she could not say.",
				"By ten the country is dark and wide awake.", enact(curfew), safety.up(11), joy.down(7), arts.down(6), resentment.up(5)),
			says("Jonty Plume, inventor", "More light! Nobody mugs anybody under a really flattering lamp.",
				"Wendmouth shines, and moths come from abroad.", treasury.down(30), safety.up(6), nature.down(5), arts.up(3)),
			says("Bettina Crisp, headmistress", "Keep the schools open till midnight. The young men want a warm room and somebody to contradict.",
				"There is a night class in arguing. It is full.", treasury.down(20), learning.up(6), safety.up(3), speech.up(3), work.down(3)),
		},
	},
	{
		Name: "lights_on", Title: "A Candle in Eel Street", Cooldown: 14, When: passed(curfew), Weight: 6,
		Text: "A widow in Eel Street lights one candle at eleven each night and looks at the warden. He has begun to bring her biscuits. Others have begun to light candles.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "Blow it out, and move the warden to a street without biscuits.",
				"It is darker. It is not quieter.", safety.up(5), resentment.up(9), arts.down(4), treasury.up(5)),
			says("Mother Prudence of the Quiet Sisters", "End the curfew. You cannot forbid the dark by making more of it.",
				"On the first night nobody goes to bed at all.", repeal(curfew), joy.up(9), arts.up(5), resentment.down(8), safety.down(8)),
			says("Jonty Plume, inventor", "Sell night licences. The rich never liked being at home in any case.",
				"After ten the streets are safe, empty and very well dressed.", treasury.up(30), equality.down(8), corruption.up(4), trade.up(3)),
		},
	},
}

var watchChains = []*card{
	{
		Name: "who_watches", Title: "The Man at the Other End",
		Text: "It turns out that all lamp posts are watched by one man, named Gerald. He knows everybody and has met nobody. He would like a holiday.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "Give him forty assistants and let each watch one of the others.",
				"Forty people know about Gerald.", treasury.down(25), work.up(3), safety.up(7), privacy.down(6), leads("geralds_book", 5)),
			says("Gerald", "I only ever wanted to see the sea. Post 212 has it, in the corner, when the bus is not there.",
				"Gerald is at the sea. Crime goes up while he paddles.", joy.up(4), safety.down(7), health.up(3), leads("geralds_book", 4)),
			says("Magda Rill, Leader of the Opposition", "Take them down. All. Begin with the one outside my bathroom, which was never a lamp post.",
				"The lamp posts give light.", repeal(lamps), privacy.up(12), safety.down(6), joy.up(4), resentment.down(5)),
		},
	},
	{
		Name: "geralds_book", Title: "Gerald's Book",
		Text: "Gerald has written his memoirs: “What You Do When You Think Nobody Is Looking”, nine volumes, with an index. A publisher has the first. You are in the fourth.",
		Options: []option{
			says("Pim Dray, editor of the Courier", "Print it. It is the greatest love story of the age: one man and four hundred thousand strangers.",
				"It sells out. People greet each other more kindly, having read.", speech.up(8), privacy.down(6), arts.up(9), equality.up(3), leads("geralds_heirs", 4)),
			says("Warden Hob Pask of the Watch", "Buy all nine, burn eight, and keep the index.",
				"You own the only index in the world that people bow to.", treasury.down(30), corruption.up(7), speech.down(8), ambition.down(8), safety.up(3)),
			says("Judge Amaury Stoat", "Each of us owns his own page. Let every citizen collect it, and read it alone, sitting down.",
				"The queue is long and silent, and goes home slowly.", courts.up(7), privacy.up(7), treasury.down(15), joy.down(3)),
		},
	},
	{
		Name: "geralds_heirs", Title: "In the Style of Gerald",
		Text: "Watching is the fashion. Clubs watch clubs. A child has been seen watching a pot, and wrote a review. Nobody is being paid for it and everybody is very well informed.",
		Options: []option{
			says("Professor Linus Oake", "Let them. A people that watches itself needs neither wardens nor walls. It will need curtains.",
				"Wardens are dismissed, and curtains are the leading industry.", safety.up(6), treasury.up(25), privacy.down(8), industry.up(4)),
			says("Mother Prudence of the Quiet Sisters", "Make it a week in the year, with cake, and a sin in the other fifty-one.",
				"The Week of Looking is the high point of the year, and of the bakers'.", joy.up(8), arts.up(4), industry.down(3), safety.down(4)),
			says("Dr Ines Vael, Physician General", "Prescribe spectacles that see no further than an arm. I have tried them. One becomes very fond of one's arm.",
				"People look where they are going, and no further.", privacy.up(9), health.down(4), trade.down(5), joy.up(3)),
		},
	},
}
