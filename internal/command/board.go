package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gamed/state"
)

// A board is the screen of a game other than a decision game. It numbers the options from 0.
type board struct {
	t       *terminal
	options []state.Option
	labels  []state.Label
}

func (b board) help() string {
	return `  NUMBER             choose that option
  (nothing)          choose option 0
  TEXT               choose the option that begins with TEXT
  stops              list the situations in which the game waits for you; * marks the current ones
  stops NAME …       pass automatically in all other situations; * stands for all names
  table              draw the table again
  ? CARD             explain a card
  resign             resign the game
  quit               leave the game unfinished
`
}

func (b board) show(to io.Writer) {
	fmt.Fprintf(to, "\n%s", b.t.m.Draw(b.t.seat))
	for i, l := range b.labels {
		fmt.Fprintf(to, "%4d  %s\n", i, l.Text)
	}
}

func (b board) answer(line string) ([]state.Option, error) {
	word, rest, _ := strings.Cut(line, " ")
	switch rest = strings.TrimSpace(rest); word {
	case "":
		return b.options[:1], nil
	case "?":
		b.explain(rest)
		return nil, errAsk
	case "stops":
		if err := b.t.changeStops(strings.Fields(rest)); err != nil {
			return nil, err
		}
		b.t.listStops()
		return nil, errAsk
	}
	i, err := matchText(line, b.texts(), 0)
	return b.options[i : i+1], err
}

// texts lists the texts of the options. If several options have the same text, only the first one keeps
// it. So typing the text chooses the first one.
func (b board) texts() (texts []string) {
	for _, l := range b.labels {
		text := l.Text
		if slices.Contains(texts, text) {
			text = ""
		}
		texts = append(texts, text)
	}
	return texts
}

// explain prints the type, the stats, the cost and the text of a card.
func (b board) explain(card string) {
	var names []string
	for _, c := range b.t.rules.Info().Cards {
		if strings.EqualFold(c.Name, card) {
			fmt.Fprintf(b.t.out, "  %s: %s. %s\n", c.Name, join(", ", c.Type, c.Stats, c.Cost), c.Text)
			return
		}
		names = append(names, c.Name)
	}
	hint := `"gamed cards" lists the cards`
	if near := state.Nearest(card, names); near != "" {
		hint = "did you mean " + near + "?"
	}
	fmt.Fprintf(b.t.out, "  there is no card %q: %s\n", card, hint)
}
