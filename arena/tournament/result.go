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

// A Result is what a tournament came to, as far as it went.
type Result struct {
	Tournament Tournament
	Standings
	// Matches are the pairings, in order, with all their games: some 400 bytes a game.
	Matches []*arena.Results
	// Broken is the first failure of the rules of this run, with its stack.
	Broken string

	played int            // games
	glicko []stats.Glicko // of a ladder, by place in Bots
}

func (r *Result) add(m *arena.Results) {
	if m == nil || len(m.Games) == 0 {
		return
	}
	r.Matches = append(r.Matches, m)
	r.played += len(m.Games)
}

// ladder adds the ratings by which the rounds were put together.
func (r *Result) ladder(bots []arena.Player) {
	for i, bot := range bots {
		if at := slices.IndexFunc(r.Bots, func(s Standing) bool { return s.Name == bot.Name }); at >= 0 {
			r.Bots[at].Glicko = &r.glicko[i]
		}
	}
}

// Games returns how many games count, and in how many the rules failed.
func (r *Result) Games() (counted, broken int) {
	for _, m := range r.Matches {
		for unit := range m.Counted() {
			counted += len(unit)
		}
		for _, g := range m.Games {
			if g.End == arena.EngineError {
				broken++
			}
		}
	}
	return counted, broken
}

// Digest is the SHA-256 of the digests of all games that count, in their order:
// equal tournaments have equal digests.
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

// MarshalJSON encodes the summary. What comes from a clock is not in it: two runs
// of a tournament give the same bytes.
func (r Result) MarshalJSON() ([]byte, error) {
	games, broken := r.Games()
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
		t.Match.Rules.Info().Name, t.Format, t.Seats, t.Match.Seed, t.Match.Table, t.Match.Limit, len(r.Matches), games, broken, r.Standings, r.Digest(),
	})
}

// Seconds is how long was played, by the clock on the wall.
func (r *Result) Seconds() (s float64) {
	for _, m := range r.Matches {
		for _, t := range m.Times {
			s += t.Seconds
		}
	}
	return s
}
