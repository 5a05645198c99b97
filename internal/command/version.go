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

func printVersion(_ context.Context, env environ, _ []string) error {
	_, err := fmt.Fprintln(env.out, program())
	return err
}

// program describes the program and its platform.
func program() string {
	return fmt.Sprintf("gamed %s, %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version returns the version or commit that the build recorded.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	return info.Main.Version
}
