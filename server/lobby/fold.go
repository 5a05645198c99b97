package lobby

import (
	"cmp"
	"context"
	"slices"

	"gamed/arena/stats"
)

// A PlayerRating is a player's rating in a ruleset.
type PlayerRating struct {
	Player
	stats.Glicko
	Provisional bool `json:"provisional,omitempty"` // the rating is uncertain
	Games       int  `json:"games"`
	Won         int  `json:"won"`
	Drawn       int  `json:"drawn"`
	Lost        int  `json:"lost"`
}

// add adds a game to the sequence, unless the sequence has it.
func (t *ratings) add(g ratedGame) {
	if !t.seen[g.Game] {
		t.seen[g.Game] = true
		t.pending = append(t.pending, g)
	}
}

// standingsAt returns the standings at a time. The games that spectators have not seen to the end
// do not count yet. All servers that have read the same games compute the same standings for that
// time.
func (t *ratings) standingsAt(now int64) standings {
	for len(t.pending) > 0 && t.pending[0].Shown <= now {
		t.shownStandings.fold(&t.pending[0])
		t.pending = t.pending[1:]
	}
	if len(t.pending) == 0 {
		t.pending = nil // releases the memory
		return t.shownStandings
	}
	s := t.shownStandings.clone()
	for _, g := range t.pending {
		if g.Shown <= now {
			s.fold(&g)
		}
	}
	return s
}

// standings holds the ratings of the players of a ruleset after a number of games.
type standings struct {
	players map[string]*PlayerRating
	games   int
}

func (t *standings) clone() standings {
	c := standings{make(map[string]*PlayerRating, len(t.players)), t.games}
	for id, p := range t.players {
		own := *p
		c.players[id] = &own
	}
	return c
}

// fold counts a game. Each game is one rating period, so that ratings change at once. A game with
// more than two players counts as one game against each opponent. Two losers do not count as
// opponents.
func (t *standings) fold(g *ratedGame) {
	t.games++
	before := make([]stats.Glicko, len(g.Players))
	for i, who := range g.Players {
		p := t.players[who.ID]
		if p == nil {
			p = &PlayerRating{Glicko: stats.NewGlicko()}
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

// A Stake is the change of a player's rating by a win and by a loss in the next duel.
type Stake struct {
	Win  float64 `json:"win"`
	Lose float64 `json:"lose"`
}

// StakeOf returns the stake of a player in a duel with another one. An argument is nil for a player
// without a rated game.
func StakeOf(p, other *PlayerRating) Stake {
	own, theirs := stats.NewGlicko(), stats.NewGlicko()
	if p != nil {
		own = p.Glicko
	}
	if other != nil {
		theirs = other.Glicko
	}
	change := func(score float64) float64 {
		return own.Update([]stats.GlickoResult{{Opponent: theirs, Score: score}}, stats.Tau).Rating - own.Rating
	}
	return Stake{change(1), change(0)}
}

// Ratings returns up to limit players of a ruleset and the number of rated games whose end
// spectators have seen. The highest rating is first, and provisional ratings are last.
func (l *Lobby) Ratings(ctx context.Context, rules string, limit int) (players []PlayerRating, games int, err error) {
	t := l.ratingsOf(rules)
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := l.catchUp(ctx, t, rules); err != nil {
		return nil, 0, err
	}
	now := t.standingsAt(l.now().UnixMilli())
	players = make([]PlayerRating, 0, len(now.players))
	for _, p := range now.players {
		players = append(players, *p)
	}
	slices.SortFunc(players, func(a, b PlayerRating) int {
		if a.Provisional != b.Provisional {
			if b.Provisional {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	return players[:min(limit, len(players))], now.games, nil
}
