package polity

// Money, and what people do to be near it.
var economyMatters = []*card{
	{
		Name: "turnip_glut", Title: "A Root Cause", Cooldown: 18, Weight: 3, Dismiss: "Winter will eat them",
		Text: "The turnip harvest is so large that the sack now costs more than what is in it. Farmers are burning turnips to keep warm and complain of the smell.",
		Options: []option{
			says("Ulla Thorne of the Farmers' League", "Buy the lot at last year's price. Nobody plants turnips for fun, Chancellor. In four hundred years nobody has once planted a turnip for fun.",
				"The state owns nine turnips for each citizen.", farms.up(10), treasury.down(40), trade.down(4), corruption.up(3)),
			says("Tobias Fenn, Treasurer", "Let the price teach them. Half will become weavers, and the other half will become interesting to talk to.",
				"Half of the farms are for sale and the other half are pubs.", industry.up(8), farms.down(12), resentment.up(6), nature.up(3)),
			says("Jonty Plume, inventor", "Turnip spirit! It is clear, it is strong, and it drives engines. I have tested some. I have tested most of it.",
				"The trains run on turnip spirit, and so does the signalman.", industry.up(6), trade.up(6), joy.up(3), safety.down(8), health.down(4)),
		},
	},
	{
		Name: "harbour_sale", Title: "A Buyer for the Harbour", Cooldown: 40, Weight: 2, When: lacks(harbourSold),
		Text: "The Meridian Company offers 160 million pips for the harbour of Wendmouth. It has brought the money in a rowing boat, to show good faith and a sense of theatre.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "Sell. Things that nobody owns are looked after by nobody. Things that I own shares in are looked after by lawyers.",
				"The harbour flies a flag with a logo on it.", enact(harbourSold), treasury.up(160), trade.up(5), standing.down(6), leads("harbour_toll", 6)),
			says("Agathe Lum of the Dockers", "My grandmother drowned building that quay, twice. Sell it and there will be nobody on it.",
				"The rowing boat goes home, low in the water.", work.up(4), trade.down(7), resentment.down(4)),
			says("Tobias Fenn, Treasurer", "Lease it for a year and keep the deposit. They will not read to the end. Nobody reads to the end; I put recipes there.",
				"The Company has found the recipe for leek tart, and sues.", treasury.up(45), trade.up(3), courts.down(8), standing.down(4),
				later("The leek tart is served at the trial. Both sides ask for more.")),
		},
	},
	{
		Name: "pip_draw", Title: "Somebody Has to Win", Cooldown: 24, When: lacks(lottery),
		Text: "A lottery is proposed. Each Friday a child in a sailor suit would draw a number, and one citizen would become rich, and the others would have had a Thursday.",
		Options: []option{
			says("Jonty Plume, inventor", "It is a tax that people queue for! I have drawn the sailor suit already.",
				"On Thursdays the country is happy.", enact(lottery), treasury.up(20), joy.up(6), equality.down(5), learning.down(3)),
			says("Mother Prudence of the Quiet Sisters", "Hope is a sacrament, Chancellor, and should not be sold at four pips the ticket. Forbid it, and the card games too.",
				"Card games are played in cellars, by candle, for much more.", joy.down(6), safety.down(4), corruption.up(4), equality.up(5)),
			says("Professor Linus Oake", "Let the prize be your own office for one day. The mathematics are sound, and the day could hardly be worse.",
				"A baker governs on Friday and does two sensible things.", ballots.up(8), joy.up(3), courts.down(6), standing.down(4)),
		},
	},
	{
		Name: "letterbox", Title: "The House with Nine Thousand Firms", Cooldown: 26, When: lacks(letterbox),
		Text: "A cottage at 4 Herring Lane is the seat of nine thousand foreign companies. Its owner, Mrs Tibb, says that they are very quiet and that one of them sends a ham.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "Make it law. A small fee from each, no questions, and Mrs Tibb shall have a bigger letterbox.",
				"Mrs Tibb's letterbox has a staircase.", enact(letterbox), treasury.up(45), trade.up(6), corruption.up(6), standing.down(6)),
			says("Judge Amaury Stoat", "Summon all nine thousand to appear in person. I have booked the large room.",
				"Nobody comes, and the ham stops.", courts.up(8), corruption.down(6), trade.down(8), treasury.down(10)),
			says("Tobias Fenn, Treasurer", "Count the companies as residents. We would be the second largest country on the coast, and entitled to a better seat at dinners.",
				"At dinners you sit beside Ossel, which is not amused.", standing.up(8), grudge.up(6), people.up(9), ballots.down(6)),
		},
	},
	{
		Name: "two_heads", Title: "Heads on Both Sides", Cooldown: 30, Dismiss: "A coin is a coin",
		Text: "The mint has struck forty thousand pips with your head on both sides. Every bet in the country has been won by the same man.",
		Options: []option{
			says("Tobias Fenn, Treasurer", "Call them in and melt them, and send the mint on a course. There is a course. I give it.",
				"The mint can tell its sides apart.", treasury.down(25), courts.up(4), standing.up(4), joy.down(2)),
			says("Jonty Plume, inventor", "Declare them rare! Collectors will pay triple for a mistake, if it is official.",
				"Mistakes are now made on purpose, by a committee.", treasury.up(35), trade.up(3), corruption.up(6), courts.down(4)),
			says("Your nephew Nils", "Leave them. It is the first thing I have seen that shows both of your sides, uncle.",
				"Nobody tosses a coin any more; decisions take longer, and are better.", learning.up(5), trade.down(6), ballots.up(3), industry.down(3)),
		},
	},
	{
		Name: "treasury_full", Title: "An Embarrassing Surplus", Cooldown: 12, When: over(treasury, 240),
		Text: "There is so much money in the treasury that the floor has had to be strengthened, at a cost, which has not helped.",
		Options: []option{
			says("Agathe Lum of the Dockers", "Give it back, the same to everyone. I will carry it out myself; I have the arms.",
				"Everyone gets the same, and prices go up by exactly that.", treasury.down(110), equality.up(10), joy.up(8), trade.down(6)),
			says("Marshal Odile Krantz", "A frigate. One. It need not even float, if it is painted well.",
				"The frigate floats, to general surprise and Ossel's.", treasury.down(110), army.up(12), ambition.up(6), grudge.up(8), industry.up(4)),
			says("Bettina Crisp, headmistress", "Roofs for schools. It is raining on the long division.",
				"The sums come out dry.", treasury.down(110), learning.up(12), industry.down(3), equality.up(3)),
			says("Tobias Fenn, Treasurer", "Let me keep it. Please. I have named some of it.",
				"The Treasurer smiles in meetings, which stops them.", corruption.up(8), resentment.up(6), treasury.up(10)),
		},
	},
}

var economyChains = []*card{
	{
		Name: "harbour_toll", Title: "Mind the Step",
		Text: "The Meridian Company has put a gate across the harbour and charges for walking, looking and, since Monday, smelling.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "It is their sea air. They have improved it.",
				"Sea air comes in three grades.", treasury.up(30), joy.down(8), resentment.up(8), trade.up(3), leads("harbour_back", 6)),
			says("Ambassador Klee of Ossel", "Ossel would lend you a second harbour. We have one that we use only for parades.",
				"Ships land in Ossel and the goods walk.", trade.up(6), grudge.down(8), standing.down(8), leads("harbour_back", 6)),
			only(affords(120), noMoney, says("Agathe Lum of the Dockers", "Buy it back. It will cost you more than they gave. It always does; that is what I said at the time, and I was carried out.",
				"The flag with the logo makes a good tablecloth.", repeal(harbourSold), treasury.down(120), work.up(6), joy.up(6), resentment.down(8))),
		},
	},
	{
		Name: "harbour_back", Title: "Low Tide", When: passed(harbourSold),
		Text: "The Company wants to deepen the harbour, and to be free of the law while it digs, and afterwards, and, now that it looks at the clause, before.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "Let them be their own country. A very small one. You would be neighbours.",
				"The harbour has an embassy in your kitchen.", trade.up(14), courts.down(10), safety.down(6), ballots.down(6)),
			says("Judge Amaury Stoat", "Clause nineteen says that the harbour reverts to the state at the next tide. Nobody reads to clause nineteen.",
				"The tide comes in at four, and so do the bailiffs.", repeal(harbourSold), trade.down(10), standing.down(8), courts.up(4), joy.up(8)),
			says("Agathe Lum of the Dockers", "Say neither yes nor no. Send them to the Ministry of Works and let them take a number.",
				"They hold number 4,117. The Ministry is serving 12.", corruption.up(8), industry.down(4), work.up(4)),
		},
	},
}
