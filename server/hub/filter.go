package hub

import (
	"slices"
	"strings"
	"time"

	"gamed/protocol"
)

// A Filter selects games for a list. Its zero fields match every game.
type Filter struct {
	Rules  string   `json:"rules,omitempty"`
	Status []string `json:"status,omitempty"` // any of these
	Clock  string   `json:"clock,omitempty"`  // [NoClock], [FastClock] or [SlowClock]
	Free   int      `json:"free,omitempty"`   // the minimum number of free seats, not counting reserved ones
	// Here matches finished games, and games with a connected player. It also matches games in
	// progress whose spectators are delayed, because such games do not show which players are
	// connected.
	Here bool `json:"here,omitempty"`
	// Text matches part of the name of the table or of a player, ignoring case.
	Text  string `json:"text,omitempty"`
	Limit int    `json:"limit"` // the maximum length of the list, newest games first; required
}

// The kinds of clocks for a [Filter].
const (
	NoClock   = "none"
	FastClock = "fast" // an estimate of less than an hour per seat and game
	SlowClock = "slow" // any other clock
)

const (
	maxSearched      = 2000 // maximum number of games that a list queries, newest first
	batchSize        = 100  // games that a list copies at once: most lists need no second batch
	typicalDecisions = 60   // per seat and game, to estimate how long a clock lasts
)

// clockKind returns [NoClock], [FastClock] or [SlowClock].
func clockKind(c *protocol.Clock) string {
	switch {
	case c == nil:
		return NoClock
	case time.Duration(c.Bank+typicalDecisions*(c.PerDecision+c.Increment))*time.Millisecond < time.Hour:
		return FastClock
	}
	return SlowClock
}

// matches reports whether f matches the entry of a game. Hub.mu is held.
func (f *Filter) matches(e *entry) bool {
	return (f.Rules == "" || f.Rules == e.fixedInfo.Rules) && f.hasStatus(e.status(), e.fixedInfo.Delay() > 0) &&
		(f.Clock == "" || f.Clock == clockKind(e.fixedInfo.Clock)) && f.Free <= e.freeSeats()
}

// hasStatus reports whether f matches a status. If delayed is set, a filter for [Live] matches
// every status, because delayed spectators may still see a finished game as live. [Filter.Fits]
// then decides.
func (f *Filter) hasStatus(status string, delayed bool) bool {
	return len(f.Status) == 0 || slices.Contains(f.Status, status) || delayed && slices.Contains(f.Status, Live)
}

// freeSeats returns the number of seats that are free for any player. Hub.mu is held.
func (e *entry) freeSeats() int {
	switch {
	case e.stage == over, e.fixedInfo.Reserved:
		return 0
	case e.game != nil:
		return e.game.OpenSeats()
	}
	return FreeSeats(e.summary.Seats)
}

// FreeSeats returns the number of free seats.
func FreeSeats(seats []protocol.Seat) (n int) {
	for _, seat := range seats {
		if seat.Kind == protocol.SeatOpen {
			n++
		}
	}
	return n
}

// Fits reports whether f matches the status, the clock, the name, the players and the connections of
// a game.
func (f *Filter) Fits(info *Info) bool {
	if !f.hasStatus(info.Status, false) || f.Clock != "" && f.Clock != clockKind(info.Clock) {
		return false
	}
	if f.Here && info.Status != Over && !(info.Status == Live && info.Delay() > 0) && !slices.ContainsFunc(info.Seats, func(s protocol.Seat) bool { return s.Here && s.Kind == protocol.SeatPerson }) {
		return false
	}
	contains := func(name string) bool { return strings.Contains(strings.ToLower(name), strings.ToLower(f.Text)) }
	return f.Text == "" || contains(info.Name) || slices.ContainsFunc(info.Seats, func(s protocol.Seat) bool { return contains(s.Name) })
}
