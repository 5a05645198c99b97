package arena

import (
	"encoding/json"
	"slices"

	"gamed/arena/stats"
)

// A Result is what a match came to. The lists have an entry a bot, in the order
// of the match. Only games of whole pairs count in it, and no pair in which the
// rules failed.
type Result struct {
	Rules string   `json:"rules"`
	Bots  []string `json:"bots"`
	Decks []string `json:"decks,omitempty"` // by seat, if all games have the same
	// Table is the ruleset's options.
	Table  map[string]string `json:"table,omitempty"`
	NoSwap bool              `json:"no_swap,omitempty"`
	Limit  int               `json:"limit,omitempty"` // turns of a game
	Seed   uint64            `json:"seed"`
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
	ScoreIntervals []stats.Interval `json:"score_intervals"` // 95 %, Wilson's
	// FirstSeatWins counts the games won by the seat that had the first turn.
	FirstSeatWins     int            `json:"first_seat_wins"`
	FirstSeatInterval stats.Interval `json:"first_seat_interval"` // 95 %, Wilson's, of the rate
	// Compared is the first bot against the others, nil for a bot by itself.
	Compared     *Comparison `json:"compared,omitempty"`
	SPRT         *Test       `json:"sprt,omitempty"`
	MeanTurns    float64     `json:"mean_turns"`  // a game
	MeanRounds   float64     `json:"mean_rounds"` // turns of a seat in a game
	Requests     int         `json:"requests"`
	MeanRequests float64     `json:"mean_requests"` // a game
	// Ends counts how each bot's games ended for it.
	Ends []map[End]int `json:"ends"`
	// Faults counts each bot's faults by kind. With a policy that forgives there
	// may be more than one in a game.
	Faults []map[End]int `json:"faults"`
	// EngineErrors counts the games in which the rules failed.
	EngineErrors int `json:"engine_errors"`
	// Digest is the SHA-256 of the digests of all games, eight bytes each, in
	// their order: equal matches have equal digests.
	Digest    string    `json:"digest"`
	DeckTable []DeckRow `json:"deck_table,omitempty"` // the best deck first, if decks were compared
	// Figures are what the ruleset has told of each game, by group.
	Figures []Group `json:"figures,omitempty"`

	// What comes from a clock is not in the JSON: two runs of a match give the
	// same bytes.

	Seconds        float64     `json:"-"` // of playing
	GamesPerSecond float64     `json:"-"`
	Times          []Histogram `json:"-"` // of decisions
	// Broken is the first failure of the rules, with its stack.
	Broken string `json:"-"`

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

// Failed counts the faults of all bots.
func (r *Result) Failed() (n int) {
	for _, faults := range r.Faults {
		for _, count := range faults {
			n += count
		}
	}
	return n
}

// DecisionTimes returns the times of all bots' decisions.
func (r *Result) DecisionTimes() (all Histogram) {
	for _, h := range r.Times {
		all.Merge(h)
	}
	return all
}
