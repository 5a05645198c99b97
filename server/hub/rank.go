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

// ByValue ranks games by what the ruleset thinks of them, from 0 to 1000.
const ByValue = "value"

// maxRanked is how many games are looked at for a ranking, the newest ones.
const maxRanked = 2000

// A Ranking is the games of a ruleset side by side, the highest first.
type Ranking struct {
	Rules string   `json:"rules"`
	By    string   `json:"by"`
	Stats []string `json:"stats"` // what else they can be ranked by
	Games []Ranked `json:"games"`
}

// A Ranked is a seat of a game in a ranking.
type Ranked struct {
	ID     string  `json:"id"` // of the game
	Seat   int     `json:"seat"`
	Name   string  `json:"name,omitempty"` // of the player
	Turn   int     `json:"turn"`
	Value  float64 `json:"value"`
	Status string  `json:"status"` // [Live] or [Over]
	Won    bool    `json:"won,omitempty"`
}

// Rank ranks the games of a ruleset that somebody plays or has played, but for private
// ones and those that began in debug mode, by a visible stat, by [ByValue] if that is empty. The list has at
// most limit games. A *SpecError says that there is no such ranking.
func (h *Hub) Rank(ctx context.Context, rules, by string, limit int) (Ranking, error) {
	dealer, ok := h.Rules(rules)
	if !ok {
		return Ranking{}, &SpecError{"rules", fmt.Sprintf("no rules are called %.40q", rules)}
	}
	measures := dealer.Abilities().Measures
	if measures == nil {
		return Ranking{}, &SpecError{"rules", rules + " has no rankings: its players compete in one game"}
	}
	r := Ranking{Rules: rules, By: cmp.Or(by, ByValue), Stats: StatsOf(dealer), Games: []Ranked{}}
	if _, ok := measureOf(measures(), r.By); !ok {
		return Ranking{}, &SpecError{"by", fmt.Sprintf("%s has no stat %.40q; there are: %s, and %s", rules, by, strings.Join(r.Stats, ", "), ByValue)}
	}
	var last *game.Listed
	var of *state.Measure
	has := false
	for _, e := range h.newest(&Filter{Rules: rules}, maxRanked) {
		if e.dealer != last { // rules that were replaced number their measures in their own way
			last = e.dealer
			of, has = measureOf(e.dealer.Abilities().Measures(), r.By)
		}
		if !has || !e.ranked {
			continue
		}
		s, err := e.standing(ctx, of)
		if errors.Is(err, game.ErrClosed) {
			continue // it has left memory in the meantime
		}
		if err != nil {
			return Ranking{}, fmt.Errorf("hub: %w", err)
		}
		r.add(&s, of)
	}
	slices.SortStableFunc(r.Games, func(a, b Ranked) int { return cmp.Compare(b.Value, a.Value) })
	r.Games = r.Games[:min(limit, len(r.Games))]
	return r, nil
}

// standing returns how a game stands.
func (s *sighting) standing(ctx context.Context, of *state.Measure) (game.Standing, error) {
	if s.game != nil {
		return s.game.Standing(ctx, of)
	}
	values := 0
	if of != nil {
		values = 1 + int(*of)
	}
	return game.Standing{Status: s.rest.Status, Values: s.rest.Values[values]}, nil
}

// StatsOf lists the names of what the games of a ruleset can be ranked by, beside
// [ByValue]. It is nil if the ruleset has no rankings.
func StatsOf(rules state.Dealer) []string {
	measures := rules.Abilities().Measures
	if measures == nil {
		return nil
	}
	return slices.DeleteFunc(measures(), func(name string) bool { return name == "" })
}

// measureOf finds a measure by its name; case does not count. The value has none.
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

// add adds the seats of a game that somebody plays.
func (r *Ranking) add(s *game.Standing, of *state.Measure) {
	for seat, value := range s.Values {
		if s.Seats[seat].Kind == protocol.SeatOpen {
			continue
		}
		ranked := Ranked{
			ID: s.Game, Seat: seat, Name: s.Seats[seat].Name, Turn: s.Turn, Value: float64(value), Status: Live,
			Won: slices.Contains(s.Won, seat),
		}
		if of != nil {
			ranked.Value /= 1000
		}
		if s.Over {
			ranked.Status = Over
		}
		r.Games = append(r.Games, ranked)
	}
}
