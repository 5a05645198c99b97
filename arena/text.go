package arena

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gamed/arena/stats"
	"gamed/internal/columns"
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
	width := 0
	for _, name := range r.Bots {
		width = max(width, columns.Width(name))
	}
	for i, name := range r.Bots {
		fmt.Fprintf(&b, "  %s  %7d wins  score %s", columns.Left(name, width), r.Wins[i], stats.Estimate{Value: r.Scores[i], Interval: r.ScoreIntervals[i]}.Percent())
		if i < len(r.Times) && r.Times[i].N() > 0 {
			h := r.Times[i]
			fmt.Fprintf(&b, "  decision p50 %s p99 %s", short(h.Quantile(.5)), short(h.Quantile(.99)))
		}
		b.WriteByte('\n')
	}
	r.writeCompared(&b)
	r.writeTest(&b)
	fmt.Fprintf(&b, "  %s\n", join(".  ", r.faults(), r.speed()))
	for i, f := range r.FirstFaults {
		if f != nil {
			fmt.Fprintf(&b, "  first fault of %s: %s\n", r.Bots[i], f.Describe(r.folder))
		}
	}
	r.writeEnds(&b)
	fmt.Fprintf(&b, "  won by position %s, drawn %.1f %%; %.2f turns each\n", numbered(r.PositionWinPercents, "%.1f %%"), r.DrawPercent, r.MeanRounds)
	if r.milestone != "" {
		fmt.Fprintf(&b, "  turns of %s 1 to %d: %s\n", r.milestone, len(r.milestoneTurns), numbered(r.milestoneTurns, "%.2f"))
	}
	fmt.Fprintf(&b, "  %.1f turns and %.1f requests a game, %.1f s\n", r.MeanTurns, r.MeanRequests, r.Seconds)
	r.writePositions(&b)
	r.DeckTable.write(&b)
	r.FirstSeats.write(&b)
	r.Balance.write(&b)
	for _, g := range r.Figures {
		g.write(&b)
	}
	fmt.Fprintf(&b, "  digest %s\n", r.Digest)
	return b.String()
}

// writeCompared writes the comparison of the first bot with the others.
func (r *Result) writeCompared(b *strings.Builder) {
	first := stats.Estimate{Value: float64(r.FirstSeatWins) / float64(r.Games), Interval: r.FirstSeatInterval}
	c := r.Compared
	if c == nil {
		return
	}
	fmt.Fprintf(b, "  Elo: %s, nElo: %s%s\n", c.Elo.Text(2), c.NormalizedElo.Text(2), r.beside())
	fmt.Fprintf(b, "  LOS: %.2f %%, first seat wins %s, rho %.2f\n", 100*c.LOS, first.Percent(), c.Rho)
	losses := r.Games - r.Wins[0] - r.Draws
	fmt.Fprintf(b, "  Games %d: %d W, %d L, %d D.", r.Games, r.Wins[0], losses, r.Draws)
	switch {
	case c.Pairs != nil:
		fmt.Fprintf(b, "  Pairs LL..WW: %s\n", strings.ReplaceAll(fmt.Sprint(c.Pairs), " ", ", "))
	case c.Units < r.Games:
		fmt.Fprintf(b, "  Rotations: %d\n", c.Units)
	default:
		b.WriteByte('\n')
	}
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
	fmt.Fprintf(b, "  SPRT: %s%s\n", t.Verdict(), r.beside())
}

// beside returns the text about unreliable bots for the end of a verdict's line.
func (r *Result) beside() string {
	if r.Unreliable == nil {
		return ""
	}
	return "; " + strings.Join(r.Unreliable, ", ")
}

// faults lists each bot's faults by kind.
func (r *Result) faults() string {
	if r.Failed() == 0 {
		return "Faults: none"
	}
	var bots []string
	for i, faults := range r.Faults {
		bots = append(bots, r.Bots[i]+" "+cmp.Or(faults.String(), "0"))
	}
	return "Faults: " + strings.Join(bots, ", ")
}

// writeEnds writes each bot's number of resignations.
func (r *Result) writeEnds(b *strings.Builder) {
	var bots []string
	for i, ends := range r.Ends {
		if ends[Conceded] > 0 {
			bots = append(bots, fmt.Sprintf("%s %d", r.Bots[i], ends[Conceded]))
		}
	}
	if bots != nil {
		fmt.Fprintf(b, "  resigned: %s\n", strings.Join(bots, ", "))
	}
}

// speed formats the speed of the match.
func (r *Result) speed() string {
	if r.GamesPerSecond == 0 {
		return ""
	}
	return grouped(r.GamesPerSecond) + " games/s"
}
