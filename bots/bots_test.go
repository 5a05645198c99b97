// Package bots_test tests the bot kits and their example bots against an arena and a server.
package bots_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent/external"
)

// A kit is the bot kit for one language.
type kit struct {
	language     string
	program      string // the interpreter
	folder       string
	ending       string // file extension of the example bots
	probe        string // a bot that the tests control
	picker       string // a bot that answers with cards
	seeds        string // a bot that sends unusual seeds and options
	playouts     string // a bot that plays 20 worlds to the end for each decision
	versionCheck string // a script that fails if the interpreter is too old
}

var kits = []kit{
	{"Python", "python3", "python", "_bot.py", "testdata/probe.py", "testdata/picker.py", "testdata/seeds.py", "testdata/playouts.py", `import sys; assert sys.version_info >= (3, 10)`},
	{"JavaScript", "node", "javascript", "-bot.js", "testdata/probe.mjs", "testdata/picker.mjs", "testdata/seeds.mjs", "testdata/playouts.mjs", `if (parseInt(process.versions.node) < 20) process.exit(1)`},
}

// forKits runs a test for each kit whose interpreter is installed. With TEST_BOTS set, a
// missing interpreter fails the test.
func forKits(t *testing.T, test func(*testing.T, kit)) {
	for _, k := range kits {
		t.Run(k.language, func(t *testing.T) {
			t.Parallel()
			k.requireInterpreter(t)
			test(t, k)
		})
	}
}

// kitOf returns the kit of a bot's file.
func kitOf(file string) kit {
	if strings.HasSuffix(file, ".js") {
		return kits[1]
	}
	return kits[0]
}

// requireInterpreter skips a test if the interpreter of the kit is missing or too old. With TEST_BOTS
// set, the test fails instead.
func (k kit) requireInterpreter(t *testing.T) {
	requireProgram(t, k.program, interpreterChecks[k.program]())
}

// interpreterChecks has a function for each interpreter. The function starts the interpreter once, with
// the script that fails if the interpreter is too old.
var interpreterChecks = map[string]func() error{
	"python3": sync.OnceValue(func() error { return exec.Command("python3", "-c", kits[0].versionCheck).Run() }),
	"node":    sync.OnceValue(func() error { return exec.Command("node", "-e", kits[1].versionCheck).Run() }),
}

// requireProgram skips a test if err says that a program does not work. With TEST_BOTS set, the test
// fails instead.
func requireProgram(t *testing.T, program string, err error) {
	t.Helper()
	if err != nil && os.Getenv("TEST_BOTS") == "" {
		t.Skipf("%s is missing or too old (%v)", program, err)
	}
	require.NoError(t, err, "TEST_BOTS is set, but %s is missing or too old", program)
}

// bot returns the command of an example bot: random, greedy or search.
func (k kit) bot(name string, args ...string) external.Command {
	return k.command(filepath.Join(k.folder, name+k.ending), args...)
}

func (k kit) command(file string, args ...string) external.Command {
	return external.Command{
		Name: k.program, Args: append([]string{file}, args...),
		Env: []string{"PYTHONPATH=python", "PYTHONDONTWRITEBYTECODE=1", "LC_ALL=C"},
	}
}
