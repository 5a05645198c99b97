package polity

// Schools, and what is to be in the books.
var learningMatters = []*card{
	{
		Name: "chapter_nine", Title: "Chapter Nine", Cooldown: 40, Weight: 2, When: lacks(honestBook),
		Text: "Chapter Nine of the school history says that Lower Brindle won the War of the Cheese. The new teachers have found the peace treaty. It is on very plain paper, and we are not asked to sign it so much as told.",
		Options: []option{
			says("Bettina Crisp, headmistress", "Print what happened. Children can bear to have lost. They lose every day, mostly to me.",
				"The chapter is shorter and the silence after it longer.", enact(honestBook), learning.up(8), joy.down(6), grudge.down(8), leads("the_cheese", 6)),
			says("Marshal Odile Krantz", "We did win. We won *later*, by remembering it properly.",
				"There is a parade for it now, with a cheese.", army.up(5), joy.up(6), learning.down(8), grudge.up(9), leads("the_cheese", 8)),
			says("Professor Linus Oake", "Leave the pages blank and let each child fill them in. That is how the first edition was made.",
				"There are sixty thousand histories, and dragons in most.", speech.up(7), arts.up(6), learning.down(4), courts.down(3)),
		},
	},
	{
		Name: "stolen_exam", Title: "The Answers", Cooldown: 20,
		Text: "The answers to the national examination were sold in the street at two pips. Half of the buyers failed all the same; they had not read the questions.",
		Options: []option{
			says("Bettina Crisp, headmistress", "All sit it again. In the rain, one yard apart. I shall walk between them and hum.",
				"The marks are honest, and wet.", learning.up(8), joy.down(6), courts.up(4), health.down(3)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Those who bought showed enterprise. Hire them. Those who sold showed more. I already have.",
				"The civil service is full of enterprise.", industry.up(7), trade.up(4), corruption.up(8), learning.down(5)),
			says("Professor Linus Oake", "End examinations. Nobody has ever asked me in the street for the rivers of Ossel, and I have waited.",
				"Pupils learn what they like. Some like bridges, fortunately.", arts.up(8), joy.up(6), industry.down(7), equality.up(3)),
		},
	},
	{
		Name: "price_of_greek", Title: "The Price of Greek", Cooldown: 24, When: lacks(fees),
		Text: "The university costs as much as the navy, which it resembles: it is small, it leaks, and nobody can say what it is for.",
		Options: []option{
			says("Tobias Fenn, Treasurer", "Let those pay who learn. If learning makes them rich they can afford it. If not, what was it?",
				"Students now study money, and how to get some.", enact(fees), treasury.up(35), learning.down(7), equality.down(6), industry.up(4)),
			says("Professor Linus Oake", "More of everything, and a tower. I do not know what the tower is for. That is why it needs a university.",
				"The tower is for pigeons, at present.", treasury.down(40), learning.up(10), standing.up(6), work.down(3)),
			says("Agathe Lum of the Dockers", "Night school for dockers instead. Half of us read Greek already; there is a lot of waiting about.",
				"Cargo is now hoisted in hexameters.", learning.up(5), equality.up(8), treasury.down(20), trade.down(4), arts.up(3)),
		},
	},
	{
		Name: "school_lunch", Title: "The Grey Lunch", Cooldown: 22, Weight: 2,
		Text: "The children have gone on strike against the school lunch. A spokesgirl of nine has shown it to the press. The press has asked to sit down.",
		Options: []option{
			says("The spokesgirl", "We want a vegetable that is a colour. We are not saying which colour. That is how reasonable we are.",
				"There is a carrot. Historians will begin here.", treasury.down(30), health.up(8), farms.up(5), learning.up(3)),
			says("Baroness Corvina Styles, of Styles & Daughters", "My factory makes a lunch that keeps for eleven years. They need never be disappointed by a new one.",
				"The lunch is the same on each day of childhood.", treasury.up(20), industry.up(6), health.down(7), joy.down(4)),
			says("Ulla Thorne of the Farmers' League", "Let each class keep a cow. They would learn where milk comes from, and what becomes of the cow.",
				"Childhood is shorter, and better fed.", farms.up(8), nature.up(3), learning.down(5), joy.down(2), health.up(4)),
		},
	},
	{
		Name: "dialect", Title: "How One Says It", Cooldown: 26,
		Text: "In the north they say “scoan”, in the south “scon”. A baker has been punched. Scholars ask for a ruling.",
		Options: []option{
			says("Professor Linus Oake", "An Academy of forty members, to say how everything is said. We shall begin with “scone” and finish in my grandchildren's time.",
				"The Academy has reached the “s”.", treasury.down(20), learning.up(5), arts.up(6), speech.down(7)),
			says("Magda Rill, Leader of the Opposition", "Put it to a vote. It is the only question on which everybody has a view and nobody has been paid.",
				"South wins by nine votes. The north goes on saying it, louder.", ballots.up(8), joy.up(3), safety.down(5), resentment.up(3)),
			says("Pim Dray, editor of the Courier", "Let both be right, and let bakers be brave.",
				"People say what they like. Foreigners give up.", speech.up(8), privacy.up(3), trade.down(5), courts.down(2)),
			says("Warden Hob Pask of the Watch", "Ban the scone.",
				"Order is restored, and tea is sad.", safety.up(7), joy.down(8), health.up(4), resentment.up(3)),
		},
	},
}

var learningChains = []*card{
	{
		Name: "the_cheese", Title: "The Cheese Itself",
		Text: "The cheese over which the war was fought has been found in a cellar, whole. It is three hundred years old, and humming. Ossel asks, in a very calm letter, for its return.",
		Options: []option{
			says("Ambassador Klee of Ossel", "Give it back. My country has had a space on a shelf for three centuries. We dust around it.",
				"It crosses the border with an escort of two hussars and no flies.", grudge.down(18), standing.up(6), joy.down(7), army.down(5)),
			says("Marshal Odile Krantz", "Keep it, and put a gun on each side of it.",
				"It is the best-defended cheese on the coast.", army.up(8), joy.up(5), grudge.up(14), ambition.up(4), treasury.down(10)),
			says("The Bun Sisters, of Bun Street", "Cut it in half. Eat ours.",
				"There is a feast. There is then a very quiet week.", health.down(8), joy.up(9), grudge.down(8), arts.up(3), leads("the_rind", 5)),
		},
	},
	{
		Name: "the_rind", Title: "What Was in the Rind",
		Text: "Those who ate the cheese have begun to remember the war, in detail, on the losing side. Nobody had told them the details. Ossel's half has reported the same.",
		Options: []option{
			says("Bettina Crisp, headmistress", "Write it all down, theirs beside ours, in one book, and teach from that.",
				"The first joint history is printed. It is short of heroes and long on mud.", learning.up(11), grudge.down(12), army.down(8), joy.down(4)),
			says("Dr Ines Vael, Physician General", "It is mould. Vinegar, and bed, and nobody is to talk about it.",
				"They forget. It takes the vinegar with it, and some of Latin.", health.up(7), learning.down(6), speech.down(5), joy.up(4)),
			says("Jonty Plume, inventor", "Grow more of it! Think: a cheese for each subject. Children would only have to have lunch.",
				"Geometry is a soft cheese and keeps badly.", industry.up(8), trade.up(6), learning.up(3), health.down(8), privacy.down(3)),
		},
	},
}
