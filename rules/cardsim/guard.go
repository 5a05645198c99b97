package cardsim

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

// A callStack is a call stack, innermost call first.
type callStack struct {
	calls [24]uintptr
	depth int
}

// currentStack returns the call stack without currentStack itself and the function that calls it.
func currentStack() (t callStack) {
	t.depth = runtime.Callers(3, t.calls[:])
	return t
}

// The text of a callStack omits the calls of this library and the callers of guard, so a game and its
// replay show the same text. It also omits the calls of gamefile, because the warnings of gamefile
// name a line of the data file.
const (
	libraryPrefix  = "gamed/rules/cardsim."
	gamefilePrefix = "gamed/rules/cardsim/gamefile."
	guardName      = libraryPrefix + "guard"
)

// fromLibrary reports whether a function belongs to the library or to Go's runtime.
func fromLibrary(function string) bool {
	return strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, libraryPrefix) || strings.HasPrefix(function, gamefilePrefix)
}

func (t callStack) String() string {
	var b strings.Builder
	frames := runtime.CallersFrames(t.calls[:t.depth])
	for more := t.depth > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.Function == guardName {
			break
		}
		if fromLibrary(f.Function) {
			continue
		}
		fmt.Fprintf(&b, "%s (%s:%d)\n", f.Function, f.File[strings.LastIndexByte(f.File, '/')+1:], f.Line)
	}
	return b.String()
}

// A panicError is a recovered panic.
type panicError struct {
	value string
	stack callStack
}

func (p *panicError) Error() string { return "panic: " + p.value }

// guard runs a designer's code and returns a panic as an error.
func guard(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicError{fmt.Sprint(v), currentStack()}
		}
	}()
	return do()
}

// attempt runs a designer's function and returns its result, or a panic as an error.
func attempt[T any](get func() T) (value T, err error) {
	err = guard(func() error {
		value = get()
		return nil
	})
	return value, err
}

// withViewRand runs a function that only shows the game. The function draws from the random source
// of views, so that it does not affect the game.
func withViewRand[C StatsCollection, T any](p *Player[C], look func(*Player[C]) T) (T, error) {
	saved := p.Rand
	p.Rand = p.viewRand()
	value, err := attempt(func() T { return look(p) })
	p.Rand = saved
	return value, err
}

// stackOf returns the stack of the panic or warning in err, if any.
func stackOf(err error) string {
	var p *panicError
	if errors.As(err, &p) {
		return p.stack.String()
	}
	var w *Warning
	if errors.As(err, &w) && w != nil {
		return w.Stack()
	}
	return ""
}
