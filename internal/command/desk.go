package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A desk is where a decision game is played in a terminal: what there is to read,
// and what to decide, numbered from 1.
type desk struct {
	view  cardsim.View
	lines []string // of the screen, below the stats
	// choices are what the numbers stand for.
	choices []deskChoice
	debug   []deskChoice // shown when they are asked for
}

// A deskChoice is an option, or a panel to read.
type deskChoice struct {
	text   string
	option int // its place on the list of options, -1 for a panel
	panel  cardsim.PanelView
}

const deskHelp = `  NUMBER             take that option, or read that page, which costs nothing
  TEXT               take the option that begins with TEXT
  table              draw the desk again
  debug              list the actions of debug mode (gamed play GAME --debug)
  resign             give up
  quit               leave the game unfinished
`

// decide lets the person choose at the desk.
func (t *terminal) decide(ctx context.Context, options []state.Option) (state.Option, error) {
	labels := t.labels(options)
	d := newDesk(t.rules.Decisions.View(t.m, t.seat), labels)
	d.show(t.out)
	for {
		fmt.Fprint(t.out, "> ")
		line, err := t.line(ctx)
		if err != nil {
			return state.Option{}, err
		}
		switch line {
		case "quit":
			return state.Option{}, errQuit
		case "resign":
			return state.Option{Do: state.Resign}, nil
		case "?":
			fmt.Fprint(t.out, deskHelp)
			continue
		case "", "table":
			d.show(t.out)
			continue
		case "debug":
			d.showDebug(t.out)
			continue
		}
		switch c, err := d.find(line); {
		case err != nil:
			fmt.Fprintf(t.out, "  %v\n", err)
		case c.option < 0:
			fmt.Fprintf(t.out, "\n%s\n", c.panel.Title)
			for _, text := range c.panel.Lines {
				fmt.Fprintf(t.out, "  %s\n", text)
			}
		default:
			return options[c.option], nil
		}
	}
}

func newDesk(v cardsim.View, labels []state.Label) *desk {
	d := &desk{view: v}
	find := func(do, by, on string) int {
		for i, l := range labels {
			if l.Do == do && l.By == by && l.On == on {
				return i
			}
		}
		return -1
	}
	for _, line := range v.Prompt {
		d.add("%s", line)
	}
	for _, c := range v.Hand {
		d.card(c)
		for i, o := range c.Options {
			d.offer(o, find("choose", c.ID, fmt.Sprintf("o%d", i+1)))
		}
		if i := find("dismiss", c.ID, ""); i >= 0 {
			d.offer(cardsim.ChoiceView{Text: c.Dismiss, Enabled: true}, i)
		}
	}
	d.unasked(v.Abilities, labels)
	if i := find("pass", "", ""); i >= 0 {
		d.add("")
		d.offer(cardsim.ChoiceView{Text: labels[i].Text, Enabled: true}, i)
	}
	if len(v.Panels) > 0 {
		d.add("\nTo read")
	}
	for _, p := range v.Panels {
		d.choices = append(d.choices, deskChoice{p.Title, -1, p})
		d.add("%4d  %s", len(d.choices), p.Title)
	}
	for i, l := range labels {
		if l.Do == "debug" {
			d.debug = append(d.debug, deskChoice{text: l.Text, option: i})
		}
	}
	return d
}

// card writes the head of a card.
func (d *desk) card(c cardsim.CardView) {
	title := c.Title
	if c.Urgent {
		title = "[URGENT!] " + title
	}
	if c.Expires > 0 {
		title += fmt.Sprintf(" (%s left)", plural(c.Expires, "turn"))
	}
	d.add("\n%s", title)
	for line := range strings.SplitSeq(strings.TrimSpace(c.Text), "\n") {
		d.add("  %s", line)
	}
}

// unasked offers the actions that need no card.
func (d *desk) unasked(abilities []cardsim.ChoiceView, labels []state.Label) {
	if len(abilities) > 0 {
		d.add("\nAt any time")
	}
	at := 0 // enabled abilities are on the list in the same order
	for _, a := range abilities {
		for a.Enabled && at < len(labels) && labels[at].Do != "act" {
			at++
		}
		if !a.Enabled || at == len(labels) {
			d.offer(a, -1)
			continue
		}
		d.offer(a, at)
		at++
	}
}

// offer writes a choice: with a number if it can be taken, else with the reason why
// it cannot.
func (d *desk) offer(c cardsim.ChoiceView, option int) {
	if option < 0 {
		d.add("   -  %s (%s)", c.Text, join(": ", "not now", c.Reason))
		return
	}
	d.choices = append(d.choices, deskChoice{text: c.Text, option: option})
	var moves []string
	for _, e := range c.Effects {
		moves = append(moves, e.Stat+" "+e.Size)
	}
	text := c.Text
	if len(moves) > 0 {
		text += " (moves " + strings.Join(moves, ", ") + ")"
	}
	d.add("%4d  %s", len(d.choices), text)
}

func (d *desk) add(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

// show draws the desk.
func (d *desk) show(w io.Writer) {
	v := d.view
	fmt.Fprintf(w, "\nTurn %d, %s left, %s in the deck\n\n", v.Turn, plural(v.Actions, "action"), plural(v.Deck, "card"))
	names, values := 0, 0
	for _, s := range v.Stats {
		names, values = max(names, utf8.RuneCountInString(s.Name)), max(values, utf8.RuneCountInString(s.Value))
	}
	for _, s := range v.Stats {
		line := fmt.Sprintf("  %-*s  %*s  %6s  %s", names, s.Name, values, s.Value, s.Delta, causes(v, s))
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
	fmt.Fprintf(w, "\n%s\n", strings.Join(d.lines, "\n"))
	switch {
	case len(d.choices) == 0: // rules run one at a time
		d.showDebug(w)
	case len(d.debug) > 0:
		fmt.Fprintf(w, "\nDebug level %d: type debug for %s\n", v.Debug, plural(len(d.debug), "action"))
	}
}

// causes lists the changes of a stat, with the amount of each if there are several.
func causes(v cardsim.View, s cardsim.StatView) string {
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

func (d *desk) showDebug(w io.Writer) {
	if len(d.debug) == 0 {
		fmt.Fprintln(w, "  this game is not in debug mode: start it with --debug")
	}
	for i, c := range d.debug {
		fmt.Fprintf(w, "%4d  %s\n", len(d.choices)+i+1, c.text)
	}
}

// find finds what the person means by a number or by the beginning of a text.
func (d *desk) find(line string) (deskChoice, error) {
	all := append(d.choices[:len(d.choices):len(d.choices)], d.debug...)
	labels := make([]state.Label, len(all)+1) // the first one is nothing, since numbers begin at 1
	for i, c := range all {
		labels[i+1].Text = c.text
	}
	i, err := matching(line, labels)
	switch {
	case line == "0" || err != nil && isNumber(line):
		return deskChoice{}, fmt.Errorf("there is no option %s: they are 1 to %d", line, len(all))
	case err != nil:
		return deskChoice{}, err
	case i == 0:
		return deskChoice{}, errors.New("type a number, or ? for help")
	}
	return all[i-1], nil
}

func isNumber(line string) bool { return strings.Trim(line, "-0123456789") == "" }
