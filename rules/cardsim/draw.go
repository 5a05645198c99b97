package cardsim

import (
	"cmp"
	"fmt"
	"strings"

	"gamed/internal/columns"
	"gamed/state"
)

// Draw returns the view of a seat as the terminal shows it. [state.Everything] shows
// all seats.
func (m *Machine[C]) Draw(seat state.Seat) string {
	var b strings.Builder
	if seat == state.Everything && len(m.seats) > 1 {
		for i, at := range m.seats {
			fmt.Fprintf(&b, "seat %d\n", i)
			at.p.View().draw(&b)
			b.WriteByte('\n')
		}
	} else if m.onlyRanking(seat) {
		fmt.Fprintf(&b, "turn %d\n", m.Turn())
	} else {
		m.View(seat).draw(&b)
	}
	for _, n := range m.ranking(seat) {
		name := fmt.Sprintf("seat %d", n.Seat)
		if n.Name != "" {
			name += " " + n.Name
		}
		fmt.Fprintf(&b, "rank %d: %s, value %d, turn %d", n.Rank, name, n.Value, n.Turn)
		if n.Ended {
			fmt.Fprintf(&b, ", %s", nameInWords(cmp.Or(n.Ending, "finished")))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// draw writes a view as text.
func (v View) draw(b *strings.Builder) {
	fmt.Fprintf(b, "turn %d  actions %d  deck %d", v.Turn, v.Actions, v.Deck)
	if v.Debug > 0 {
		fmt.Fprintf(b, "  debug %d", v.Debug)
	}
	b.WriteByte('\n')
	v.drawStats(b)
	paragraph(b, "", v.Prompt)
	if v.Ending == "" {
		v.drawChoices(b)
	}
	for _, panel := range v.Panels {
		b.WriteByte('\n')
		paragraph(b, panel.Title, panel.Lines)
	}
	if v.Debug > 0 && len(v.Rules) > 0 {
		b.WriteByte('\n')
		paragraph(b, "Rules by step", v.Rules)
	}
	if v.Ending != "" {
		fmt.Fprintf(b, "\nThe end: %s\n%s\n", nameInWords(v.Ending), v.EndingText)
		paragraph(b, "", v.Summary)
	}
}

// drawChoices writes the cards and actions.
func (v View) drawChoices(b *strings.Builder) {
	for i, c := range v.Hand {
		c.draw(b, i+1)
	}
	if len(v.Abilities) > 0 {
		b.WriteString("\nAt any time\n")
	}
	for _, a := range v.Abilities {
		fmt.Fprintf(b, "   %s\n", a)
	}
}

// drawStats writes the stats with the causes of their changes.
func (v View) drawStats(b *strings.Builder) {
	names, values := 0, 0
	for _, s := range v.Stats {
		names, values = max(names, columns.Width(s.Name)), max(values, columns.Width(s.Value))
	}
	for _, s := range v.Stats {
		var why []string
		for _, c := range v.Changes {
			if c.Stat != s.Name {
				continue
			}
			by := c.Delta
			if by == "" {
				by = "was " + c.From
			}
			why = append(why, by+" by "+c.By)
		}
		if s.Hidden {
			why = append(why, "hidden")
		}
		line := fmt.Sprintf("  %s  %s  %s", columns.PadRight(s.Name, names), columns.PadLeft(s.Value, values), strings.Join(why, ", "))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

func (c CardView) draw(b *strings.Builder, place int) {
	fmt.Fprintf(b, "\n%d. ", place)
	if c.Urgent {
		b.WriteString("[URGENT!] ")
	}
	b.WriteString(c.Title)
	if c.Expires > 0 {
		fmt.Fprintf(b, " (%s left)", plural(c.Expires, "turn"))
	}
	b.WriteByte('\n')
	if text := strings.TrimSpace(c.Text); text != "" {
		paragraph(b, "", strings.Split(text, "\n"))
	}
	for j, o := range c.Options {
		fmt.Fprintf(b, "   %d.%d %s\n", place, j+1, o)
	}
	if c.Dismiss != "" {
		fmt.Fprintf(b, "   or %s\n", c.Dismiss)
	}
}

// String returns the text of a choice, followed by the reason if it is disabled, or by its effects.
func (c ChoiceView) String() string {
	var all []string
	switch {
	case !c.Enabled && c.Reason == "":
		return c.Text + " (not available now)"
	case !c.Enabled:
		return c.Text + " (not now: " + c.Reason + ")"
	}
	for _, e := range c.Effects {
		text := e.Stat + " " + e.Size
		if e.Percent > 0 {
			text += fmt.Sprintf(" (%d%%)", e.Percent)
		}
		all = append(all, text)
	}
	if all == nil {
		return c.Text
	}
	return c.Text + " (moves " + strings.Join(all, ", ") + ")"
}

// paragraph writes an optional title and indented lines.
func paragraph(b *strings.Builder, title string, lines []string) {
	indent := "   "
	if title != "" {
		fmt.Fprintf(b, "%s\n", title)
	}
	for _, line := range lines {
		fmt.Fprintf(b, "%s%s\n", indent, line)
	}
}
