package arena

import (
	"cmp"
	"slices"

	"gamed/arena/stats"
)

// A Balance summarizes the [Usage] of games. It shows a designer the effect of a changed card.
// Shares are from 0 to 1.
type Balance struct {
	Games    int     `json:"games"` // number of games with a usage
	Turns    Lengths `json:"turns"`
	Requests Lengths `json:"requests"`
	// OneOption is the share of requests with one option. TwoOptions is the share of requests with
	// two options among the requests with at least two.
	OneOption  float64 `json:"one_option"`
	TwoOptions float64 `json:"two_options"`
	// MeanDecisions is the mean number of requests with at least two options per game.
	MeanDecisions float64 `json:"mean_decisions"`
	// Redrawn is the share of first hands that seats redrew, or nil if no seat had this choice.
	Redrawn *stats.Estimate `json:"redrawn,omitempty"`
	// Comebacks is the share of games with one winner in which this winner was behind in the second
	// half. Comebacks is nil if there are no such games or the rules have no Scale.
	Comebacks *stats.Estimate `json:"comebacks,omitempty"`
	Scale     string          `json:"scale,omitempty"` // see [Usage]
	// Uses describes the uses of cards. Uses is nil if no seat used a card.
	Uses             *Uses     `json:"uses,omitempty"`
	Cards            []CardRow `json:"cards,omitempty"` // sorted by Share, lowest first
	CardsWithoutDeck []string  `json:"idle,omitempty"`  // cards in no ready deck

	turns, requests lengthCounts
	options         [3]int
	kept, redrawn   int
	won, behind     int
	situations      []Situation
	cards           map[string]*CardRow
}

// Uses counts the uses of cards by situation. Each share is a fraction of all uses.
type Uses struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"` // uses per game
	// OwnTurn is the share on the seat's own turn with an empty stack.
	OwnTurn float64 `json:"own"`
	// Responses is the share with a play or power on the stack. DeepResponses is the share with at
	// least two plays or powers on the stack.
	Responses     float64 `json:"responses"`
	DeepResponses float64 `json:"deep"`
	OtherTurn     float64 `json:"other"` // share on another seat's turn
	// Reacting is the share of uses that are responses, on another seat's turn, or both.
	Reacting   float64        `json:"reacting"`
	Situations []SituationRow `json:"situations"` // the most frequent first
}

// A SituationRow is the share of a situation in all uses.
type SituationRow struct {
	Situation
	Share float64 `json:"share"`
}

// A CardRow describes the use of a card.
type CardRow struct {
	Card      string         `json:"card"`
	Games     int            `json:"games"` // number of games that contain the card
	GamesUsed int            `json:"used"`  // number of games in which a seat used the card
	Share     stats.Estimate `json:"share"` // GamesUsed divided by Games
	Uses      int            `json:"uses"`
	Mean      float64        `json:"mean"`  // uses per game
	Score     stats.Estimate `json:"score"` // mean score of the seats that used the card

	seats  int     // number of seats that used the card, over all games
	points float64 // points of these seats
}

// Add adds a game. It ignores a game without a usage.
func (b *Balance) Add(g *Game) {
	u := g.Usage
	if u == nil {
		return
	}
	b.Games++
	b.turns.add(g.Turns)
	b.requests.add(g.Requests)
	for i, n := range u.Options {
		b.options[i] += n
	}
	b.kept, b.redrawn, b.Scale = b.kept+u.Kept, b.redrawn+u.Redrawn, u.Scale
	if len(g.Won) == 1 && !g.Drawn() {
		b.won++
	}
	if u.Behind {
		b.behind++
	}
	for _, s := range u.Situations {
		b.situation(s)
	}
	if b.cards == nil {
		b.cards = make(map[string]*CardRow)
	}
	for card, bySeat := range u.Cards {
		row := b.cards[card]
		if row == nil {
			row = &CardRow{Card: card}
			b.cards[card] = row
		}
		row.add(g, bySeat)
	}
}

func (b *Balance) situation(s Situation) {
	i := slices.IndexFunc(b.situations, func(old Situation) bool {
		old.Count = s.Count
		return old == s
	})
	if i < 0 {
		b.situations = append(b.situations, s)
		return
	}
	b.situations[i].Count += s.Count
}

func (r *CardRow) add(g *Game, bySeat []int) {
	r.Games++
	used := false
	for seat, n := range bySeat {
		if n == 0 {
			continue
		}
		used = true
		r.Uses += n
		r.seats++
		switch {
		case g.Drawn():
			r.points += 1 / float64(len(g.Seats))
		case g.Points(seat) > 0:
			r.points += 1 / float64(len(g.Won))
		}
	}
	if used {
		r.GamesUsed++
	}
}

// Summary returns the balance of the games added so far, or nil if there are none.
func (b Balance) Summary() *Balance {
	if b.Games == 0 {
		return nil
	}
	b.Turns, b.Requests = b.turns.lengths(), b.requests.lengths()
	decisions := b.options[1] + b.options[2]
	b.OneOption = share(b.options[0], b.options[0]+decisions)
	b.TwoOptions = share(b.options[1], decisions)
	b.MeanDecisions = float64(decisions) / float64(b.Games)
	if hands := b.kept + b.redrawn; hands > 0 {
		rate := stats.Rate(float64(b.redrawn), hands)
		b.Redrawn = &rate
	}
	if b.Scale != "" && b.won > 0 {
		rate := stats.Rate(float64(b.behind), b.won)
		b.Comebacks = &rate
	}
	b.Uses = b.uses()
	for _, row := range b.cards {
		r := *row
		r.Share, r.Score = stats.Rate(float64(r.GamesUsed), r.Games), stats.Rate(r.points, r.seats)
		r.Mean = float64(r.Uses) / float64(r.Games)
		b.Cards = append(b.Cards, r)
	}
	slices.SortFunc(b.Cards, func(x, y CardRow) int {
		return cmp.Or(cmp.Compare(x.Share.Value, y.Share.Value), cmp.Compare(x.Card, y.Card))
	})
	return &b
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// uses returns the uses by situation, or nil if no card was used.
func (b *Balance) uses() *Uses {
	u := &Uses{}
	for _, s := range b.situations {
		u.N += s.Count
	}
	if u.N == 0 {
		return nil
	}
	u.Mean = float64(u.N) / float64(b.Games)
	for _, s := range b.situations {
		row := SituationRow{s, share(s.Count, u.N)}
		u.Situations = append(u.Situations, row)
		if s.Depth > 0 {
			u.Responses += row.Share
		}
		if s.Depth > 1 {
			u.DeepResponses += row.Share
		}
		if s.OtherTurn {
			u.OtherTurn += row.Share
		}
		if s.OtherTurn || s.Depth > 0 {
			u.Reacting += row.Share
		} else {
			u.OwnTurn += row.Share
		}
	}
	slices.SortStableFunc(u.Situations, func(x, y SituationRow) int { return cmp.Compare(y.Count, x.Count) })
	return u
}

// Rare returns the cards whose share of games with a use is below [RareCard]. It relies on the
// order of Cards.
func (b *Balance) Rare() []CardRow {
	i := slices.IndexFunc(b.Cards, func(r CardRow) bool { return !r.Rare() })
	if i < 0 {
		i = len(b.Cards)
	}
	return b.Cards[:i]
}

// Phases returns, by phase, the uses on the seat's own turn with an empty stack. The most frequent
// phase comes first.
func (u *Uses) Phases() (phases []SituationRow) {
	for _, row := range u.Situations {
		if row.OtherTurn || row.Depth > 0 {
			continue
		}
		phase := rowOf(&phases, SituationRow{Situation: Situation{Phase: row.Phase}}, func(p SituationRow) bool { return p.Phase == row.Phase })
		phase.Count += row.Count
		phase.Share += row.Share
	}
	slices.SortStableFunc(phases, func(x, y SituationRow) int { return cmp.Compare(y.Count, x.Count) })
	return phases
}
