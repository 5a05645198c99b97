package polity

// Beasts, who have no vote and use it.
var natureMatters = []*card{
	{
		Name: "wolves", Title: "Wolves at the Door", Cooldown: 36, Weight: 2, When: lacks(wolves),
		Text: "After a century the wolves have come back over the mountains. They have eaten eleven sheep and a signpost. Ramblers are thrilled, from upstairs.",
		Options: []option{
			says("Edda Marsh, once a poacher", "Let them be. A wolf takes the sick and the slow. I have watched the Moot, and I see only good in it.",
				"The deer are fit, and so are the postmen.", enact(wolves), nature.up(10), farms.down(7), safety.down(3), leads("wolf_census", 5)),
			says("Ulla Thorne of the Farmers' League", "Ten pips a tail. It worked for my grandmother. She had forty hats.",
				"Tails come in, more than there were wolves. Dogs stay indoors.", farms.up(7), nature.down(9), treasury.down(12), safety.up(3), corruption.up(3),
				later("A man has been paid for nine tails of one length, and asks what rats are worth.")),
			says("The Tourist Board", "Feed them at half past four, by the car park. One pays to see the wild; one does not pay to look for it.",
				"The wolves know the timetable, and are early.", enact(wolves), trade.up(8), nature.up(3), farms.down(3), safety.down(6), leads("wolf_census", 7)),
		},
	},
	{
		Name: "otter_fur", Title: "The Otter Question", Cooldown: 24,
		Text: "Otter hats are the fashion in four capitals. We have the otters. The otters have, so far, the hats.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "It is a renewable resource. They renew all spring, one can hear them.",
				"There are hats. There is a silence along the river.", trade.up(9), treasury.up(25), nature.down(11), standing.down(3)),
			says("Edda Marsh, once a poacher", "Make me Keeper of Otters. There is nobody whom they are more afraid of.",
				"The otters are kept. Edda has a badge, and wears it on the otter.", nature.up(9), safety.up(3), treasury.down(15), trade.down(4)),
			says("Jonty Plume, inventor", "A hat of wool that looks like otter, smells like otter, and in rain swims away like otter.",
				"The rain is bad for trade, and good for children.", industry.up(8), trade.up(3), arts.up(3), standing.down(5)),
		},
	},
	{
		Name: "pigeons", Title: "An Air of Pigeons", Cooldown: 18, Dismiss: "Carry an umbrella",
		Text: "Wendmouth has more pigeons than people. They have been seen at the Moot, in a quorum.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "Poison. Carefully, and not near the bakeries. Not again.",
				"There are no pigeons, and few cats, and one fewer bakery.", health.up(5), nature.down(8), joy.down(4), arts.up(2)),
			says("Ulla Thorne of the Farmers' League", "Hawks. My cousin has hawks. He had a smaller dog once, as well.",
				"The hawks keep to pigeons, mostly.", nature.up(6), farms.up(3), safety.down(4), treasury.down(10)),
			says("The Postmaster General", "Employ them. They know every window in the city, and they ask for crumbs.",
				"The post is quick, and the bills come back unread.", trade.up(5), treasury.up(15), work.down(5), privacy.up(4), health.down(4)),
		},
	},
	{
		Name: "beavers", Title: "Engineers in the River", Cooldown: 26,
		Text: "Beavers have flooded the estate of the Baroness. Professor Oake holds that they are, in law, builders, and that they had no notice of the plans because they cannot read.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "Shoot them, drain it, and send the bill to the Professor.",
				"The lawn is saved. The river downstream is a stripe of mud.", industry.up(6), nature.down(9), equality.down(4), treasury.up(8)),
			says("Professor Linus Oake", "Grant them planning permission. They have built every night for ten thousand years and nobody has yet fallen off one.",
				"Beavers hold title to nine acres, and have a barrister.", nature.up(9), courts.down(5), industry.down(6), arts.up(4)),
			says("Edda Marsh, once a poacher", "Move them to the north. I will carry them. They bite, but they listen.",
				"The north has a lake now, and forty cross settlers.", nature.up(4), farms.down(5), treasury.down(10), equality.up(3)),
		},
	},
	{
		Name: "whale", Title: "A Whale on the Beach", Cooldown: 30, Expires: 3,
		Text:    "A whale lies on the beach at Sallow Bay. It is alive, it is looking at the town, and the town has put on a clean shirt.",
		Expired: do("The whale has gone with the spring tide. It left an impression, forty feet long.", joy.down(3), arts.up(3)),
		Options: []option{
			says("Edda Marsh, once a poacher", "Every rope, every horse, everybody who can pull. Tonight.",
				"At four in the morning it floats. People who did not speak are hugging.", joy.up(9), nature.up(4), trade.down(6), resentment.down(5), industry.down(3)),
			says("Baroness Corvina Styles, of Styles & Daughters", "That is lamp oil for two winters. Somebody has to say it, so they send for me.",
				"The lamps burn clear. People look away from them.", treasury.up(35), industry.up(5), joy.down(8), nature.down(5)),
			says("Professor Linus Oake", "Ask it what it wants. I have a tuba.",
				"It answers, in B flat, for an hour. Then the tide comes. He will not say what it said.", learning.up(8), arts.up(6), safety.down(3), standing.down(5), work.down(3)),
		},
	},
}

var natureChains = []*card{
	{
		Name: "wolf_census", Title: "The Wolf Census", When: passed(wolves),
		Text: "The census counts four hundred wolves, six times as many as expected. The census-taker adds, in smaller writing, that they had begun to count him.",
		Options: []option{
			says("Ulla Thorne of the Farmers' League", "Now will you give me the tails? I have the hat-stand ready.",
				"The law is repealed, and the hat-stand fills.", repeal(wolves), farms.up(8), nature.down(9), safety.up(5), standing.down(3)),
			says("Edda Marsh, once a poacher", "Pay the farmers for each sheep, and let the wolf be a neighbour. We pay for worse neighbours.",
				"Sheep are found to be worth more eaten.", treasury.down(30), nature.up(6), farms.up(4), corruption.up(4), leads("wolf_wool", 5)),
			says("Marshal Odile Krantz", "Harness them.",
				"The Wolf Hussars are feared on two frontiers, and in their own stables.", army.up(12), grudge.up(6), safety.down(5), ambition.up(5)),
		},
	},
	{
		Name: "wolf_wool", Title: "Sheep of Straw", When: passed(wolves),
		Text: "The state has paid for nine hundred thousand eaten sheep. There were forty thousand. An inspector reports whole flocks made of straw, and one wolf who looked embarrassed.",
		Options: []option{
			says("Judge Amaury Stoat", "Prosecute. Every farmer. I shall need a larger court, and smaller farmers.",
				"Half of the League is fined, and the other half is careful.", courts.up(8), treasury.up(35), farms.down(10), resentment.up(8)),
			says("Ulla Thorne of the Farmers' League", "Straw is a breed. Prove that it is not.",
				"The straw sheep wins a ribbon at the county fair.", farms.up(7), corruption.up(9), courts.down(5), treasury.down(20), arts.up(3)),
			says("Edda Marsh, once a poacher", "Stop paying for what is eaten. Pay for what is left.",
				"Farmers sleep among their flocks, and the wolves learn manners.", nature.up(5), farms.up(5), safety.up(3), health.down(5), treasury.down(8)),
		},
	},
}
