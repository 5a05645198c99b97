package command

import (
	"flag"
	"os"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/rules/elements"
)

// builtinGames returns the games of the program gamed. It makes them at the first call, because a
// child process of the tests does not need them.
var builtinGames = sync.OnceValue(func() games { return newGames(builtin.Rulesets()) })

// TestMain runs up to eight tests at once, even on fewer cores, because most tests wait for servers, for
// NATS and for the start of programs.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"gamed": func() { Main(rulesets()) }, "gamed-random-bot": randomBot, "gamed-bad-bot": badBot, "gamed-mute-bot": exitingBot})
}

// nextRulesVariable is the environment variable that makes the tests' gamed a later one, whose
// Elements has a higher version.
const nextRulesVariable = "NEXT_RULES"

func rulesets() rules.List {
	list := builtin.Rulesets()
	if os.Getenv(nextRulesVariable) != "" {
		next := *elements.Rules
		next.Version++
		list[0].Dealer = &next
	}
	return list
}

// TestScripts checks the program as users run it. Each script tests a command, or a situation in
// which several commands work together.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: setup, Cmds: scriptCommands})
}
