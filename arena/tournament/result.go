package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"gamed/arena"
	"gamed/arena/stats"
	"gamed/state"
)

// A Result is the result of a tournament, which may be unfinished.
type Result struct {
	Tournament Tournament
	Standings
	// Matches holds the results of the pairings in order. The results take about 400 bytes per
	// game.
	Matches []*arena.Results
	// FirstPanic describes the first panic in the rules during this run, with its stack trace.
	FirstPanic string

	played          int            // number of games, counted or not
	counted, broken int            // numbers of games that count, and of games in which the rules panicked
	seconds         float64        // duration of play
	glicko          []stats.Glicko // ratings in a ladder, by index in Tournament.Bots
}

// addGlicko adds the ratings that determined the pairings of a ladder to the standings.
func (r *Result) addGlicko(bots []arena.Player) {
	for i, bot := range bots {
		if at := slices.IndexFunc(r.Bots, func(s Standing) bool { return s.Name == bot.Name }); at >= 0 {
			r.Bots[at].Glicko = &r.glicko[i]
		}
	}
}

// GameCounts returns the number of counted games and the number of games in which the rules panicked.
func (r *Result) GameCounts() (counted, broken int) { return r.counted, r.broken }

// MeasuredTimes returns the duration of the tournament and the decision times of each bot.
func (r Result) MeasuredTimes() arena.MeasuredTimes {
	m := arena.MeasuredTimes{Seconds: r.seconds}
	for _, s := range r.Bots {
		m.Decisions = append(m.Decisions, arena.NewDecisionTimes(s.Name, s.Times))
	}
	return m
}

// Digest returns the SHA-256 of the digests of all counted games in order. Equal tournaments of
// deterministic bots have equal digests.
func (r *Result) Digest() string {
	sum := sha256.New()
	for _, m := range r.Matches {
		for unit := range m.CountedUnits() {
			for _, g := range unit {
				fmt.Fprint(sum, g.Digest)
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// MarshalJSON encodes a summary of the tournament. It omits measured times so that two runs of a
// tournament give the same bytes.
func (r Result) MarshalJSON() ([]byte, error) {
	t := &r.Tournament
	return json.Marshal(struct {
		Rules        string            `json:"rules"`
		Format       Format            `json:"format"`
		Seats        int               `json:"seats"`
		Seed         state.Seed        `json:"seed"`
		Table        map[string]string `json:"table,omitempty"`
		Limit        int               `json:"limit,omitempty"`
		Pairings     int               `json:"pairings"`
		Games        int               `json:"games"`
		EngineErrors int               `json:"engine_errors"`
		Standings
		Digest string `json:"digest"`
	}{
		t.Match.Rules.Info().Name, t.Format, t.Seats, state.Seed(t.Match.Seed), t.Match.Table, t.Match.Limit, len(r.Matches), r.counted, r.broken, r.Standings, r.Digest(),
	})
}
