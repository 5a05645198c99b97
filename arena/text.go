package arena

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gamed/arena/figure"
	"gamed/arena/stats"
)

// String formats the result as text.
func (r Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d games, seed %d\n", r.Rules, r.Games, r.Seed)
	for _, option := range slices.Sorted(maps.Keys(r.Table)) {
		fmt.Fprintf(&b, "  %s %s\n", option, r.Table[option])
	}
	for i, source := range r.Sources {
		if source != r.Bots[i] {
			fmt.Fprintf(&b, "  %s is %s\n", r.Bots[i], source)
		}
	}
	if r.EngineErrors > 0 {
		fmt.Fprintf(&b, "  the rules failed in %d games; their pairs do not count\n", r.EngineErrors)
	}
	if r.Games == 0 {
		return b.String()
	}
	b.WriteString(r.botsFigure().Text("  "))
	b.WriteString(r.ComparisonFigure().Text("  "))
	r.writeTest(&b)
	b.WriteString(FaultsFigure(r.Bots, r.Faults).Text("  "))
	for i, f := range r.FirstFaults {
		if f != nil {
			fmt.Fprintf(&b, "  first fault of %s: %s\n", r.Bots[i], f.Describe(r.folder))
		}
	}
	b.WriteString(EndsFigure(r.Bots, r.Ends).Text("  "))
	fmt.Fprintf(&b, "  won by position %s, drawn %.1f %%; %.2f turns each\n", joinNumbers(r.PositionWinPercents, "%.1f %%"), r.DrawPercent, r.MeanRounds)
	if r.milestone != "" {
		fmt.Fprintf(&b, "  turns of %s 1 to %d: %s\n", r.milestone, len(r.milestoneTurns), joinNumbers(r.milestoneTurns, "%.2f"))
	}
	fmt.Fprintf(&b, "  %.1f turns and %.1f requests a game, %.1f s", r.MeanTurns, r.MeanRequests, r.Seconds)
	if r.GamesPerSecond > 0 {
		fmt.Fprintf(&b, ", %s games/s", figure.Approx(r.GamesPerSecond))
	}
	b.WriteByte('\n')
	b.WriteString(figure.Join("  ", r.Statistics()))
	fmt.Fprintf(&b, "  digest %s\n", r.Digest)
	return b.String()
}

// Statistics returns the figures of the decks, the seats, the usage and the ruleset.
func (r *Result) Statistics() []figure.Figure {
	all := append([]figure.Figure{r.DeckTable.figure(), r.FirstSeats.figure(), r.positionsFigure()}, r.Balance.figures()...)
	for i, g := range r.Figures {
		all = append(all, g.figure(i))
	}
	return figure.NonEmpty(all...)
}

// FirstSeat returns the share of games that the seat with the first turn won.
func (r *Result) FirstSeat() stats.Estimate {
	return stats.Estimate{Value: float64(r.FirstSeatWins) / float64(r.Games), Interval: r.FirstSeatInterval}
}

// writeTest writes the state of the SPRT.
func (r *Result) writeTest(b *strings.Builder) {
	t := r.SPRT
	if t == nil {
		return
	}
	bound := t.Upper
	if t.LLR < 0 {
		bound = -t.Lower
	}
	fmt.Fprintf(b, "  LLR: %.2f (%.1f%%) (%.2f, %.2f) [%.2f, %.2f]\n", t.LLR, 100*t.LLR/bound, t.Lower, t.Upper, t.Elo0, t.Elo1)
	fmt.Fprintf(b, "  SPRT: %s%s\n", t.Verdict(), r.unreliableSuffix())
}

// unreliableSuffix returns the text that follows a verdict if bots of the match are unreliable.
func (r *Result) unreliableSuffix() string {
	if r.Unreliable == nil {
		return ""
	}
	return "; " + strings.Join(r.Unreliable, ", ")
}
