// Package bottest runs a test binary as a bot.
package bottest

import (
	"os"

	"gamed/agent/external"
)

// Command returns the command that runs the test binary again, with additions to its environment.
// Without the GORACE option, the race detector would delay the exit of the process by a second.
func Command(env ...string) external.Command {
	return external.Command{Name: os.Args[0], Env: append(env, "GORACE=atexit_sleep_ms=0")}
}
