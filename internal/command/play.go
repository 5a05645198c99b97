package command

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gamed/arena"
	"gamed/state"
	"gamed/table"
)

var playCommand = command{
	name: "play", args: "GAME|FILE.yaml", about: "play against bots in this terminal",
	more: `It draws the table as your seat sees it and lists what you may do. Answer
with a number, with the beginning of an option's text, or with ? for more. It
reads its standard input, so a script can play too.

  gamed play elements --bot ismcts
  gamed play dominion --seats 4 --kingdom random
  gamed play dominion --seats 1 --kingdom Witch,Moat --table colony=yes
  gamed play tortoise
  gamed play my-game.yaml --debug`,
	setup: func(flags *flag.FlagSet) action {
		var o playOptions
		flags.StringVar(&o.bots, "bot", "greedy", "the bots of the other seats, `NAME,NAME…`, the last one in all that are left (see gamed bots)")
		flags.UintVar(&o.seats, "seats", 0, "play with `N` seats; 0 is one for each bot and yours")
		flags.UintVar(&o.seat, "seat", 0, "play in seat `N`")
		flags.Uint64Var(&o.seed, "seed", 0, "repeat the game of seed `N`; 0 draws one")
		flags.StringVar(&o.decks, "decks", "", "decks by seat, ready ones or files: `A,B`")
		flags.StringVar(&o.kingdom, "kingdom", "", "kingdom cards of Dominion, `NAME,NAME…`, first or random")
		flags.StringVar(&o.table, "table", "", "options of the game's table, `KEY=VALUE,…`")
		flags.BoolVar(&o.debug, "debug", false, "play a decision game in debug mode")
		return func(ctx context.Context, env environ, args []string) error { return play(ctx, env, args, o) }
	},
}

type playOptions struct {
	bots, decks, kingdom, table string
	seats, seat                 uint
	seed                        uint64
	debug                       bool
}

func play(ctx context.Context, env environ, args []string, o playOptions) error {
	if err := arguments(args, 1, 1, "one GAME, see gamed rules"); err != nil {
		return err
	}
	r, err := env.games.find(args[0])
	if err != nil {
		return err
	}
	if o.debug {
		if r.Decisions == nil {
			return usagef("--debug: %s is no decision game", args[0])
		}
		o.table = join(",", o.table, "debug=1")
	}
	if r.Decisions != nil && o.seats == 0 {
		o.seats = 1
	}
	bots, err := o.opponents(r.Info())
	if err != nil {
		return err
	}
	if o.seed == 0 {
		o.seed = rand.Uint64()
	}
	chance := table.NewChance(table.KeyFrom(o.seed, 0))
	setup := state.Setup{Seats: len(bots) + 1, Seed: chance.Next()}
	if setup.Decks, err = r.decks(o.decks); err != nil {
		return err
	}
	var players []arena.Player
	for _, name := range bots {
		player, err := r.bot(name)
		if err != nil {
			return err
		}
		players = append(players, player)
	}
	if setup.Table, err = (matchOptions{kingdom: o.kingdom, table: o.table}).tableFor(r, players); err != nil {
		return err
	}
	m, err := r.Deal(setup)
	if err != nil {
		return &usageError{err}
	}
	t := &terminal{rules: r, m: m, seat: state.Seat(o.seat), chance: chance, out: env.out, lines: readLines(ctx, env.in)}
	for i, player := range players {
		t.bots = append(t.bots, player.New(o.seed+uint64(i)))
	}
	t.bots = slices.Insert(t.bots, int(o.seat), nil)
	against := "alone"
	if len(bots) > 0 {
		against = "against " + strings.Join(bots, ", ")
	}
	fmt.Fprintf(env.out, "You have seat %d, %s. To play this game again: --seed %d. Type ? for help.\n", o.seat, against, o.seed)
	return t.play(ctx)
}

// opponents returns the bots of the other seats, in turn order.
func (o *playOptions) opponents(info state.Info) ([]string, error) {
	bots := strings.Split(o.bots, ",")
	switch seats := int(min(o.seats, 100)); {
	case o.seats == 0:
	case seats < info.MinSeats || seats > info.MaxSeats:
		return nil, usagef("--seats %d: %s is played by %d to %d", o.seats, info.Name, info.MinSeats, info.MaxSeats)
	case seats == 1:
		bots = nil
	case len(bots) >= seats:
		return nil, usagef("--seats %d: that leaves no seat for %s and you", seats, plural(len(bots), "bot"))
	default:
		for len(bots) < seats-1 {
			bots = append(bots, bots[len(bots)-1])
		}
	}
	switch {
	case o.seat > 0 && len(bots) == 0:
		return nil, usagef("no seat %d: alone you have seat 0", o.seat)
	case o.seat > uint(len(bots)):
		return nil, usagef("no seat %d: against %s they are 0 to %d", o.seat, plural(len(bots), "bot"), len(bots))
	}
	return bots, nil
}
