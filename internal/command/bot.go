package command

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"net/url"
	"os"
	"os/exec"
	"strings"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/protocol"
	"gamed/server/identity"
	"gamed/state"
)

var botCommand = command{
	name: "bot", args: "connect URL BOT | connect URL -- COMMAND", takes: anyNumber, about: "connect a bot to a server or to a match",
	details: `BOT is random or greedy, which play like any other client. greedy needs a game with a
forward model. COMMAND starts a program that speaks docs/protocol.md over its stdin
and stdout, one line of JSON per message.

For a match, give the URL and the token that the match has printed. For a server, give
also the game. A program may join a game by itself instead. With a token of the server
(from gamed token or the page) the bot plays under the name of the token and returns
to its seat without a --key.

The command retries a lost connection for a minute, and the bot continues at its seat.

  gamed bot connect ws://127.0.0.1:9000/bot --token TOKEN -- python3 bot.py
  gamed bot connect ws://127.0.0.1:8080/ws --game ID random
  GAMED_TOKEN=gmd_… gamed bot connect wss://cards.example/ws --game ID -- ./bot`,
	setup: func(flags *flag.FlagSet) action {
		var o connectOptions
		flags.StringVar(&o.token, "token", "", "`TOKEN`: token of a match or a server; default $GAMED_TOKEN, which other users of this machine cannot see")
		flags.StringVar(&o.game, "game", "", "`ID`: the game to join at a server")
		flags.IntVar(&o.seat, "seat", -1, "`N`: the seat to take; -1 means any")
		between(flags, &o.seat, "seat", -1, state.MaxSeats-1)
		flags.StringVar(&o.key, "key", "", "`KEY`: return to the seat of this key")
		flags.BoolVar(&o.restart, "restart", false, "start a program again when it ends")
		return chooseSubcommand(subcommand{"connect", arity{2, many, "give the URL and a BOT, or -- and the COMMAND of a bot"}, o.connect})
	},
}

type connectOptions struct {
	token, game, key string
	seat             int
	restart          bool
}

// wireBots are the built-in bots that play over a connection.
var wireBots = map[string]client.Choose{"random": client.Random, "greedy": client.Greedy}

func (o *connectOptions) connect(ctx context.Context, env environ, args []string) error {
	to, err := url.Parse(args[0])
	if err != nil || to.Host == "" || to.Scheme != "ws" && to.Scheme != "wss" {
		return usagef("%q: use a URL such as ws://HOST:PORT/PATH, or wss: for an encrypted connection", args[0])
	}
	o.token = cmp.Or(o.token, os.Getenv(tokenVariable))
	join, err := o.joinMessage()
	if err != nil {
		return err
	}
	l := &link{url: args[0], token: o.token, join: join, singleGame: join != nil, notes: env.err}
	program := args[1:]
	if choose, ok := wireBots[program[0]]; ok && len(program) == 1 {
		if o.restart {
			return usagef("--restart: %s is built in and does not end; remove the flag", program[0])
		}
		l.noJoin = errors.New("this is a server: create a game there and name it with --game")
		defer l.close()
		return client.Bot{Hello: protocol.Hello{Name: program[0], Repeats: true, Forks: program[0] == "greedy"}, Choose: choose}.Run(ctx, l)
	}
	if _, err := exec.LookPath(program[0]); err != nil {
		return usagef("%w; the built-in bots are random and greedy", err)
	}
	return runProgram(ctx, l, external.Command{Name: program[0], Args: program[1:], Stderr: env.err}, o.restart)
}

// joinMessage returns the message that joins the game, or nil without a game.
func (o *connectOptions) joinMessage() (*protocol.Join, error) {
	switch {
	case o.game == "" && (o.key != "" || o.seat >= 0):
		return nil, usagef("--seat and --key need a game: give it with --game")
	case o.game == "":
		return nil, nil
	}
	join := &protocol.Join{Game: o.game, Key: o.key}
	if o.key == "" && !strings.HasPrefix(o.token, identity.TokenPrefix) { // a token of a server identifies the seat
		join.Claim = rand.Text() // with a claim, a repeated join takes the same seat
	}
	if o.seat >= 0 {
		join.Seat = &o.seat
	}
	return join, nil
}
