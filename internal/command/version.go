package command

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

var versionCommand = command{
	name: "version", about: "print the program's version",
	setup: func(*flag.FlagSet) action { return printVersion },
}

func printVersion(_ context.Context, env environ, args []string) error {
	if err := arguments(args, 0, 0, "this command takes none"); err != nil {
		return err
	}
	_, err := fmt.Fprintf(env.out, "gamed %s, %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version returns the commit that the program was built from, as far as the
// build recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	return info.Main.Version
}
