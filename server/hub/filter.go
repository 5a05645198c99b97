package hub

import (
	"slices"
	"strings"
	"time"

	"gamed/protocol"
)

// A Filter picks games. Its zero fields ask for nothing.
type Filter struct {
	Rules  string   `json:"rules,omitempty"`
	Status []string `json:"status,omitempty"` // any of these
	Clock  string   `json:"clock,omitempty"`  // [NoClock], [FastClock] or [SlowClock]
	Free   int      `json:"free,omitempty"`   // at least so many seats that anybody may take
	// Here picks games that are over, or have somebody connected who sits there.
	Here bool `json:"here,omitempty"`
	// Text is in the name of the table or of somebody who sits there; case does not
	// count.
	Text  string `json:"text,omitempty"`
	Limit int    `json:"limit"` // at most so many, the newest; it must be set
}

// The kinds of clocks that a [Filter] tells apart.
const (
	NoClock   = "none"
	FastClock = "fast" // each seat has less than an hour for a game
	SlowClock = "slow"
)

const (
	// maxSearched is how many games are asked who sits there, the newest ones.
	maxSearched = 2000
	// decisions is how many a seat takes in a game, roughly, for the kind of its clock.
	decisions = 60
)

// kindOf returns the kind of a clock.
func kindOf(c *protocol.Clock) string {
	switch {
	case c == nil:
		return NoClock
	case time.Duration(c.Bank+decisions*(c.PerDecision+c.Increment))*time.Millisecond < time.Hour:
		return FastClock
	}
	return SlowClock
}

// looks reports whether a game has to be asked who sits there.
func (f *Filter) looks() bool { return f.Text != "" || f.Here }

// picks reports whether f picks a game as far as is known without asking it. Hub.mu
// is held.
func (f *Filter) picks(e *entry) bool {
	return (f.Rules == "" || f.Rules == e.rules) && f.has(e.status(), e.options.Delay() > 0) &&
		(f.Clock == "" || f.Clock == kindOf(e.options.Clock)) && f.Free <= e.free()
}

// has reports whether f asks for games of a status. One that spectators see late may be
// over and seem to be live, which Fits looks at.
func (f *Filter) has(status string, late bool) bool {
	return len(f.Status) == 0 || slices.Contains(f.Status, status) || late && slices.Contains(f.Status, Live)
}

// free returns how many seats anybody may take. Hub.mu is held.
func (e *entry) free() int {
	switch {
	case e.stage == over:
		return 0
	case e.game != nil:
		return e.game.Open()
	}
	n := 0
	for _, seat := range e.rest.Seats {
		if seat.Kind == protocol.SeatOpen {
			n++
		}
	}
	return n
}

// Fits reports whether f picks a game by its status and clock and by who sits there.
func (f *Filter) Fits(info *Info) bool {
	if !f.has(info.Status, false) || f.Clock != "" && f.Clock != kindOf(info.Clock) {
		return false
	}
	if f.Here && info.Status != Over && !slices.ContainsFunc(info.Seats, func(s protocol.Seat) bool { return s.Here && s.Kind == protocol.SeatPerson }) {
		return false
	}
	contains := func(name string) bool { return strings.Contains(strings.ToLower(name), strings.ToLower(f.Text)) }
	return f.Text == "" || contains(info.Name) ||
		slices.ContainsFunc(info.Seats, func(s protocol.Seat) bool { return contains(s.Name) })
}
