package arena

import (
	"encoding/hex"
)

// result returns the result for the games so far.
func (t *tally) result() Result {
	r := t.sum
	r.folder = t.keep
	r.Digest = hex.EncodeToString(t.digest.Sum(nil))
	if r.Games == 0 {
		return r
	}
	games := float64(r.Games)
	if r.Seconds > 0 {
		r.GamesPerSecond = float64(t.games) / r.Seconds
	}
	r.MeanTurns, r.MeanRequests = float64(t.turns)/games, float64(r.Requests)/games
	r.MeanRounds = r.MeanTurns
	if !t.header.Simultaneous {
		r.MeanRounds /= float64(len(r.Bots))
	}
	r.DrawPercent = 100 * float64(r.Draws) / games
	for bot, failed := range r.FailedGames {
		if text := Unreliable(r.Bots[bot], failed, r.Games); text != "" {
			r.Unreliable = append(r.Unreliable, text)
		}
	}
	for i, wins := range r.PositionWins {
		r.PositionWinPercents = append(r.PositionWinPercents, 100*float64(wins)/games)
		r.PositionIntervals = append(r.PositionIntervals, t.positions[i].Mean().Score.Interval)
	}
	r.FirstSeatWins, r.FirstSeatInterval = r.PositionWins[0], r.PositionIntervals[0]
	for _, s := range t.stages {
		r.milestoneTurns = append(r.milestoneTurns, s.mean())
	}
	r.Figures = t.sum.Figures.shares(r.Games)
	for i, points := range t.points {
		r.Scores = append(r.Scores, points/games)
		r.ScoreIntervals = append(r.ScoreIntervals, t.shares[i].Mean().Score.Interval)
	}
	r.Compared = t.scores.compared()
	r.SPRT = t.scores.test()
	t.decks.Sort()
	r.DeckTable = t.decks
	t.firsts.Sort()
	r.FirstSeats = t.firsts
	r.Balance = t.balance.Summary()
	return r
}
