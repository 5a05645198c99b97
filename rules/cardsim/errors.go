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
func (w *Warning) Unwrap() error { return w.err }

// Stack writes where the warning was made, a line for each call, the innermost
// first, up to the engine's own. Paths are left out: they are those of the machine
// that the game was built on.
func (w *Warning) Stack() string { return w.stack.String() }

// IsWarning reports whether err ends no game: it is a warning, wraps one, or joins
// nothing but warnings and special errors.
func IsWarning(err error) bool {
	var r report
	r.read(err)
	return r.failure == nil && r.warnings != nil
}

// A report is what an error of a designer's function comes to.
type report struct {
	deleteMe, stopStep, stopRules bool
	warnings                      []error
	failure                       error
}

// read adds what err says. An error that wraps others is a failure if one of them
// is.
func (r *report) read(err error) {
	switch e := err.(type) {
	case nil:
	case *Warning:
		if e != nil {
			r.special(e)
			r.warnings = append(r.warnings, e)
		}
	case interface{ Unwrap() []error }:
		var parts report
		all := e.Unwrap()
		for _, part := range all {
			parts.read(part)
		}
		if len(all) == 0 {
			parts.failure = err
		}
		r.join(&parts, err, parts.warnings)
	case interface{ Unwrap() error }:
		var inner report
		inner.read(e.Unwrap())
		if inner.nothing() {
			inner.failure = err
		}
		r.join(&inner, err, []error{err})
	default:
		if !r.special(err) {
			r.failure = err
		}
	}
}

// special notes the special errors that err is or wraps.
func (r *report) special(err error) bool {
	del, step, rules := errors.Is(err, DeleteMe), errors.Is(err, StopStep), errors.Is(err, StopRules)
	r.deleteMe, r.stopStep, r.stopRules = r.deleteMe || del, r.stopStep || step, r.stopRules || rules
	return del || step || rules
}

func (r *report) nothing() bool {
	return r.failure == nil && r.warnings == nil && !r.deleteMe && !r.stopStep && !r.stopRules
}

// join adds what the parts of whole have come to. warnings stand for theirs, if
// there are any.
func (r *report) join(parts *report, whole error, warnings []error) {
	r.deleteMe, r.stopStep, r.stopRules = r.deleteMe || parts.deleteMe, r.stopStep || parts.stopStep, r.stopRules || parts.stopRules
	switch {
	case parts.failure != nil:
		r.failure = whole
	case parts.warnings != nil:
		r.warnings = append(r.warnings, warnings...)
	}
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
