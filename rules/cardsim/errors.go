package cardsim

import (
	"errors"
	"fmt"
)

// The special errors are how a rule talks to the collection that runs it. They may
// be wrapped, or joined with a warning, and they are no failures:
//
//	return errors.Join(cardsim.DeleteMe, cardsim.Warningf("the plague is over"))
var (
	// DeleteMe asks to take the rule out of the collection. Like all changes that
	// rules ask for it is done when all rules have run, so the rule runs once in
	// this turn and never again.
	DeleteMe = errors.New("cardsim: delete this rule")
	// StopStep leaves out the rules of the same step that have not run yet.
	StopStep = errors.New("cardsim: leave out the rest of this step")
	// StopRules leaves out all rules that have not run yet this turn.
	StopRules = errors.New("cardsim: leave out the rest of the rules")
)

// EndOfHistory ends a game whose deck and hand are both empty.
var EndOfHistory = errors.New("end of history: the deck and the hand are empty")

// A Warning is an error that is reported to the player and does not end the game.
// In debug mode it is shown with the stack of where it was made. All other errors
// end the game.
type Warning struct {
	err   error
	stack trace
}

// Warn makes a warning of err. A nil err is no warning: it may be returned as it is.
func Warn(err error) *Warning {
	if err == nil {
		return nil
	}
	return &Warning{err, callers()}
}

// Warningf makes a warning as fmt.Errorf makes an error; %w wraps.
func Warningf(format string, args ...any) *Warning {
	return &Warning{fmt.Errorf(format, args...), callers()}
}

func (w *Warning) Error() string { return w.err.Error() }
func (w *Warning) Unwrap() error {
	if w == nil { // as returned by Warn(nil)
		return nil
	}
	return w.err
}

// Stack writes where the warning was made, a line for each call, the innermost
// first, up to the engine's own. Paths are left out: they are those of the machine
// that the game was built on.
func (w *Warning) Stack() string { return w.stack.String() }

// IsWarning reports whether err does not end a game: it is a warning, wraps one, or
// joins only warnings and special errors.
func IsWarning(err error) bool {
	r := read(err)
	return r.failure == nil && r.warnings != nil
}

// A report is what the error of a designer's function asks the engine to do.
type report struct {
	deleteMe, stopStep, stopRules bool
	warnings                      []error
	failure                       error
}

func read(err error) report {
	r := report{deleteMe: errors.Is(err, DeleteMe), stopStep: errors.Is(err, StopStep), stopRules: errors.Is(err, StopRules)}
	warnings, harmless := warningsIn(err)
	if harmless {
		r.warnings = warnings
	} else {
		r.failure = err
	}
	return r
}

// warningsIn returns the warnings in err. It returns false if a part of err is neither a
// warning nor a special error.
func warningsIn(err error) (all []error, harmless bool) {
	switch e := err.(type) {
	case *Warning:
		if e != nil {
			all = []error{e}
		}
		return all, true
	case interface{ Unwrap() []error }:
		for _, part := range e.Unwrap() {
			warnings, harmless := warningsIn(part)
			if !harmless {
				return nil, false
			}
			all = append(all, warnings...)
		}
		return all, len(e.Unwrap()) > 0
	case interface{ Unwrap() error }:
		all, harmless = warningsIn(e.Unwrap())
		switch {
		case !harmless:
			return nil, false
		case all != nil:
			return []error{err}, true
		}
	}
	return nil, err == nil || errors.Is(err, DeleteMe) || errors.Is(err, StopStep) || errors.Is(err, StopRules)
}

// A Failure is what ended a game that no ending of its own did: an error or a
// panic in what the designer wrote.
type Failure struct {
	What string // rule "name" of step 2, card "name", option 1, …
	Step int    // of a rule, else 0
	Turn int
	Err  error
	// Stack is where a panic was, in debug mode: a line for each call.
	Stack string
}

func (f *Failure) Error() string { return fmt.Sprintf("turn %d: %s failed: %v", f.Turn, f.What, f.Err) }

func (f *Failure) Unwrap() error { return f.Err }

// A cause is what of a designer's is at work, put into words only when somebody
// asks.
type cause struct {
	kind   string // rule, card, action, panel; what else there is names itself
	name   string
	option int // of a card, from 1
	step   int // of a rule
	part   string
}

// short is what a change of a stat is put down to.
func (c cause) short() string {
	if c.name == "" {
		return c.kind
	}
	return fmt.Sprintf("%s %q", c.kind, c.name)
}

// String is what a warning or a failure names.
func (c cause) String() string {
	s := c.short()
	switch {
	case c.kind == "rule":
		s += fmt.Sprintf(" of step %d", c.step)
	case c.option > 0:
		s += fmt.Sprintf(", option %d", c.option)
	}
	if c.part != "" {
		s += ", " + c.part
	}
	return s
}

func (r *Rule[C]) cause() cause            { return cause{kind: "rule", name: r.Name, step: r.Step} }
func (c *Card[C]) cause(part string) cause { return cause{kind: "card", name: c.Name, part: part} }
func (c *Card[C]) option(at int) cause     { return cause{kind: "card", name: c.Name, option: at + 1} }
func (a *Action[C]) cause(part string) cause {
	return cause{kind: "action", name: a.Name, part: part}
}
