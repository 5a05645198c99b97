package command

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gamed/rules/builtin"
)

// builtinGames are the games of the program gamed.
var builtinGames = newGames(builtin.Rulesets())

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gamed": func() { Main(builtin.Rulesets()) }, "gamed-random-bot": randomBot})
}

// TestScripts runs the program as users do. Each script tests one command.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: setup, Cmds: scriptCommands})
}
