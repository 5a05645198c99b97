// Package conformance tests rulesets and bots from outside, in named steps. [GameTest] checks
// that a ruleset behaves as every ruleset must. [BotTest] takes a bot program through the
// whole protocol, from hello to bye. A failed step reports what went wrong, how to reproduce
// it, and how to fix it.
package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gamed/agent/external"
	"gamed/protocol"
	"gamed/state"
)

// maxSilent is the number of consecutive steps without a message from the bot after which
// the test gives up.
const maxSilent = 3

// A BotTest tests a bot.
type BotTest struct {
	Command external.Command
	// Limits bounds the bot's time. Decision applies to each answer and must not be 0.
	Limits external.Limits
	Slack  time.Duration  // added to each limit, for a busy machine
	Rules  []state.Dealer // for whole games; message steps use the first
	Games  int            // number of whole games for each ruleset
	Seed   uint64         // seed for all randomness
	// Done, if not nil, is called after each step.
	Done func(Step)

	begin        func() process  // starts the bot in place of Command; nil except in tests
	ctx          context.Context // context passed to Run
	peer         *peer           // the running bot, or nil if none
	game         *botGame        // the current game, or nil if none
	gamesStarted int             // number of games started so far
	first        *reply          // the answer that later steps check
	hello        protocol.Hello
	ended        *peer  // the last bot process that exited
	skipReason   string // reason to skip all further steps
	silent       int    // consecutive steps that failed without a message
	malformed    int    // number of malformed messages
	lastStderr   string // last line of the bot's stderr
	note         string // note on the current step
	report       Report
}

// A botStep is one step of a BotTest. run may set t.note. If the bot does not behave as expected, run
// calls fail, warn or skip.
type botStep struct {
	part, name, fix string
	run             func(t *BotTest)
}

// A stepFailure is the panic value that ends a step.
type stepFailure struct {
	Outcome
	text   string
	silent bool // no message arrived
	gone   bool // the bot has exited
}

// Run runs all steps. If ctx is canceled, it returns the steps so far and the error of ctx. If a
// ruleset cannot deal a game, it returns the steps so far and the error of the deal. Run does not
// change t, so that another Run is a new test.
func (t *BotTest) Run(ctx context.Context) (Report, error) {
	own := *t
	t = &own
	t.ctx = ctx
	for _, limit := range []*time.Duration{&t.Limits.Startup, &t.Limits.Ready, &t.Limits.Decision, &t.Limits.ExitGrace} {
		*limit += t.Slack
	}
	defer t.endBot()
	for _, s := range t.steps() {
		step, err := t.runStep(s)
		if err != nil {
			return t.report, err
		}
		t.report = append(t.report, step)
		if t.Done != nil {
			t.Done(step)
		}
	}
	return t.report, nil
}

// steps returns all steps in order.
func (t *BotTest) steps() (all []botStep) {
	all = append(all, startSteps...)
	all = append(all, messageSteps...)
	all = append(all, errorSteps...)
	all = append(all, gameSteps...)
	for _, rules := range t.Rules {
		all = append(all, playSteps(rules)...)
	}
	all = append(all, claimSteps...)
	return append(all, endSteps...)
}

// Steps returns the number of steps.
func (t *BotTest) Steps() int { return len(t.steps()) }

// runStep runs a step. After a failure or a warning, runStep ends the bot, and the next step starts a new process.
func (t *BotTest) runStep(s botStep) (step Step, err error) {
	step = Step{Part: s.part, Name: s.name, Outcome: OK}
	if t.skipReason != "" {
		step.Outcome, step.Note = NotTried, t.skipReason
		return step, nil
	}
	defer func() {
		switch v := recover().(type) {
		case nil:
		case stepFailure:
			if step.Outcome = v.Outcome; v.Outcome == NotTried {
				step.Note = v.text
				return
			}
			step.Error, step.Fix = visible(v.text), s.fix
			if v.gone {
				step.Fix = "The bot has exited; its stderr may say why. " + s.fix
			}
			if t.peer != nil {
				step.Sent, step.Received = clip(t.peer.sent), clip(t.peer.received)
			}
			t.endBot()
			if !v.silent {
				t.silent = 0
			} else if t.silent++; t.silent == maxSilent {
				t.skipReason = fmt.Sprintf("no message in %d consecutive steps", maxSilent)
			}
			if s.part == startPart && v.Outcome == Failed {
				t.skipReason = fmt.Sprintf("%q failed", s.name)
			}
		case dealFailure:
			err = v.err
		case error:
			if !errors.Is(v, t.ctx.Err()) || t.ctx.Err() == nil {
				panic(v)
			}
			err = v
		default:
			panic(v)
		}
	}()
	t.note = ""
	s.run(t)
	step.Note = t.note
	t.silent = 0
	return step, nil
}

// endBot ends the running bot.
func (t *BotTest) endBot() {
	if t.peer != nil {
		t.peer.close()
		t.recordStderr()
		t.peer, t.game, t.first = nil, nil, nil
	}
}

// recordStderr records the last line of the bot's stderr.
func (t *BotTest) recordStderr() {
	lines := strings.Split(strings.TrimSpace(t.peer.process.Stderr()), "\n")
	if last := lines[len(lines)-1]; last != "" {
		t.lastStderr = last
	}
}

func (t *BotTest) fail(format string, args ...any) {
	panic(stepFailure{Outcome: Failed, text: fmt.Sprintf(format, args...)})
}

func (t *BotTest) warn(format string, args ...any) {
	panic(stepFailure{Outcome: Warned, text: fmt.Sprintf(format, args...)})
}

func (t *BotTest) skip(format string, args ...any) {
	panic(stepFailure{Outcome: NotTried, text: fmt.Sprintf(format, args...)})
}
