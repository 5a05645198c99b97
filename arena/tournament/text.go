package tournament

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gamed/arena"
	"gamed/arena/figure"
)

// String formats the result as text.
func (r Result) String() string {
	var b strings.Builder
	t := &r.Tournament
	fmt.Fprintf(&b, "%s, %d pairings, %d games, seed %d\n", r.Title(), len(r.Matches), r.counted, t.Match.Seed)
	for _, option := range slices.Sorted(maps.Keys(t.Match.Table)) {
		fmt.Fprintf(&b, "  %s %s\n", option, t.Match.Table[option])
	}
	if r.broken > 0 {
		fmt.Fprintf(&b, "  the rules failed in %d games; their pairs do not count\n", r.broken)
	}
	if r.counted == 0 {
		return b.String()
	}
	all := arena.PooledResult(r.Matches, t.Match.CardsWithoutDeck())
	b.WriteString(figure.Join("  ", slices.Concat(r.Figures(), []figure.Figure{r.glickoFigure()}, r.FaultsAndEnds(), all.Statistics())))
	if r.UnratedReason == "" {
		fmt.Fprintf(&b, "  %s\n", strings.Join(append([]string{"Elo above " + r.Anchor, "first-turn advantage " + r.FirstSeat.Text(1)}, r.ReliabilityWarnings()...), "; "))
	}
	fmt.Fprintf(&b, "  %.1f s\n", r.seconds)
	for _, s := range r.Bots {
		if f := s.FirstFault; f != nil {
			fmt.Fprintf(&b, "  first fault of %s: pairing %d, %s\n", s.Name, f.Match, f.Describe(faultFolder(t.Match.FaultFolder, f.Match)))
		}
	}
	fmt.Fprintf(&b, "  digest %s\n", r.Digest())
	return b.String()
}

// Title returns a short title with the ruleset, the format, and the numbers of bots and seats.
func (r *Result) Title() string { return r.Tournament.header().Title() }

// Title returns a short title with the ruleset, the format, and the numbers of bots and seats.
func (h Header) Title() string {
	format := string(h.Format)
	if h.Format == RoundRobin {
		format = "round robin"
	}
	return fmt.Sprintf("%s, %s of %d bots at tables of %d", h.Rules, format, len(h.Bots), h.Seats)
}
