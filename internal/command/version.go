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

// version returns the version and the commit that the build recorded. go build records the commit in
// a Git checkout; go run does not.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	commit, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = " with changes"
		}
	}
	if commit == "" {
		return info.Main.Version
	}
	return fmt.Sprintf("%s, commit %s%s", info.Main.Version, commit, modified)
}
