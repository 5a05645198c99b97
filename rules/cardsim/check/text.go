package check

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// String is the report as people read it.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d random games and %d guided ones, %d turns, seed %d\n", r.Game, r.Games, r.Guided, r.Turns, r.Seed)
	l := r.Lengths
	fmt.Fprintf(&b, "  a game takes %d to %d turns, half of them %d to %d, %.1f in the mean\n", l.Least, l.Most, l.Quarter, l.ThreeQuarters, l.Mean)

	rows := table{{"  endings", "games", "share"}}
	for _, e := range r.Endings {
		row := []string{"    " + e.Name, fmt.Sprint(e.Games), share(e.Games, r.Games)}
		if e.Games == 0 && e.Guided > 0 {
			row = append(row, fmt.Sprintf("guided games: %d", e.Guided))
		}
		rows = append(rows, row)
	}
	rows.write(&b)

	rows = table{{"  stats", "least", "mean", "most", "at the end"}}
	for _, s := range r.Stats {
		if s.Text {
			continue
		}
		rows = append(rows, []string{"    " + s.Name, number(s.Least), number(s.Mean), number(s.Most), number(s.Last), s.note()})
	}
	rows.write(&b)

	rows = table{{"  cards", "in games", "share", "decided", "dismissed", "each option"}}
	for _, c := range r.Cards {
		row := []string{"    " + c.Name, fmt.Sprint(c.Games), share(c.Games, r.Games), fmt.Sprint(c.Decided), fmt.Sprint(c.Dismissed)}
		rows = append(rows, append(row, c.chosen()))
	}
	for _, a := range r.Actions {
		rows = append(rows, []string{"    action " + a.Name, "", "", fmt.Sprint(a.Random)})
	}
	rows.write(&b)

	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "  warning, %d times: %s\n", w.Count, w.Text)
	}
	for _, f := range r.Findings {
		b.WriteString(f.String())
	}
	if r.OK() {
		b.WriteString("  nothing is wrong\n")
	}
	return b.String()
}

// String is a finding with how to see it again.
func (f Finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s", f.Kind)
	if f.Kind != Unreached && f.Kind != Idle {
		fmt.Fprintf(&b, ", %d times", f.Count)
	}
	fmt.Fprintf(&b, ": %s\n", f.Text)
	if f.Example == nil {
		return b.String()
	}
	choices := "no choices"
	if len(f.Choices) > 0 {
		choices = "choices " + strings.Trim(fmt.Sprint(f.Choices), "[]")
	}
	fmt.Fprintf(&b, "    seed %d, %s\n", f.Seed, choices)
	const last = 6
	for _, line := range f.Log[max(0, len(f.Log)-last):] {
		fmt.Fprintf(&b, "      %s\n", line)
	}
	return b.String()
}

// note says what is strange about a stat.
func (s StatReport) note() string {
	switch {
	case s.NotFinite > 0:
		return fmt.Sprintf("no finite number %d times", s.NotFinite)
	case s.RunsOff != nil:
		return fmt.Sprintf("runs off: %s from its start at turn %d", number(s.RunsOff.Distance), s.RunsOff.Turn)
	case s.Hidden:
		return "hidden"
	}
	return ""
}

// chosen lists how often each option was chosen.
func (c CardReport) chosen() string {
	var all []string
	for _, o := range c.Options {
		all = append(all, fmt.Sprint(o.Random))
	}
	return strings.Join(all, " ")
}

func share(part, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(max(of, 1))) }

// number writes a number with as many decimals as say something.
func number(x float64) string {
	if x == float64(int64(x)) {
		return fmt.Sprint(int64(x))
	}
	return fmt.Sprintf("%.2f", x)
}

// A table is text in columns, the first one to the left and the others to the
// right but for the last of a long row.
type table [][]string

func (t table) write(b *strings.Builder) {
	if len(t) < 2 { // a heading alone
		return
	}
	numbers := len(t[0])
	widths := make([]int, numbers)
	for _, row := range t {
		for i, cell := range row[:min(len(row), numbers)] {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range t {
		line := ""
		for i, cell := range row {
			pad := ""
			if i < numbers {
				pad = strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			}
			if i == 0 {
				line += cell + pad
			} else {
				line += "  " + pad + cell
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
