package command

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gamed": Main, "gamed-random-bot": randomBot})
}

// TestScripts runs the program as people do; each script is about one command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: setup, Cmds: scriptCommands})
}
