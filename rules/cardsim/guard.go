package cardsim

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// A trace is the calls that led to a place, the innermost first.
type trace struct {
	calls [24]uintptr
	depth int
}

// callers returns the calls that led to the caller of its caller.
func callers() (t trace) {
	t.depth = runtime.Callers(3, t.calls[:])
	return t
}

// In a stack the engine's own calls are left out, and so is whatever called guard:
// whoever runs the game. A game and its replay show the same.
const (
	engineName = "gamed/rules/cardsim."
	guardName  = engineName + "guard"
)

func (t trace) String() string {
	var b strings.Builder
	frames := runtime.CallersFrames(t.calls[:t.depth])
	for more := t.depth > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.Function == guardName {
			break
		}
		if strings.HasPrefix(f.Function, "runtime.") || strings.HasPrefix(f.Function, engineName) {
			continue
		}
		fmt.Fprintf(&b, "%s (%s:%d)\n", f.Function, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
	}
	return b.String()
}

// A panicked is a panic made an error.
type panicked struct {
	value string
	stack trace
}

func (p *panicked) Error() string { return "panic: " + p.value }

// guard runs what a designer wrote and makes a panic of it an error.
func guard(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicked{fmt.Sprint(v), callers()}
		}
	}()
	return do()
}

// stackOf returns the stack of the panic or the warning that err wraps, if any.
func stackOf(err error) string {
	var p *panicked
	if errors.As(err, &p) {
		return p.stack.String()
	}
	var w *Warning
	if errors.As(err, &w) && w != nil {
		return w.Stack()
	}
	return ""
}
