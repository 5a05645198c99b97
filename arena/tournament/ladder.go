package tournament

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gamed/arena"
	"gamed/arena/stats"
	"gamed/state"
)

// meetingPenalty is the penalty in rating points for each earlier meeting of two bots in a ladder.
const meetingPenalty = 200

// playLadder plays the rounds of a ladder. It pairs bots with similar ratings and prefers bots that
// have rarely met. The ratings are Glicko-2 with one round per rating period.
func (t *Tournament) playLadder(ctx context.Context, r *Result) error {
	r.glicko = make([]stats.Glicko, len(t.Bots))
	for i := range r.glicko {
		r.glicko[i] = stats.NewGlicko()
	}
	meetings := newMeetings(len(t.Bots))
	order := make([]int, len(t.Bots))
	for i := range order {
		order[i] = i
	}
	chance := state.Rand(t.Match.Seed)
	for range t.Rounds {
		state.Shuffle(order, &chance) // break ties between equal ratings
		tables := t.drawRound(order, r.glicko, meetings)
		if err := t.playPairings(ctx, tables, r); err != nil {
			return err
		}
		for _, table := range tables {
			meetings.add(table)
		}
		r.glicko = updateRatings(r.glicko, tables, r.Matches[len(r.Matches)-len(tables):])
	}
	return nil
}

// drawRound returns the tables of a round, strongest bots first. If the bots do not fill the last
// table, the bots with the most tables so far sit out.
func (t *Tournament) drawRound(order []int, glicko []stats.Glicko, meetings *meetings) (tables [][]int) {
	left := slices.Clone(order)
	slices.SortStableFunc(left, func(a, b int) int { return cmp.Compare(meetings.tables[a], meetings.tables[b]) })
	left = left[:len(left)/t.Seats*t.Seats]
	slices.SortStableFunc(left, func(a, b int) int { return cmp.Compare(glicko[b].Rating, glicko[a].Rating) })
	for len(left) > 0 {
		table := []int{left[0]}
		left = left[1:]
		for len(table) < t.Seats {
			cost := func(bot int) float64 {
				return math.Abs(glicko[bot].Rating-glicko[table[0]].Rating) + meetingPenalty*float64(meetings.countWith(bot, table))
			}
			next := slices.MinFunc(left, func(a, b int) int { return cmp.Compare(cost(a), cost(b)) })
			table = append(table, next)
			left = slices.DeleteFunc(left, func(bot int) bool { return bot == next })
		}
		slices.Sort(table)
		tables = append(tables, table)
	}
	return tables
}

// updateRatings returns the ratings after a round. At a table with more than two seats, each pair of
// players counts as a game.
func updateRatings(before []stats.Glicko, tables [][]int, matches []*arena.Results) (after []stats.Glicko) {
	results := make([][]stats.GlickoResult, len(before))
	for i, match := range matches {
		for unit := range match.CountedUnits() {
			for _, game := range unit {
				for a := range game.Seats {
					for b := range game.Seats {
						if a == b {
							continue
						}
						me, other := tables[i][match.Header.BotIndex(game.Number, a)], tables[i][match.Header.BotIndex(game.Number, b)]
						score := game.Versus(a, b)
						results[me] = append(results[me], stats.GlickoResult{Opponent: before[other], Score: score})
					}
				}
			}
		}
	}
	for i := range before {
		after = append(after, before[i].Update(results[i], stats.Tau))
	}
	return after
}
