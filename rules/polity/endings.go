package polity

import "gamed/rules/cardsim"

// Both ends of each rating end the game, and so does each hidden number at 100.
var (
	stormed = cardsim.Ending{Name: "stormed", Text: "With nothing left that they were allowed to say, the people come and say it in person. They are polite about the carpets and about nothing else. You leave by the kitchen, in the cook's second-best apron."}

	dissolved = cardsim.Ending{Name: "dissolved", Text: "The last law is repealed at a street party. By Monday the state is a hobby, with eleven members and a newsletter. You are asked to be its honorary secretary, and to bring your own chair."}

	pawned = cardsim.Ending{Name: "pawned", Text: "The factories are still, the quays are empty, and the national anthem has been sold to a maker of soap. The country is carried on by its creditors as a car park, with you as the attendant."}

	acquired = cardsim.Ending{Name: "acquired", Text: "Lower Brindle is doing so well that a larger firm makes an offer for it. The shareholders, formerly citizens, accept. You receive a clock, a cardboard box and the thanks of the Regional Manager (Countries)."}

	lawless = cardsim.Ending{Name: "lawless", Text: "On Tuesday the palace gates are stolen; on Wednesday, the palace. The last thing that you govern is a bench in the park, and it is taken."}

	clockwork = cardsim.Ending{Name: "clockwork", Text: "There has been no crime for a year, no noise for two, and no opinion that anybody can find. The regulations now apply themselves. One morning they apply to you: the post of Chancellor is untidy, and is put away."}

	receivers = cardsim.Ending{Name: "receivers", Text: "Three men with one briefcase arrive from the bank and count the country. It comes to less than was hoped. They let you keep the portrait, having had it valued."}

	exposed = cardsim.Ending{Name: "exposed", Text: "It turns out that every signature in the land had a price, and that the price list bears your crest. You board the night ferry with one suitcase. The suitcase is arrested."}

	coup = cardsim.Ending{Name: "coup", Text: "You wake to a brass band. Marshal Krantz is on the balcony in a new hat, explaining to the crowd that you are tired. Two corporals help you to be."}

	annexed = cardsim.Ending{Name: "annexed", Text: "The Grand Duchy of Ossel discovers a map on which you are not. By the afternoon the other maps have been corrected. You are made Under-Warden of a lake."}

	eruption = cardsim.Ending{Name: "eruption", Text: "Old Harriet, extinct for nine thousand years, stops being so at lunch. Nearly all get away in time, and meet again on the quay, and look back, and then look at you."}

	emptied = cardsim.Ending{Name: "emptied", Text: "The last ferry leaves full. You stay to turn out the lights, find that it takes all night, and come to know the country rather well."}

	votedOut = cardsim.Ending{Name: "voted out", Text: "The votes are counted twice, at your request, and it is worse the second time. Magda Rill moves in on Thursday. You hand her the keys and the list of which floorboards creak."}

	shownOut = cardsim.Ending{Name: "shown out", Text: "Twenty years are over. There is a speech, which is short, and a cake, which is shorter. The country is neither saved nor lost, and cannot quite remember which of those you had promised."}

	retired = cardsim.Ending{Name: "retired", Won: true, Text: "Twenty years are over, and the country is still there: freer than it had to be, richer than it expected, and mostly in one piece. They name a ferry after you. It is usually on time."}

	goldenYears = cardsim.Ending{Name: "golden age", Won: true, Text: "It begins unnoticed. The papers are rude, the shops are full, the doors are unlocked, and it goes on like that. Historians will call these years the Golden Ones, and you a footnote to them, and you find that you do not mind."}

	forLife = cardsim.Ending{Name: "for life", Text: "You have governed for five and twenty years, and the pen is too heavy. You have no heir to hand it to: you have seen to that. They sit you by the window in the good coat, and rule in your name, and wave your hand at parades."}

	goat = cardsim.Ending{Name: "the goat", Won: true, Text: "The goat is sworn in at noon and eats the oath. Taxes are not raised; wars are not declared; promises are not made. Foreign observers call it the soundest government on the coast. You go home early for the first time in years."}
)

// endings lists all endings for reports.
var endings = []cardsim.Ending{
	stormed, dissolved, pawned, acquired, lawless, clockwork, receivers, exposed, coup, annexed,
	eruption, emptied, votedOut, shownOut, retired, goldenYears, forLife, goat,
}

// The limits of the ratings, and durations in turns.
const (
	meterLow, meterHigh   = 20, 86
	goldenLow, goldenHigh = 58, 86
	goldenFrom            = 10 * year // turns that do not count
	goldenQuarters        = 3 * year
	term                  = 20 * year
	life                  = 25 * year
	fewest                = 500 // thousands of people
)

// meters ends the game when a rating reaches one of its ends.
func meters(p *player) error {
	n := p.Stats
	for _, m := range [...]struct {
		rating    int
		low, high *cardsim.Ending
	}{
		{n.StatLiberties(), &stormed, &dissolved},
		{n.StatProsperity(), &pawned, &acquired},
		{n.StatOrder(), &lawless, &clockwork},
	} {
		if m.rating <= meterLow {
			return finish(p, m.low)
		}
		if m.rating >= meterHigh {
			return finish(p, m.high)
		}
	}
	if n.People <= fewest {
		return finish(p, &emptied)
	}
	return nil
}

// hiddenEnds ends the game when a hidden number reaches 100.
func hiddenEnds(p *player) error {
	n := p.Stats
	for _, h := range [...]struct {
		full int
		end  *cardsim.Ending
	}{
		{n.Resentment, &stormed}, {n.Debt, &receivers}, {n.Corruption, &exposed}, {n.Ambition, &coup},
		{n.Grudge, &annexed}, {n.Rumble, &eruption},
	} {
		if h.full >= 100 {
			return finish(p, h.end)
		}
	}
	return nil
}

// goldenAge counts consecutive quarters with all ratings in range, after year ten.
func goldenAge(p *player) error {
	n := p.Stats
	if p.Turn <= goldenFrom {
		return nil
	}
	for _, r := range [...]int{n.StatLiberties(), n.StatProsperity(), n.StatOrder()} {
		if r < goldenLow || r > goldenHigh {
			n.add(golden, -n.Golden)
			return nil
		}
	}
	n.add(golden, 1)
	if n.Golden >= goldenQuarters {
		return finish(p, &goldenYears)
	}
	return nil
}

// endOfTerm ends the game after a term, or after a life for a Chancellor without limit.
func endOfTerm(p *player) error {
	n := p.Stats
	switch {
	case p.Turn >= life:
		return finish(p, &forLife)
	case p.Turn < term || n.Laws[termless]:
	case min(n.StatLiberties(), n.StatProsperity(), n.StatOrder()) >= 42:
		return finish(p, &retired)
	default:
		return finish(p, &shownOut)
	}
	return nil
}

// finish ends the game and skips the remaining rules.
func finish(p *player, e *cardsim.Ending) error {
	p.End(*e)
	return cardsim.StopRules
}
