package polity

// The neighbours, and the army that is kept because of them.
var abroadMatters = []*card{
	{
		Name: "border_stone", Title: "Eleven Paces", Cooldown: 20, Weight: 2,
		Text: "A farmer on the frontier has moved the border stone eleven paces into Ossel, because it was in the way of his plough. Ossel has sent a note. It is the shortest we have had.",
		Options: []option{
			says("Ambassador Klee of Ossel", "Put it back, and say sorry, in the old form: barefoot, with a goose.",
				"You walk barefoot with a goose. The goose is photographed from its better side.", grudge.down(14), standing.down(6), farms.down(3), joy.down(4)),
			says("Marshal Odile Krantz", "Put a soldier behind it. Then it is a frontier, and no longer a stone.",
				"A soldier stands there. On the other side stand forty.", army.up(7), grudge.up(10), joy.up(5), ambition.up(3)),
			says("Tobias Fenn, Treasurer", "Sell them the eleven paces. They will want to have won something, and I have the price per pace.",
				"They pay. It is the first land that we have sold and not lost.", treasury.up(30), grudge.down(4), courts.down(3), army.down(5)),
			says("Professor Linus Oake", "Move it eleven paces further every week, and see how long they take to notice where it hurts.",
				"It is in a duchess's rose bed before they do.", learning.up(3), standing.up(5), grudge.up(14), farms.up(4), joy.up(3)),
		},
	},
	{
		Name: "boats_at_dusk", Title: "Boats at Dusk", Cooldown: 26, When: lacks(sanctuary),
		Text: "Boats come in at dusk with people from the drowned islands. They have nothing with them but a piano, and are not sure how that came aboard.",
		Options: []option{
			says("Mother Prudence of the Quiet Sisters", "Let in whoever lands. We were all once in somebody's boat.",
				"There are new songs in Eel Street, and new soups.", enact(sanctuary), people.up(30), arts.up(6), work.down(6), standing.up(4), treasury.down(20)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Let in the doctors, the engineers and the piano.",
				"Families are sorted on the quay, by usefulness. Somebody plays while it lasts.", people.up(10), industry.up(6), health.up(5), equality.down(6), joy.down(4)),
			says("Warden Hob Pask of the Watch", "Turn them round. Give them water, and a compass, and turn them round.",
				"The sea is empty in the morning. Nobody on the quay says anything.", safety.up(6), work.up(3), standing.down(10), joy.down(5), speech.down(2)),
		},
	},
	{
		Name: "year_in_boots", Title: "A Year in Boots", Cooldown: 28, When: lacks(conscripts),
		Text: "The Marshal wants each young citizen for a year. She has shown on a map what she would do with them. It was not a map of our country.",
		Options: []option{
			says("Marshal Odile Krantz", "A year in boots makes a citizen. It made me, and look.",
				"The young march, rich beside poor, equally out of step.", enact(conscripts), army.up(12), equality.up(5), privacy.down(6), learning.down(4), ambition.up(6)),
			says("Bettina Crisp, headmistress", "A year of service, but in hospitals. They shall learn to carry people in the other direction.",
				"The bedpans gleam. The frontier is held by the elderly.", health.up(9), work.down(3), army.down(7), joy.up(3), grudge.up(2)),
			says("Magda Rill, Leader of the Opposition", "Abolish the army. Ossel could take us in a morning either way. Why should it be a bad morning?",
				"The Marshal is asked to hand in her hats. She hands in one.", army.down(18), treasury.up(40), privacy.up(6), ambition.up(10), joy.up(3)),
		},
	},
	{
		Name: "cannon_fair", Title: "The Cannon Fair", Cooldown: 22,
		Text: "The makers of cannon wish to hold their yearly fair at Wendmouth. There would be bunting, a tombola, and a hall in which one may try things.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "Wonderful people, and such tippers. Every nation that hates another will be here, and they all take the same hotel.",
				"The hotel is full, and rather tense.", treasury.up(40), trade.up(7), standing.down(7), nature.down(2), army.up(4)),
			says("Mother Prudence of the Quiet Sisters", "Let them come, and lodge them with widows. I shall choose the widows.",
				"Orders are down by half. Two makers have gone into bicycles.", standing.up(7), joy.up(3), treasury.down(8), army.down(5), industry.down(4)),
			says("Marshal Odile Krantz", "Let them come, and do not let the cannon leave. It is in the small print of the tombola.",
				"The army wins first prize four hundred times.", army.up(11), grudge.up(5), trade.down(8), courts.down(4)),
		},
	},
	{
		Name: "anthem", Title: "A Tune We Know", Cooldown: 30, Dismiss: "Hum",
		Text: "A scholar shows that our anthem is Ossel's, played faster. Theirs is older. Ours is shorter, which at funerals is a point.",
		Options: []option{
			says("The conductor of the Wend Symphony", "A new one, by contest! There are nine hundred entries already. Eight hundred are about the otter.",
				"We stand for the otter, and mean it.", arts.up(8), joy.up(5), treasury.down(15), army.down(4)),
			says("Ambassador Klee of Ossel", "Keep it and pay a small royalty. We think of it as rent.",
				"Each time it is played, a pip goes up the road.", treasury.down(20), grudge.down(12), joy.down(5), standing.down(3)),
			says("Marshal Odile Krantz", "Play it even faster. In war and in music, he who finishes first has won.",
				"It lasts nine seconds, and ends with a shot.", army.up(6), grudge.up(6), arts.down(5), joy.up(3)),
		},
	},
	{
		Name: "cousins", Title: "The Cousins Upstairs", Cooldown: 40, When: all(lacks(reunion), after(10)),
		Text: "Upper Brindle, which left us in a quarrel about altitude, would like to come back. They have the snow and the wool, and they never did return the ladder.",
		Options: []option{
			says("Ambassador of Upper Brindle", "One customs, one coin, one blame. We shall bring the ladder.",
				"There is one Brindle at the tills, and two at dinner.", enact(reunion), trade.up(8), nature.up(4), grudge.up(6), work.down(4), leads("which_brindle", 6)),
			says("Marshal Odile Krantz", "They want us because they are weak. I can have them by Thursday, and no paperwork.",
				"By Thursday there is paperwork.", army.up(6), standing.down(12), grudge.up(10), people.up(40), resentment.up(5), industry.up(5),
				later("The garrison of Upper Brindle reports that it is cold, that it is uphill, and that it is being fed too well to hate anyone.")),
			says("Old Wat, who sleeps by the gate", "Ask first for the ladder. If they bring it, ask why now.",
				"They bring it. It has been mended. You are rather ashamed.", standing.up(7), joy.up(4), trade.down(3), ballots.up(2)),
		},
	},
}

var abroadChains = []*card{
	{
		Name: "which_brindle", Title: "Which Brindle", When: passed(reunion),
		Text: "The reunited Moot sits for the first time, and cannot agree on a staircase. Upper wishes to sit above; Lower points out that it has the building.",
		Options: []option{
			says("Professor Linus Oake", "Turn the chamber on its side.",
				"Members hold on to their seats, for once with reason.", arts.up(5), ballots.up(5), industry.down(4), standing.down(3), leads("snow_tax", 5)),
			says("Magda Rill, Leader of the Opposition", "One member for each thousand people, wherever they sit. They have more mountain; we have more people.",
				"Upper Brindle is outvoted, and begins to remember why it left.", ballots.up(8), equality.up(4), resentment.up(7), trade.down(3), leads("snow_tax", 4)),
			says("Ambassador of Upper Brindle", "A veto for us, on everything, for ever. You will hardly notice.",
				"You notice on Tuesday.", ballots.down(8), trade.up(7), nature.up(5), leads("snow_tax", 7)),
		},
	},
	{
		Name: "snow_tax", Title: "Whose Snow Is It", When: passed(reunion),
		Text: "All the water of the Wend has been snow in Upper Brindle. It asks to be paid for it, from the year of the quarrel, by the flake.",
		Options: []option{
			only(affords(70), noMoney, says("Tobias Fenn, Treasurer", "Pay, once, and never again, and in small coin. I want them to have to carry it uphill.",
				"It takes them until winter.", treasury.down(70), nature.up(4), trade.up(6), resentment.down(4))),
			says("Judge Amaury Stoat", "What falls is nobody's until it lands, and then it is the gardener's. I have found a precedent about a pear.",
				"Upper Brindle appeals, to gravity.", courts.up(7), standing.down(4), trade.down(5), farms.up(3)),
			says("Ulla Thorne of the Farmers' League", "Part as friends. Some cousins are best at Christmas.",
				"The ladder is shared, by the month.", repeal(reunion), grudge.down(8), joy.up(5), trade.down(7), ballots.up(4)),
		},
	},
}
