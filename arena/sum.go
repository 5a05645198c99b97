package arena

import (
	"encoding/hex"
)

// result returns the result for the games so far.
func (t *tally) result() Result {
	r := t.partial
	r.folder = t.faultFolder
	r.Digest = hex.EncodeToString(t.digest.Sum(nil))
	if r.Games == 0 {
		return r
	}
	games := float64(r.Games)
	if r.Seconds > 0 {
		r.GamesPerSecond = float64(t.games) / r.Seconds
	}
	t.totals.fill(&r)
	r.MeanTurns, r.MeanRequests = r.Turns.Mean, float64(r.Requests)/games
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
	for _, s := range t.stages {
		r.milestoneTurns = append(r.milestoneTurns, s.mean())
	}
	for i, points := range t.points {
		r.Scores = append(r.Scores, points/games)
		r.ScoreIntervals = append(r.ScoreIntervals, t.unitPoints[i].Mean().Score.Interval)
	}
	r.Comparison = t.scores.compared()
	r.SPRT = t.scores.test()
	return r
}
