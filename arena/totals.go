package arena

import "gamed/arena/stats"

// totals adds up the games of one or more matches for the statistics that do not name a bot.
type totals struct {
	games     int
	turns     lengthCounts
	wins      []int          // wins by position: first turn, second turn, …
	positions []stats.Sample // shares of won games, by position and unit
	decks     DeckTable
	firsts    FirstSeats
	balance   Balance
	figures   Figures
}

// add adds the games of a unit. The caller omits units in which the rules panicked.
func (t *totals) add(unit []Game) {
	seats := len(unit[0].Seats)
	for len(t.wins) < seats {
		t.wins, t.positions = append(t.wins, 0), append(t.positions, stats.NewSample(len(unit)))
	}
	won := make([]int, seats)
	for i := range unit {
		g := &unit[i]
		t.turns.add(g.Turns)
		for _, seat := range g.Won {
			if g.First >= 0 && !g.Drawn() {
				won[(seat+seats-g.First)%seats]++
			}
		}
		t.decks.Add(g)
		t.firsts.Add(g)
		t.balance.Add(g)
		t.figures.add(g.Figures)
	}
	t.games += len(unit)
	for position, n := range won {
		t.wins[position] += n
		t.positions[position].Add(float64(n) / float64(len(unit)))
	}
}

// fill sets the statistics that do not name a bot in a result.
func (t *totals) fill(r *Result) {
	r.Games, r.Turns, r.PositionWins = t.games, t.turns.lengths(), t.wins
	for i, wins := range t.wins {
		r.PositionWinPercents = append(r.PositionWinPercents, 100*float64(wins)/float64(t.games))
		r.PositionIntervals = append(r.PositionIntervals, t.positions[i].Mean().Score.Interval)
	}
	if t.games > 0 {
		r.FirstSeatWins, r.FirstSeatInterval = t.wins[0], r.PositionIntervals[0]
	}
	t.decks.Sort()
	t.firsts.Sort()
	r.DeckTable, r.FirstSeats, r.Balance, r.Figures = t.decks, t.firsts, t.balance.Summary(), t.figures.summary(t.games)
}

// PooledResult returns statistics over the games of several matches. It sets the fields that do not
// name a bot: the lengths of games, the positions, the decks, the usage and the ruleset's figures.
// Other fields of the result are empty. idle lists the cards in no ready deck.
func PooledResult(matches []*Results, idle []string) (r Result) {
	t := totals{balance: Balance{CardsWithoutDeck: idle}}
	for _, m := range matches {
		for unit := range m.CountedUnits() {
			t.add(unit)
		}
	}
	t.fill(&r)
	return r
}
