// Package external runs bots outside this process. A child process exchanges lines of JSON
// over its stdin and stdout. A remote program exchanges text frames over a WebSocket. Both
// use the protocol in docs/protocol.md. A match starts a [Conn] once and plays many games with
// it. On a server each [Player] has its own process.
//
// Every bot failure is a [Fault] with a kind and a text. [Limits] bounds every wait, except for the
// answer of an untimed bot. This package measures the response times itself and does not trust the
// bots.
package external

import (
	"fmt"
	"time"

	"gamed/protocol"
)

// Limits bounds the time, memory and messages of a bot. The clock works as described in
// docs/protocol.md: the time per decision runs down first, then the bank.
type Limits struct {
	Startup   time.Duration // from the start or the connection to the hello
	Ready     time.Duration // from the ping after joined to the pong; also how long results wait for a bot that does not read
	Decision  time.Duration // time per decision; the bot is untimed if Decision and Bank are 0
	Bank      time.Duration // additional time per game
	Increment time.Duration // added to the bank by each answer
	// StallAfter bounds the wait for an answer after the bot's time has run out. Without an answer, the
	// bot has stalled. 0 means as long as the bot's time, but at least one second. StallAfter also
	// bounds the wait for the next message of a bot whose last message was a fault.
	StallAfter time.Duration
	// ExitGrace is the time from the bye until the process is killed. ExitGrace also bounds the wait for
	// the exit status after the bot has closed its stdout.
	ExitGrace time.Duration
	Memory    int64 // resident bytes of the process group; 0 means unlimited
	// MaxUnexpected is the number of unexpected messages allowed per decision. The unexpected messages
	// are pongs, late answers, rejected requests about worlds, releases of unknown worlds, and
	// all messages during another seat's turn. MaxUnexpected also limits the pings in a row.
	MaxUnexpected int
}

// DefaultLimits contains the limits for untimed bots.
var DefaultLimits = Limits{Startup: 10 * time.Second, Ready: time.Minute, ExitGrace: 2 * time.Second, MaxUnexpected: 100}

// Check returns an error for a limit that is invalid or that this system cannot enforce.
func (l Limits) Check() error {
	for _, d := range []struct {
		what  string
		value time.Duration
		least time.Duration
	}{
		{"start-up", l.Startup, 1}, {"ready", l.Ready, 1}, {"decision", l.Decision, 0}, {"bank", l.Bank, 0},
		{"increment", l.Increment, 0}, {"stall", l.StallAfter, 0}, {"grace", l.ExitGrace, 0},
	} {
		if d.value < d.least {
			return fmt.Errorf("a bot's limit %q is %v: it must be at least %v", d.what, d.value, d.least)
		}
	}
	switch {
	case l.MaxUnexpected < 1:
		return fmt.Errorf("a bot's limit \"flood\" is %d unexpected messages: it must be at least 1", l.MaxUnexpected)
	case l.Memory < 0:
		return fmt.Errorf("the memory limit of a bot is %d bytes: it must not be negative", l.Memory)
	case l.Memory > 0:
		if _, err := memoryByGroup(); err != nil {
			return fmt.Errorf("this system cannot limit the memory of bots: %w", err)
		}
	}
	return nil
}

// Clock returns the clock described by the limits, or nil for an untimed bot.
func (l Limits) Clock() *protocol.Clock {
	if l.Decision == 0 && l.Bank == 0 {
		return nil
	}
	return &protocol.Clock{
		Bank: l.Bank.Milliseconds(), PerDecision: l.Decision.Milliseconds(), Increment: l.Increment.Milliseconds(),
		Absent: protocol.AbsentForfeit,
	}
}

// margin returns the additional time to wait for a message once limit has elapsed.
func (l Limits) margin(limit time.Duration) time.Duration {
	if l.StallAfter > 0 {
		return l.StallAfter
	}
	return max(limit, time.Second)
}

// A Kind classifies bot failures.
type Kind string

const (
	Startup    Kind = "startup"    // the bot did not start, sent no valid hello, or needs a forward model that the game lacks
	Malformed  Kind = "malformed"  // the message is invalid or not allowed at this point
	Illegal    Kind = "illegal"    // the option or a picked card does not exist, the pick breaks its limits, or the decision is not open
	Timeout    Kind = "timeout"    // the answer was late
	Stall      Kind = "stall"      // no answer arrived, or no pong at the start of a game, or the bot does not read its messages
	Exit       Kind = "exit"       // the process exited with status 0 during a game
	Crash      Kind = "crash"      // the process exited with another status, a signal ended it, or a bot in this process panicked
	Memory     Kind = "memory"     // the process exceeded its memory limit, or the kernel killed it for lack of memory
	Disconnect Kind = "disconnect" // the bot said bye, or closed its stdin, its stdout or the connection while running
	Flood      Kind = "flood"      // the bot sent too much: unexpected messages, a line without an end, or requests without reading the results
	Rules      Kind = "rules"      // the rules panicked in one of the bot's worlds; the bot is not at fault
)

// A Fault describes a bot failure.
type Fault struct {
	Kind Kind
	Text string        // for people
	Took time.Duration // thinking time until the fault, or 0 without an open decision
	// Stderr is the last part of the stderr of a program that sent no valid hello.
	Stderr string

	lostBeforeHello bool // the bot exited or its connection ended before its hello
}

func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Text }

// Fatal reports whether the bot cannot continue. After a fatal fault the caller must close
// the bot and may start another one. After other faults the bot can continue to play.
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
