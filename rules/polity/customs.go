package polity

// Bells, kettles, operas: what people do when nobody has asked them to.
var customMatters = []*card{
	{
		Name: "bells", Title: "The Bells", Cooldown: 28, When: lacks(silence),
		Text: "The forty bells of Wendmouth ring each quarter of an hour, all night, and do not agree. A petition asks for quiet. A second petition asks the first to speak up.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "Silence them. I have patients who have not slept since the Restoration.",
				"The country sleeps, and is late.", enact(silence), health.up(7), arts.down(7), industry.down(3), joy.up(2)),
			says("Mother Prudence of the Quiet Sisters", "We are a silent order, Chancellor. The bells are all that we say. Add one.",
				"The forty-first is the largest. It is tuned to forgiveness, and to windows.", arts.up(8), joy.up(3), health.down(5), treasury.down(10)),
			says("Jonty Plume, inventor", "One great clock that all the bells obey! At noon, four hundred tons, together.",
				"At noon the harbour moves an inch to the left.", industry.up(7), trade.up(3), safety.up(3), arts.down(3), rumble.up(4), health.down(3)),
		},
	},
	{
		Name: "opera_roof", Title: "The Fat Lady Stays In", Cooldown: 22, Weight: 2,
		Text: "The roof of the opera has come down in the second act of a tragedy. Critics say that it was the first convincing moment of the evening.",
		Options: []option{
			says("The conductor of the Wend Symphony", "A new roof, in copper. We shall open with something cheerful. There is one.",
				"The roof is green by spring, and the opera in the black by accident.", treasury.down(45), arts.up(11), standing.up(5), equality.down(3)),
			says("Agathe Lum of the Dockers", "Sing on the quay. We know all the words, we unload the scenery.",
				"The dockers' chorus gets notices, and a raise.", equality.up(6), arts.up(5), joy.up(4), trade.down(5), industry.down(2)),
			says("Tobias Fenn, Treasurer", "A car park, with acoustics.",
				"People park, and hum.", treasury.up(30), trade.up(4), arts.down(11), joy.down(3)),
		},
	},
	{
		Name: "holy_kettle", Title: "The Holy Kettle", Cooldown: 28, When: lacks(kettle),
		Text: "Nine thousand people believe in a kettle. It has boiled without a fire, they say, on three occasions, and each time somebody told the truth.",
		Options: []option{
			says("The Keeper of the Kettle", "Make it the faith of the land. It asks for nothing but hot water, and we have been in that for years.",
				"The Moot opens with tea. It is the best-attended part.", enact(kettle), joy.up(6), safety.up(6), speech.down(6), learning.down(4)),
			says("Professor Linus Oake", "Put a thermometer in it.",
				"The thermometer is a relic now.", learning.up(7), speech.up(3), joy.down(5), resentment.up(5)),
			says("Mother Prudence of the Quiet Sisters", "Let them have their kettle. But let them pay for their own coal, as we do for our candles.",
				"All faiths are taxed alike. They unite against it, and begin to get on.", treasury.up(25), equality.up(4), courts.up(4), arts.down(3), resentment.up(3), joy.down(2)),
		},
	},
	{
		Name: "child_named_tax", Title: "A Child Named Tax", Cooldown: 24, Dismiss: "Wish them well",
		Text: "Parents in Lesser Tarn have called their daughter Tax, so that the government would be ashamed to raise her.",
		Options: []option{
			says("Judge Amaury Stoat", "A list of permitted names. There are already six; I see no need of a seventh.",
				"There are nine hundred new Prudences.", courts.up(4), safety.up(4), privacy.down(7), joy.down(3)),
			says("Pim Dray, editor of the Courier", "Let them. My own middle name is a misprint, and I have been happy.",
				"Schools report a Lightning, a Gravy and two Refunds.", speech.up(6), privacy.up(5), arts.up(3), learning.down(4)),
			says("Tobias Fenn, Treasurer", "I should like to be her godfather.",
				"He cuts taxes for her christening, by one percent, and cries.", taxes.down(3), joy.up(5), treasury.down(20), standing.down(1)),
		},
	},
	{
		Name: "cheese_roll", Title: "Down Grumble Hill", Cooldown: 18, Weight: 2,
		Text: "Each spring the nation rolls after a cheese down Grumble Hill. This year there were sixty broken bones, of which four belonged to the same man, who won.",
		Options: []option{
			says("Dr Ines Vael, Physician General", "Stop it, or flatten the hill. I have plaster for one more year.",
				"The hill is flat, and people look for another.", health.up(7), joy.down(8), nature.down(4), safety.up(4)),
			says("The Tourist Board", "More hill! Seats, lights, a larger cheese. Foreigners would pay to see us break.",
				"Foreigners pay. Some ask to be broken too.", trade.up(7), joy.up(4), treasury.up(15), health.down(7)),
			says("Marshal Odile Krantz", "Make it the officers' examination. It was, in my day, though they did not tell us.",
				"The officers are brave, and few.", army.up(7), ambition.down(6), health.down(3), joy.up(2), learning.down(3)),
		},
	},
	{
		Name: "portrait", Title: "Modern Art", Cooldown: 26, When: over(arts, 52),
		Text: "The new portrait of you consists of a chair and a smell of rain. It has won a prize. You are asked to unveil it, if the chair can be found.",
		Options: []option{
			says("The artist", "Everyone sees what is missing. That is the portrait.",
				"You unveil it. Somebody weeps. You look at the chair, and begin to see.", arts.up(9), speech.up(4), joy.down(3), treasury.down(12)),
			says("Baroness Corvina Styles, of Styles & Daughters", "Pay for art that looks like things. I can lend you a cow.",
				"There is a golden age of cows.", arts.down(7), industry.up(4), farms.up(4), speech.down(4), joy.up(4)),
			says("Tobias Fenn, Treasurer", "Sell it before anybody sits on it.",
				"It fetches more than the frigate. The buyer has sat on it.", treasury.up(40), arts.down(3), equality.down(4), standing.up(2)),
		},
	},
}
