package polity

// What may be said, and who says it.
var pressMatters = []*card{
	{
		Name: "puppet", Title: "The Puppet with Your Nose", Cooldown: 18, Weight: 3,
		Text: "In the market a puppet with your nose makes laws, falls downstairs and is eaten by a pie. You have seen it four times. The fourth time the pie was better.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "Arrest the man, the puppet and the pie.",
				"The puppet gets six months. The nose is now worn by hundreds.", safety.up(7), standing.up(4), speech.down(9), resentment.up(7), arts.down(5)),
			says("Pim Dray, editor of the Courier", "Give it a theatre. Nothing kills a joke like a grant.",
				"It has a theatre, an orchestra and no jokes.", treasury.down(25), speech.up(4), arts.up(8), joy.down(3)),
			says("Your nephew Nils", "Go up on the stage and be eaten by the pie yourself.",
				"It is the best night of your life. Ambassadors report it home.", joy.up(8), speech.up(8), standing.down(8), resentment.down(5), ambition.up(4),
				later("The pie has asked for a second season.")),
		},
	},
	{
		Name: "cabinet_leak", Title: "A Leak in the Cabinet", Cooldown: 20,
		Text: "Whatever is said in the cabinet is in the Courier by breakfast, with better grammar. Somebody in the room is talking.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "Tell each minister a different lie, and see which is printed.",
				"All are printed. Two of them come true.", privacy.down(7), speech.down(4), corruption.down(6), standing.down(3), safety.up(4)),
			says("Pim Dray, editor of the Courier", "Then meet in public. I could sit at the table and be bored from the source.",
				"The public gallery is full once, and then of pensioners.", speech.up(9), ballots.up(5), courts.down(2), ambition.up(4), industry.down(4)),
			says("Your private secretary", "Dismiss them all and decide alone. I could take the minutes. I could take the hours, too.",
				"Decisions are quick, and there is nobody to blame.", ballots.down(8), corruption.up(6), industry.up(6), trade.up(4)),
		},
	},
	{
		Name: "radio_ossel", Title: "This Is Ossel Calling", Cooldown: 24,
		Text: "Radio Ossel can be heard over the whole country. It plays better music than ours and mentions, between the waltzes, that we are a province.",
		Options: []option{
			says("Marshal Odile Krantz", "Jam it. I have an engine that hums on every wavelength. So does my sister.",
				"The air hums. So does everybody after a while.", speech.down(8), army.up(4), grudge.up(7), joy.down(4), standing.up(2), safety.up(4)),
			says("The conductor of the Wend Symphony", "Play better waltzes. We would need violins. We would need, to begin with, strings.",
				"People dance to ours, on purpose.", treasury.down(30), arts.up(9), standing.up(5), joy.up(3), work.up(2)),
			says("Ambassador Klee of Ossel", "Take the programme over from us, translated. One could leave out the province.",
				"It is left out, most days.", treasury.up(20), grudge.down(12), speech.up(3), arts.down(5), army.down(6)),
		},
	},
	{
		Name: "rumours", Title: "It Is Said", Cooldown: 28, When: lacks(rumourTax),
		Text: "It is said that you are two people. It is said that the bread is made of last year's bread. It is said that this is said by Ossel. Somebody ought to say something.",
		Options: []option{
			says("Tobias Fenn, Treasurer", "Tax rumours, by their distance from the truth. I should measure it.",
				"The truth is free, and so hardly anybody offers it.", enact(rumourTax), treasury.up(25), speech.down(9), corruption.up(3), safety.up(3)),
			says("Pim Dray, editor of the Courier", "Answer all questions, from anyone, every morning, until they run out.",
				"They do not run out. You learn a great deal about drains.", speech.up(8), learning.up(3), industry.down(6), corruption.down(5)),
			says("The Ministry of Works", "Start better ones. That you wrestle. That you were found as a baby in an otter.",
				"You are asked for otters' autographs.", joy.up(6), learning.down(6), standing.down(3), ballots.down(4), resentment.down(4)),
		},
	},
	{
		Name: "bronze", Title: "You, in Bronze", Cooldown: 40, When: all(lacks(statue), after(6)),
		Text: "A committee wishes to put up a statue of you in the square. It is said to have met without being told to, which you would like to believe.",
		Options: []option{
			says("The sculptor", "On a horse. Naked. The horse, I mean, if you are shy.",
				"You look into the distance, which is the fish market.", enact(statue), treasury.down(30), arts.up(7), joy.up(2), resentment.up(5), leads("bronze_head", 6)),
			says("Agathe Lum of the Dockers", "Put up a docker. There has never been one up there except to clean it.",
				"The docker looks at you, and is not impressed.", treasury.down(20), equality.up(7), work.up(3), industry.down(4), resentment.down(4)),
			says("Mother Prudence of the Quiet Sisters", "An empty plinth. Let each see whom he misses.",
				"People leave flowers on it, and shoes, and once a very small child, who was fetched again.", joy.up(5), arts.up(5), privacy.up(3), standing.down(4), safety.down(3)),
		},
	},
	{
		Name: "free_paper", Title: "The Other Paper", Cooldown: 24, When: under(speech, 50),
		Text: "A second newspaper has appeared. It has no address, no editor and no mistakes, and is found each morning under the bread.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "Search the bakers.",
				"The bread is late, and says so on the crust.", speech.down(8), privacy.down(6), safety.up(7), resentment.up(5)),
			says("Pim Dray, editor of the Courier", "License it. If it is not forbidden it will have to sell, and then God help it.",
				"It has a crossword by spring.", speech.up(10), trade.up(3), corruption.down(4), safety.down(3), ambition.up(2)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Find out who it is and let me buy it. I do not need to change a word. I need to be thought to.",
				"Nobody believes it any more, though it is still right.", treasury.up(20), speech.down(4), equality.down(4), industry.up(4), resentment.down(4)),
		},
	},
}

var pressChains = []*card{
	{
		Name: "bronze_head", Title: "The Head Is Gone", When: passed(statue),
		Text: "Somebody has sawn off your head in the night: the bronze one. In its place is a pumpkin with your expression. Experts say that the likeness has improved.",
		Options: []option{
			says("Warden Hob Pask of the Watch", "A reward, a guard of forty, and a new head, with a stare.",
				"The new head stares. The guard prefers to stand behind it.", treasury.down(30), safety.up(6), speech.down(6), resentment.up(5)),
			says("The sculptor", "Leave the pumpkin. As an artist I resent it. As an honest one I envy it.",
				"It is changed with the seasons. In June you are a marrow.", arts.up(9), joy.up(6), standing.down(5), farms.up(2), leads("pumpkin", 4)),
			says("Agathe Lum of the Dockers", "Melt the rest for the harbour bell. Then at least it will be heard.",
				"It rings at six each morning, and is cursed by name.", repeal(statue), trade.up(4), resentment.down(7), arts.down(4), treasury.up(10)),
		},
	},
	{
		Name: "pumpkin", Title: "The Pumpkin Party",
		Text: "At a by-election in Sallow Bay a pumpkin got nine hundred votes, and the seat. It has taken no bribes so far, and is the only member who turns up.",
		Options: []option{
			says("Judge Amaury Stoat", "A member must be alive. It says so, though it has never been enforced.",
				"The seat is empty, and is missed.", courts.up(6), ballots.down(8), resentment.up(5), safety.up(2)),
			says("Professor Linus Oake", "Swear it in. Nine hundred people have said something, and it was not “pumpkin”.",
				"It sits on two committees and improves both.", ballots.up(9), joy.up(5), corruption.down(4), standing.down(8)),
			says("Your private secretary", "Offer it a ministry. It will be soft by autumn.",
				"The Minister of Works has to be carried, which is no change.", corruption.up(6), joy.up(3), industry.down(4), ballots.down(3), ambition.down(4)),
		},
	},
}
