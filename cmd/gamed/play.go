package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"

	"gamed/game"
	"gamed/state"
)

var playCommand = command{
	name: "play", args: "GAME", about: "play against bots in this terminal",
	more: `It draws the table as your seat sees it and lists what you may do. Answer
with a number, with the beginning of an option's text, or with ? for more. It
reads its standard input, so a script can play too.`,
	setup: func(flags *flag.FlagSet) action {
		bots := flags.String("bot", "greedy", "the bots of the other seats, `NAME,NAME…` (see gamed bots)")
		seed := flags.Uint64("seed", 0, "repeat the game of seed `N`; 0 draws one")
		decks := flags.String("decks", "", "decks by seat, ready ones or files: `A,B`")
		seat := flags.Uint("seat", 0, "play in seat `N`")
		return func(ctx context.Context, std stdio, args []string) error {
			return play(ctx, std, args, strings.Split(*bots, ","), *seed, *decks, *seat)
		}
	},
}

func play(ctx context.Context, std stdio, args, bots []string, seed uint64, decks string, seat uint) error {
	if err := arguments(args, 1, 1, "one GAME, see gamed rules"); err != nil {
		return err
	}
	r, err := findRules(args[0])
	if err != nil {
		return err
	}
	specs, err := r.decks(decks)
	if err != nil {
		return err
	}
	if seat > uint(len(bots)) {
		return usagef("no seat %d: against %s they are 0 to %d", seat, plural(len(bots), "bot"), len(bots))
	}
	if seed == 0 {
		seed = rand.Uint64()
	}
	chance := game.NewChance(game.KeyFrom(seed, 0))
	m, err := r.Deal(state.Setup{Seats: len(bots) + 1, Seed: chance.Next(), Decks: specs})
	if err != nil {
		return &usageError{err}
	}
	t := &terminal{rules: r, m: m, seat: state.Seat(seat), chance: chance, out: std.out, lines: readLines(ctx, std.in)}
	for i, name := range bots {
		player, err := findBot(name)
		if err != nil {
			return err
		}
		if i == int(seat) {
			t.bots = append(t.bots, nil)
		}
		t.bots = append(t.bots, player.New(seed+uint64(i)))
	}
	if int(seat) == len(bots) {
		t.bots = append(t.bots, nil)
	}
	fmt.Fprintf(std.out, "You have seat %d, against %s. To play this game again: --seed %d. Type ? for help.\n", seat, strings.Join(bots, ", "), seed)
	return t.play(ctx)
}
