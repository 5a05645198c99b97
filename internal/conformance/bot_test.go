package conformance

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/external"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/state/statetest"
)

// botTest returns the test of a bot that is wrong in one way.
func botTest(fault string) *BotTest {
	limits := external.DefaultLimits
	limits.Startup, limits.Decision, limits.Ready = 10*time.Second, 10*time.Second, 10*time.Second
	return &BotTest{
		Command: external.Command{Name: os.Args[0], Env: []string{wrong + "=" + fault}},
		Limits:  limits, Rules: []state.Dealer{elements.Rules}, Games: 3, Seed: 1,
	}
}

// TestGoodBot runs all steps with a bot that is as it should be.
func TestGoodBot(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	part := ""
	test := botTest("nothing")
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

// wrongs are ways to get a bot wrong, and the step that finds it.
var wrongs = []struct {
	fault, step string
	Outcome
	what string // part of what is said
}{
	{"silent", "a line comes in time", Failed, "no line within 1s"},
	{"banner", "the first line is a hello", Failed, "something else"},
	{"extra", "the hello is read strictly", Failed, `hello has no field "elo"`},
	{"new", "it speaks this version of the protocol", Failed, "version 2"},
	{"nameless", "it has a name", Warned, "no name"},
	{"eager", "nothing follows the hello before the welcome", Failed, "sent more"},
	{"strict about welcome", "unknown fields of the welcome are ignored", Failed, "exited with status 1"},
	{"counts pings", "a ping is answered with its t", Failed, "the ping had 1234567890123"},
	{"misses a ping", "several pings are answered in order", Failed, "pong 3 of 5"},
	{"strict about types", "a message of an unknown type is ignored", Failed, "unknown type"},
	{"strict about joined", "unknown fields of joined are ignored", Failed, "unknown field colour"},
	{"never ready", "a second game begins from nothing", Failed, "no pong"},
	{"answers all", "an update without a decision is not answered", Failed, "it sent a choose"},
	{"mute", "a decision is answered", Failed, "no answer within"},
	{"wrong id", "the answer names the decision", Failed, "it answered decision"},
	{"illegal", "the option is on the list", Failed, "from 0"},
	{"answers twice", "a decision is answered once", Failed, "it sent a choose"},
	{"answers again", "a repeated decision is not answered again", Failed, "it sent a choose"},
	{"no choice", "a list of one option is answered", Failed, "no answer"},
	{"strict about update", "unknown fields of an update are ignored", Failed, "unknown field"},
	{"strict about options", "unknown fields of an update are ignored", Failed, "unknown field"},
	{"needs events", "an update that leaves out events is taken", Failed, "a gap"},
	{"ASCII", "texts of any language are taken", Failed, "not ASCII"},
	{"few options", "a list of 200 options is answered", Failed, "too many options"},
	{"short buffer", "a view of 64 KiB is read", Failed, "a line too long"},
	{"whole reads", "a message that comes in pieces is put together", Failed, "no answer"},
	{"first lines", "several messages at once are taken apart", Failed, "no "},
	{"chatty", "news of the table is not answered", Failed, "it sent a chat"},
	{"thinks", "a ping is answered while it thinks", Failed, "no pong"},
	{"stubborn", "a newer decision makes the older one void", Failed, "it answered decision"},
	{"ends at stale", "it goes on after a stale answer", Failed, "status 1"},
	{"ends at not_asked", "it goes on after an answer that nobody had asked for", Failed, "status 1"},
	{"ignores busy", "it sends again when the game is busy", Warned, "did not come again"},
	{"ignores unavailable", "it sends again when nothing can be stored", Warned, "did not come again"},
	{"ignores too_fast", "it sends again when it was too fast", Warned, "did not come again"},
	{"ends at new errors", "an error of an unknown code is ignored", Failed, "eclipse"},
	{"polite", "the end of a game is not answered", Failed, "it sent a chat"},
	{"remembers", "a second game begins from nothing", Failed, "no answer"},
	{"one seat", "it plays from another seat", Failed, "another seat"},
	{"one number of seats", "it plays with another number of seats", Failed, "another seat"},
	{"one game at a time", "a game may be broken off", Failed, "a game is on"},
	{"stays", "bye ends it in the middle of a game", Failed, "still there"},
	{"illegal later", "all answers are legal", Failed, "it chose option"},
	{"noisy", "all answers are legal", Failed, "is no message"},
	{"noisy", "only messages came on its stdout", Failed, "1 line"},
	{"gives up", "it does not resign", Warned, "resigned"},
	{"moody", "the same game is answered alike", Failed, "was answered otherwise"},
	{"by process", "so it is in another process", Failed, "was answered otherwise"},
	{"slow", "answers come within their time", Failed, "an answer took 2."},
	{"spends", "they do when the arena stalls", Warned, "each world took 40ms"},
	{"forks always", "it plays without one", Warned, "joined had no budget"},
	{"spends", "it keeps within the budget", Warned, "were refused"},
	{"needs worlds", "it makes do with a small budget", Failed, "over_budget"},
	{"keeps worlds", "its worlds may go while it looks ahead", Failed, "no_world"},
	{"modest", "it makes do with a small budget", NotTried, ""},
	{"modest", "so it is in another process", NotTried, ""},
	{"stays", "bye ends it", Failed, "still there"},
	{"fails at last", "bye ends it with exit status 0", Failed, "status is 3"},
	{"leaves a child", "nothing of it is left", Failed, "still there"},
	{"deaf to the end", "the end of its stdin ends it", Failed, "still there"},
}

// needed are steps that others look back at.
var needed = map[string][]string{
	"the answer names the decision":    {"a decision is answered"},
	"the option is on the list":        {"a decision is answered"},
	"it does not resign":               {"all answers are legal"},
	"only messages came on its stdout": {"all answers are legal"},
}

// TestWrongBots runs, for each way to be wrong, the step that has to find it, and what
// comes before everything. Most of the time is waiting, so all run at once.
func TestWrongBots(t *testing.T) {
	t.Parallel()
	var group sync.WaitGroup
	slots := make(chan struct{}, 12)
	for _, w := range wrongs {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			test := botTest(w.fault)
			switch { // where it takes all the time there is
			case w.fault == "silent":
				test.Limits.Startup = time.Second
			case w.what == "still there":
				test.Limits.Grace = 200 * time.Millisecond
			case strings.HasPrefix(w.what, "no "):
				test.Limits.Decision, test.Limits.Ready = time.Second, time.Second
			}
			test.ctx = context.Background()
			defer test.drop()
			for _, s := range test.steps() {
				if s.part != startPart && s.name != w.step && !slices.Contains(needed[w.step], s.name) {
					continue
				}
				step, err := test.try(s)
				assert.NoError(t, err, w.fault)
				if s.name != w.step {
					continue
				}
				assert.Equal(t, w.Outcome, step.Outcome, "%s: %s", w.fault, step)
				assert.Contains(t, step.What, w.what, "%s: %s", w.fault, step)
				if w.Outcome != NotTried {
					assert.NotEmpty(t, step.Mend, w.fault)
				}
				break
			}
		})
	}
	group.Wait()
}

// TestWrongsAreComplete: a step that no wrong bot has failed could be one that finds
// nothing.
func TestWrongsAreComplete(t *testing.T) {
	for _, s := range botTest("nothing").steps() {
		found := slices.ContainsFunc(wrongs, func(w struct {
			fault, step string
			Outcome
			what string
		}) bool {
			return w.step == s.name
		})
		switch s.name {
		case "the program starts", "it says nothing while there is no game", "it is ready in time", "a game may end before it is asked",
			"what it wrote to stderr":
			assert.False(t, found, "%s: take it off this list", s.name)
		default:
			assert.True(t, found, "%s: no bot is wrong in it", s.name)
		}
	}
}

// TestNoProgram gives up at once.
func TestNoProgram(t *testing.T) {
	test := botTest("nothing")
	test.Command.Name = "testdata/none"
	report, err := test.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Failed, report[0].Outcome)
	assert.Contains(t, report[0].What, "testdata/none")
	assert.Equal(t, len(report)-1, report.Count(NotTried))
	assert.Equal(t, fmt.Sprintf("%d steps: 0 ok, 1 failed, %d not tried", len(report), len(report)-1), report.String())
}

// TestSilentBot is not waited for in every step.
func TestSilentBot(t *testing.T) {
	t.Parallel()
	test := botTest("mute")
	test.Limits.Decision = time.Second
	report, err := test.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, mostSilent, report.Count(Failed))
	assert.Equal(t, NotTried, report[len(report)-1].Outcome)
}

// TestKits runs all steps with the bots of the project whose language is here:
// GAMED_BOTS says that all must be.
func TestKits(t *testing.T) {
	for _, kit := range []struct{ program, folder, file string }{
		{"python3", "../../bots/python", "greedy_bot.py"}, {"node", "../../bots/javascript", "greedy-bot.js"},
	} {
		t.Run(kit.program, func(t *testing.T) {
			if _, err := exec.LookPath(kit.program); err != nil && os.Getenv("GAMED_BOTS") == "" {
				t.Skipf("%v; with GAMED_BOTS=1 it must be here", err)
			}
			t.Parallel()
			test := botTest("nothing")
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
			assert.Zero(t, report.Count(Failed), b.String())
			assert.GreaterOrEqual(t, report.Count(OK), len(report)-1, b.String()) // a slow machine may be too slow for the clock
		})
	}
}
