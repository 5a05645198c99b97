package tournament

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gamed/internal/columns"
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
	if r.Unrated != "" {
		fmt.Fprintf(&b, "  no ratings: %s\n", r.Unrated)
	}
	each := r.each()
	r.writeTable(&b, each)
	if each > 0 {
		fmt.Fprintf(&b, "  head-to-head scores in percent, %d games each\n", each)
	} else {
		fmt.Fprintf(&b, "  head-to-head scores in percent (games)\n")
	}
	if r.Unrated == "" {
		fmt.Fprintf(&b, "  %s\n", strings.Join(append([]string{"Elo above " + r.Anchor, "first-turn advantage " + r.FirstSeat.Text(1)}, r.Unreliable()...), "; "))
	}
	fmt.Fprintf(&b, "  %s.  %.1f s\n", r.faults(), r.seconds)
	for _, s := range r.Bots {
		if f := s.FirstFault; f != nil {
			fmt.Fprintf(&b, "  first fault of %s: pairing %d, %s\n", s.Name, f.Match, f.Describe(faultFolder(t.Match.Faults, f.Match)))
		}
	}
	fmt.Fprintf(&b, "  digest %s\n", r.Digest())
	return b.String()
}

// Title returns a short title.
func (r *Result) Title() string { return r.Tournament.header().Title() }

// Title returns a short title.
func (h Header) Title() string {
	format := string(h.Format)
	if h.Format == RoundRobin {
		format = "round robin"
	}
	return fmt.Sprintf("%s, %s of %d bots at tables of %d", h.Rules, format, len(h.Bots), h.Seats)
}

// writeTable writes the ratings and the cross-table. A cell holds the score of the row's bot
// against the column's bot, in percent. It also holds the number of games unless that is the
// same in all cells.
func (r *Result) writeTable(b *strings.Builder, each int) {
	head := []string{"bot", "Elo", "games", "score"}
	if r.Unrated != "" {
		head[1] = ""
	}
	for i := range r.Bots {
		head = append(head, strconv.Itoa(i+1))
	}
	ladder := r.Tournament.Format == Ladder
	if ladder {
		head = append(head, "Glicko")
	}
	rows := columns.Table{head}
	for i, s := range r.Bots {
		row := []string{strconv.Itoa(i+1) + " " + s.Name, "", strconv.Itoa(s.Games), s.Score.Percent()}
		if r.Unrated == "" {
			row[1] = s.Elo.Text(1)
		}
		for _, other := range r.Bots {
			text := "-"
			if j := slices.IndexFunc(s.Against, func(v Versus) bool { return v.Name == other.Name }); j >= 0 {
				text = fmt.Sprintf("%.1f", 100*s.Against[j].Score.Value)
				if each == 0 {
					text += fmt.Sprintf(" (%d)", s.Against[j].Games)
				}
			}
			row = append(row, text)
		}
		if ladder && s.Glicko != nil {
			row = append(row, fmt.Sprintf("%.0f +/- %.0f", s.Glicko.Rating, 2*s.Glicko.Deviation))
		}
		rows.Row(row...)
	}
	b.WriteString(rows.Format("  ", "lr"))
}

// each returns the number of games between each pair of opponents, or 0 if it differs.
func (r *Result) each() (n int) {
	for _, s := range r.Bots {
		for _, v := range s.Against {
			if n != 0 && v.Games != n {
				return 0
			}
			n = v.Games
		}
	}
	return n
}

// faults lists each bot's faults by kind.
func (r *Result) faults() string {
	if r.Failed() == 0 {
		return "Faults: none"
	}
	var bots []string
	for _, s := range r.Bots {
		if len(s.Faults) > 0 {
			bots = append(bots, s.Name+" "+s.Faults.String())
		}
	}
	return "Faults: " + strings.Join(bots, ", ")
}
