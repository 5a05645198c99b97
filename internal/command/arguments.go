package command

import (
	"cmp"
	"context"
	"strings"
)

// An arity is the number of arguments that a command takes. The zero value means no arguments.
type arity struct {
	least, most int
	ask         string // what the user should do: "give one GAME"
}

// many is the maximum of an arity without a limit.
const many = 1 << 20

func (a arity) check(args []string) error {
	switch {
	case len(args) < a.least:
		return usagef("missing argument: %s", a.ask)
	case len(args) > a.most:
		return usagef("unexpected argument %q: %s", args[a.most], cmp.Or(a.ask, "remove it"))
	}
	return nil
}

var (
	// oneGame is the arity of a command about a game.
	oneGame = arity{1, 1, "give a GAME, see gamed rules, or a FILE.yaml"}
	// anyNumber is the arity of a command that checks its arguments itself.
	anyNumber = arity{most: many}
)

// A subcommand is a first argument with its own action, such as "new" in gamed token new.
type subcommand struct {
	name  string
	takes arity // of the arguments after the subcommand
	do    action
}

// chooseSubcommand returns an action that runs the subcommand in the first argument.
func chooseSubcommand(all ...subcommand) action {
	return func(ctx context.Context, env environ, args []string) error {
		var names []string
		for _, v := range all {
			names = append(names, v.name)
		}
		if len(args) == 0 {
			return usagef("missing argument: give %s", strings.Join(names, " or "))
		}
		for _, v := range all {
			if v.name != args[0] {
				continue
			}
			if err := v.takes.check(args[1:]); err != nil {
				return err
			}
			return v.do(ctx, env, args[1:])
		}
		return unknownName("argument", args[0], names)
	}
}
