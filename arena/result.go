package arena

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gamed/arena/stats"
)

// A Result is what a match came to. The lists have an entry a bot, in the order
// of the match.
type Result struct {
	Rules string   `json:"rules"`
	Bots  []string `json:"bots"`
	Decks []string `json:"decks,omitempty"`
	// Table is the ruleset's options.
	Table  map[string]string `json:"table,omitempty"`
	Lane   string            `json:"lane"`
	NoSwap bool              `json:"no_swap,omitempty"`
	Games  int               `json:"games"`
	Wins   []int             `json:"wins"`
	// Draws counts the games that nobody or everybody has won.
	Draws       int     `json:"draws"`
	DrawPercent float64 `json:"draw_percent"`
	// PositionWins counts the wins of whoever had the first turn, the second, …
	PositionWins        []int     `json:"position_wins"`
	PositionWinPercents []float64 `json:"position_win_percents"`
	// Scores are points a game, 0 to 1: a win is a point, which all share who
	// have won; a draw is shared by the table.
	Scores         []float64        `json:"scores"`
	ScoreIntervals []stats.Interval `json:"score_intervals"` // 95 %
	// FirstSeatWins counts the games won by the seat that had the first turn.
	FirstSeatWins     int            `json:"first_seat_wins"`
	FirstSeatInterval stats.Interval `json:"first_seat_interval"` // 95 %, of the rate
	MeanTurns         float64        `json:"mean_turns"`          // a game
	MeanRounds        float64        `json:"mean_rounds"`         // turns of a seat in a game
	Requests          int            `json:"requests"`
	MeanRequests      float64        `json:"mean_requests"` // a game
	Seconds           float64        `json:"seconds"`
	GamesPerSecond    float64        `json:"games_per_second"`
	Faults            []int          `json:"faults"`
	Seed              uint64         `json:"seed"`
	// Digest is the SHA-256 of the digests of all games, eight bytes each, in
	// their order: equal matches have equal digests.
	Digest string `json:"digest"`
	// Figures are what the ruleset has told of each game, by group.
	Figures []Group `json:"figures,omitempty"`

	milestone      string
	milestoneTurns []float64 // from one card, goal, … on
}

// MarshalJSON adds the turns of the milestone: of "province" as "province_turns".
func (r Result) MarshalJSON() ([]byte, error) {
	type plain Result
	b, err := json.Marshal(plain(r))
	if err != nil || r.milestone == "" {
		return b, err
	}
	turns, err := json.Marshal(map[string]any{r.milestone + "_turns": r.milestoneTurns})
	return slices.Concat(b[:len(b)-1], []byte(","), turns[1:]), err
}

// String is the result as people read it.
func (r Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d games, seed %d\n", r.Rules, r.Games, r.Seed)
	for _, option := range slices.Sorted(maps.Keys(r.Table)) {
		fmt.Fprintf(&b, "  %s %s\n", option, r.Table[option])
	}
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
	fmt.Fprintf(&b, "  won by position %s, drawn %.1f %%; %.2f turns each\n", join(r.PositionWinPercents, "%.1f %%"), r.DrawPercent, r.MeanRounds)
	if r.milestone != "" {
		fmt.Fprintf(&b, "  turns of %s 1 to %d: %s\n", r.milestone, len(r.milestoneTurns), join(r.milestoneTurns, "%.2f"))
	}
	fmt.Fprintf(&b, "  %.1f turns and %.1f requests a game, %.0f games a second, %.1f s\n", r.MeanTurns, r.MeanRequests, r.GamesPerSecond, r.Seconds)
	if slices.Max(r.Faults) > 0 {
		separator := "  faults: "
		for i, n := range r.Faults {
			fmt.Fprintf(&b, "%s%s %d", separator, r.Bots[i], n)
			separator = ", "
		}
		b.WriteByte('\n')
	}
	for _, g := range r.Figures {
		g.write(&b)
	}
	fmt.Fprintf(&b, "  digest %s\n", r.Digest)
	return b.String()
}

// join writes numbers with blanks between them.
func join(numbers []float64, format string) string {
	var parts []string
	for _, n := range numbers {
		parts = append(parts, fmt.Sprintf(format, n))
	}
	return strings.Join(parts, " ")
}

func rate(p float64, i stats.Interval) string {
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*p, 100*i[0], 100*i[1])
}
