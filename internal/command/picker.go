package command

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gamed/state"
)

// A picker is the screen for a choice of several cards. It numbers the cards from 0.
type picker struct {
	board
	p *state.Selection
}

func (k picker) help() string {
	return `  NUMBERS            pick these cards, such as 0 2 3
  (nothing)          pick no card
  TEXT               pick the card whose text begins with TEXT
  table              draw the table again
  ? CARD             explain a card
  resign             resign the game
  quit               leave the game unfinished
`
}

func (k picker) show(to io.Writer) {
	k.board.show(to)
	count, order := fmt.Sprintf("%d to %d", k.p.Min, k.p.Max), ""
	if k.p.Min == k.p.Max {
		count = strconv.Itoa(k.p.Min)
	}
	if k.p.Ordered {
		order = " in the order that you want"
	}
	fmt.Fprintf(to, "Pick %s of these cards: type their numbers%s.\n", count, order)
}

func (k picker) answer(line string) ([]state.Option, error) {
	if line != "" && (line[0] < '0' || line[0] > '9') {
		if strings.HasPrefix(line, "? ") {
			return k.board.answer(line)
		}
		i, err := matchText(line, k.texts(), 0)
		if err != nil {
			return nil, err
		}
		return k.t.m.Select(k.t.seat, []int{i})
	}
	places := []int{}
	for _, word := range strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number: type the numbers of cards, such as 0 2 3", word)
		}
		places = append(places, n)
	}
	return k.t.m.Select(k.t.seat, places)
}
