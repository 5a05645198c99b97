package external

import (
	"fmt"
	"time"

	"gamed/protocol"
)

// Limits is what a bot is given. A bot's clock is that of docs/protocol.md: first
// the time per decision runs down, then its bank.
type Limits struct {
	Startup   time.Duration // from its start, or its connection, to its hello
	Ready     time.Duration // from the ping that follows a joined to the pong
	Decision  time.Duration // for each decision; with a Bank of 0 as well it is not timed
	Bank      time.Duration // for a game
	Increment time.Duration // what an answer adds to the bank
	// Stall is how far past its time an answer is still waited for, as a timeout.
	// 0 is as long again as the time was, but at least a second.
	Stall time.Duration
	// Grace is from bye until it is killed, and how long a closed stdout waits for
	// an exit status.
	Grace  time.Duration
	Memory int64 // bytes that its process group may hold in memory; 0 is any
	// Flood is how many messages it may send for a decision that nobody has asked
	// for: pings, forks that are refused, anything while another seat thinks.
	Flood int
}

// DefaultLimits is for bots that are not timed.
var DefaultLimits = Limits{Startup: 10 * time.Second, Ready: time.Minute, Grace: 2 * time.Second, Flood: 100}

// Check refuses limits that make no sense, or that cannot be held here.
func (l Limits) Check() error {
	for _, d := range []struct {
		what  string
		value time.Duration
		least time.Duration
	}{
		{"start-up", l.Startup, 1}, {"ready", l.Ready, 1}, {"decision", l.Decision, 0}, {"bank", l.Bank, 0},
		{"increment", l.Increment, 0}, {"stall", l.Stall, 0}, {"grace", l.Grace, 0},
	} {
		if d.value < d.least {
			return fmt.Errorf("the limit %s of a bot is %v: it must be longer", d.what, d.value)
		}
	}
	switch {
	case l.Flood < 1:
		return fmt.Errorf("the limit flood of a bot is %d: it must be at least 1", l.Flood)
	case l.Memory < 0:
		return fmt.Errorf("the memory limit of a bot is %d bytes: it must not be negative", l.Memory)
	case l.Memory > 0:
		if _, err := resident(); err != nil {
			return fmt.Errorf("the memory of bots cannot be limited here: %w", err)
		}
	}
	return nil
}

// Clock returns the clock that the limits are, nil when nobody is timed.
func (l Limits) Clock() *protocol.Clock {
	if l.Decision == 0 && l.Bank == 0 {
		return nil
	}
	return &protocol.Clock{
		Bank: l.Bank.Milliseconds(), PerDecision: l.Decision.Milliseconds(), Increment: l.Increment.Milliseconds(),
		Absent: protocol.AbsentForfeit,
	}
}

// margin is how far past its time an answer is waited for.
func (l Limits) margin(limit time.Duration) time.Duration {
	if l.Stall > 0 {
		return l.Stall
	}
	return max(limit, time.Second)
}
