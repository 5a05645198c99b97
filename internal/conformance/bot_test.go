package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/internal/test/bottest"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/state/statetest"
)

// botTest returns a test for a bot with the given fault. The bot runs in a goroutine.
func botTest(fault string) *BotTest {
	limits := external.DefaultLimits
	limits.Decision, limits.Ready = 10*time.Second, 10*time.Second
	starts := 0
	return &BotTest{
		Limits: limits, Rules: []state.Dealer{elements.Rules}, Games: 3, Seed: 1,
		begin: func() process {
			starts++
			return newRoutine(fault, starts)
		},
	}
}

// processTest returns the test of botTest for a bot that runs as a process. Each time limit is 30 s
// longer, for a busy machine.
func processTest(fault string) *BotTest {
	const patience = 30 * time.Second
	test := botTest(fault)
	test.Command, test.begin, test.Slack = bottest.Command(wrong+"="+fault), nil, patience
	return test
}

// TestGoodBot checks that a correct bot passes all steps.
func TestGoodBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { passes(t, botTest("nothing")) })
}

// TestGoodProcess checks that a correct bot passes all steps as a process.
func TestGoodProcess(t *testing.T) {
	t.Parallel()
	passes(t, processTest("nothing"))
}

func passes(t *testing.T, test *BotTest) {
	var b strings.Builder
	part := ""
	test.Done = func(s Step) {
		if s.Part != part {
			part = s.Part
			fmt.Fprintln(&b, part)
		}
		fmt.Fprint(&b, s)
	}
	report, err := test.Run(t.Context())
	require.NoError(t, err)
	fmt.Fprintf(&b, "\n%s\n", report)
	assert.Len(t, report, test.Steps())
	assert.GreaterOrEqual(t, len(report), 40)
	statetest.Golden(t, "testdata/good.txt", b.String())
}

// TestPickingBot checks that a correct bot that answers with cards passes all steps.
func TestPickingBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		test := botTest("picks")
		test.Rules = append(test.Rules, dominion.Rules)
		report, err := test.Run(t.Context())
		require.NoError(t, err)
		for _, s := range report {
			assert.Equal(t, OK, s.Outcome, s)
		}
	})
}

// undealable is Elements, but cannot deal a game.
type undealable struct{ state.Dealer }

func (undealable) Deal(state.Setup) (state.Machine, error) { return nil, errors.New("no cards left") }

// TestUndealable checks that a ruleset that cannot deal ends the test with an error.
func TestUndealable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		test := botTest("nothing")
		test.Rules = []state.Dealer{undealable{elements.Rules}}
		report, err := test.Run(t.Context())
		require.EqualError(t, err, "no game of elements with 2 seats can be dealt: no cards left; gamed check game elements tests the ruleset")
		for _, s := range report {
			assert.Equal(t, OK, s.Outcome, s)
		}
	})
}

// wrongBots lists faults of bots, and the step that detects each fault.
var wrongBots = []struct {
	fault, step string
	Outcome
	what string // part of the error text
}{
	{"silent", "it sends a line in time", Failed, "no line within 10s"},
	{"banner", "the first line is a hello", Failed, "not a hello"},
	{"extra", "the hello is well formed", Failed, `hello has no field "elo"`},
	{"new", "it speaks this version of the protocol", Failed, "version 2"},
	{"nameless", "it has a name", Warned, "no name"},
	{"eager", "it waits for the welcome", Failed, "before the welcome"},
	{"strict about welcome", "it ignores unknown fields of welcome", Failed, "exited with status 1"},
	{"counts pings", "it answers a ping with the same t", Failed, "a ping with t 1234567890123"},
	{"misses a ping", "it answers several pings in order", Failed, "pong 3 of 5"},
	{"strict about types", "it ignores messages of unknown types", Failed, "unknown type"},
	{"strict about joined", "it ignores unknown fields of joined", Failed, "unknown field colour"},
	{"never ready", "it forgets the previous game", Failed, "no pong"},
	{"answers all", "it does not answer an update without a decision", Failed, "it sent a choose"},
	{"mute", "it answers a decision", Failed, "no answer within"},
	{"wrong id", "its answer names the decision", Failed, "it answered decision"},
	{"illegal", "its option is on the list", Failed, "from 0"},
	{"answers twice", "it answers a decision once", Failed, "it sent a choose"},
	{"answers again", "it does not answer a repeated decision", Failed, "it sent a choose"},
	{"wrong cards", "it answers a decision that asks for cards", Failed, "it picked the cards [0 0]: "},
	{"no choice", "it answers a list of one option", Failed, "no answer"},
	{"strict about update", "it ignores unknown fields of update", Failed, "unknown field"},
	{"strict about options", "it ignores unknown fields of update", Failed, "unknown field"},
	{"needs events", "it accepts an update with missing events", Failed, "a gap"},
	{"ASCII", "it accepts text in any language", Failed, "not ASCII"},
	{"few options", "it answers a list of 200 options", Failed, "too many options"},
	{"short buffer", "it reads a view of 64 KiB", Failed, "a line too long"},
	{"whole reads", "it joins a message read in pieces", Failed, "no answer"},
	{"first lines", "it splits several messages in one read", Failed, "no "},
	{"chatty", "it does not answer news of the table", Failed, "it sent a chat"},
	{"thinks", "it answers a ping while it thinks", Failed, "no pong"},
	{"stubborn", "it answers the newest decision", Failed, "it answered decision"},
	{"ends at stale", "it continues after the error stale", Failed, "status 1"},
	{"ends at not_asked", "it continues after the error not_asked", Failed, "status 1"},
	{"ignores busy", "it repeats its answer after the error busy", Warned, "did not repeat"},
	{"ignores unavailable", "it repeats its answer after the error unavailable", Warned, "did not repeat"},
	{"ignores too_fast", "it repeats its answer after the error too_fast", Warned, "did not repeat"},
	{"ends at new errors", "it ignores errors with unknown codes", Failed, "eclipse"},
	{"polite", "it is silent after a game", Failed, "it sent a chat"},
	{"remembers", "it forgets the previous game", Failed, "no answer"},
	{"one seat", "it plays from a different seat", Failed, "another seat"},
	{"one number of seats", "it plays with a different number of seats", Failed, "another seat"},
	{"one game at a time", "it accepts a joined in the middle of a game", Failed, "a game is on"},
	{"stays", "bye ends it in the middle of a game", Failed, "still running"},
	{"illegal later", "all answers are legal", Failed, "it chose option"},
	{"noisy", "all answers are legal", Failed, "a malformed message"},
	{"noisy", "its stdout has only messages", Failed, "1 line"},
	{"gives up", "it does not resign", Warned, "resigned"},
	{"moody", "it repeats its answers", Failed, "its answers differ"},
	{"by process", "it repeats its answers in a new process", Failed, "its answers differ"},
	{"slow", "it answers in time", Failed, "an answer took 2.05s of 2s"},
	{"spends", "it answers in time when worlds are slow", Warned, "each world took 40ms"},
	{"forks always", "it plays without a forward model", Warned, "without a budget"},
	{"spends", "it stays within the budget", Warned, "refused"},
	{"needs worlds", "it plays with a small budget", Failed, "over_budget"},
	{"keeps worlds", "it accepts the loss of its worlds", Failed, "no_world"},
	{"modest", "it plays with a small budget", NotTried, ""},
	{"modest", "it repeats its answers in a new process", NotTried, ""},
	{"stays", "bye ends it", Failed, "still running"},
	{"fails at last", "bye ends it with exit status 0", Failed, "status is 3"},
	{"leaves a child", "it leaves no processes behind", Failed, "still running"},
	{"deaf to the end", "the end of stdin ends it", Failed, "still running"},
}

// neededSteps lists, for each step, the earlier steps on which it depends besides the start steps.
var neededSteps = map[string][]string{
	"its answer names the decision": {"it answers a decision"},
	"its option is on the list":     {"it answers a decision"},
	"it does not resign":            {"all answers are legal"},
	"its stdout has only messages":  {"all answers are legal"},
}

// processFaults lists the faults that only a process shows.
var processFaults = []string{"fails at last", "leaves a child"}

// TestWrongBots checks that each faulty bot fails the step that detects its fault. Before that step,
// the test runs only the start steps and the steps in needed.
func TestWrongBots(t *testing.T) {
	t.Parallel()
	for _, w := range wrongBots {
		t.Run(w.fault, func(t *testing.T) {
			t.Parallel()
			run := func(t *testing.T, test *BotTest) {
				test.ctx = t.Context()
				defer test.endBot()
				for _, s := range test.steps() {
					if s.part != startPart && s.name != w.step && !slices.Contains(neededSteps[w.step], s.name) {
						continue
					}
					step, err := test.runStep(s)
					assert.NoError(t, err)
					if s.name != w.step {
						continue
					}
					assert.Equal(t, w.Outcome, step.Outcome, step)
					assert.Contains(t, step.Error, w.what, step)
					if w.Outcome != NotTried {
						assert.NotEmpty(t, step.Fix)
					}
					break
				}
			}
			if slices.Contains(processFaults, w.fault) {
				run(t, processTest(w.fault))
			} else {
				synctest.Test(t, func(t *testing.T) { run(t, botTest(w.fault)) })
			}
		})
	}
}

// TestEveryStepFails checks that each step, with the exceptions in its list, fails for at least one faulty
// bot. Otherwise the step may detect nothing.
func TestEveryStepFails(t *testing.T) {
	for _, s := range botTest("nothing").steps() {
		found := slices.ContainsFunc(wrongBots, func(w struct {
			fault, step string
			Outcome
			what string
		}) bool {
			return w.step == s.name
		})
		switch s.name {
		case "the program starts", "it is silent without a game", "it is ready in time", "it accepts a game that ends before its first decision",
			"last line of stderr":
			assert.False(t, found, "%s: remove it from this list", s.name)
		default:
			assert.True(t, found, "%s: no wrong bot fails it", s.name)
		}
	}
}

// TestNoProgram checks that the test stops immediately if the program does not exist.
func TestNoProgram(t *testing.T) {
	test := processTest("nothing")
	test.Command.Name = "testdata/none"
	report, err := test.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Failed, report[0].Outcome)
	assert.Contains(t, report[0].Error, "testdata/none")
	assert.Equal(t, len(report)-1, report.Count(NotTried))
	assert.Equal(t, fmt.Sprintf("%d steps: 0 ok, 1 failed, %d not tried", len(report), len(report)-1), report.String())
}

// TestSilentBot checks that the test does not wait for an unresponsive bot in every step.
func TestSilentBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		report, err := botTest("mute").Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, maxSilent, report.Count(Failed))
		assert.Equal(t, NotTried, report[len(report)-1].Outcome)
	})
}

// TestRunTwice checks that a second Run has the same limits and results as the first.
func TestRunTwice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		test := botTest("mute")
		test.Slack = time.Second
		limits := test.Limits
		first, err := test.Run(t.Context())
		require.NoError(t, err)
		second, err := test.Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, limits, test.Limits)
		assert.Equal(t, first, second)
	})
}

// TestKits checks the greedy example bots in Python and JavaScript, each if its language is installed. With
// TEST_BOTS=1, both languages must be installed.
func TestKits(t *testing.T) {
	for _, kit := range []struct{ program, folder, file string }{
		{"python3", "../../bots/python", "greedy_bot.py"}, {"node", "../../bots/javascript", "greedy-bot.js"},
	} {
		t.Run(kit.program, func(t *testing.T) {
			if _, err := exec.LookPath(kit.program); err != nil && os.Getenv("TEST_BOTS") == "" {
				t.Skipf("%v; set TEST_BOTS=1 to require it", err)
			}
			t.Parallel()
			test := processTest("nothing")
			test.Command = external.Command{Name: kit.program, Args: []string{kit.file}, Dir: kit.folder, Env: []string{"PYTHONDONTWRITEBYTECODE=1"}}
			test.Games = 1
			var b bytes.Buffer
			test.Done = func(s Step) {
				if s.Outcome != OK {
					fmt.Fprint(&b, s)
				}
			}
			report, err := test.Run(t.Context())
			require.NoError(t, err)
			assert.Equal(t, len(report)-1, report.Count(OK), b.String())
			assert.Equal(t, "  not tried  it plays without a forward model: its hello has forks, so it has a forward model in every game\n", b.String())
		})
	}
}
