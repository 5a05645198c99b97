// Package command is the program gamed: it reads the command line and wires
// everything together. It alone knows every ruleset, every kind of agent and
// every store.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"gamed/rules/cardsim/story"
)

// Main runs the command line of this process and exits with its exit code.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, stdio{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:])
	stop()
	os.Exit(code)
}

// stdio is what a command reads and writes.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// run carries out a command line and returns the program's exit code: 0, 1 if
// the command failed, 2 if there was nothing to carry out because the command
// line is wrong. What is wrong is said in one line.
func run(ctx context.Context, std stdio, args []string) int {
	name := "serve"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	} else if len(args) > 0 && isHelp(args[0]) {
		name, args = "help", nil
	}
	c, err := find(name)
	if err == nil {
		err = c.run(ctx, std, args)
		name = "gamed " + name
	} else {
		name = "gamed"
	}
	wrong := new(usageError)
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		complain(std.err, name, err)
		return 2
	case errors.Is(err, context.Canceled):
		complain(std.err, name, errors.New("interrupted"))
		return 1
	}
	complain(std.err, name, err)
	return 1
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// complain writes err in one line, whatever it is made of. What is wrong with a game
// file comes before, a line each, so that an editor can go there.
func complain(w io.Writer, name string, err error) {
	var wrong story.Errors
	if errors.As(err, &wrong) {
		fmt.Fprintln(w, wrong)
		err = fmt.Errorf("%s: %s", wrong[0].File, plural(len(wrong), "error"))
	}
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	fmt.Fprintf(w, "%s: %s\n", name, strings.Join(lines, "; "))
}
