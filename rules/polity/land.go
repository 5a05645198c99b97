package polity

// Fields, the river, and what is under the hill.
var landMatters = []*card{
	{
		Name: "nether_hollow", Title: "A Dam on the Wend", Cooldown: 40, Weight: 2, When: lacks(dam),
		Text: "A dam across the Wend would drive every mill in the country. It would also put the village of Nether Hollow under forty feet of progress.",
		Options: []option{
			says("Jonty Plume, inventor", "Build it! The villagers shall have free electricity for ever. They need only surface to collect it.",
				"There is light in every window but those of Nether Hollow.", enact(dam), treasury.down(50), industry.up(14), nature.down(8), resentment.up(5), leads("drowned_bells", 5)),
			says("The oldest man of Nether Hollow", "I have been moved twice for my own good. I would like to stay once for my own bad.",
				"The Wend runs free. So do the mills' accounts.", joy.up(5), nature.up(6), industry.down(7), resentment.down(3)),
			says("Edda Marsh, once a poacher", "Ask the beavers. They dam for nothing, and they have never once gone over budget.",
				"The beavers have dammed the Ministry of Works.", nature.up(8), industry.up(3), farms.down(7), work.down(3)),
		},
	},
	{
		Name: "black_seam", Title: "The Black Seam", Cooldown: 34, When: lacks(coal),
		Text: "There is coal under the Royal Moor: a great deal of it, black, and directly beneath a meadow so lovely that it is on the money.",
		Options: []option{
			says("Baroness Corvina Styles, of Styles & Daughters", "Dig. One can always draw a new meadow on the money. One will have so much of it to draw on.",
				"The money shows a meadow. Only the money does.", enact(coal), industry.up(10), treasury.up(35), work.up(5), nature.down(12), health.down(4)),
			says("Edda Marsh, once a poacher", "Fence it and let nobody in but hares. I shall see to it that the hares are not disturbed. Much.",
				"The moor is full of hares, and of Edda.", nature.up(10), industry.down(6), treasury.down(12), equality.down(2)),
			says("Agathe Lum of the Dockers", "Dig, but by hand, with good lamps, and the profit to the diggers.",
				"It is the slowest mine in the world, and has a choir.", enact(coal), work.up(10), equality.up(6), nature.down(8), treasury.down(15)),
		},
	},
	{
		Name: "ridge_mills", Title: "A Turn for the Better", Cooldown: 30, When: lacks(mills),
		Text: "Forty windmills on the ridge could light the capital. Residents object: they have looked at that ridge for generations and would like to go on not noticing it.",
		Options: []option{
			says("Jonty Plume, inventor", "They do not spoil the view! They wave at you.",
				"They wave. After a week people wave back.", enact(mills), treasury.down(35), nature.up(6), industry.up(5), joy.down(3)),
			says("A resident of the ridge", "Put them where nobody lives. Put them in the north.",
				"They are in the north. So, it turns out, is the north.", enact(mills), treasury.down(20), industry.up(7), joy.up(3), equality.down(7), resentment.up(6)),
			says("Tobias Fenn, Treasurer", "Wind is nobody's. Let us charge for it. I have a meter here; I need only somebody to blow.",
				"Sails are taxed, and kites, and sighs of over a second.", treasury.up(30), trade.down(6), joy.down(4), learning.up(2)),
		},
	},
	{
		Name: "boundary_hedge", Title: "The Hedge", Cooldown: 20,
		Text: "For two hundred years the farms were parted by hedges. The new ploughs are wider than the fields. The hedges are full of wrens, rights of way and a hermit.",
		Options: []option{
			says("Ulla Thorne of the Farmers' League", "Out with them. You cannot eat a wren. You can, but it is mostly beak.",
				"The fields go up to the sky, and so does the wind.", farms.up(11), nature.down(9), arts.down(3), treasury.up(10)),
			says("The hermit", "I came here to be alone, and I get forty ramblers a day. Plant thorns. Thicker. On the paths as well.",
				"It is a great country for wrens.", nature.up(9), privacy.up(4), farms.down(6), joy.down(3)),
			says("Agathe Lum of the Dockers", "Share the land out again, a strip for each family. Then everybody will know how hard it is, and stop writing songs about it.",
				"Everybody has a strip, and nobody has a song.", equality.up(11), farms.down(9), arts.down(3), resentment.down(3)),
			says("Professor Linus Oake", "Walk the bounds once a year, together, with beer, as they did when nobody could read the deeds.",
				"It takes three days. The bounds have moved in favour of the beer.", joy.up(7), arts.up(4), courts.down(5), work.down(3)),
		},
	},
	{
		Name: "hot_springs", Title: "Old Harriet's Kitchen", Cooldown: 30, When: lacks(baths),
		Text: "On the side of Old Harriet, extinct these nine thousand years, the springs have grown so hot that shepherds boil eggs in them. Hotels have noticed the eggs.",
		Options: []option{
			says("Jonty Plume, inventor", "Pipes! Pools! A slide! We have only to drill a very little, here, where it is humming.",
				"Visitors come from afar to be poached.", enact(baths), trade.up(8), joy.up(5), treasury.up(20), rumble.up(10)),
			says("A shepherd", "I would not drill there. I would not stand there, sir, in those shoes.",
				"The springs are left to the sheep, who are clean.", nature.up(6), trade.down(4), rumble.down(6)),
			says("Dr Ines Vael, Physician General", "For the sick, and only for the sick, and no slide.",
				"The sick go up in chairs and come down on a slide that nobody built.", health.up(8), treasury.down(20), rumble.up(3), equality.up(2)),
		},
	},
	{
		Name: "dry_summer", Title: "A Dry Summer", Cooldown: 18, Expires: 4, When: under(nature, 46),
		Text:    "The Wend can be crossed on foot, and is, by fish. There is water for the fields, for the mills or for the baths of Wendmouth, and it is the same water.",
		Expired: do("It rains at last, on everybody alike, and on the debate.", farms.down(8), health.down(4), resentment.up(3)),
		Options: []option{
			says("Ulla Thorne of the Farmers' League", "The fields. You can wash in October. I do.",
				"The harvest is saved. The opera plays to a strong smell.", farms.up(8), industry.down(7), joy.down(3)),
			says("Baroness Corvina Styles, of Styles & Daughters", "The mills. With the profit one buys foreign turnips, which I hear are wittier.",
				"Foreign turnips arrive, and are much the same.", industry.up(7), farms.down(11), trade.up(4)),
			says("Mother Prudence of the Quiet Sisters", "The same cup for each. Measured, by us. We are difficult to charm.",
				"Everybody is equally thirsty. It is rather companionable.", equality.up(8), safety.up(4), industry.down(5), farms.down(4)),
		},
	},
}

var landChains = []*card{
	{
		Name: "drowned_bells", Title: "Bells under the Water",
		Text: "On still evenings the bells of Nether Hollow can be heard from under the lake. Nobody had thought to take them down. Somebody, it would seem, is ringing them.",
		Options: []option{
			says("Jonty Plume, inventor", "It is currents! I shall lower the lake by a foot and have a look.",
				"It is currents. They know four hymns.", industry.down(5), learning.up(5), farms.up(3), leads("crack", 3)),
			says("Mother Prudence of the Quiet Sisters", "A mass, from boats. One does not have to know whom one is comforting.",
				"The boats come back late, and the rowers are quiet for days.", arts.up(8), joy.up(5), industry.down(3), resentment.down(5), leads("crack", 6)),
			says("The Tourist Board", "Boat trips, at dusk, with a man in a sheet.",
				"The man in the sheet has asked for a second man, as he is not the one ringing.", trade.up(8), treasury.up(15), resentment.up(6), leads("crack", 5)),
		},
	},
	{
		Name: "crack", Title: "A Crack You Could Post a Letter In", Urgent: true,
		Text: "There is a crack in the dam. The engineer says that it is well within the figures. The engineer says so from a hill.",
		Options: []option{
			only(affords(60), noMoney, says("Jonty Plume, inventor", "Concrete! As much again as there is already. Sixty million pips, and a little more for the crack's sister.",
				"The dam is twice the dam that it was.", treasury.down(60), work.up(4), safety.up(3), nature.down(3))),
			says("The engineer, from the hill", "Let the water out, gently. Everything. Then perhaps never mention it.",
				"Nether Hollow stands in the sun, very clean. The old man goes home.", repeal(dam), industry.down(11), nature.up(8), joy.up(5), treasury.up(10)),
			says("Tobias Fenn, Treasurer", "Do nothing. It has held so far, which is the best sort of evidence: free.",
				"You sleep badly for a month.", perhaps(1, 2, told("It holds. The Treasurer asks to be quoted."),
					both(repeal(dam), people.down(30), health.down(8), farms.down(8), resentment.up(16), told("It does not hold. By morning there is a new lake, and Lesser Tarn is in it.")))),
		},
	},
}
