package main

import (
	"context"
	"flag"
	"strings"

	"gamed/ai"
	"gamed/arena"
)

var botsCommand = command{
	name: "bots", about: "list the bots",
	setup: func(*flag.FlagSet) action { return listBots },
}

func listBots(_ context.Context, std stdio, args []string) error {
	if err := arguments(args, 0, 0, "this command takes none"); err != nil {
		return err
	}
	var list table
	for _, bot := range ai.Names() {
		list.row(bot.Name, bot.About)
	}
	return list.print(std.out, "")
}

// findBot returns a bot by its name.
func findBot(name string) (arena.Player, error) {
	player, err := arena.Named(name)
	if err == nil {
		return player, nil
	}
	var names []string
	kind, _, _ := strings.Cut(name, ":")
	for _, bot := range ai.Names() {
		if bot.Name == kind {
			return player, &usageError{err} // what follows the name is wrong
		}
		names = append(names, bot.Name)
	}
	return player, unknown("bot", name, names)
}
