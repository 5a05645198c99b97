package command

import (
	"context"
	"flag"
	"fmt"

	"gamed/internal/columns"
)

var rulesCommand = command{
	name: "rules", args: "[GAME|FILE.yaml]", about: "list the games, or describe one with its ready decks",
	takes: arity{0, 1, "give at most one GAME"},
	setup: func(*flag.FlagSet) action { return listRules },
}

func listRules(_ context.Context, env environ, args []string) error {
	var list columns.Table
	if len(args) == 0 {
		for _, r := range env.games {
			info := r.Info()
			list.Row(info.Name, info.About)
		}
		return write(env.out, list, "")
	}
	r, err := env.game(args[0])
	if err != nil {
		return err
	}
	info := r.Info()
	seats := plural(info.MaxSeats, "seat")
	if info.MinSeats < info.MaxSeats {
		seats = fmt.Sprintf("%d to %s", info.MinSeats, seats)
	}
	fmt.Fprintf(env.out, "%s: %s\n\n%s, %s (gamed cards %s), version %d of the rules.\n",
		info.Name, info.About, seats, plural(len(info.Cards), "card"), args[0], info.Version)
	if len(info.Decks) > 0 {
		fmt.Fprint(env.out, "\nReady decks:\n")
	}
	for _, d := range info.Decks {
		n := 0
		for _, count := range d.Cards {
			n += count
		}
		list.Row(d.Name, fmt.Sprintf("%d cards", n), d.About)
	}
	return write(env.out, list, "  ")
}
