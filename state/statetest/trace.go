package statetest

import "gamed/state"

// A tracer plays a game and records its stack. It uses a copy of the ruleset in which each phase
// reports when a frame enters and finishes.
type tracer[S comparable] struct {
	kit   ScriptKit[S]
	rules *state.Ruleset[S]
	s     S

	depth   int      // depth of the stack before the request
	verdict string   // verdict on the request, or "" while unknown
	steps   []string // the stack after each change
}

func newTracer[S comparable](stage ScriptKit[S]) *tracer[S] {
	rules := *stage.Rules
	t := &tracer[S]{kit: stage, rules: &rules}
	rules.Phases = make([]state.Phase[S], len(stage.Rules.Phases))
	for i, ph := range stage.Rules.Phases {
		rules.Phases[i] = t.traced(ph)
	}
	return t
}

// traced returns a copy of the phase ph that reports to t when a frame enters and finishes.
func (t *tracer[S]) traced(ph state.Phase[S]) state.Phase[S] {
	enter, finish := ph.Enter, ph.Finish
	ph.Enter = func(s *S, f *state.Frame, log *state.Log) state.Verdict {
		t.recordEnter(s)
		if enter == nil {
			return state.Nothing()
		}
		return enter(s, f, log)
	}
	ph.Finish = func(s *S, f *state.Frame, log *state.Log) {
		if t.verdict == "" && int(t.rules.Core(s).Stack.Depth) < t.depth {
			t.verdict = "resolve"
		}
		if finish != nil {
			finish(s, f, log)
		}
	}
	return ph
}

// recordEnter records the stack when a frame enters its phase.
func (t *tracer[S]) recordEnter(s *S) {
	if t.verdict == "" && int(t.rules.Core(s).Stack.Depth) > t.depth {
		t.verdict = "stack"
	}
	t.note(t.kit.Stack(s))
}

func (t *tracer[S]) note(stack string) {
	if n := len(t.steps); n == 0 || t.steps[n-1] != stack {
		t.steps = append(t.steps, stack)
	}
}

func (t *tracer[S]) core() *state.Core { return t.rules.Core(&t.s) }

// request applies q. It returns the verdict of the top phase and the stack after each change.
func (t *tracer[S]) request(q state.Request, log *state.Log) (verdict string, steps []string, err error) {
	t.depth, t.verdict, t.steps = int(t.core().Stack.Depth), "", nil
	if _, err := t.rules.Check(&t.s, q, nil); err != nil {
		return "nothing", nil, err
	}
	t.rules.Apply(&t.s, q.Seat, q.Option, log)
	if t.core().Over {
		t.note("over")
	} else {
		t.note(t.kit.Stack(&t.s))
	}
	switch {
	case q.Option == state.Option{Do: state.Resign}:
		t.verdict = "leave" // a resignation reaches no phase
	case t.verdict == "":
		t.verdict = "nothing"
	}
	return t.verdict, t.steps, nil
}
