package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"gamed/internal/columns"
	"gamed/state"
)

var cardsCommand = command{
	name: "cards", args: "GAME|FILE.yaml", takes: oneGame, about: "list the cards of a game, or of one deck",
	details: `Each line of a deck file has a number and a card, such as "3 Spark". # starts a
comment.`,
	setup: func(flags *flag.FlagSet) action {
		deck := flags.String("deck", "", "`NAME`: list only the cards of this ready deck or deck file")
		asJSON := flags.Bool("json", false, "print a JSON array")
		return func(_ context.Context, env environ, args []string) error {
			return listCards(env, args, *deck, *asJSON)
		}
	},
}

// A cardRow is a row of the list of cards. Count is the number of copies in a deck.
type cardRow struct {
	Count int `json:"count,omitempty"`
	state.CardInfo
}

func listCards(env environ, args []string, deck string, asJSON bool) error {
	r, err := env.game(args[0])
	if err != nil {
		return err
	}
	counts := map[string]int(nil)
	if deck != "" {
		if _, counts, err = r.deck(deck); err != nil {
			return err
		}
	}
	rows := []cardRow{}
	for _, card := range r.Info().Cards {
		if n := counts[card.Name]; n > 0 || counts == nil {
			rows = append(rows, cardRow{n, card})
		}
	}
	if asJSON {
		return writeJSON(env.out, rows)
	}
	return drawCards(env.out, rows)
}

// drawCards writes cards as a table, by group. The groups are in order of their first cards.
func drawCards(w io.Writer, rows []cardRow) error {
	rank := map[string]int{}
	for _, row := range rows {
		if _, known := rank[row.Group]; !known {
			rank[row.Group] = len(rank)
		}
	}
	slices.SortStableFunc(rows, func(a, b cardRow) int { return cmp.Compare(rank[a.Group], rank[b.Group]) })
	var list columns.Table
	for i, row := range rows {
		if i == 0 || row.Group != rows[i-1].Group {
			if i > 0 {
				list.Row("")
			}
			if row.Group != "" {
				list.Row(row.Group)
			}
		}
		name := row.Name
		if row.Count > 0 {
			name = fmt.Sprintf("%d %s", row.Count, name)
		}
		list.Row("  "+name, row.Type, row.Stats, row.Cost, cmp.Or(row.Title, row.Text))
	}
	return write(w, list, "")
}
