package command

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"gamed/state"
)

const promptHelp = `  NUMBER             take that option
  (nothing)          take option 0
  TEXT               take the option that begins with TEXT
  pass-until         pass by yourself until the next turn
  pass-until WORD    … until an option starts with WORD: attack, block, play …
  table              draw the table again
  ? CARD             what a card does
  resign             give up
  quit               leave the game unfinished
`

// ask lets the person choose among options.
func (t *terminal) ask(ctx context.Context, options []state.Option) (state.Option, error) {
	labels := t.labels(options)
	if t.until != nil && t.until.holds(t.m.Turn(), labels) {
		return options[0], nil
	}
	t.until = nil
	t.show(labels)
	for {
		fmt.Fprint(t.out, "> ")
		line, err := t.line(ctx)
		if err != nil {
			return state.Option{}, err
		}
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "quit":
			return state.Option{}, errQuit
		case "resign":
			return state.Option{Do: state.Resign}, nil
		case "?":
			t.explain(strings.TrimSpace(rest))
		case "table":
			t.show(labels)
		case "pass-until":
			t.until = &until{turn: t.m.Turn(), word: strings.TrimSpace(rest)}
			if labels[0].Do == "pass" {
				return options[0], nil
			}
			fmt.Fprintln(t.out, "  you cannot pass now: choose one of the options first")
		default:
			i, err := matching(line, labels)
			if err == nil {
				return options[i], nil
			}
			fmt.Fprintf(t.out, "  %v\n", err)
		}
	}
}

// line reads a line, without the blanks around it.
func (t *terminal) line(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", context.Canceled
	case line, ok := <-t.lines:
		if !ok {
			return "", errQuit
		}
		return strings.TrimSpace(line), nil
	}
}

func (t *terminal) labels(options []state.Option) []state.Label {
	labels := make([]state.Label, len(options))
	for i, o := range options {
		labels[i] = t.m.Label(t.seat, o)
	}
	return labels
}

func (t *terminal) show(labels []state.Label) {
	fmt.Fprintf(t.out, "\n%s", t.m.Draw(t.seat))
	for i, l := range labels {
		fmt.Fprintf(t.out, "%4d  %s\n", i, l.Text)
	}
}

// explain prints the text of a card, or the help if card is empty.
func (t *terminal) explain(card string) {
	if card == "" {
		fmt.Fprint(t.out, promptHelp)
		return
	}
	var names []string
	for _, c := range t.rules.Info().Cards {
		if strings.EqualFold(c.Name, card) {
			fmt.Fprintf(t.out, "  %s: %s. %s\n", c.Name, join(", ", c.Type, c.Stats, c.Cost), c.Text)
			return
		}
		names = append(names, c.Name)
	}
	if near := state.Nearest(card, names); near != "" {
		fmt.Fprintf(t.out, "  there is no card %q: did you mean %s?\n", card, near)
		return
	}
	fmt.Fprintf(t.out, "  there is no card %q: \"gamed cards\" lists them\n", card)
}

// matching finds the option that the person means.
func matching(line string, labels []state.Label) (int, error) {
	line = strings.ToLower(strings.TrimSpace(line))
	if line == "" {
		return 0, nil
	}
	if i, err := strconv.Atoi(line); err == nil {
		if i < 0 || i >= len(labels) {
			return 0, fmt.Errorf("there is no option %d: they are 0 to %d", i, len(labels)-1)
		}
		return i, nil
	}
	found, n := 0, 0
	for i, l := range labels {
		text := strings.ToLower(l.Text)
		if text == line {
			return i, nil
		}
		if strings.HasPrefix(text, line) {
			found, n = i, n+1
		}
	}
	switch n {
	case 0:
		return 0, fmt.Errorf("no option begins with %q: type a number, or ? for help", line)
	case 1:
		return found, nil
	}
	return 0, fmt.Errorf("%d options begin with %q: type more of it, or its number", n, line)
}

// An until is how long to go on passing.
type until struct {
	turn int    // without a word, until this turn is over
	word string // until an option has this word
}

// holds reports whether the person still passes, options being labels.
func (u *until) holds(turn int, labels []state.Label) bool {
	if labels[0].Do != "pass" || u.word == "" && turn != u.turn {
		return false
	}
	for _, l := range labels {
		if u.word != "" && strings.HasPrefix(l.Do, u.word) {
			return false
		}
	}
	return true
}
