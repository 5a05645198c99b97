package command

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"gamed/internal/columns"
	"gamed/rules/cardsim"
	"gamed/state"
)

// A decisionScreen is the terminal's view of a decision game. It numbers the options of the
// decision and the panels to read from 1.
type decisionScreen struct {
	out     io.Writer
	view    cardsim.View
	seat    state.Seat
	options []state.Option
	news    []string // events since the last screen, below the stats
	lines   []string // below the news
	// The person types the number of an entry, counted from 1: first the entries of choices, then
	// the entries of debug.
	choices []screenChoice
	debug   []screenChoice // hidden until the person types debug
}

// A screenChoice is an option, or a panel to read.
type screenChoice struct {
	text   string
	option int // index of the option, -1 for a panel
	panel  cardsim.PanelView
}

func (d *decisionScreen) help() string {
	return `  NUMBER             choose that option, or read that page, which costs nothing
  TEXT               choose the option that begins with TEXT
  table              draw the screen again
  debug              list the actions of debug mode (gamed play GAME --debug)
  resign             resign the game
  quit               leave the game unfinished
`
}

func newDecisionScreen(out io.Writer, v cardsim.View, seat state.Seat, options []state.Option, labels []state.Label, news []string) *decisionScreen {
	d := &decisionScreen{out: out, view: v, seat: seat, options: options, news: news}
	find := func(do, by, on string) int {
		for i, l := range labels {
			if l.Do == do && l.By == by && l.Target == on {
				return i
			}
		}
		return -1
	}
	for _, line := range v.Prompt {
		d.add("%s", line)
	}
	for _, c := range v.Hand {
		d.addCard(c)
		for i, o := range c.Options {
			d.addChoice(o, find("choose", c.ID, fmt.Sprintf("o%d", i+1)))
		}
		if i := find("dismiss", c.ID, ""); i >= 0 {
			d.addChoice(cardsim.ChoiceView{Text: c.Dismiss, Enabled: true}, i)
		}
	}
	d.addAbilities(v.Abilities, labels)
	if i := find("pass", "", ""); i >= 0 {
		d.add("")
		d.addChoice(cardsim.ChoiceView{Text: labels[i].Text, Enabled: true}, i)
	}
	if len(v.Panels) > 0 {
		d.add("\nTo read")
	}
	for _, p := range v.Panels {
		d.choices = append(d.choices, screenChoice{p.Title, -1, p})
		d.add("%4d  %s", len(d.choices), p.Title)
	}
	for i, l := range labels {
		if l.Do == "debug" {
			d.debug = append(d.debug, screenChoice{text: l.Text, option: i})
		}
	}
	return d
}

// addCard adds the title and text of a card.
func (d *decisionScreen) addCard(c cardsim.CardView) {
	title := c.Title
	if c.Urgent {
		title = "[URGENT!] " + title
	}
	if c.Expires > 0 {
		title += fmt.Sprintf(" (%s left)", plural(c.Expires, "turn"))
	}
	d.add("\n%s", title)
	if text := strings.TrimSpace(c.Text); text != "" {
		d.add("  %s", strings.ReplaceAll(text, "\n", "\n  "))
	}
}

// addAbilities adds the actions that need no card.
func (d *decisionScreen) addAbilities(all []cardsim.ChoiceView, labels []state.Label) {
	if len(all) > 0 {
		d.add("\nAt any time")
	}
	at := 0 // the labels have the enabled abilities in the same order
	for _, a := range all {
		for a.Enabled && at < len(labels) && labels[at].Do != "act" {
			at++
		}
		if !a.Enabled || at == len(labels) {
			d.addChoice(a, -1)
			continue
		}
		d.addChoice(a, at)
		at++
	}
}

// addChoice adds a choice: an enabled one with a number, a disabled one with the reason.
func (d *decisionScreen) addChoice(c cardsim.ChoiceView, option int) {
	if option < 0 {
		d.add("   -  %s", c)
		return
	}
	d.choices = append(d.choices, screenChoice{text: c.Text, option: option})
	d.add("%4d  %s", len(d.choices), c)
}

func (d *decisionScreen) add(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

// show draws the screen.
func (d *decisionScreen) show(w io.Writer) {
	v := d.view
	fmt.Fprintf(w, "\nTurn %d, %s left, %s in the deck\n\n", v.Turn, plural(v.Actions, "action"), plural(v.Deck, "card"))
	names, values := 0, 0
	for _, s := range v.Stats {
		names, values = max(names, columns.Width(s.Name)), max(values, columns.Width(s.Value))
	}
	for _, s := range v.Stats {
		line := fmt.Sprintf("  %s  %s  %s  %s", columns.PadRight(s.Name, names), columns.PadLeft(s.Value, values), columns.PadLeft(s.Delta, 6), changesText(v, s))
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	if len(v.Nations) > 0 {
		fmt.Fprintf(w, "\n%s", d.standings())
	}
	if len(d.news) > 0 {
		fmt.Fprintf(w, "\n%s\n", strings.Join(d.news, "\n"))
	}
	fmt.Fprintf(w, "\n%s\n", strings.Join(d.lines, "\n"))
	switch {
	case len(d.choices) == 0: // while rules run one at a time, there are only debug actions
		d.showDebug(w)
	case len(d.debug) > 0:
		fmt.Fprintf(w, "\nDebug level %d: type debug for %s\n", v.Debug, plural(len(d.debug), "action"))
	}
}

// standings lists the players at a table with several seats, best first.
func (d *decisionScreen) standings() string {
	var list columns.Table
	for _, n := range d.view.Nations {
		who, where := cmp.Or(n.Name, fmt.Sprint("seat ", n.Seat)), fmt.Sprint("turn ", n.Turn)
		if n.Seat == int(d.seat) {
			who = "you"
		}
		if n.Ended {
			where = cmp.Or(n.Ending, "finished")
		}
		list.Row(fmt.Sprintf("%d.", n.Rank), who, fmt.Sprint(n.Value), where)
	}
	return list.Format("  ", "rlrl")
}

// changesText lists the causes of the changes of a stat, with the amount of each if there are several.
func changesText(v cardsim.View, s cardsim.StatView) string {
	var all []cardsim.ChangeView
	for _, c := range v.Changes {
		if c.Stat == s.Name {
			all = append(all, c)
		}
	}
	var parts []string
	for _, c := range all {
		switch {
		case c.Delta == "":
			parts = append(parts, "was "+c.From+", by "+c.By)
		case len(all) == 1:
			parts = append(parts, "by "+c.By)
		default:
			parts = append(parts, c.Delta+" by "+c.By)
		}
	}
	if s.Hidden {
		parts = append(parts, "(hidden)")
	}
	return strings.Join(parts, ", ")
}

func (d *decisionScreen) showDebug(w io.Writer) {
	if len(d.debug) == 0 {
		fmt.Fprintln(w, "  this game is not in debug mode: start it with --debug")
	}
	for i, c := range d.debug {
		fmt.Fprintf(w, "%4d  %s\n", len(d.choices)+i+1, c.text)
	}
}

// answer returns the option that a line chooses. For any other valid line, it shows a panel, the screen or
// the debug actions, and returns errAsk.
func (d *decisionScreen) answer(line string) ([]state.Option, error) {
	switch line {
	case "":
		d.show(d.out)
		return nil, errAsk
	case "debug":
		d.showDebug(d.out)
		return nil, errAsk
	}
	all := slices.Concat(d.choices, d.debug)
	var texts []string
	for _, c := range all {
		texts = append(texts, c.text)
	}
	i, err := matchText(line, texts, 1)
	if err != nil {
		return nil, err
	}
	c := all[i]
	if c.option >= 0 {
		return d.options[c.option : c.option+1], nil
	}
	fmt.Fprintf(d.out, "\n%s\n", c.panel.Title)
	for _, text := range c.panel.Lines {
		fmt.Fprintf(d.out, "  %s\n", text)
	}
	return nil, errAsk
}
