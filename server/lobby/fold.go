package lobby

import (
	"cmp"
	"context"
	"slices"

	"gamed/arena/stats"
)

// A Rated is a player's rating in a ruleset.
type Rated struct {
	Player
	stats.Glicko
	Provisional bool `json:"provisional,omitempty"` // the rating is uncertain
	Games       int  `json:"games"`
	Won         int  `json:"won"`
	Drawn       int  `json:"drawn"`
	Lost        int  `json:"lost"`
}

// add adds a game. Each game is one rating period, so that ratings change at once and do not
// depend on the time of a query. A game with more than two players counts as a game against
// each opponent, except between losers.
func (t *ranking) add(g *ratedGame) {
	if t.seen[g.Game] {
		return
	}
	t.seen[g.Game] = true
	before := make([]stats.Glicko, len(g.Players))
	for i, who := range g.Players {
		p := t.players[who.ID]
		if p == nil {
			p = &Rated{Glicko: stats.NewGlicko()}
			t.players[who.ID] = p
		}
		p.Player = who // the player may have a new name
		before[i] = p.Glicko
	}
	for i, who := range g.Players {
		p := t.players[who.ID]
		p.Games++
		switch {
		case len(g.Won) == 0 || len(g.Won) == len(g.Players):
			p.Drawn++
		case slices.Contains(g.Won, i):
			p.Won++
		default:
			p.Lost++
		}
		var results []stats.GlickoResult
		for j := range g.Players {
			if score, ok := g.score(i, j); ok {
				results = append(results, stats.GlickoResult{Opponent: before[j], Score: score})
			}
		}
		p.Glicko = before[i].Update(results, stats.Tau)
		p.Provisional = p.Glicko.Provisional()
	}
}

// score returns the score of seat i against seat j, if the game compares them.
func (g *ratedGame) score(i, j int) (score float64, ok bool) {
	mine, theirs := slices.Contains(g.Won, i), slices.Contains(g.Won, j)
	switch {
	case i == j:
		return 0, false
	case mine && !theirs:
		return 1, true
	case theirs && !mine:
		return 0, true
	}
	return .5, mine || len(g.Won) == 0
}

// Ratings returns up to limit players of a ruleset and the number of rated games. The highest
// rating is first, and provisional ratings are last.
func (l *Lobby) Ratings(ctx context.Context, rules string, limit int) (players []Rated, games int, err error) {
	t := l.ranking(rules)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := l.catchUp(ctx, t, rules); err != nil {
		return nil, 0, err
	}
	players = make([]Rated, 0, len(t.players))
	for _, p := range t.players {
		players = append(players, *p)
	}
	slices.SortFunc(players, func(a, b Rated) int {
		if a.Provisional != b.Provisional {
			if b.Provisional {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	return players[:min(limit, len(players))], len(t.seen), nil
}
