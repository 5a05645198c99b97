// Package bots_test runs the kits for writing bots, and the bots that come with
// them, as an arena and as a server does.
package bots_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent/external"
)

// A kit is a language in which bots can be written.
type kit struct {
	language string
	program  string // that runs a bot
	folder   string
	ending   string // of the file names of its bots
	probe    string // a bot that does what the test tells it
	needs    string // an expression that fails where the program is too old
}

var kits = []kit{
	{"Python", "python3", "python", "_bot.py", "testdata/probe.py", `import sys; assert sys.version_info >= (3, 10)`},
	{"JavaScript", "node", "javascript", "-bot.js", "testdata/probe.mjs", `if (parseInt(process.versions.node) < 20) process.exit(1)`},
}

// forKits runs a test for each language whose program is here. GAMED_BOTS says
// that all have to be; without it those that are not here are left out.
func forKits(t *testing.T, test func(*testing.T, kit)) {
	for _, k := range kits {
		t.Run(k.language, func(t *testing.T) {
			t.Parallel()
			k.find(t)
			test(t, k)
		})
	}
}

func (k kit) find(t *testing.T) {
	flag := "-c"
	if k.program == "node" {
		flag = "-e"
	}
	err := exec.CommandContext(t.Context(), k.program, flag, k.needs).Run()
	if err != nil && os.Getenv("GAMED_BOTS") == "" {
		t.Skipf("%s is not here or too old (%v); with GAMED_BOTS=1 it must be here", k.program, err)
	}
	require.NoError(t, err, "GAMED_BOTS is set, and %s is not here or too old", k.program)
}

// bot returns how one of the bots of the kit is started: random, greedy or search.
func (k kit) bot(name string, args ...string) external.Command {
	return k.command(filepath.Join(k.folder, name+k.ending), args...)
}

func (k kit) command(file string, args ...string) external.Command {
	return external.Command{
		Name: k.program, Args: append([]string{file}, args...),
		Env: []string{"PYTHONPATH=python", "PYTHONDONTWRITEBYTECODE=1", "LC_ALL=C"},
	}
}
