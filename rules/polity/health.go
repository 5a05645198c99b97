package polity

// Doctors, fevers, and people who sell bottles.
var healthMatters = []*card{
	{
		Name: "waiting_room", Title: "The Waiting Room", Cooldown: 22, Weight: 2, When: lacks(clinics),
		Text: "At Wendmouth General the wait is so long that there is a school in the waiting room, a small market, and since March a mayor.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "A clinic in every parish, free to all. It will cost a fortune. So does dying; we merely do not send the bill.",
				"There is a clinic in every parish, and a cough in every clinic.", enact(clinics), treasury.down(45), health.up(10), equality.up(6), leads("too_well", 9)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Two doors. One for those who wait, one for those who pay. The second need not even be nicer, only second.",
				"The second door has a carpet. It is nicer.", treasury.up(35), health.up(4), equality.down(10), resentment.up(5)),
			says("The Mayor of the Waiting Room", "Leave us be. We have a brass band now. Two of us were cured by the wait alone.",
				"The Waiting Room applies for a seat in the Moot.", ballots.up(5), arts.up(5), health.down(8), joy.up(4)),
		},
	},
	{
		Name: "marsh_fever", Title: "Marsh Fever", Cooldown: 26, Expires: 3,
		Text:    "People by the lower Wend turn yellow, shiver, and speak fluent Latin. Doctors are baffled; classicists have gone down to help.",
		Expired: do("The fever burns itself out. It takes its time, and some people with it.", health.down(12), people.down(25), learning.up(2), resentment.up(6)),
		Options: []option{
			says("Dr Ines Vael, Physician General", "Close the valley until it is over. Nobody in, nobody out, and soup over the wall.",
				"The valley is closed. The soup is good, the throwing is not.", health.up(7), trade.down(8), privacy.down(7), joy.down(4), leads("over_the_wall", 3)),
			says("Ulla Thorne of the Farmers' League", "It is the midges. Drain the marsh and plant cabbage.",
				"There are no midges, nor anything that ate them.", health.up(5), farms.up(8), nature.down(12), treasury.down(20)),
			says("Jonty Plume, inventor", "I have a serum! It has been tried on mice. They are well, and have opinions on Cicero.",
				"Half of the country is cured, and the other half is Plume's.", treasury.down(25), perhaps(2, 3, health.up(12), health.down(9)), trade.up(4), leads("needle", 4)),
		},
	},
	{
		Name: "sweet_enough", Title: "Sweet Enough", Cooldown: 22, Dismiss: "Have a bun",
		Text: "The nation's favourite food is the Wend bun: sugar, held together by more sugar. Dr Vael has had one analysed. The instrument stuck.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "Tax it by weight. The bun's, for a start.",
				"Buns are smaller, and dearer, and eaten in secret.", treasury.up(25), health.up(7), joy.down(7), equality.down(4)),
			says("The Bun Sisters, of Bun Street", "Make it the national dish, and pay us for it. When a country has a dish, people come and eat it.",
				"People come, eat it, and need help on the stairs.", trade.up(8), arts.up(4), health.down(8), treasury.down(10)),
			says("Bettina Crisp, headmistress", "Two laps of the yard before every bun. For ministers as well.",
				"Ministers are late, thin and bad-tempered.", health.up(8), learning.up(3), industry.down(4), privacy.down(5)),
		},
	},
	{
		Name: "tonic", Title: "Doctor Marvel's Tonic", Cooldown: 22,
		Text: "A Doctor Marvel sells a tonic against baldness, sorrow and Tuesdays. It is one part river and nine parts gin. Sales are brisk and so are the customers.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "He is no doctor. I asked him where the liver is and he asked whose.",
				"He is gone, the tonic is dearer, and Tuesdays are as before.", health.up(7), courts.up(3), joy.down(5), trade.down(3)),
			says("Doctor Marvel, so called", "Stamp the bottle with the crest and I give the state one pip in four. It does no harm to those whom it does not harm.",
				"Your crest is on a third of the nation's breakfasts.", treasury.up(35), health.down(8), joy.up(5), corruption.up(6)),
			says("Professor Linus Oake", "Test it on half of the country, and on the other half test plain river. Science has never had such a chance.",
				"River turns out to do nothing, and gin turns out to do gin.", learning.up(8), health.down(4), standing.up(4), treasury.down(15)),
		},
	},
	{
		Name: "old_age", Title: "Room at the Top", Cooldown: 24, When: over(health, 54),
		Text: "The country has become so healthy that nobody retires, nobody dies, and every post above clerk is held by somebody's great-uncle.",
		Options: []option{
			says("Agathe Lum of the Dockers", "A pension at sixty, and a brass clock. Then the stairs belong to those who can climb them.",
				"Four thousand great-uncles take up the trombone.", treasury.down(45), work.up(9), equality.up(3), joy.up(4), trade.down(3)),
			says("Tobias Fenn, Treasurer", "Let them stay, and tax them by the candle on the cake.",
				"Birthdays are held in private, in the dark.", treasury.up(30), privacy.down(5), health.down(3), work.down(4)),
			says("A great-uncle", "In my day one waited one's turn. It is still my day.",
				"The young leave by the morning ferry, singing something you do not know.", people.down(20), learning.up(3), courts.up(5), arts.down(6), industry.up(3)),
		},
	},
}

var healthChains = []*card{
	{
		Name: "over_the_wall", Title: "Over the Wall",
		Text: "The closed valley has thrown back the soup. With it came a note, in Latin, that it regards itself as a republic.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "Three more weeks. A republic can wait. They mostly have to.",
				"The fever ends. The republic has stamps by then.", health.up(8), resentment.up(7), trade.down(5), courts.up(3)),
			says("Magda Rill, Leader of the Opposition", "Go there yourself, without a mask, and eat the soup.",
				"You are yellow for a week, and loved for a year.", joy.up(8), resentment.down(10), health.down(7), ballots.up(4)),
			says("Marshal Odile Krantz", "I recognise no republic. Nor did I recognise the last one.",
				"The republic falls after a siege of one lunch.", safety.up(7), army.up(4), ambition.up(7), privacy.down(6)),
		},
	},
	{
		Name: "needle", Title: "A Small Scratch",
		Text: "Now that there is a serum, a third of the country will not take it. They have heard that it turns one into Plume.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "Make them. I have a needle and a list, and my sleeves are up.",
				"Everybody is well, and rubs an arm, and looks at you.", health.up(11), privacy.down(9), resentment.up(6)),
			says("Jonty Plume, inventor", "Give a bun with each. The bun is the secret of all government.",
				"Some have had the serum nine times.", treasury.down(20), health.up(6), joy.up(4), learning.down(4)),
			says("Pim Dray, editor of the Courier", "Print what is known, what is not, and the names of the mice. People can count.",
				"Most people can. It is slow, and it holds.", health.up(5), speech.up(6), learning.up(4), trade.down(4)),
			says("Mother Prudence of the Quiet Sisters", "Let them be. One may be wrong in one's own body. It is the last place left.",
				"They are let be. Not all of them stay.", privacy.up(9), health.down(8), people.down(8), joy.up(3)),
		},
	},
	{
		Name: "too_well", Title: "Nothing Is the Matter", When: passed(clinics),
		Text: "The clinics work so well that they have run out of the ill, and have begun on the well. Four thousand people are being treated for whistling.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "We have only just begun. Have you ever had your elbows looked at?",
				"The whole country's elbows are on file.", treasury.down(35), health.up(8), privacy.down(6), work.up(3)),
			says("Tobias Fenn, Treasurer", "Close every second one. The ill will find the others by following the cough.",
				"They find them. It is good exercise for some.", repeal(clinics), treasury.up(40), health.down(7), equality.down(5), resentment.up(4)),
			says("Jonty Plume, inventor", "Invite the ill of other countries! We have the beds, and they have the money.",
				"Ossel's dowagers come for their elbows.", trade.up(9), standing.up(6), equality.down(5), grudge.down(6), health.down(4)),
		},
	},
}
