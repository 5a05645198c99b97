package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gamed/agent/external"
	"gamed/protocol"
	"gamed/state"
)

// mostSilent is how many steps in a row may fail because nothing comes, before no
// more are tried.
const mostSilent = 3

// A BotTest is a bot to be tested.
type BotTest struct {
	Command external.Command
	// Limits bounds how long the bot may take: Decision is for every answer, and
	// must not be 0.
	Limits external.Limits
	Rules  []state.Dealer // that it is to play, the first in the steps that are about messages
	Games  int            // how many of each
	Seed   uint64         // from which all chance comes
	// Done is told of each step that is done. It may be nil.
	Done func(Step)

	ctx    context.Context  // of Run
	peer   *peer            // nil: none is running
	table  *table           // nil: it is in no game
	games  int              // that were begun
	first  *protocol.Choose // the answer that several steps look at
	hello  protocol.Hello
	ended  *peer  // the last that has ended by itself
	lame   string // why no more steps are tried
	silent int    // steps in a row that have failed because nothing came
	bad    int    // lines that were no messages
	said   string // the end of what it has written to stderr
	report Report
}

// A botStep is one thing to try. run returns what there is to know if all is well;
// else it ends with fail, warn or skip.
type botStep struct {
	part, name, mend string
	run              func(t *BotTest) (note string)
}

// A trouble ends a step.
type trouble struct {
	Outcome
	text   string
	silent bool // nothing came
	gone   bool // nor will anything: the bot has ended
}

// Run tries all steps. The error is that of ctx.
func (t *BotTest) Run(ctx context.Context) (Report, error) {
	t.ctx = ctx
	defer t.drop()
	for _, s := range t.steps() {
		step, err := t.try(s)
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

// steps lists all steps in their order.
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

// Steps returns how many steps there are.
func (t *BotTest) Steps() int { return len(t.steps()) }

// try tries a step. After one that has not gone well, the next begins with a bot that
// has just been started.
func (t *BotTest) try(s botStep) (step Step, err error) {
	step = Step{Part: s.part, Name: s.name, Outcome: OK}
	if t.lame != "" {
		step.Outcome, step.Note = NotTried, t.lame
		return step, nil
	}
	defer func() {
		switch v := recover().(type) {
		case nil:
		case trouble:
			if step.Outcome = v.Outcome; v.Outcome == NotTried {
				step.Note = v.text
				return
			}
			step.What, step.Mend = visible(v.text), s.mend
			if v.gone {
				step.Mend = "It has ended: find out why, its stderr may tell. " + s.mend
			}
			if t.peer != nil {
				step.Sent, step.Came = clip(t.peer.sent), clip(t.peer.came)
			}
			t.drop()
			if !v.silent {
				t.silent = 0
			} else if t.silent++; t.silent == mostSilent {
				t.lame = fmt.Sprintf("nothing came in %d steps in a row", mostSilent)
			}
			if s.part == startPart && v.Outcome == Failed {
				t.lame = fmt.Sprintf("%q has failed", s.name)
			}
		case error:
			if !errors.Is(v, t.ctx.Err()) || t.ctx.Err() == nil {
				panic(v)
			}
			err = v
		default:
			panic(v)
		}
	}()
	step.Note = s.run(t)
	t.silent = 0
	return step, nil
}

// drop ends the bot that is running.
func (t *BotTest) drop() {
	if t.peer != nil {
		t.peer.close()
		t.stderr()
		t.peer, t.table, t.first = nil, nil, nil
	}
}

// stderr keeps the last line that the bot has written to stderr.
func (t *BotTest) stderr() {
	lines := strings.Split(strings.TrimSpace(t.peer.process.Stderr()), "\n")
	if last := lines[len(lines)-1]; last != "" {
		t.said = last
	}
}

func (t *BotTest) fail(format string, args ...any) {
	panic(trouble{Outcome: Failed, text: fmt.Sprintf(format, args...)})
}

func (t *BotTest) warn(format string, args ...any) {
	panic(trouble{Outcome: Warned, text: fmt.Sprintf(format, args...)})
}

func (t *BotTest) skip(format string, args ...any) {
	panic(trouble{Outcome: NotTried, text: fmt.Sprintf(format, args...)})
}
