package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
)

// ByValue ranks games by the ruleset's own evaluation, from 0 to 1000.
const ByValue = "value"

// maxRanked is the maximum number of games that a ranking examines, newest first.
const maxRanked = 2000

// A Ranking compares the games of a ruleset, highest value first.
type Ranking struct {
	Rules string       `json:"rules"`
	By    string       `json:"by"`
	Stats []string     `json:"stats"` // the statistics that can rank the games, besides [ByValue]
	Games []RankedSeat `json:"games"`
}

// A RankedSeat is a seat of a game in a ranking.
type RankedSeat struct {
	ID     string  `json:"id"` // of the game
	Seat   int     `json:"seat"`
	Name   string  `json:"name,omitempty"` // of the player
	Turn   int     `json:"turn"`
	Value  float64 `json:"value"`
	Status string  `json:"status"` // [Live] or [Over]
	Won    bool    `json:"won,omitempty"`
}

// Rank ranks the public games of a ruleset by a visible statistic, or by [ByValue] if none is
// given. It omits open seats, and games that began in debug mode or from a position of another
// game. A ranking by a statistic also omits games in progress with several seats. The error is a
// [*SpecError] if there is no such ranking.
func (h *Hub) Rank(ctx context.Context, rules, by string, limit int) (Ranking, error) {
	listed, ok := h.Rules(rules)
	if !ok {
		return Ranking{}, &SpecError{"rules", fmt.Sprintf("unknown ruleset %.40q", rules)}
	}
	measures := listed.Abilities().Measures
	if measures == nil {
		return Ranking{}, &SpecError{"rules", rules + " has no rankings: its players compete in one game"}
	}
	r := Ranking{Rules: rules, By: cmp.Or(by, ByValue), Stats: StatsOf(listed), Games: []RankedSeat{}}
	of, ok := measureOf(measures(), r.By)
	if !ok {
		return Ranking{}, &SpecError{"by", fmt.Sprintf("%s has no stat %.40q; available: %s, and %s", rules, by, strings.Join(r.Stats, ", "), ByValue)}
	}
	for e := range h.newest(&Filter{Rules: rules}, maxRanked) {
		if e.dealer != listed { // each version of a ruleset numbers its measures
			listed = e.dealer
			of, ok = measureOf(listed.Abilities().Measures(), r.By)
		}
		if !ok || !e.ranked {
			continue
		}
		s, err := e.standing(ctx, of)
		if err == nil && of != nil && !s.Over && len(s.Seats) > 1 {
			continue // the players' stats are private until all players have finished
		}
		if errors.Is(err, game.ErrClosed) {
			continue // the game has just left memory
		}
		if err != nil {
			return Ranking{}, fmt.Errorf("hub: %w", err)
		}
		r.add(&s, of)
	}
	r.keepHighest(limit)
	return r, nil
}

// keepHighest sorts the games by value, highest first, and keeps at most limit games.
func (r *Ranking) keepHighest(limit int) {
	slices.SortStableFunc(r.Games, func(a, b RankedSeat) int { return cmp.Compare(b.Value, a.Value) })
	r.Games = r.Games[:min(limit, len(r.Games))]
}

// Merge adds the games of other servers, in any order, and keeps at most limit games. A game that has
// just moved counts once. Equal values are ordered by game and seat, so each server returns the same
// order.
func (r *Ranking) Merge(others []RankedSeat, limit int) {
	r.Games = append(r.Games, others...)
	slices.SortStableFunc(r.Games, func(a, b RankedSeat) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Seat, b.Seat)) })
	r.Games = slices.CompactFunc(r.Games, func(a, b RankedSeat) bool { return a.ID == b.ID && a.Seat == b.Seat })
	r.keepHighest(limit)
}

// standing returns a value for each seat of a game: the given measure, or the evaluation of
// [ByValue] if measure is nil. e must be a copy of a hub's entry.
func (e *entry) standing(ctx context.Context, measure *state.Measure) (game.Standing, error) {
	switch {
	case e.game != nil:
		return e.game.Standing(ctx, measure)
	case measure == nil:
		return game.Standing{Status: e.summary.Status, Values: e.summary.Values[0]}, nil
	}
	return game.Standing{Status: e.summary.Status, Values: e.summary.Values[1+*measure]}, nil
}

// StatsOf lists the statistics that rank the games of a ruleset, besides [ByValue]. It
// returns nil if the ruleset has no rankings.
func StatsOf(rules state.Dealer) []string {
	measures := rules.Abilities().Measures
	if measures == nil {
		return nil
	}
	return slices.DeleteFunc(measures(), func(name string) bool { return name == "" })
}

// measureOf returns the measure with the given name, ignoring case. It is nil for ByValue.
func measureOf(names []string, by string) (of *state.Measure, ok bool) {
	if by == ByValue {
		return nil, true
	}
	for i, name := range names {
		if name != "" && strings.EqualFold(name, by) {
			m := state.Measure(i)
			return &m, true
		}
	}
	return nil, false
}

// add adds an entry for each taken seat of a game.
func (r *Ranking) add(s *game.Standing, of *state.Measure) {
	for seat, value := range s.Values {
		if s.Seats[seat].Kind == protocol.SeatOpen {
			continue
		}
		ranked := RankedSeat{
			ID: s.Game, Seat: seat, Name: s.Seats[seat].Name, Turn: s.Turn, Value: float64(value), Status: Live,
			Won: slices.Contains(s.Won, seat),
		}
		if of != nil {
			ranked.Value /= 1000 // measures are in thousandths
		}
		if s.Over {
			ranked.Status = Over
		}
		r.Games = append(r.Games, ranked)
	}
}
