package polity

// Who works, at what, and for whom.
var workMatters = []*card{
	{
		Name: "wednesday", Title: "The Case against Wednesday", Cooldown: 22, Weight: 2, When: lacks(shortWeek),
		Text: "A petition with sixty thousand names asks for Wednesday to be abolished. It was signed mostly on Wednesday, at work.",
		Options: []option{
			says("Agathe Lum of the Dockers", "Two short weeks with a rest between. People will work twice as hard. Some people will then be working as hard as once.",
				"On Wednesdays you can hear the river.", enact(shortWeek), joy.up(10), health.up(4), industry.down(8), arts.up(4)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Abolish Sunday instead. It is the less productive of the two by some distance.",
				"The bells ring over the sound of looms.", industry.up(10), joy.down(10), resentment.up(8), treasury.up(15)),
			says("Professor Linus Oake", "Keep the day and drop the name. It is the word that people cannot bear.",
				"The day has no name, and appointments are missed on it.", learning.up(3), trade.down(5), work.down(3), arts.up(5)),
		},
	},
	{
		Name: "thinking_looms", Title: "The Loom That Needs Nobody", Cooldown: 40, Weight: 2, When: lacks(looms),
		Text: "Jonty Plume has built a loom that weaves by itself, stops for lunch by itself and, on Fridays, sighs. It does the work of forty weavers, who have come to see.",
		Options: []option{
			says("Jonty Plume, inventor", "Put one in every mill! The weavers will be free to follow their dreams. I asked one. He dreams about weaving.",
				"The cloth is cheap, and those who wove it cannot buy it.", enact(looms), industry.up(14), work.down(12), trade.up(4), leads("idle_hands", 5)),
			says("Agathe Lum of the Dockers", "Forbid it. A thing that sighs by itself today will want a chair by itself tomorrow.",
				"The loom is in a museum, sighing.", work.up(6), industry.down(8), learning.down(4), trade.down(4)),
			says("Tobias Fenn, Treasurer", "Let it work, and let it pay taxes like the forty that it is.",
				"The loom fills in its form correctly and in a fair hand.", enact(looms), industry.up(5), work.down(7), treasury.up(35), equality.up(4), leads("idle_hands", 7)),
		},
	},
	{
		Name: "slow_boats", Title: "Slow Boats", Cooldown: 16, Expires: 4,
		Text:    "The dockers are unloading with great care, one orange at a time. They say that they are not on strike. They say so very slowly.",
		Expired: do("The oranges have rotted, and with them the dispute.", trade.down(8), health.down(3), resentment.up(3)),
		Options: []option{
			says("Agathe Lum of the Dockers", "Ten pips more and a roof over the quay. Otherwise we begin on the grapes.",
				"The quay has a roof and the oranges have a future.", treasury.down(25), work.up(6), equality.up(6), industry.down(4)),
			says("Marshal Odile Krantz", "Soldiers can carry oranges. It will be character-forming for the oranges.",
				"The oranges are delivered in ranks, dented.", trade.up(9), industry.up(4), ambition.up(6), resentment.up(9), work.down(4)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Hire men from Ossel. They are used to not being thanked.",
				"The men from Ossel unload quickly and sing about it in Osselish.", trade.up(9), grudge.down(4), work.down(8), equality.down(5), resentment.up(5)),
		},
	},
	{
		Name: "licence_to_butter", Title: "A Licence to Butter", Cooldown: 24, Dismiss: "Let them eat it dry", When: lacks(guilds),
		Text: "A man without training has been buttering bread in Eel Street, in public, for money. The Honourable Company of Butterers has fainted.",
		Options: []option{
			says("The Master Butterer", "Seven years an apprentice, seven a spreader. Only then the knife. License it, and every other trade that can hurt a sandwich.",
				"A licence is needed to apply for a licence.", enact(guilds), work.up(7), trade.down(6), corruption.up(5), safety.up(5)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Anybody may butter anything. That is what freedom is for.",
				"Surgeons now advertise, and so do people who have seen one.", trade.up(8), industry.up(4), health.down(8), courts.down(3)),
			says("Bettina Crisp, headmistress", "Teach buttering at school, to all, badly. That is how we ended poetry.",
				"Nobody wants to butter any more.", learning.up(6), work.down(4), joy.down(4), equality.up(3)),
		},
	},
	{
		Name: "unpaid_intern", Title: "The Oldest Intern", Cooldown: 26,
		Text: "It has come out that the Ministry of Labour is run by an unpaid intern of fifty-one. He has asked for nothing except, lately, a chair.",
		Options: []option{
			says("Agathe Lum of the Dockers", "Pay him. Pay all of them, back to the year dot. Then apologise, and pay him for listening.",
				"Eleven thousand interns are paid, and ask what for.", treasury.down(40), equality.up(8), work.up(4), industry.down(5)),
			says("Baroness Corvina Styles, of Styles & Daughters", "He is being paid in experience. He must be one of the richest men in the country.",
				"Firms let their staff go and hire them back as pupils.", industry.up(7), treasury.up(10), equality.down(9), learning.up(3), resentment.up(4)),
			says("Your nephew Nils", "Make him Minister. He knows where the stapler is. The Minister has been asking for the stapler since spring.",
				"The Ministry works, and other ministers look over their shoulders.", corruption.down(8), courts.up(3), ballots.down(5), work.up(3)),
		},
	},
	{
		Name: "nap", Title: "From One to Two", Cooldown: 24, When: lacks(noonNap),
		Text: "Dr Vael has found that citizens who sleep after lunch live eleven years longer, though they notice only ten of them.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "Close everything from one to two. I would say more, but look at the time.",
				"At one o'clock even the dogs are quiet.", enact(noonNap), health.up(8), joy.up(5), trade.down(6), safety.down(3)),
			says("Tobias Fenn, Treasurer", "Let them sleep, and take the hour off their wages. They will not notice until two.",
				"They noticed at two.", treasury.up(25), health.up(3), resentment.up(8), equality.down(5)),
			says("Warden Hob Pask of the Watch", "And who watches, while they sleep? Not us. We sleep at eleven.",
				"The Watch is awake from one to two, and nobody sees it.", safety.up(8), health.down(5), joy.down(3)),
		},
	},
}

var workChains = []*card{
	{
		Name: "idle_hands", Title: "Idle Hands",
		Text: "Nine thousand weavers have nothing to do and do it in front of the palace. Some have begun to knit, aggressively.",
		Options: []option{
			says("Professor Linus Oake", "Give every one of them enough to live on and ask for nothing. In a year you will have poets. I admit that this is also the risk.",
				"There are eight hundred new poets, of whom two are good.", treasury.down(50), equality.up(8), arts.up(12), work.down(4), resentment.down(6)),
			says("Bettina Crisp, headmistress", "Teach them to mend looms. There are none to mend, but they will know how.",
				"There is a nation-wide surplus of spanners.", treasury.down(30), learning.up(8), work.up(6), joy.down(3)),
			says("Marshal Odile Krantz", "I can use nine thousand who know how to follow a thread.",
				"The army has very good socks.", army.up(10), work.up(7), ambition.up(8), safety.up(3), privacy.down(3)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Wait. They will find something. One of them has found my carriage, for instance, and is sitting on it.",
				"They find something: each other.", industry.up(4), resentment.up(12), leads("loom_night", 3)),
		},
	},
	{
		Name: "loom_night", Title: "The Night of the Spanners", Urgent: true,
		Text: "At midnight the weavers went into the mills. By morning four hundred looms lay in pieces, in good order, with labels on them. One is said to have thanked them.",
		Options: []option{
			says("Judge Amaury Stoat", "A loom is property, and property has feelings in law if in nothing else. Five years each.",
				"The prisons are full of people who can mend the prisons.", courts.up(6), safety.up(4), resentment.up(10), joy.down(5), leads("full_house", 3)),
			says("Agathe Lum of the Dockers", "Thank them, and forbid the rest. Work is not only how one gets bread. It is what one complains about while eating it.",
				"The mills are loud again, with people.", repeal(looms), work.up(14), industry.down(12), resentment.down(8), courts.down(5)),
			says("Jonty Plume, inventor", "I shall build looms that can run away.",
				"Looms have been seen on the hill road, travelling by night.", industry.up(6), nature.down(3), work.down(3), arts.up(4), safety.down(4)),
		},
	},
}
