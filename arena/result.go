package arena

import (
	"fmt"
	"slices"
	"strings"
)

// A Result is what a match came to. The lists have an entry a bot, in the order
// of the match.
type Result struct {
	Rules string   `json:"rules"`
	Bots  []string `json:"bots"`
	Decks []string `json:"decks,omitempty"`
	Lane  string   `json:"lane"`
	Games int      `json:"games"`
	Wins  []int    `json:"wins"`
	Draws int      `json:"draws"`
	// Scores are points a game, 0 to 1: a win is a point, which all share who
	// have won; a draw is shared by the table.
	Scores         []float64  `json:"scores"`
	ScoreIntervals []Interval `json:"score_intervals"` // 95 %
	// FirstSeatWins counts the games won by the seat that had the first turn.
	FirstSeatWins     int      `json:"first_seat_wins"`
	FirstSeatInterval Interval `json:"first_seat_interval"` // 95 %, of the rate
	MeanTurns         float64  `json:"mean_turns"`          // a game
	Requests          int      `json:"requests"`
	MeanRequests      float64  `json:"mean_requests"` // a game
	Seconds           float64  `json:"seconds"`
	GamesPerSecond    float64  `json:"games_per_second"`
	Faults            []int    `json:"faults"`
	Seed              uint64   `json:"seed"`
	// Digest is the SHA-256 of the SHA-256s of all final positions, in the
	// order of the games: equal matches have equal digests.
	Digest string `json:"digest"`
}

// String is the result as people read it.
func (r Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d games, seed %d\n", r.Rules, r.Games, r.Seed)
	if r.Games == 0 {
		return b.String()
	}
	width := 0
	for _, name := range r.Bots {
		width = max(width, len(name))
	}
	for i, name := range r.Bots {
		fmt.Fprintf(&b, "  %-*s  %7d wins  score %s\n", width, name, r.Wins[i], rate(r.Scores[i], r.ScoreIntervals[i]))
	}
	fmt.Fprintf(&b, "  draws %d, first seat wins %s\n", r.Draws, rate(float64(r.FirstSeatWins)/float64(r.Games), r.FirstSeatInterval))
	fmt.Fprintf(&b, "  %.1f turns and %.1f requests a game, %.0f games a second, %.1f s\n", r.MeanTurns, r.MeanRequests, r.GamesPerSecond, r.Seconds)
	if slices.Max(r.Faults) > 0 {
		separator := "  faults: "
		for i, n := range r.Faults {
			fmt.Fprintf(&b, "%s%s %d", separator, r.Bots[i], n)
			separator = ", "
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "  digest %s\n", r.Digest)
	return b.String()
}

func rate(p float64, i Interval) string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*p, 100*i[0], 100*i[1])
}
