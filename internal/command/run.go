// Package command implements the program gamed without its rulesets. It reads the command
// line and connects the rulesets of a list to agents and stores.
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

	"gamed/rules"
	"gamed/rules/cardsim/gamefile"
)

// Main runs the command line of this process with the given rulesets, and exits with its
// exit code.
func Main(list rules.List) {
	stops := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		stops = append(stops, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), stops...)
	code := run(ctx, environ{os.Stdin, os.Stdout, os.Stderr, newGames(list)}, os.Args[1:])
	stop()
	os.Exit(code)
}

// An environ holds the streams and the games of a command.
type environ struct {
	in       io.Reader
	out, err io.Writer
	games    games
}

// run runs a command line and returns the exit code: 0 for success, 1 for a failed command,
// 2 for an invalid command line. It writes an error to env.err as [printError] does.
func run(ctx context.Context, env environ, args []string) int {
	name := "serve"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	} else if len(args) > 0 && isHelp(args[0]) {
		name, args = "help", nil
	} else if len(args) > 0 && isVersion(args[0]) {
		name, args = "version", args[1:]
	}
	c, err := find(name)
	if err == nil {
		err = c.run(ctx, env, args)
		name = "gamed " + name
	} else {
		name = "gamed"
	}
	code := 1
	switch wrong := new(usageError); {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		code = 2
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	}
	printError(env.err, name, err)
	return code
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

func isVersion(arg string) bool { return arg == "-v" || arg == "-version" || arg == "--version" }

// printError writes err in one line. If err contains the errors of a game file, printError first writes
// these, one per line, so that an editor can jump to them.
func printError(w io.Writer, name string, err error) {
	var wrong gamefile.Errors
	if errors.As(err, &wrong) {
		fmt.Fprintln(w, wrong)
		err = fmt.Errorf("%s: %s", wrong[0].File, plural(len(wrong), "error"))
	}
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	fmt.Fprintf(w, "%s: %s\n", name, strings.Join(lines, "; "))
}
