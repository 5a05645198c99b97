package polity

// What comes to the desk by itself, and has to be decided before anything else.
var crisisCards = []*card{
	{
		Name: "bread_riot", Title: "The Square Is Full", Urgent: true,
		Text: "The square is full. It began with the price of bread, and has gone on to you. They have brought a table, four chairs and a list.",
		Options: []option{
			says("Marshal Odile Krantz", "Let me clear it. They will not even be hurt, apart from some.",
				"The square is empty. The list has been kept by somebody.", resentment.down(8), speech.down(10), safety.up(7), ambition.up(9), joy.down(5), standing.down(4)),
			says("Agathe Lum of the Dockers", "Sit down at the table. There is a chair. It wobbles; that is in the list too.",
				"You sign the first eleven points, and mend the chair.", resentment.down(26), treasury.down(45), equality.up(7), industry.down(5), taxes.down(2)),
			says("Magda Rill, Leader of the Opposition", "Call an election, today, from the balcony. They will go home to argue.",
				"They go home to argue.", resentment.down(15), ballots.up(5), poll(-2)),
			says("Your private secretary", "The side door, sir. There is always a side door.",
				"They wait. They wait rather well. Then it rains.", resentment.down(6), safety.down(10), courts.down(4), standing.down(5)),
		},
	},
	{
		Name: "scandal", Title: "The Minister's Dog", Urgent: true,
		Text: "The Minister of Works has a dog. The dog has three houses, a yacht and a seat on the board of the railway. Asked about it, the dog was frank; the Minister was not.",
		Options: []option{
			says("Judge Amaury Stoat", "Everybody who has thrown that dog a stick. Let me see them all, beginning with the cabinet.",
				"Half of the cabinet governs by letter, from cells.", corruption.down(22), courts.up(7), industry.down(8), ballots.up(3), treasury.down(10)),
			says("Your private secretary", "Dismiss the dog.",
				"The dog goes quietly, with a pension.", corruption.down(5), resentment.up(9), joy.down(4), safety.down(3)),
			says("Pim Dray, editor of the Courier", "Give me the ledgers, and one week.",
				"The week lasts a month. On page nine there is a photograph of you, holding a stick.", corruption.down(15), speech.up(8), standing.down(8), joy.down(4), resentment.up(4)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Make it legal. Then it is only commerce, and we can all sit down again.",
				"There is a price list in the lobby. It is admired abroad for its clarity.", corruption.down(9), courts.down(14), trade.up(9), equality.down(8), treasury.up(30)),
		},
	},
	{
		Name: "bank_call", Title: "Three Men with One Briefcase", Urgent: true,
		Text: "Three men have come from the bank. They do not threaten. They ask how much the river is, and whether it comes with the ducks.",
		Options: []option{
			says("Tobias Fenn, Treasurer", "Cut everything by a tenth. I shall begin with my lunch. I am afraid that it is not a large lunch.",
				"The schools have four days and the hospitals have four walls.", debt.down(25), treasury.up(80), health.down(8), learning.down(8), joy.down(7), army.down(5)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Sell me the railway, the forests and the post. I never liked the post, but it makes a set.",
				"The trains are on time, and cost what a horse did.", debt.down(22), treasury.up(150), equality.down(11), nature.down(6), corruption.up(5), trade.up(3)),
			says("Professor Linus Oake", "A debt is a promise between friends, and these are not our friends. Do not pay.",
				"The pip falls to where it can be used as a washer.", debt.down(30), treasury.up(60), standing.down(16), trade.down(14), grudge.up(9)),
			says("Agathe Lum of the Dockers", "A tenth from those who have more than ten times what I have. I know all of them. I carry their trunks.",
				"The trunks are heavier than declared.", debt.down(20), treasury.up(90), equality.up(8), industry.down(12), people.down(12)),
		},
	},
	{
		Name: "marshals_dinner", Title: "Dinner with the Marshal", Urgent: true,
		Text: "The Marshal invites you to dinner. There are two places, and eleven colonels standing. She asks, over the soup, whether you ever feel tired.",
		Options: []option{
			says("Marshal Odile Krantz", "Make me Protector of the Realm. It is only a title. It comes with only a sword.",
				"She is Protector. You are asked to sign in at the gate.", ambition.down(18), army.up(10), safety.up(7), ballots.down(8), speech.down(5)),
			says("Warden Hob Pask of the Watch", "My men are under the table, sir. They have been there since noon. Say the word, and mind your feet.",
				"There is a scuffle, and a shortage of colonels.", perhaps(2, 3, both(ambition.down(35), army.down(14), told("The Marshal is retired to a lighthouse, with one hat.")),
					both(ambition.up(14), safety.down(8), told("The table is heavier than it looked. The Marshal has noticed it moving."))), courts.down(3)),
			says("Tobias Fenn, Treasurer", "Double their pay. Soldiers who have something in the bank want it to be quiet outside.",
				"The colonels discover gardens.", ambition.down(22), treasury.down(60), equality.down(4), resentment.up(4)),
			says("Your nephew Nils", "Say that you are tired. Say that you would like her to do the drains. All of the drains.",
				"She reads the file on the drains, and goes quite pale.", ambition.down(14), industry.down(3), health.up(4), joy.up(2), safety.down(3)),
		},
	},
	{
		Name: "gunboats", Title: "Gunboats in the Sound", Urgent: true,
		Text: "Nine gunboats of Ossel lie in the sound. They are on a visit, they say. They have asked what time we get up.",
		Options: []option{
			says("Ambassador Klee of Ossel", "A treaty of friendship. You would pay a little, and be protected from this sort of thing.",
				"The gunboats salute, and send the bill for the powder.", grudge.down(26), treasury.down(55), standing.down(8), army.down(6), joy.down(4)),
			says("Marshal Odile Krantz", "We have one frigate, and it can be seen twice if it hurries.",
				"The frigate hurries.", perhaps(1, 2, both(grudge.down(20), standing.up(10), joy.up(8), told("Ossel counts forty frigates, and remembers an engagement elsewhere.")),
					both(grudge.up(12), army.down(14), told("Ossel counts one frigate, and then none."))), ambition.up(6)),
			says("The Bun Sisters, of Bun Street", "Row out and feed them. Nobody has shelled a place where he has just eaten.",
				"The fleet is becalmed by buns for a fortnight.", grudge.down(16), health.down(4), farms.down(5), trade.down(4), joy.up(3)),
			says("Magda Rill, Leader of the Opposition", "Ask the League of Small Coasts for help. They always come; they have nowhere else to be.",
				"Six small coasts arrive, in six small boats. They all stay to supper, and for the winter.", grudge.down(18), standing.up(6), treasury.down(30), privacy.down(4), trade.down(3)),
		},
	},
	{
		Name: "mountain_smokes", Title: "Old Harriet Clears Her Throat", Urgent: true,
		Text: "There is smoke over Old Harriet. The Tourist Board calls it mist; the mist is black and has set fire to a goat shed. The goats had left the evening before.",
		Options: []option{
			only(affords(40), noMoney, says("Dr Ines Vael, Physician General", "Move the mountain villages down to the coast. Now, with the cows, and without a committee.",
				"Forty thousand people sleep in the opera. It is fuller than it was ever.", rumble.down(30), treasury.down(40), farms.down(7), resentment.up(3))),
			says("Jonty Plume, inventor", "I shall drill a hole in the other side and let it out where nobody is looking.",
				"It comes out in Ossel, slightly.", rumble.down(24), grudge.up(13), learning.up(3), nature.down(5)),
			says("The Keeper of the Kettle", "It has boiled without a fire. Somebody has told the truth. Everyone must go on telling it until it stops.",
				"A terrible week. It stops on the Sunday.", rumble.down(14), corruption.down(9), privacy.down(9), joy.down(4), speech.up(3)),
			says("The Tourist Board", "Raise the prices.",
				"One pays double to stand where it is warm.", treasury.up(35), trade.up(6), rumble.up(9), health.down(3)),
		},
	},
	{
		Name: "election_day", Title: "The Country Votes", Urgent: true,
		Text: "Five years are over and the country votes. Magda Rill has kissed four hundred babies. The babies are said to be undecided.",
		Then: func(p *player, _ *option) error { // one way or the other, the posters stay up
			p.Stats.Voted = p.Turn
			return nil
		},
		Options: []option{
			says("Your nephew Nils", "Stand on what you have done. Say it plainly, and stop when you have said it.",
				"You stop after four minutes. There is applause, mostly for that.", speech.up(2), courts.up(2), poll(1)),
			says("Tobias Fenn, Treasurer", "Promise them lower taxes, more schools and a bridge. I shall be ill in bed.",
				"There will have to be a bridge.", taxes.down(3), treasury.down(35), resentment.up(3), poll(8)),
			says("Your private secretary", "Let me count. I have already, so as to have it behind us.",
				"You win with ninety-four percent. In Lesser Tarn it is a hundred and three.", ballots.down(16), corruption.up(9), resentment.up(11), standing.down(7)),
			says("Marshal Odile Krantz", "Put it off. There is always a reason. I can be one.",
				"The election is put off till the danger is over. The Marshal says when that is.", ballots.down(12), ambition.up(9), resentment.up(9), safety.up(3)),
		},
	},
}
