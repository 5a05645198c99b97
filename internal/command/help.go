package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"gamed/internal/columns"
)

// helpCommand is a function because a variable would refer to itself through commands.
func helpCommand() *command {
	return &command{
		name: "help", args: "[COMMAND]", about: "list the commands, or explain one",
		takes: arity{0, 1, "give at most one COMMAND"},
		setup: func(*flag.FlagSet) action { return help },
	}
}

func help(_ context.Context, env environ, args []string) error {
	if len(args) == 1 {
		c, err := find(args[0])
		if err != nil {
			return err
		}
		return c.help(env.out)
	}
	fmt.Fprintf(env.out, "Gamed serves card games and runs matches between bots.\n\nUsage: gamed COMMAND\n\n")
	var list columns.Table
	for _, c := range commands() {
		list.Row(strings.TrimSpace(c.name+" "+c.args), c.about)
	}
	if err := write(env.out, list, "  "); err != nil {
		return err
	}
	_, err := fmt.Fprintf(env.out, "\nWithout a COMMAND, gamed serves. The FILE - is standard input. gamed help COMMAND explains a command.\n")
	return err
}

// help explains one command.
func (c *command) help(w io.Writer) error {
	flags, _ := c.flags()
	var list columns.Table
	flags.VisitAll(func(f *flag.Flag) {
		value, about := flag.UnquoteUsage(f)
		about = strings.TrimPrefix(about, value+": ") // the first column has the value
		if f.DefValue != "" && f.DefValue != "false" {
			about += "; default " + f.DefValue
		}
		list.Row(strings.TrimSpace(flagText(f.Name)+" "+value), about)
	})
	usage := strings.TrimSpace("gamed " + c.name + " " + c.args)
	if len(list) > 0 {
		usage += " [FLAGS]"
	}
	fmt.Fprintf(w, "Usage: %s\n\n%s%s.\n", usage, strings.ToUpper(c.about[:1]), c.about[1:])
	if len(list) > 0 {
		fmt.Fprintf(w, "\nFlags:\n")
	}
	if err := write(w, list, "  "); err != nil {
		return err
	}
	if c.details != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimSpace(c.details))
	}
	return nil
}
