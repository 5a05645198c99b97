package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"gamed/agent/external"
	"gamed/ai"
	"gamed/arena"
	"gamed/protocol"
)

// Prefixes of the names of bots outside this process.
const (
	fromCommand = "cmd:" // a command line follows
	fromSocket  = "ws:"  // any name follows
)

// externalBotNames describes the names of bots outside this process, for gamed bots.
var externalBotNames = []ai.Info{
	{Name: fromCommand + "COMMAND", About: "A program in any language. It speaks docs/protocol.md over its stdin and stdout."},
	{Name: fromSocket + "NAME", About: "A bot that connects to gamed match --listen with gamed bot connect."},
}

// externalBotOptions holds the flags for bots outside this process, and the listener to which they
// connect.
type externalBotOptions struct {
	limits        external.Limits
	memoryMiB     int64
	worlds, steps int
	addr          string

	listener       *external.Listener // nil without connecting bots
	connectingBots []*connectingBot
}

// maxMemory is the highest memory limit of a bot program in MiB: a pebibyte.
const maxMemory = 1 << 30

func (o *externalBotOptions) flags(flags *flag.FlagSet) {
	o.limits = external.DefaultLimits
	flags.DurationVar(&o.limits.Startup, "startup", o.limits.Startup, "`TIME`: limit from the start of a bot program to its hello")
	flags.DurationVar(&o.limits.Ready, "ready", o.limits.Ready, "`TIME`: limit of a bot program to get ready for a game")
	flags.DurationVar(&o.limits.Decision, "move", 0, "`TIME`: limit of each decision; 0 without --bank means none. A search uses up to seven eighths of it")
	flags.DurationVar(&o.limits.Bank, "bank", 0, "`TIME`: additional time of a bot in each game")
	flags.DurationVar(&o.limits.Increment, "increment", 0, "`TIME`: added to the bank by each answer")
	flags.DurationVar(&o.limits.ExitGrace, "grace", o.limits.ExitGrace, "`TIME`: limit from bye to the end of a bot program, which is then killed")
	for name, limit := range map[string]*time.Duration{"startup": &o.limits.Startup, "ready": &o.limits.Ready} {
		atLeast(flags, limit, name, time.Millisecond)
	}
	for name, limit := range map[string]*time.Duration{"move": &o.limits.Decision, "bank": &o.limits.Bank, "increment": &o.limits.Increment, "grace": &o.limits.ExitGrace} {
		atLeast(flags, limit, name, 0)
	}
	flags.Int64Var(&o.memoryMiB, "memory", 0, "`MIB`: memory limit of a bot program in MiB; 0 means none")
	between(flags, &o.memoryMiB, "memory", 0, maxMemory)
	countFlag(flags, &o.worlds, "worlds", 64, 0, "`N`: forward model: worlds that a bot may hold at once; 0 turns it off")
	countFlag(flags, &o.steps, "steps", 10_000, 0, "`N`: forward model: forks and applies allowed per decision")
	addressFlag(flags, &o.addr, "listen", "", ":9000", "`ADDR`: where bots called ws:NAME connect, such as :9000")
}

// check completes the limits with --memory, and returns an error if they are invalid.
func (o *externalBotOptions) check() error {
	o.limits.Memory = o.memoryMiB << 20
	if err := o.limits.Check(); err != nil {
		return &usageError{err}
	}
	return nil
}

func (o *externalBotOptions) budget() *protocol.Budget {
	if o.worlds == 0 {
		return nil
	}
	return &protocol.Budget{Worlds: o.worlds, Steps: o.steps}
}

// aliased matches an argument such as "new=ismcts:200". An alias has no colon, so the = in the
// parameters of "ismcts:c=1" does not end an alias.
var aliased = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9._-]*)=(.+)$`)

// bot returns the bot that an argument names, inside or outside this process. The bot plays rules.
// The argument may begin with an alias.
func (o *externalBotOptions) bot(rules ruleset, arg string) (arena.Player, error) {
	part := aliased.FindStringSubmatch(arg)
	if part == nil {
		return o.botNamed(rules, arg)
	}
	bot, err := o.botNamed(rules, part[2])
	if part[1] != bot.Name {
		bot.Name, bot.AliasOf = part[1], bot.Name
	}
	return bot, err
}

// botNamed returns the bot with the given name, without an alias.
func (o *externalBotOptions) botNamed(rules ruleset, name string) (arena.Player, error) {
	if line, ok := strings.CutPrefix(name, fromCommand); ok {
		words, err := splitWords(line)
		if err != nil {
			return arena.Player{}, usagef("bot %q: %w", name, err)
		}
		bot := o.programBot(words)
		bot.Name = name
		return bot, nil
	}
	after, ok := strings.CutPrefix(name, fromSocket)
	switch {
	case !ok:
		bot, err := rules.bot(name)
		if err != nil && strings.ContainsAny(name, ` /\`) {
			return bot, usagef("%w; a command line begins with %s, as in %q", err, fromCommand, fromCommand+name)
		}
		if l := o.limits; l.Decision+l.Bank > 0 {
			bot.Time = arena.TimeLimits{Decision: l.Decision, Bank: l.Bank, Increment: l.Increment}
			bot.Terms = join(", ", bot.Terms, fmt.Sprintf("move %v, bank %v, increment %v", l.Decision, l.Bank, l.Increment))
		}
		return bot, err
	case o.addr == "":
		return arena.Player{}, usagef("bot %q: use --listen to set the address to which it connects", name)
	case after == "":
		return arena.Player{}, usagef("bot %q: add a name, such as ws:mine", name)
	}
	s := &connectingBot{name: name, options: o}
	o.connectingBots = append(o.connectingBots, s)
	return arena.Player{Name: name, Open: s.open, Terms: o.limitsText()}, nil
}

// isProgram reports whether a command line starts the bot.
func isProgram(bot *arena.Player) bool { return strings.HasPrefix(bot.FullName(), fromCommand) }

// programBot returns the bot that a command line starts.
func (o *externalBotOptions) programBot(words []string) arena.Player {
	command := external.Command{Name: words[0], Args: words[1:]}
	return arena.Player{
		Name: fromCommand + command.String(), Terms: o.limitsText(),
		Open: func(ctx context.Context) (*external.Conn, error) { return external.Start(ctx, command, o.limits) },
	}
}

// limitsText describes the limits that can change a game.
func (o *externalBotOptions) limitsText() string {
	return fmt.Sprintf("move %v, bank %v, increment %v, memory %d", o.limits.Decision, o.limits.Bank, o.limits.Increment, o.limits.Memory)
}

// listen listens for the bots that connect, if there are any, and writes how to connect to the writer
// notes. Each bot needs one connection per parallel game. With such bots, games run one
// at a time by default.
func (o *externalBotOptions) listen(notes io.Writer, parallel *int) (err error) {
	if len(o.connectingBots) == 0 {
		return nil
	}
	if o.listener, err = external.Listen(o.addr); err != nil {
		return usagef("--listen: %w", err)
	}
	*parallel = max(*parallel, 1)
	for _, s := range o.connectingBots {
		s.token, s.wanted, s.notes = o.listener.Expect(), int32(*parallel), notes
		s.say("waiting for %s", plural(*parallel, "connection"))
	}
	return nil
}

func (o *externalBotOptions) close() error {
	if o.listener == nil {
		return nil
	}
	return o.listener.Close()
}

// A connectingBot is a bot that connects to the listener.
type connectingBot struct {
	name, token string
	options     *externalBotOptions
	wanted      int32        // number of connections that the match needs at once
	opens       atomic.Int32 // number of calls of open
	notes       io.Writer    // about missing connections
}

func (s *connectingBot) say(format string, args ...any) {
	fmt.Fprintf(s.notes, "%s: %s; run gamed bot connect %s --token %s -- COMMAND\n", s.name, fmt.Sprintf(format, args...), s.options.listener.URL(), s.token)
}

// open waits for the next connection. For a reconnect it waits no longer than the start-up
// limit.
func (s *connectingBot) open(ctx context.Context) (*external.Conn, error) {
	if s.opens.Add(1) <= s.wanted {
		return s.options.listener.Accept(ctx, s.token, s.options.limits)
	}
	s.say("waiting up to %v for a reconnect", s.options.limits.Startup)
	within, cancel := context.WithTimeout(ctx, s.options.limits.Startup)
	defer cancel()
	bot, err := s.options.listener.Accept(within, s.token, s.options.limits)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, &external.Fault{Kind: external.Startup, Text: fmt.Sprintf("the bot did not reconnect within %v", s.options.limits.Startup.Round(time.Millisecond))}
	}
	return bot, err
}
