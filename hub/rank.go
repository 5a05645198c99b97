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

// A Ranked is a game in a ranking.
type Ranked struct {
	ID     string  `json:"id"`
	Name   string  `json:"name,omitempty"` // of the player
	Turn   int     `json:"turn"`
	Value  float64 `json:"value"`
	Status string  `json:"status"` // [Live] or [Over]
	Won    bool    `json:"won,omitempty"`
}

// Rank ranks the games of a ruleset that somebody plays or has played and that are
// not private, by a visible stat, by [ByValue] if that is empty. The list has at
// most limit games. A *SpecError says that there is no such ranking.
func (h *Hub) Rank(ctx context.Context, rules, by string, limit int) (Ranking, error) {
	dealer, ok := h.Rules(rules)
	if !ok {
		return Ranking{}, &SpecError{"rules", fmt.Sprintf("no rules are called %.40q", rules)}
	}
	measured, ok := dealer.(state.Measured)
	if !ok {
		return Ranking{}, &SpecError{"rules", rules + " has no rankings: its games are played by several"}
	}
	r := Ranking{Rules: rules, By: cmp.Or(by, ByValue), Stats: []string{}, Games: []Ranked{}}
	for _, name := range measured.Measures() {
		if name != "" {
			r.Stats = append(r.Stats, name)
		}
	}
	if _, ok := measureOf(measured, r.By); !ok {
		return Ranking{}, &SpecError{"by", fmt.Sprintf("%s has no stat %.40q; there are: %s, and %s", rules, by, strings.Join(r.Stats, ", "), ByValue)}
	}
	entries := h.newest(rules)
	last, of, has := state.Dealer(nil), (*state.Measure)(nil), false
	for _, e := range entries[:min(maxRanked, len(entries))] {
		if e.dealer != last { // rules that were replaced number their measures in their own way
			last = e.dealer
			of, has = measureOf(e.dealer.(state.Measured), r.By)
		}
		if !has {
			continue
		}
		ranked, err := rank(ctx, e, of)
		switch {
		case errors.Is(err, game.ErrClosed):
			continue // forgotten in the meantime
		case err != nil:
			return Ranking{}, err
		case ranked != nil:
			r.Games = append(r.Games, *ranked)
		}
	}
	slices.SortStableFunc(r.Games, func(a, b Ranked) int { return cmp.Compare(b.Value, a.Value) })
	r.Games = r.Games[:min(limit, len(r.Games))]
	return r, nil
}

// measureOf finds a measure by its name; case does not count. The value has none.
func measureOf(rules state.Measured, by string) (of *state.Measure, ok bool) {
	if by == ByValue {
		return nil, true
	}
	for i, name := range rules.Measures() {
		if name != "" && strings.EqualFold(name, by) {
			m := state.Measure(i)
			return &m, true
		}
	}
	return nil, false
}

// rank returns how a game stands, nil if nobody plays it or its rules have failed.
func rank(ctx context.Context, e *entry, of *state.Measure) (*Ranked, error) {
	s, err := e.game.Standing(ctx, of)
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	if s.Fault || !s.Started {
		return nil, nil
	}
	r := &Ranked{ID: s.Game, Turn: s.Turn, Value: float64(s.Value), Status: Live, Won: len(s.Won) > 0}
	if of != nil {
		r.Value /= 1000
	}
	if s.Over {
		r.Status = Over
	}
	if who := s.Seats[0]; who.Kind != protocol.SeatOpen {
		r.Name = who.Name
	}
	return r, nil
}
