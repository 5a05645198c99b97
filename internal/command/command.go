package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// A command is a word that may follow gamed.
type command struct {
	name  string
	args  string // its arguments, as help shows them
	about string // one line
	more  string // what else help has to say: examples

	// setup declares the flags and returns what the command does with them.
	setup func(flags *flag.FlagSet) action
}

// An action carries out a command once its flags are set. args are the
// arguments that are no flags.
type action func(ctx context.Context, env environ, args []string) error

// commands lists the commands in the order of help.
func commands() []*command {
	return []*command{
		&serveCommand, &matchCommand, &workerCommand, &tournamentCommand, &tuneCommand, &trainCommand, &playCommand, &replayCommand, &verifyCommand, &exportCommand, &importCommand, &doctorCommand,
		&rulesCommand, &cardsCommand, &botsCommand, &botCommand, &tokenCommand, &cardsimCommand, &checkCommand,
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
	return nil, unknown("command", name, names)
}

// flags returns the command's flags, and its action on them.
func (c *command) flags() (*flag.FlagSet, action) {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // what went wrong is in the error
	flags.Usage = func() {}
	return flags, c.setup(flags)
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
	return do(ctx, env, rest)
}

// parse sets flags from args and returns the other arguments. Flags may stand
// before, between and after these; everything that follows "--" is an argument.
func parse(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, flagError(flags, err)
		}
		left := flags.Args()
		if read := len(args) - len(left); len(left) == 0 || read > 0 && args[read-1] == "--" {
			return append(rest, left...), nil
		}
		rest, args = append(rest, left[0]), left[1:]
	}
}

// flagError puts what package flag says into our words.
func flagError(flags *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, dashes(f.Name)) })
		return unknown("flag", dashes(strings.TrimPrefix(name, "-")), names)
	}
	return usagef("%s (see gamed help %s)", err, flags.Name())
}

// dashes writes a flag as people do: -n, --seed.
func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// arguments refuses a number of arguments that is out of range.
func arguments(args []string, least, most int, what string) error {
	switch {
	case len(args) < least:
		return usagef("missing argument: %s", what)
	case len(args) > most:
		return usagef("unexpected argument %q: %s", args[most], what)
	}
	return nil
}

// A usageError is a command line that makes no sense: exit code 2.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}
