package command

import (
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
	name: "bot", args: "connect URL BOT | -- COMMAND…", about: "connect a bot to a server or to a match",
	more: `BOT is random or greedy, playing over the connection as any other client; greedy
needs a game that has a forward model. COMMAND is a program that speaks
docs/protocol.md over its stdin and stdout, a line of JSON a message.

To a match, give the URL and the token that it has printed; it says which games
are played, and when they have ended. To a server, give the game as well, and
the seat's key to come back to a seat; a program may also join a game by
itself. With a token of the server (gamed token, or the page) the bot goes by the name
that the token was made for, and comes back to its seat without a key. A connection that is lost is made again for a minute, and the bot goes
on at its seat. With --restart a program that ends is started again.

  gamed bot connect ws://127.0.0.1:9000/bot --token TOKEN -- python3 bot.py
  gamed bot connect ws://127.0.0.1:8080/ws --game ID random
  GAMED_TOKEN=gmd_… gamed bot connect wss://cards.example/ws --game ID -- ./bot`,
	setup: func(flags *flag.FlagSet) action {
		var o connectOptions
		flags.StringVar(&o.token, "token", "", "`TOKEN` that a match has printed, or of a server; or else $GAMED_TOKEN, which others on this machine cannot see")
		flags.StringVar(&o.game, "game", "", "join the game `ID` of a server")
		flags.IntVar(&o.seat, "seat", -1, "take seat `N`; -1 is any")
		flags.StringVar(&o.key, "key", "", "come back to a seat with its `KEY`")
		flags.BoolVar(&o.restart, "restart", false, "start a program again that has ended")
		return func(ctx context.Context, env environ, args []string) error {
			if o.token == "" {
				o.token = os.Getenv("GAMED_TOKEN")
			}
			return bot(ctx, env, args, o)
		}
	},
}

type connectOptions struct {
	token, game, key string
	seat             int
	restart          bool
}

func bot(ctx context.Context, env environ, args []string, o connectOptions) error {
	switch {
	case len(args) == 0:
		return usagef("missing argument: connect")
	case args[0] != "connect":
		return unknown("argument", args[0], []string{"connect"})
	case len(args) == 1:
		return usagef("missing argument: the URL to connect to, as in ws://127.0.0.1:8080/ws")
	case len(args) == 2:
		return usagef("missing argument: a BOT, random or greedy, or -- and the COMMAND of one")
	}
	to, err := url.Parse(args[1])
	if err != nil || to.Host == "" || to.Scheme != "ws" && to.Scheme != "wss" {
		return usagef("%q: a URL is ws://HOST:PORT/PATH, or wss: for one that is encrypted", args[1])
	}
	join, err := o.join()
	if err != nil {
		return err
	}
	l := &link{url: args[1], token: o.token, join: join, once: join != nil, notes: env.err}
	program := args[2:]
	if choose, ok := wireBots[program[0]]; ok && len(program) == 1 {
		if o.restart {
			return usagef("--restart: %s does not end", program[0])
		}
		l.noJoin = errors.New("this is a server: create a game there and name it with --game")
		defer l.close()
		return client.Bot{Hello: protocol.Hello{Name: program[0], Repeats: true}, Choose: choose}.Run(ctx, l)
	}
	if _, err := exec.LookPath(program[0]); err != nil {
		return usagef("%w; the built-in bots that can be connected are random and greedy", err)
	}
	return runProgram(ctx, l, external.Command{Name: program[0], Args: program[1:], Stderr: env.err}, o.restart)
}

// wireBots are the built-in bots that play over a connection.
var wireBots = map[string]client.Choose{"random": client.Random, "greedy": client.Greedy}

// join returns how the bot joins a game, nil without one.
func (o connectOptions) join() (*protocol.Join, error) {
	switch {
	case o.game == "" && (o.key != "" || o.seat >= 0):
		return nil, usagef("--seat and --key are about a game: say which one with --game")
	case o.game == "":
		return nil, nil
	case o.seat >= state.MaxSeats || o.seat < -1:
		return nil, usagef("--seat %d: it is 0 to %d", o.seat, state.MaxSeats-1)
	}
	join := &protocol.Join{Game: o.game, Key: o.key}
	if o.key == "" && !strings.HasPrefix(o.token, identity.TokenPrefix) { // whose seat is the token's
		join.Claim = rand.Text() // so that it can be sent again
	}
	if o.seat >= 0 {
		join.Seat = &o.seat
	}
	return join, nil
}
