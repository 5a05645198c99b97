package command

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
)

// A command is a task of gamed that its first argument selects, such as serve.
type command struct {
	name    string
	args    string // its arguments, as help shows them
	takes   arity
	about   string // one line
	details string // details and examples for help

	// setup declares the flags and returns the action.
	setup func(flags *flag.FlagSet) action
}

// An action carries out a command once its flags are set. args are the arguments that are
// not flags.
type action func(ctx context.Context, env environ, args []string) error

// commands lists the commands in the order of help.
func commands() []*command {
	return []*command{
		&serveCommand, &matchCommand, &workerCommand, &tournamentCommand, &tuneCommand, &trainCommand, &envCommand, &playCommand, &replayCommand, &verifyCommand, &exportCommand, &importCommand, &backupCommand, &restoreCommand, &doctorCommand, &branchCommand,
		&rulesCommand, &cardsCommand, &botsCommand, &botCommand, &tokenCommand, &adminCommand, &cardsimCommand, &checkCommand,
		&schemaCommand, &benchCommand, &versionCommand, helpCommand(),
	}
}

// find returns a command by its name.
func find(name string) (*command, error) {
	var names []string
	for _, c := range commands() {
		if c.name == name {
			return c, nil
		}
		names = append(names, c.name)
	}
	return nil, unknownName("command", name, names)
}

// flags returns the command's flags, and its action, which reads them.
func (c *command) flags() (*flag.FlagSet, action) {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the error names the fault
	flags.Usage = func() {}
	do := c.setup(flags)
	onlyDecimals(flags)
	return flags, do
}

func (c *command) run(ctx context.Context, env environ, args []string) error {
	flags, do := c.flags()
	rest, err := parse(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.help(env.out)
	case err != nil:
		return err
	}
	if flags.Lookup(configFlag) != nil {
		sources, err := completeFlags(env, flags)
		if err != nil {
			return err
		}
		if flags.Lookup(printFlag).Value.String() == "true" {
			return printConfig(env.out, flags, sources)
		}
	}
	if err := c.takes.check(rest); err != nil {
		return err
	}
	if first := slices.Index(rest, standardInput); first >= 0 {
		if slices.Contains(rest[first+1:], standardInput) {
			return usagef("two arguments are -: standard input can be only one; save the other in a file")
		}
		env.in = bufio.NewReader(env.in)
	}
	env.games = env.games.readingFrom(env.in)
	return do(ctx, env, rest)
}

// A usageError is an invalid command line. The exit code is 2.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}
