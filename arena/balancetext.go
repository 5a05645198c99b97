package arena

import (
	"fmt"
	"strings"
)

// write writes the figures in a few lines. The report has the tables.
func (b *Balance) write(text *strings.Builder) {
	if b == nil {
		return
	}
	line := func(parts ...string) { fmt.Fprintf(text, "  %s\n", join("; ", parts...)) }
	fmt.Fprintf(text, "  usage, counted in %d games\n", b.Games)
	line("  turns "+b.Turns.String(), "requests "+b.Requests.String())
	line(fmt.Sprintf("  requests with one option %s, of the rest with two %s", percent(b.OneOption), percent(b.TwoOptions)),
		fmt.Sprintf("%.1f decisions a game", b.MeanDecisions))
	redrawn, comebacks := "", ""
	if b.Redrawn != nil {
		redrawn = "hands redrawn " + b.Redrawn.Percent()
	}
	if b.Comebacks != nil {
		comebacks = fmt.Sprintf("comebacks (%s) %s", b.Scale, b.Comebacks.Percent())
	}
	if both := join("; ", redrawn, comebacks); both != "" {
		line("  " + both)
	}
	if u := b.Uses; u != nil {
		line("  "+u.String(), fmt.Sprintf("responses or another seat's turn %s", percent(u.Reacting)))
	}
	if rare := b.Rare(); len(rare) > 0 {
		var cards []string
		for _, r := range rare {
			cards = append(cards, fmt.Sprintf("%s %s", r.Card, percent(r.Share.Value)))
		}
		line(fmt.Sprintf("  cards in under %s of their games: %s", percent(RareCard), strings.Join(cards, ", ")))
	}
	if len(b.Idle) > 0 {
		line("  cards in no ready deck: " + strings.Join(b.Idle, ", "))
	}
}

// String formats the lengths as in "mean 9.4, median 9, 90 % 14, most 31".
func (l Lengths) String() string {
	return fmt.Sprintf("mean %.1f, median %d, 90 %% %d, most %d", l.Mean, l.Median, l.P90, l.Most)
}

// String formats the shares of the situations.
func (u *Uses) String() string {
	var phases []string
	for _, p := range u.Phases() {
		phases = append(phases, fmt.Sprintf("%s %s", p.Phase, percent(p.Share)))
	}
	return fmt.Sprintf("%.1f uses of cards a game: own turn, empty stack %s (%s); on a stack %s, two deep %s; another seat's turn %s",
		u.Mean, percent(u.Own), strings.Join(phases, ", "), percent(u.Responses), percent(u.Deep), percent(u.Other))
}
