package polity

const whisperCount = 8

// whispers are the secret cards and their conditions.
var whispers = [whisperCount]oddity{
	{"even_keel", func(p *player) bool {
		n := p.Stats
		return p.Turn > 3 && n.StatLiberties() == n.StatProsperity() && n.StatProsperity() == n.StatOrder()
	}},
	{"big_fish", func(p *player) bool { return p.Stats.Fished == 5 }},
	{"last_burglar", over(safety, 76)},
	{"sleeper", over(treasury, 480)},
	{"goat_stands", all(after(20), over(ballots, 58), over(farms, 50))},
	{"ministry_thirteen", func(p *player) bool {
		n := 0
		for _, in := range p.Stats.Laws {
			if in {
				n++
			}
		}
		return n >= 9
	}},
	{"other_you", all(under(privacy, 30), under(speech, 38))},
	{"quiet_collector", func(p *player) bool { return p.Turn == 30 && p.Stats.TaxMoved == 0 }},
}

// secretCards are hidden from the list of cards. Each comes at most once.
var secretCards = []*card{
	asks(card{Name: "even_keel", Title: "A Perfect Balance", Secret: true,
		Text: "This morning the country is exactly as free as it is rich, and exactly as rich as it is orderly. A scholar has noticed. He stands at the gate with a spirit level, weeping."},
		says("The scholar", "Do nothing. For one quarter, nobody must do anything. It may never be like this again.",
			"Nobody does anything. It is remembered as a very good quarter.", joy.up(10), resentment.down(12), health.up(5)),
		says("Tobias Fenn, Treasurer", "Balanced! I have waited for it all my life. May I have it framed?",
			"The budget hangs in the National Gallery. Children are brought to see it.", treasury.up(60), arts.up(6), corruption.down(6)),
	),
	asks(card{Name: "big_fish", Title: "The One That Did Not Get Away", Secret: true,
		Text: "On your fifth quarter by the river you catch a pike. It is as long as a door, and wears a ring. Inside the ring is written: “To my successor. Throw it back. I did.”"},
		says("The pike, by its expression", "Well?",
			"You throw it back. You sleep that night as you did at nine.", joy.up(7), nature.up(7), ambition.down(12), grudge.down(8), standing.up(3)),
		says("Your cook", "It would feed the whole cabinet, and you have not seen what I do with dill.",
			"The whole cabinet eats, and for a week tells the truth.", corruption.down(18), health.up(4), ballots.up(4), resentment.up(5)),
		says("Tobias Fenn, Treasurer", "The ring, Chancellor. What is it made of, the ring?",
			"It is worth a province. The river is lower in the morning.", treasury.up(140), nature.down(8), farms.down(5)),
	),
	asks(card{Name: "last_burglar", Title: "The Last Burglar", Secret: true,
		Text: "There is one burglar left. He asks for protection as a monument. The Watch, four hundred strong, supports the application."},
		says("The last burglar", "I would do one house a month, by appointment. I leave a card. I wipe my feet.",
			"There is a waiting list to be robbed.", joy.up(7), arts.up(7), safety.down(6), privacy.up(4)),
		says("Warden Hob Pask of the Watch", "Arrest him. I must know what it is like, once more.",
			"The prison has a staff of ninety and a guest. They play cards.", safety.up(8), treasury.down(10), joy.down(4)),
		says("Tobias Fenn, Treasurer", "If there is no crime, what are four hundred wardens for? I ask as a friend of four hundred wages.",
			"The wardens are let go. Some of them have ladders.", treasury.up(70), safety.down(18), work.down(4), privacy.up(7)),
	),
	asks(card{Name: "sleeper", Title: "What Sleeps on the Money", Secret: true,
		Text: "Something has moved into the treasury. It is long, it is warm, and lies on the reserves with its chin on its tail. Tobias Fenn asks you to lower your voice."},
		says("Tobias Fenn, Treasurer", "She counts them in her sleep. She has found eleven pips that I had missed. Leave her be.",
			"No thief has been near it. No minister has either.", corruption.down(25), treasury.up(60), equality.down(6), joy.down(3)),
		says("Marshal Odile Krantz", "Can it be saddled?",
			"It can. Ossel writes at once, in an altogether new tone.", army.up(15), grudge.down(25), treasury.down(120), safety.down(6), ambition.up(8)),
		says("Agathe Lum of the Dockers", "Spend it. It will go away when there is nothing left to lie on. So would most of them.",
			"It goes on a Sunday, along the river, and people take off their hats.", treasury.down(350), equality.up(15), joy.up(12), health.up(10), trade.down(8)),
	),
	asks(card{Name: "goat_stands", Title: "A Candidate from the Hills", Secret: true,
		Text: "In the parish of Upper Grumble a goat has been put up for mayor. It was a joke. The other candidate has withdrawn, as he saw no chance."},
		says("Professor Linus Oake", "Let it stand. Either they are not serious, and it does no harm, or they are, and then you ought to know.",
			"It wins, and opens the fair by walking through the ribbon.", ballots.up(7), joy.up(6), standing.down(5), leads("goat_mayor", 3)),
		says("Judge Amaury Stoat", "A goat cannot take an oath.",
			"It is struck off. Upper Grumble has no mayor, and no complaints.", courts.up(6), ballots.down(7), resentment.up(5)),
		says("Ulla Thorne of the Farmers' League", "Buy it. Everybody has a price, and this one's is oats.",
			"It is bought. It is the only official on the list who says so.", farms.up(5), corruption.up(6), joy.down(2), treasury.down(5)),
	),
	asks(card{Name: "ministry_thirteen", Title: "The Thirteenth Ministry", Secret: true,
		Text: "There are so many laws that somebody has looked for the last one, and found a corridor. At its end is a ministry, with a staff of sixty, who rise. They do not know what they are for. They have been very busy."},
		says("The Permanent Under-Secretary", "We send each other files, Minister. The files have grown remarkably good.",
			"You read one. It is the best thing ever written about marsh drainage, and it rhymes.", arts.up(9), learning.up(7), treasury.down(35)),
		says("Tobias Fenn, Treasurer", "Close it. Quietly. Brick up the corridor, after they have gone home. Do they go home?",
			"The corridor is bricked up. One hears typing.", treasury.up(55), work.down(4), resentment.up(4), privacy.down(3)),
		says("Magda Rill, Leader of the Opposition", "Ask them which of the laws does nothing. They will know. Nobody else has read them.",
			"They send nine files. The lamps, the papers and the post are let be.", repeal(lamps), repeal(papers), repeal(steamed), privacy.up(12), courts.up(5), safety.down(6)),
	),
	asks(card{Name: "other_you", Title: "The Other You", Secret: true,
		Text: "As nobody may look and nobody may ask, it is only now noticed that there are two of you. The other has been doing Tuesdays. He is rather better at Tuesdays."},
		says("The other you", "I could do the rest of the week. You could see the sea. When did you last see the sea?",
			"You see the sea. Things at home run well, and nobody can say who did it.", courts.up(9), health.up(5), joy.up(5), ballots.down(7), ambition.down(9)),
		says("Warden Hob Pask of the Watch", "I will arrest one of you. I would rather not have to choose, sir, so would you both say something?",
			"You both say the same. He arrests the taller.", safety.up(4), courts.down(6), resentment.up(4), corruption.down(8)),
		says("Pim Dray, editor of the Courier", "Let me print both of your pictures and nothing else.",
			"People laugh, out loud, in the street, for the first time in years.", speech.up(16), privacy.up(8), safety.down(8), standing.down(4)),
	),
	asks(card{Name: "quiet_collector", Title: "The Collector's Cake", Secret: true,
		Text: "For seven years nobody has touched the rate of tax. The Chief Collector has come with a cake. In forty years of service, he says, it is the first form that he has been able to print twice."},
		says("The Chief Collector", "Please. Never change it. I have had the number carved over the door.",
			"It is carved over the door. People trust a number that is carved.", trade.up(8), industry.up(5), resentment.down(8), treasury.up(30)),
		says("Tobias Fenn, Treasurer", "It is a good cake. It has a five-percent slice missing. Do you see what he is telling us?",
			"Taxes go up while the mouth is full.", taxes.up(5), treasury.up(45), resentment.up(9), joy.down(4)),
	),
}

// secretChains follow from the goat's card.
var secretChains = []*card{
	asks(card{Name: "goat_mayor", Title: "His Worship the Goat", Secret: true,
		Text: "The goat has been mayor for a year. The accounts are in order, as it ate them. Upper Grumble is the best-kept parish in the land, and three others have asked for a goat of their own."},
		says("Magda Rill, Leader of the Opposition", "I have offered it the second place on my list. It took the list.",
			"The goat goes into national politics, and into the cloakroom.", ballots.up(5), joy.up(6), standing.down(5), courts.down(3), leads("goat_premier", 4)),
		says("Your private secretary", "Send it a secretary. Goats come and go. Secretaries stay.",
			"Within a month the goat signs railways.", corruption.up(7), industry.up(5), joy.down(4), ballots.down(4)),
		says("Ulla Thorne of the Farmers' League", "It misses the hill. Look at it. I would know.",
			"It is driven home in your own coach, and does not look back.", joy.up(5), nature.up(4), farms.up(4), ballots.down(6)),
	),
	asks(card{Name: "goat_premier", Title: "The Will of the People, with Horns", Secret: true, Urgent: true,
		Text: "The goat leads in every poll. It has said nothing that anybody regrets. A crowd has come to the palace with a very small sash, and looks at you, not unkindly."},
		says("The crowd", "Come down, Chancellor. You have done what you could. Let somebody do nothing for a while.",
			"You come down, and hold the door.", ends(goat)),
		says("Marshal Odile Krantz", "I do not take orders from a goat. I have thought about it, and it was closer than I expected.",
			"The goat goes back to the hills, in a silence that you will remember.", ambition.up(7), ballots.down(9), resentment.up(9), safety.up(6), joy.down(5)),
		says("Professor Linus Oake", "Make it President: above everything, answerable to nobody, and for show. Most countries have one.",
			"It looks well on the stamps. Ossel's Duke is jealous of the beard.", standing.up(9), joy.up(9), treasury.down(20), arts.up(4)),
	),
}
