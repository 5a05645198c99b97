package polity

// Judges, prisons, and quarrels that are settled in other ways.
var justiceMatters = []*card{
	{
		Name: "spoon_thief", Title: "The Spoon Thief", Cooldown: 16, Weight: 3,
		Text: "A man has stolen every spoon in the parish of Lesser Tarn. He says that he only wanted one, but that he could not find the right one.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "Prison. First it is spoons. Then it is ladles, and then nobody is safe at soup.",
				"Crime is down and soup is up.", safety.up(8), treasury.down(12), privacy.down(4), joy.down(3), leads("full_house", 4)),
			says("Judge Amaury Stoat", "Let him carry each spoon back and say that he is sorry. To the spoon, if nobody is at home.",
				"It takes him all summer, and he is invited in everywhere.", courts.up(6), joy.up(4), safety.down(6), later("A woman in Lesser Tarn has had her spoon back for a week. She finds it has travelled.")),
			says("Mother Prudence of the Quiet Sisters", "Ask why a man should need two hundred spoons. Then ask what he has been eating.",
				"He has been eating nothing. There is a fund now.", equality.up(7), treasury.down(25), health.up(3), safety.down(3)),
			says("Jonty Plume, inventor", "Bells on all cutlery. By law.",
				"The country dines like a sleigh.", safety.up(5), privacy.down(5), industry.up(4), joy.down(3)),
		},
	},
	{
		Name: "judge_engine", Title: "Twelve Good Wheels and True", Cooldown: 30, When: lacks(judgeEngine),
		Text: "Plume has made an engine that passes sentence. It is never tired, cannot be bribed, and has so far found everybody guilty, including the man who oiled it.",
		Options: []option{
			says("Jonty Plume, inventor", "It has no prejudice at all! It has no anything at all. It is brass.",
				"Trials take four minutes, and so do appeals.", enact(judgeEngine), courts.up(10), corruption.down(8), joy.down(5), resentment.up(6)),
			says("Judge Amaury Stoat", "Justice must be able to blush. I can, and after lunch I do.",
				"The engine is used to slice ham, without mercy.", courts.down(4), speech.up(5), joy.up(3), corruption.up(3)),
			says("Professor Linus Oake", "Let it judge only the government. One must begin where guilt is likely.",
				"The engine has a long list and has asked for more paper.", ballots.up(6), corruption.down(10), standing.down(5), industry.down(5), ambition.up(4)),
		},
	},
	{
		Name: "duels", Title: "Pistols at Breakfast", Cooldown: 28, When: lacks(duels),
		Text: "Two members of the Moot wish to settle the railway budget by duel. The law forbids it. So far the law has been outvoted.",
		Options: []option{
			says("Marshal Odile Krantz", "Allow it, before breakfast only. A debate that may end in death is at least a short one.",
				"Speeches are shorter, and so is the Moot.", enact(duels), courts.down(6), corruption.down(5), privacy.up(6), safety.down(6)),
			says("Judge Amaury Stoat", "Arrest both, and the seconds, and whoever holds the coats.",
				"The coats are released for lack of evidence.", courts.up(6), safety.up(4), ballots.down(5), treasury.down(5)),
			says("Your nephew Nils", "Turnips. At thirty paces. It hurts and nobody dies, and the farmers get something out of it.",
				"Politics has never been so well attended.", joy.up(8), farms.up(5), standing.down(6), ballots.up(3)),
		},
	},
	{
		Name: "slander", Title: "A Word in Court", Cooldown: 22,
		Text: "The Baroness sues a washerwoman who called her “a drain with earrings”. The washerwoman offers to prove it.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "A reputation is like a window. Make throwing words at it a crime, and I shall pay for the glass. Also for a court, or two.",
				"The papers describe her as “a person”.", treasury.up(30), speech.down(10), courts.down(4), standing.up(3), industry.up(3)),
			says("Pim Dray, editor of the Courier", "Let anyone say anything of anyone. I have a list ready. It is alphabetical.",
				"The list runs to six supplements, with maps.", speech.up(10), privacy.down(8), corruption.down(5), joy.up(3)),
			says("Judge Amaury Stoat", "Let the washerwoman prove it. I have cleared a week and hired a plumber.",
				"Proved, on the balance of pipes.", courts.up(7), equality.up(5), industry.down(6), treasury.down(8)),
		},
	},
	{
		Name: "pardon", Title: "Your Birthday", Cooldown: 20, Dismiss: "Have cake",
		Text: "By custom the Chancellor pardons one prisoner on his birthday. Three have written. One of them has written very well.",
		Options: []option{
			says("The forger", "Dear Chancellor, I have taken the liberty of enclosing the pardon, signed. You have a lovely hand. I could do your tax notices.",
				"He does your tax notices. They have never been so believable.", treasury.up(25), courts.down(6), corruption.up(4), arts.up(4)),
			says("The poet, in for a poem", "I rhymed your name with “ham”. I could have done worse. There is “sham”.",
				"The next one rhymes it with “damn”, and scans.", speech.up(8), arts.up(6), safety.down(3), ambition.up(3)),
			says("The mutineer", "I threw the Marshal's hat into the sea. I would do it again. It floated for a while; it was that sort of hat.",
				"The Marshal has bought a larger one and does not greet you.", ambition.up(8), army.down(6), privacy.up(5), joy.up(5), resentment.down(4)),
		},
	},
	{
		Name: "spare_judge", Title: "An Empty Bench", Cooldown: 24, When: under(courts, 44),
		Text: "The High Court has nine seats and four judges, of whom one is a coat. Cases from your first year are being heard by the litigants' children.",
		Options: []option{
			says("Magda Rill, Leader of the Opposition", "Appoint my five. They are honest, clever and hate you. You will not find better.",
				"You lose eleven cases in a month, all rightly.", courts.up(14), ballots.up(4), treasury.down(20), standing.up(3), ambition.up(3)),
			says("Your private secretary", "Appoint five friends. You have four. I would be honoured.",
				"The court finds for you before you have finished speaking.", courts.down(8), corruption.up(8), safety.up(7), treasury.up(15)),
			says("Agathe Lum of the Dockers", "Draw them by lot out of the telephone book. Justice should know what bread costs.",
				"Verdicts are short and mostly concern parking.", equality.up(8), courts.up(5), industry.down(4), standing.down(3)),
		},
	},
}

var justiceChains = []*card{
	{
		Name: "full_house", Title: "Full House",
		Text: "The prison was built for two hundred and holds nine. Nine hundred, that is. The governor has begun to let people in only when somebody comes out.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "Sell it to me. I shall run it at a profit, and they will make umbrellas.",
				"The umbrellas are good, and judges are sent one.", treasury.up(45), industry.up(5), courts.down(6), corruption.up(5), leads("five_stars", 6)),
			says("Dr Ines Vael, Physician General", "Let out whoever is ill, old or bored. That is everybody but the guards, and some of the guards.",
				"The guards are lonely.", health.up(4), privacy.up(5), safety.down(9), treasury.up(10)),
			says("Warden Hob Pask of the Watch", "Build a second one around the first. It saves walls.",
				"There is now a prison with a prison in it. Escapes are confusing.", treasury.down(40), safety.up(9), work.up(3), equality.down(3)),
		},
	},
	{
		Name: "five_stars", Title: "Late Check-Out",
		Text: "The Baroness's prison does so well that she has added a terrace. Foreign burglars come for the season. There is a waiting list, and a man has been arrested for jumping it.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "Abolish the short sentence. It is hard on the linen.",
				"Jaywalking comes with breakfast, for a year.", treasury.up(40), industry.up(6), courts.down(10), resentment.up(8)),
			says("Judge Amaury Stoat", "Take it back and make it dull. Crime must not have a view of the sea.",
				"The terrace is bricked up. The burglars ask for the manager.", treasury.down(35), courts.up(8), safety.up(4), trade.down(4)),
			says("Professor Linus Oake", "Swap them. Put the poorhouse on the terrace and the burglars in the poorhouse.",
				"It cannot be told any more who is being punished, and crime falls.", equality.up(10), safety.up(4), industry.down(6), standing.down(4)),
		},
	},
}
