package command

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"gamed/internal/columns"
	"gamed/state"
)

var cardsCommand = command{
	name: "cards", args: "GAME", about: "list the cards of a game, or of one deck",
	more: `A deck file has a line for each card, as in "3 Spark"; # starts a comment.`,
	setup: func(flags *flag.FlagSet) action {
		deck := flags.String("deck", "", "only the cards of the ready deck or deck file `NAME`")
		asJSON := flags.Bool("json", false, "print a JSON array")
		return func(_ context.Context, env environ, args []string) error {
			return listCards(env, args, *deck, *asJSON)
		}
	},
}

// A counted card is a row of the list: with a deck, how many it has of the card.
type counted struct {
	Count int `json:"count,omitempty"`
	state.CardInfo
}

func listCards(env environ, args []string, deck string, asJSON bool) error {
	if err := arguments(args, 1, 1, "one GAME, see gamed rules"); err != nil {
		return err
	}
	r, err := env.games.find(args[0])
	if err != nil {
		return err
	}
	counts := map[string]int(nil)
	if deck != "" {
		if _, counts, err = r.deck(deck); err != nil {
			return err
		}
	}
	rows := []counted{}
	for _, card := range r.Info().Cards {
		if n := counts[card.Name]; n > 0 || counts == nil {
			rows = append(rows, counted{n, card})
		}
	}
	if asJSON {
		out := json.NewEncoder(env.out)
		out.SetIndent("", "  ")
		return out.Encode(rows)
	}
	return drawCards(env.out, rows)
}

// drawCards prints cards as a table, by group.
func drawCards(w io.Writer, rows []counted) error {
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
