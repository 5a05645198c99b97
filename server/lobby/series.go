package lobby

import (
	"context"
	"errors"
	"slices"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

const seriesBucket = "series"

// A Series is several games between the same players. It ends when a player has won more than half
// of BestOf games, after twice BestOf games, or when all players abandon a game.
type Series struct {
	ID     string       `json:"id"` // of its first game
	BestOf int          `json:"of"`
	Names  []string     `json:"names"` // of the players, by seat in the first game
	Score  []int        `json:"score"` // games won, in the order of Names
	Games  []SeriesGame `json:"games"` // finished
	Over   bool         `json:"over"`
}

// A SeriesGame is a finished game of a series.
type SeriesGame struct {
	ID  string `json:"id"`
	Won []int  `json:"won"` // indices in the Names of the series, not seats
	// Shown is as in a [Result].
	Shown int64 `json:"shown_ms,omitempty"`
}

// maxGamesFactor times BestOf is the maximum number of games in a series. Drawn games make a series
// long.
const maxGamesFactor = 2

// Series returns the series of a game, up to the last game whose end spectators have seen.
func (l *Lobby) Series(ctx context.Context, in *table.Series) (Series, error) {
	s := Series{ID: in.ID, BestOf: in.BestOf, Names: []string{}, Score: []int{}, Games: []SeriesGame{}}
	_, err := store.ReadValue(ctx, l.c.KV, seriesBucket, in.ID, &s)
	for n := len(s.Games); n > 0 && s.Games[n-1].Shown > l.now().UnixMilli(); n-- {
		for _, player := range s.Games[n-1].Won {
			s.Score[player]--
		}
		s.Games, s.Over = s.Games[:n-1], false
	}
	return s, err
}

// continueSeries counts a finished game of a series and creates the next one.
func (l *Lobby) continueSeries(ctx context.Context, p *table.Summary) error {
	kept, _, err := l.reservations(ctx, p, Player{}, "")
	if err == nil {
		_, err = l.nextInSeries(ctx, p, kept)
	}
	wrong := (*hub.SpecError)(nil)
	switch {
	case errors.As(err, &wrong):
		return nil // the ruleset has changed: the series ends
	case errors.Is(err, hub.ErrSetAside) && !errors.Is(err, hub.ErrIncomplete):
		return nil // only an operator can mend the next game; until then Rematch returns this error
	}
	return err
}

// nextInSeries counts a game of a series. It returns the id of the next game, or "" if the
// series is over.
func (l *Lobby) nextInSeries(ctx context.Context, p *table.Summary, kept []hub.Reservation) (string, error) {
	s, err := store.ChangeValue(ctx, l.c.KV, seriesBucket, p.Header.Series.ID, func(s *Series) (write bool) { return s.count(p) })
	if err != nil || s.Over && s.Games[len(s.Games)-1].ID == p.Header.Game {
		return "", err
	}
	next := *p.Header.Series
	next.Number++
	return l.ensureNext(ctx, p, kept, &next)
}

// count adds a game to the series and reports whether it was new.
func (s *Series) count(p *table.Summary) bool {
	in := p.Header.Series
	if slices.ContainsFunc(s.Games, func(g SeriesGame) bool { return g.ID == p.Header.Game }) {
		return false
	}
	n := len(p.Seats)
	if s.ID == "" {
		*s = Series{ID: in.ID, BestOf: in.BestOf, Score: make([]int, n), Names: make([]string, n)}
	}
	g := SeriesGame{ID: p.Header.Game, Won: []int{}, Shown: p.ShownAt()}
	for seat, who := range p.Seats {
		player := playerOf(seat, in, n)
		s.Names[player] = who.Name
		if slices.Contains(p.Won(), seat) && p.Reason != protocol.ReasonFault {
			g.Won = append(g.Won, player)
			s.Score[player]++
		}
	}
	slices.Sort(g.Won)
	s.Games = append(s.Games, g)
	s.Over = slices.Max(s.Score) > s.BestOf/2 || len(s.Games) >= maxGamesFactor*s.BestOf || p.Reason == protocol.ReasonAbandoned
	return true
}

// playerOf converts a seat in a later game of a series to the same player's seat in the first
// game. It inverts nextSeat.
func playerOf(seat int, in *table.Series, seats int) int {
	return (seat + in.Number - 1) % seats
}
