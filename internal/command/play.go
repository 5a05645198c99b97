package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gamed/arena"
	"gamed/state"
	"gamed/table"
)

var playCommand = command{
	name: "play", args: "GAME|FILE.yaml", takes: oneGame, about: "play against bots in this terminal",
	details: `The command draws the table as your seat sees it and lists your options. Answer with
a number, with the beginning of an option's text, or with ? for help. It reads its
standard input, so a script can play too.

  gamed play elements --bot ismcts
  gamed play dominion --seats 4 --kingdom random
  gamed play dominion --seats 1 --kingdom Witch,Moat --table colony=yes
  gamed play tortoise
  gamed play my-game.yaml --debug`,
	setup: func(flags *flag.FlagSet) action {
		var o playOptions
		flags.StringVar(&o.bots, "bot", "", "`NAME,NAME…`: bots of the other seats, greedy unless named; the last one takes all remaining seats")
		flags.UintVar(&o.seats, "seats", 0, "`N`: number of seats; 0 means yours and one per bot, or only yours in a decision game without --bot")
		flags.UintVar(&o.seat, "seat", 0, "`N`: your seat")
		flags.Uint64Var(&o.seed, "seed", 0, "`N`: random seed, which repeats a game; 0 draws one")
		flags.StringVar(&o.decks, "decks", "", "`A,B`: ready decks or deck files by seat")
		o.table.flags(flags)
		flags.BoolVar(&o.debug, "debug", false, "play a decision game in debug mode")
		return func(ctx context.Context, env environ, args []string) error { return o.play(ctx, env, args[0]) }
	},
}

type playOptions struct {
	bots, decks string
	table       tableOptions
	seats, seat uint
	seed        uint64
	debug       bool
}

func (o *playOptions) play(ctx context.Context, env environ, name string) error {
	if name == standardInput {
		return usagef("standard input has your moves, so it cannot have the game: save the game in a FILE.yaml")
	}
	r, err := env.games.find(name)
	if err != nil {
		return err
	}
	if r.Decisions != nil && o.seats == 0 && o.bots == "" {
		o.seats = 1
	}
	if o.debug {
		if r.Decisions == nil {
			return usagef("--debug: %s is not a decision game", name)
		}
		o.table.options = join(",", o.table.options, "debug=1")
	}
	bots, err := o.opponents(r.Info())
	if err != nil {
		return err
	}
	if o.seed == 0 {
		o.seed = rand.Uint64()
	}
	chance := table.NewChance(table.KeyFrom(o.seed, 0))
	setup := state.Setup{Seats: len(bots) + 1, Seed: state.Seed(chance.Next())}
	if setup.Decks, err = r.decks(o.decks); err != nil {
		return err
	}
	t := &terminal{rules: r, seat: state.Seat(o.seat), chance: chance, out: env.out, lines: readLines(ctx, env.in), stops: r.defaultStops()}
	var players []arena.Player
	for i, name := range bots {
		player, err := r.bot(name)
		if err != nil {
			return err
		}
		players = append(players, player)
		t.bots = append(t.bots, player.New(o.seed+uint64(i)))
	}
	t.bots = slices.Insert(t.bots, int(o.seat), nil)
	if setup.Table, err = o.table.forBots(r, players); err != nil {
		return err
	}
	if t.m, err = r.Deal(setup); err != nil {
		return &usageError{err}
	}
	against := "alone"
	if len(bots) > 0 {
		against = "against " + strings.Join(bots, ", ")
	}
	fmt.Fprintf(env.out, "You have seat %d, %s. To play this game again: --seed %d. Type ? for help.\n", o.seat, against, o.seed)
	return t.play(ctx)
}

// opponents returns the bots of the other seats, in order of their seats.
func (o *playOptions) opponents(info state.Info) ([]string, error) {
	bots := strings.Split(cmp.Or(o.bots, "greedy"), ",")
	seats := len(bots) + 1
	if o.seats > 0 {
		seats = int(min(o.seats, math.MaxInt))
	}
	if err := info.CheckSeats(seats); err != nil {
		return nil, usagef("%w", err)
	}
	switch {
	case seats == 1:
		bots = nil
	case len(bots) >= seats:
		return nil, usagef("--seats %d: use more seats for %s and you", seats, plural(len(bots), "bot"))
	default:
		for len(bots) < seats-1 {
			bots = append(bots, bots[len(bots)-1])
		}
	}
	if o.seat > uint(len(bots)) {
		return nil, usagef("--seat %d: the last seat is %d", o.seat, len(bots))
	}
	return bots, nil
}
