package statetest

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// A ScriptKit describes a ruleset to its scripts.
type ScriptKit[S comparable] struct {
	Rules *state.Ruleset[S]
	// Deal sets up the position that the arguments of a deal command describe.
	Deal func(args []datadriven.CmdArg) (S, error)
	// Stack returns the stack as one line of text, oldest frame first.
	Stack func(*S) string
}

// Scripts runs each file in dir as a subtest. A file is a list of commands and
// their output:
//
//	deal ARG…              sets up a position and draws it
//	act [seat=V]           plays the requests below it, one per line: SEAT TEXT.
//	                       TEXT is the text of the option's label, or resign.
//	                       SEAT@N answers decision N instead of the open one.
//	                       Prints the verdict, the stack whenever it changes, and
//	                       the events as told to V.
//	options                prints the options of each seat, the default first
//	position [seat=V]      draws the position as V sees it
//	view [seat=V]          prints V's view as JSON
//	stack                  prints the stack
//	resign seat=N          makes seat N resign
//
// V is the number of a seat, watcher or everything. The default is everything. Requests carry
// no salt, so a script is deterministic.
func Scripts[S comparable](t *testing.T, dir string, stage ScriptKit[S]) {
	if *update {
		require.NoError(t, flag.Set("rewrite", "true"))
	}
	datadriven.Walk(t, dir, func(t *testing.T, path string) {
		p := &scriptRun[S]{tracer: newTracer(stage)}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			out, err := p.command(d)
			require.NoError(t, err, "%s", d.Pos)
			return out
		})
	})
}

// A scriptRun runs the commands of one script.
type scriptRun[S comparable] struct {
	*tracer[S]
	dealt bool // whether a position has been dealt
}

func (p *scriptRun[S]) command(d *datadriven.TestData) (string, error) {
	if d.Cmd == "deal" {
		s, err := p.kit.Deal(d.CmdArgs)
		if err != nil {
			return "", err
		}
		p.s, p.dealt = s, true
		return p.rules.Draw(&p.s, state.Everything), nil
	}
	if !p.dealt {
		return "", fmt.Errorf("%s: the script has no deal command before this", d.Cmd)
	}
	viewer, err := viewpoint(d)
	if err != nil {
		return "", err
	}
	switch d.Cmd {
	case "act":
		var b strings.Builder
		for line := range strings.SplitSeq(d.Input, "\n") {
			if err := p.act(&b, line, viewer); err != nil {
				return "", err
			}
		}
		return b.String(), nil
	case "resign":
		var b strings.Builder
		err := p.act(&b, fmt.Sprintf("%d resign", viewer), state.Everything)
		return b.String(), err
	case "options":
		return p.options(), nil
	case "position":
		return p.rules.Draw(&p.s, viewer), nil
	case "view":
		return string(p.rules.View(nil, &p.s, viewer)), nil
	case "stack":
		return p.kit.Stack(&p.s), nil
	}
	return "", fmt.Errorf("unknown command %q; use deal, act, resign, options, position, view or stack", d.Cmd)
}

// viewpoint parses the optional argument seat=V.
func viewpoint(d *datadriven.TestData) (state.Seat, error) {
	viewer := state.Everything
	for _, arg := range d.CmdArgs {
		if arg.Key != "seat" || len(arg.Vals) != 1 {
			return 0, fmt.Errorf("%s: unknown argument %s: use seat=N, seat=watcher or seat=everything", d.Cmd, arg.String())
		}
		switch v := arg.Vals[0]; v {
		case "watcher":
			viewer = state.Watcher
		case "everything":
		default:
			n, err := strconv.ParseUint(v, 10, 3)
			if err != nil {
				return 0, fmt.Errorf("%s: seat=%s: not a seat, watcher or everything", d.Cmd, v)
			}
			viewer = state.Seat(n)
		}
	}
	return viewer, nil
}

// act applies the request that one line describes. It prints the outcome and the events as the
// viewer sees them.
func (p *scriptRun[S]) act(b *strings.Builder, line string, viewer state.Seat) error {
	name, text, _ := strings.Cut(line, " ")
	name, decision, named := strings.Cut(name, "@")
	n, err := strconv.ParseUint(name, 10, 8)
	if err != nil {
		return fmt.Errorf("act: %q: want a seat and an option, as in \"0 pass\"", line)
	}
	seat := state.Seat(n)
	q := state.Request{Seat: seat, Decision: p.core().Decision(seat), Option: p.find(seat, text)}
	if named {
		d, err := strconv.ParseUint(decision, 10, 32)
		if err != nil {
			return fmt.Errorf("act: %q: the decision is not a number", line)
		}
		q.Decision = uint32(d)
	}
	fmt.Fprintf(b, "> %s\n", line)
	var log state.Log
	verdict, steps, err := p.request(q, &log)
	if err != nil {
		fmt.Fprintf(b, "nothing  refused: %v\n", err)
		return nil
	}
	for i, stack := range steps {
		if i > 0 {
			verdict = ""
		}
		fmt.Fprintf(b, "%-8s %s\n", verdict, stack)
	}
	for _, e := range log.Events {
		fmt.Fprintf(b, "  %s\n", p.rules.Tell(&p.s, e.For(viewer)).Text)
	}
	return nil
}

// find returns the seat's option with the given text. If there is none, it returns an unlisted
// option, so that the script shows the refusal.
func (p *scriptRun[S]) find(seat state.Seat, text string) state.Option {
	if text == "resign" {
		return state.Option{Do: state.Resign}
	}
	for _, o := range p.rules.Options(&p.s, seat, nil) {
		if p.rules.Label(&p.s, seat, o).Text == text {
			return o
		}
	}
	return state.Option{}
}

// options lists the options of all awaited seats.
func (p *scriptRun[S]) options() string {
	var b strings.Builder
	for seat := range state.Seat(p.core().Seats) {
		for i, o := range p.rules.Options(&p.s, seat, nil) {
			if i == 0 {
				fmt.Fprintf(&b, "%d may ", seat)
			} else {
				b.WriteString(", ")
			}
			b.WriteString(p.rules.Label(&p.s, seat, o).Text)
		}
		if p.core().Awaiting.Has(seat) {
			b.WriteByte('\n')
		}
	}
	if b.Len() == 0 {
		return "no seat is awaited"
	}
	return b.String()
}
