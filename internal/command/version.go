package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"runtime"

	"gamed/server"
)

var versionCommand = command{
	name: "version", about: "print the program's version",
	setup: func(*flag.FlagSet) action { return printVersion },
}

func printVersion(_ context.Context, env environ, _ []string) error {
	_, err := fmt.Fprintln(env.out, program())
	return err
}

// program describes the program and its platform.
func program() string {
	b := server.ReadBuild()
	return fmt.Sprintf("gamed %s, commit %s, %s %s/%s", b.Version, cmp.Or(b.Commit, "unknown"), b.Go, runtime.GOOS, runtime.GOARCH)
}
