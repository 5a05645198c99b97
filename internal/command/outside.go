package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/arena"
	"gamed/protocol"
)

// What the name of a bot outside this program begins with.
const (
	fromCommand = "cmd:" // a command line follows
	fromSocket  = "ws:"  // a name follows, for people
)

// outsideBots is how they are listed.
var outsideBots = []ai.Info{
	{Name: fromCommand + "COMMAND", About: "A program in any language, which talks through its stdin and stdout."},
	{Name: fromSocket + "NAME", About: "A bot that connects to gamed match --listen."},
}

// outside is how bots outside this program play: the flags about them, and where
// they connect.
type outside struct {
	limits        external.Limits
	memory        int64 // MiB
	worlds, steps int
	addr          string

	listener *external.Listener
	sockets  []*socket
	err      error
}

func (o *outside) flags(flags *flag.FlagSet) {
	o.limits = external.DefaultLimits
	flags.DurationVar(&o.limits.Startup, "startup", o.limits.Startup, "`TIME` that a bot outside has until its hello")
	flags.DurationVar(&o.limits.Ready, "ready", o.limits.Ready, "`TIME` from the start of a game until it is ready")
	flags.DurationVar(&o.limits.Decision, "move", 0, "`TIME` that it has for each decision; it is not timed if --bank is 0 as well")
	flags.DurationVar(&o.limits.Bank, "bank", 0, "`TIME` that it has for a game besides")
	flags.DurationVar(&o.limits.Increment, "increment", 0, "`TIME` that each answer adds to its bank")
	flags.DurationVar(&o.limits.Grace, "grace", o.limits.Grace, "`TIME` from bye until it is killed")
	flags.Int64Var(&o.memory, "memory", 0, "`MIB` of memory that it may hold; 0 is any")
	flags.IntVar(&o.worlds, "worlds", 64, "`N` worlds of the forward model that it may hold at once; 0 is none")
	flags.IntVar(&o.steps, "steps", 10_000, "`N` steps in them for each decision")
	flags.StringVar(&o.addr, "listen", "", "where bots called ws:NAME connect, `ADDR` as in :9000")
}

// check returns an error if the flags are invalid.
func (o *outside) check() error {
	o.limits.Memory = o.memory << 20
	if err := o.limits.Check(); err != nil {
		return &usageError{err}
	}
	if o.worlds < 0 || o.steps < 0 {
		return usagef("--worlds %d, --steps %d: they are 0 or more", o.worlds, o.steps)
	}
	return nil
}

func (o *outside) budget() *protocol.Budget {
	if o.worlds == 0 {
		return nil
	}
	return &protocol.Budget{Worlds: o.worlds, Steps: o.steps}
}

// bot returns the bot of a name, and whether it is outside.
func (o *outside) bot(name string) (bot arena.Player, is bool, err error) {
	if line, ok := strings.CutPrefix(name, fromCommand); ok {
		words, err := splitWords(line)
		if err != nil {
			return bot, true, usagef("bot %q: %w", name, err)
		}
		bot = o.program(words)
		bot.Name = name
		return bot, true, nil
	}
	if after, ok := strings.CutPrefix(name, fromSocket); ok {
		if o.addr == "" {
			return bot, true, usagef("bot %q: --listen says where it connects", name)
		}
		if after == "" {
			return bot, true, usagef("bot %q: it has a name, as in ws:mine", name)
		}
		s := &socket{name: name, of: o}
		o.sockets = append(o.sockets, s)
		return arena.Player{Name: name, Open: s.open, Terms: o.terms()}, true, nil
	}
	return bot, false, nil
}

// program returns the bot that a command is.
func (o *outside) program(words []string) arena.Player {
	command := external.Command{Name: words[0], Args: words[1:]}
	return arena.Player{
		Name: fromCommand + command.String(), Terms: o.terms(),
		Open: func(ctx context.Context) (*external.Bot, error) { return external.Start(ctx, command, o.limits) },
	}
}

// terms are the limits that may change a game.
func (o *outside) terms() string {
	return fmt.Sprintf("move %v, bank %v, increment %v, memory %d", o.limits.Decision, o.limits.Bank, o.limits.Increment, o.limits.Memory)
}

// open listens for the bots that connect, if there are any, and says where. It
// returns how many of each are to connect: one for each game at once.
func (o *outside) open(env environ, workers int) int {
	if len(o.sockets) == 0 {
		return 0
	}
	if o.listener, o.err = external.Listen(o.addr); o.err != nil {
		o.err = usagef("--listen: %w", o.err)
		return 0
	}
	if workers == 0 {
		workers = 1
	}
	for _, s := range o.sockets {
		s.token, s.wanted, s.tells = o.listener.Expect(), int32(workers), env.err
		s.say("waiting for %s, as by", plural(workers, "connection"))
	}
	return workers
}

func (o *outside) close() error {
	if o.listener == nil {
		return nil
	}
	return o.listener.Close()
}

// A socket is a bot that connects.
type socket struct {
	name, token string
	of          *outside
	wanted      int32
	connected   atomic.Int32
	tells       io.Writer // receives notes about missing connections
}

func (s *socket) say(format string, args ...any) {
	fmt.Fprintf(s.tells, "%s: %s gamed bot connect %s --token %s -- COMMAND\n", s.name, fmt.Sprintf(format, args...), s.of.listener.URL(), s.token)
}

// open waits for the next connection: as long as it takes for the first ones, and
// no longer than the start-up limit for one that comes back.
func (s *socket) open(ctx context.Context) (*external.Bot, error) {
	if s.connected.Add(1) <= s.wanted {
		return s.of.listener.Accept(ctx, s.token, s.of.limits)
	}
	s.say("waiting up to %v until it connects again, as by", s.of.limits.Startup)
	within, cancel := context.WithTimeout(ctx, s.of.limits.Startup)
	defer cancel()
	bot, err := s.of.listener.Accept(within, s.token, s.of.limits)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, &external.Fault{Kind: external.Startup, Text: fmt.Sprintf("it has not connected again within %v", s.of.limits.Startup.Round(time.Millisecond))}
	}
	return bot, err
}
