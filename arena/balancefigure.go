package arena

import (
	"fmt"
	"strings"

	"gamed/arena/figure"
)

// figures returns the figures of the balance. It returns no figures if b is nil.
func (b *Balance) figures() []figure.Figure {
	if b == nil {
		return nil
	}
	return append([]figure.Figure{b.usageFigure(), b.optionsFigure()}, append(b.Uses.figures(), b.cardsFigure())...)
}

// usageFigure returns the figure of the lengths of games, redrawn hands, comebacks and uses per game.
func (b *Balance) usageFigure() figure.Figure {
	f := figure.Figure{ID: "usage", Title: "Usage", Head: []string{"usage, counted in " + figure.Plural(b.Games, "game"), ""}}
	add := func(name string, value figure.Cell) { f.Add(figure.Text(name), value) }
	add("turns of a game", figure.Text(b.Turns.String()))
	add("requests of a game", figure.Text(b.Requests.String()))
	add("decisions of a game", figure.Number(b.MeanDecisions, fmt.Sprintf("%.1f", b.MeanDecisions)))
	if b.Redrawn != nil {
		add("hands redrawn", figure.Rate(*b.Redrawn))
	}
	if b.Comebacks != nil {
		add("comebacks ("+b.Scale+")", figure.Rate(*b.Comebacks))
	}
	if u := b.Uses; u != nil {
		add("uses of cards in a game", figure.Number(u.Mean, fmt.Sprintf("%.1f", u.Mean)))
	}
	if len(b.CardsWithoutDeck) > 0 {
		add("cards in no ready deck", figure.Text(strings.Join(b.CardsWithoutDeck, ", ")))
	}
	return f
}

// optionsFigure returns the figure of the requests by their number of options.
func (b *Balance) optionsFigure() figure.Figure {
	f := figure.Figure{
		ID: "options", Title: "Decisions", Head: []string{"options of a request", "requests"},
		About: fmt.Sprintf("A request with one option is no decision. Of the requests with a choice, %s offer two options.", figure.Share(b.TwoOptions)),
	}
	rest := 1 - b.OneOption
	f.Add(figure.Text("one"), figure.Share(b.OneOption))
	f.Add(figure.Text("two"), figure.Share(rest*b.TwoOptions))
	f.Add(figure.Text("three or more"), figure.Share(rest*(1-b.TwoOptions)))
	return f
}

// figures returns two figures: the uses by kind of situation, and the uses by situation. It returns
// no figures if u is nil.
func (u *Uses) figures() []figure.Figure {
	if u == nil {
		return nil
	}
	kinds := figure.Figure{ID: "uses", Title: "Uses of cards", Head: []string{"uses of cards", "share"}, About: "Some uses count in two rows."}
	for _, p := range u.Phases() {
		kinds.Add(figure.Text(strings.TrimSpace("own turn, empty stack, "+p.Phase)), figure.Share(p.Share))
	}
	kinds.Add(figure.Text("own turn, empty stack, all"), figure.Share(u.OwnTurn))
	kinds.Add(figure.Text("on a stack"), figure.Share(u.Responses))
	kinds.Add(figure.Text("on two or more plays"), figure.Share(u.DeepResponses))
	kinds.Add(figure.Text("another seat's turn"), figure.Share(u.OtherTurn))
	kinds.Add(figure.Text("on a stack or another seat's turn"), figure.Share(u.Reacting))
	all := figure.Figure{
		ID: "situations", Title: "Uses of cards by situation", Long: true, Head: []string{"use", "turn", "phase", "on the stack", "uses", "share"},
	}
	for _, r := range u.Situations {
		turn := "own"
		if r.OtherTurn {
			turn = "another seat's"
		}
		all.Add(figure.Text(r.Use), figure.Text(turn), figure.Text(r.Phase), figure.Count(r.Depth), figure.Count(r.Count), figure.Share(r.Share))
	}
	return []figure.Figure{kinds, all}
}

// cardsFigure returns the figure of the use of each card.
func (b *Balance) cardsFigure() figure.Figure {
	f := figure.Figure{
		ID: "cards", Title: "Cards", Long: true, Head: []string{"card", "games", "used in", "uses a game", "score of its users"},
		About: fmt.Sprintf("Games with the card, the share of them in which a seat uses it, and the score of these seats. Marked: used in under %s of its games.",
			figure.Share(RareCard)),
	}
	for _, r := range b.Cards {
		score := figure.Missing()
		if r.GamesUsed > 0 {
			score = figure.Rate(r.Score)
		}
		f.Add(figure.Text(r.Card), figure.Count(r.Games), figure.Rate(r.Share).Mark(r.Rare()), figure.Number(r.Mean, fmt.Sprintf("%.2f", r.Mean)), score)
	}
	return f
}
