package arena

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gamed/arena/stats"
	"gamed/state"
)

// A Result is the result of a match. A list has an entry per bot, in the order of [Match.Bots],
// unless its comment says otherwise. Only complete pairs without a panic in the rules count.
type Result struct {
	Rules string   `json:"rules"`
	Bots  []string `json:"bots"`
	// Sources lists the bots' full names if any bot has an alias.
	Sources []string `json:"sources,omitempty"`
	Decks   []string `json:"decks,omitempty"` // by seat, if all games use the same decks
	// Table holds the ruleset's options.
	Table  map[string]string `json:"table,omitempty"`
	NoSwap bool              `json:"no_swap,omitempty"`
	Limit  int               `json:"limit,omitempty"` // maximum number of turns per game, or 0 for no limit
	Seed   state.Seed        `json:"seed"`
	Games  int               `json:"games"`
	Wins   []int             `json:"wins"`
	// Draws counts the games that no seat or every seat won.
	Draws       int     `json:"draws"`
	DrawPercent float64 `json:"draw_percent"`
	// PositionWins counts wins by position: first turn, second turn, …
	PositionWins        []int     `json:"position_wins"`
	PositionWinPercents []float64 `json:"position_win_percents"`
	// PositionIntervals has the interval of each position's win rate, from 0 to 1.
	PositionIntervals []stats.Interval `json:"position_intervals"`
	// Scores are points per game, from 0 to 1. The winners of a game share one point. In a draw all
	// seats share the point.
	Scores         []float64        `json:"scores"`
	ScoreIntervals []stats.Interval `json:"score_intervals"` // 95 % intervals of Scores
	// FirstSeatWins counts the games won by the seat with the first turn.
	FirstSeatWins     int            `json:"first_seat_wins"`
	FirstSeatInterval stats.Interval `json:"first_seat_interval"` // 95 % interval of the first seat's win rate
	// Comparison compares the first bot with the others. Comparison is nil for a single bot.
	Comparison   *Comparison `json:"compared,omitempty"`
	SPRT         *Test       `json:"sprt,omitempty"`
	MeanTurns    float64     `json:"mean_turns"`  // turns per game
	MeanRounds   float64     `json:"mean_rounds"` // turns of each seat per game
	Requests     int         `json:"requests"`
	MeanRequests float64     `json:"mean_requests"` // requests per game
	// Ends counts how the games ended for each bot.
	Ends []Counts `json:"ends"`
	// Faults counts each bot's faults by kind. A game may have several faults of a bot if
	// Match.OnFault is not Lose.
	Faults []Counts `json:"faults"`
	// FirstFaults holds each bot's first fault, nil for a bot without faults. FirstFaults is nil if
	// no bot has faults.
	FirstFaults []*FirstFault `json:"first_faults,omitempty"`
	// FailedGames has, for each bot, the number of games in which it had a fault. FailedGames is
	// nil if no bot has faults.
	FailedGames []int `json:"failed_games,omitempty"`
	// Unreliable has a text for each bot that failed in too many games: see the function [Unreliable].
	Unreliable []string `json:"unreliable,omitempty"`
	// EngineErrors counts the games in which the rules panicked.
	EngineErrors int `json:"engine_errors"`
	// Digest is the SHA-256 of the eight-byte digests of all games that count, in order. Equal
	// matches of deterministic bots have equal digests.
	Digest    string    `json:"digest"`
	DeckTable DeckTable `json:"deck_table,omitempty"` // one row per deck, best first; empty unless the match compares decks
	// FirstSeats has a row per pair of decks in a match for two seats that compares decks.
	FirstSeats FirstSeats `json:"first_seats,omitempty"`
	// Balance is nil unless the match counts the usage of its games.
	Balance *Balance `json:"balance,omitempty"`
	// Figures are the ruleset's figures, by group.
	Figures Figures `json:"figures,omitempty"`

	// The JSON omits the fields below. Most of them are measured times, which differ between two
	// runs of a match.

	Seconds        float64     `json:"-"` // duration of play
	GamesPerSecond float64     `json:"-"`
	Times          []Histogram `json:"-"` // decision times
	Turns          Lengths     `json:"-"` // lengths of the games
	// FirstPanic describes the first panic in the rules, with its stack trace.
	FirstPanic string `json:"-"`

	folder         string // folder for the logs of games with faults
	simultaneous   bool
	milestone      string
	milestoneTurns []float64 // mean turn by stage
}

// MarshalJSON adds the turns of the milestone, in a field such as "province_turns".
func (r Result) MarshalJSON() ([]byte, error) {
	type plain Result
	b, err := json.Marshal(plain(r))
	if err != nil || r.milestone == "" {
		return b, err
	}
	turns, err := json.Marshal(map[string]any{r.milestone + "_turns": r.milestoneTurns})
	return slices.Concat(b[:len(b)-1], []byte(","), turns[1:]), err
}

// Counts holds the numbers of game ends or of faults by kind.
type Counts map[End]int

// Total returns the sum of the counts.
func (c Counts) Total() (n int) {
	for _, count := range c {
		n += count
	}
	return n
}

// String formats the counts as in "2 crash 1 timeout".
func (c Counts) String() string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(c)) {
		parts = append(parts, fmt.Sprintf("%d %s", c[kind], kind))
	}
	return strings.Join(parts, " ")
}

// FaultCount returns the number of faults of all bots.
func (r *Result) FaultCount() (n int) {
	for _, faults := range r.Faults {
		n += faults.Total()
	}
	return n
}

// MeasuredTimes holds the times of a match or a tournament. The times differ between runs.
type MeasuredTimes struct {
	Seconds   float64         `json:"seconds"` // duration of play
	Decisions []DecisionTimes `json:"decisions"`
}

// DecisionTimes summarizes the decision times of a bot.
type DecisionTimes struct {
	Bot string  `json:"bot"`
	N   int     `json:"n"` // number of timed decisions; only some decisions of a quick bot are timed
	P50 float64 `json:"p50_ms"`
	P99 float64 `json:"p99_ms"`
	Max float64 `json:"max_ms"` // the longest time
}

// NewDecisionTimes summarizes the times of a bot.
func NewDecisionTimes(bot string, h Histogram) DecisionTimes {
	at := func(p float64) float64 { return h.Quantile(p).Seconds() * 1000 }
	return DecisionTimes{Bot: bot, N: h.Count(), P50: at(.5), P99: at(.99), Max: at(1)}
}

// MeasuredTimes returns the times of the match and of each bot's decisions.
func (r Result) MeasuredTimes() MeasuredTimes {
	m := MeasuredTimes{Seconds: r.Seconds}
	for i, h := range r.Times {
		m.Decisions = append(m.Decisions, NewDecisionTimes(r.Bots[i], h))
	}
	return m
}
