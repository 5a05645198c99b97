package state

import "math/bits"

// MaxSeats is the maximum number of seats in a game.
const MaxSeats = 6

// A Seat is a player's place in the turn order, counted from 0.
type Seat uint8

const (
	// Watcher is the viewpoint of a spectator. A spectator sees only public facts.
	Watcher Seat = 0xFE
	// Everything is a viewpoint from which all facts are visible, for replays of finished games
	// and for tests. A server never gives it to a live client.
	Everything Seat = 0xFF
)

var seatNames = [8]string{"seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6", "seat 7"}

// Name returns the name of a real seat in labels and events, such as "seat 0". Clients replace it
// with the name of the player.
func (s Seat) Name() string { return seatNames[s&7] }

// Viewer returns the number of the seat in views: -1 for [Watcher], -2 for [Everything].
func (s Seat) Viewer() int {
	switch s {
	case Watcher:
		return -1
	case Everything:
		return -2
	}
	return int(s)
}

// Seats is a set of seats.
type Seats uint8

// Only returns the set with the single element s, which must be a real seat.
func Only(s Seat) Seats { return 1 << s }

// AllSeats returns the set of the first n seats.
func AllSeats(n int) Seats { return 1<<n - 1 }

// Has reports whether s is in the set. [Everything] is in every set, [Watcher] in none.
func (ss Seats) Has(s Seat) bool {
	if s >= MaxSeats {
		return s == Everything
	}
	return ss>>s&1 != 0
}

// With returns ss with s added. The seat s must be a real seat.
func (ss Seats) With(s Seat) Seats { return ss | 1<<s }

// Without returns ss with s removed. The seat s must be a real seat.
func (ss Seats) Without(s Seat) Seats { return ss &^ (1 << s) }

// Len returns the number of seats in the set.
func (ss Seats) Len() int { return bits.OnesCount8(uint8(ss)) }

// First returns the lowest seat in ss, which must not be empty.
func (ss Seats) First() Seat { return Seat(bits.TrailingZeros8(uint8(ss))) }

// From returns the first seat of ss in turn order, counted from s itself. The set must not be
// empty.
func (ss Seats) From(s Seat) Seat {
	if later := ss >> s << s; later != 0 {
		return later.First()
	}
	return ss.First()
}
