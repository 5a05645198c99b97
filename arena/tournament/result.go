package tournament

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"gamed/arena"
	"gamed/arena/stats"
)

// A Result is the result of a tournament, finished or not.
type Result struct {
	Tournament Tournament
	Standings
	// Matches are the pairings in order, with all games: some 400 bytes per game.
	Matches []*arena.Results
	// Broken is the first failure of the rules in this run, with its stack.
	Broken string

	played          int            // games
	counted, broken int            // games that count, and those in which the rules failed
	seconds         float64        // of play
	glicko          []stats.Glicko // of a ladder, by index in Bots
}

// ladder adds the ratings that determined the rounds.
func (r *Result) ladder(bots []arena.Player) {
	for i, bot := range bots {
		if at := slices.IndexFunc(r.Bots, func(s Standing) bool { return s.Name == bot.Name }); at >= 0 {
			r.Bots[at].Glicko = &r.glicko[i]
		}
	}
}

// Games returns the numbers of counted games and of games in which the rules failed.
func (r *Result) Games() (counted, broken int) { return r.counted, r.broken }

// Digest returns the SHA-256 of the digests of all counted games in order. Equal
// tournaments have equal digests.
func (r *Result) Digest() string {
	sum := sha256.New()
	for _, m := range r.Matches {
		for unit := range m.Counted() {
			for _, g := range unit {
				fmt.Fprint(sum, g.Digest)
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// MarshalJSON encodes the summary without measured times, so that two runs of a
// tournament give the same bytes.
func (r Result) MarshalJSON() ([]byte, error) {
	t := &r.Tournament
	return json.Marshal(struct {
		Rules        string            `json:"rules"`
		Format       Format            `json:"format"`
		Seats        int               `json:"seats"`
		Seed         uint64            `json:"seed"`
		Table        map[string]string `json:"table,omitempty"`
		Limit        int               `json:"limit,omitempty"`
		Pairings     int               `json:"pairings"`
		Games        int               `json:"games"`
		EngineErrors int               `json:"engine_errors"`
		Standings
		Digest string `json:"digest"`
	}{
		t.Match.Rules.Info().Name, t.Format, t.Seats, t.Match.Seed, t.Match.Table, t.Match.Limit, len(r.Matches), r.counted, r.broken, r.Standings, r.Digest(),
	})
}
