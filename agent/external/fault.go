package external

import (
	"fmt"
	"time"
)

// A Kind is a way in which a bot fails.
type Kind string

const (
	Startup    Kind = "startup"    // it could not be started, or said no hello
	Malformed  Kind = "malformed"  // what came is no message, or one that does not belong here
	Illegal    Kind = "illegal"    // an option that is not on the list, or a decision that is not open
	Timeout    Kind = "timeout"    // the answer came, but late
	Stall      Kind = "stall"      // no answer came
	Crash      Kind = "crash"      // it exited with a status other than 0, or was killed
	Disconnect Kind = "disconnect" // it exited with status 0, or its connection ended
	Flood      Kind = "flood"      // it sent too much that nobody had asked for
	Rules      Kind = "rules"      // not its own: the rules panicked in one of its worlds
)

// A Fault is what a bot did wrong.
type Fault struct {
	Kind Kind
	Text string        // what happened, for people
	Took time.Duration // how long it thought until then, 0 if it was not asked

	ended bool // before its hello
}

func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Text }

// Fatal reports whether the bot has gone, or has been ended for this: it must be
// closed, and another be started. After the other faults it can be asked on.
func (f *Fault) Fatal() bool {
	switch f.Kind {
	case Malformed, Illegal, Timeout:
		return false
	}
	return true
}

func faultf(kind Kind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Text: fmt.Sprintf(format, args...)}
}
