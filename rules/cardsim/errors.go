package cardsim

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// DeleteMe, StopStep and StopRules are the special errors. A rule returns one of them to remove
// itself or to skip other rules of the turn. Special errors do not end the game. They may be wrapped
// or joined with a warning:
//
//	return errors.Join(cardsim.DeleteMe, cardsim.Warningf("the plague is over"))
var (
	// DeleteMe removes the rule after all rules of the turn have run.
	DeleteMe = errors.New("cardsim: delete this rule")
	// StopStep skips the remaining rules of the step.
	StopStep = errors.New("cardsim: skip the rest of this step")
	// StopRules skips the remaining rules of the turn.
	StopRules = errors.New("cardsim: skip the remaining rules")
)

// EndOfHistory is the error that ends a game whose deck and hand are both empty.
var EndOfHistory = errors.New("end of history: the deck and the hand are empty")

// A Warning is an error that is shown to the player and does not end the game. Debug
// mode also shows the call stack where it was created. DeleteMe, StopStep and StopRules
// do not end the game either; all other errors do.
type Warning struct {
	err   error
	stack callStack
}

// Warn returns err as a warning, or nil if err is nil.
func Warn(err error) *Warning {
	if err == nil {
		return nil
	}
	return &Warning{err, currentStack()}
}

// Warningf formats a warning as fmt.Errorf does, including %w.
func Warningf(format string, args ...any) *Warning {
	return &Warning{fmt.Errorf(format, args...), currentStack()}
}

func (w *Warning) Error() string { return w.err.Error() }
func (w *Warning) Unwrap() error {
	if w == nil { // as returned by Warn(nil)
		return nil
	}
	return w.err
}

// Stack returns the calls that led to the warning, one per line and innermost first. The calls of
// this library are omitted, and so are the folders of files, which depend on the build machine.
func (w *Warning) Stack() string { return w.stack.String() }

// IsWarning reports whether err contains a warning and does not end a game. A joined error ends the game
// if it has a part that is neither a warning nor DeleteMe, StopStep or StopRules.
func IsWarning(err error) bool {
	r := partsOf(err)
	return r.failure == nil && r.warnings != nil
}

// errorParts are the parts of an error that a designer's function returned. If one part is neither
// a warning nor DeleteMe, StopStep or StopRules, the whole error is a failure.
type errorParts struct {
	deleteMe, stopStep, stopRules bool
	warnings                      []error
	failure                       error
}

func partsOf(err error) errorParts {
	r := errorParts{deleteMe: errors.Is(err, DeleteMe), stopStep: errors.Is(err, StopStep), stopRules: errors.Is(err, StopRules)}
	warnings, harmless := warningsIn(err)
	if harmless {
		r.warnings = warnings
	} else {
		r.failure = err
	}
	return r
}

// warningsIn returns the warnings in err. harmless is false if a part of err is neither a
// warning nor DeleteMe, StopStep or StopRules.
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

// A Failure is an error or a panic in a designer's code that ended the game.
type Failure struct {
	What string // rule "name" of step 2, card "name", option 1, …
	Step int    // of a rule, else 0
	Turn int
	Err  error
	// Stack is the call stack of a panic or a warning in Err. It is set in debug mode only.
	Stack string

	by cause
}

func (f *Failure) Error() string { return fmt.Sprintf("turn %d: %s failed: %v", f.Turn, f.What, f.Err) }

func (f *Failure) Unwrap() error { return f.Err }

// forPlayers returns the failure as players read it, with titles instead of names.
func (f *Failure) forPlayers() string {
	told := *f
	told.What = f.by.withTitle().String()
	return told.Error()
}

// A cause identifies the part of a game that is running. Its text is formatted only when needed.
type cause struct {
	kind   string // rule, card, action, panel or prompt; other kinds have no name
	name   string
	title  string // for players; empty means that the name serves as the title
	option int    // of a card, from 1
	step   int    // of a rule
	part   string // the field with the function that runs, such as When
}

// label returns the cause as shown beside a changed stat.
func (c cause) label() string {
	if c.name == "" {
		return c.kind
	}
	return cmp.Or(strings.TrimSpace(c.title), nameInWords(c.name))
}

// withTitle returns the cause with its title in place of its name.
func (c cause) withTitle() cause {
	if c.name != "" {
		c.name = c.label()
	}
	return c
}

// nameInWords turns a name into words: "the_storm" is "the storm".
func nameInWords(name string) string { return strings.ReplaceAll(name, "_", " ") }

// String returns the cause as reports for designers show it.
func (c cause) String() string {
	s := c.kind
	if c.name != "" {
		s = fmt.Sprintf("%s %q", c.kind, c.name)
	}
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

func (r *Rule[C]) cause() cause {
	if r.Internal {
		return cause{kind: r.Name}
	}
	return cause{kind: "rule", name: r.Name, title: r.Title.text, step: r.Step}
}

// title returns the rule's title for players.
func (r *Rule[C]) title() string { return r.cause().label() }

func (c *Card[C]) cause(part string) cause {
	by := cause{kind: "card", name: c.Name, part: part}
	if c.WriteTitle == nil {
		by.title = c.Title.text
	}
	return by
}

// optionCause returns the cause for the option with the given index. title is the card's current title.
func (c *Card[C]) optionCause(at int, title string) cause {
	return cause{kind: "card", name: c.Name, title: title, option: at + 1}
}

func (a *Action[C]) cause(part string) cause {
	by := cause{kind: "action", name: a.Name, part: part}
	if a.Write == nil {
		by.title = a.Text.text
	}
	return by
}
