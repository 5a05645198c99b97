package state

import "fmt"

// An Option is one legal answer. It is small, plain and comparable; what its
// fields mean is the ruleset's to say.
type Option struct {
	Do   Do
	Card Card // what is played, used, picked, …
	On   Card // what it is aimed at
	Also Card // a second aim
}

// The kernel's own words. A ruleset's words start at FirstDo.
const (
	Done   Do = iota + 1 // stop picking
	Take                 // pick this card
	No                   // decline
	Yes                  // accept
	Resign               // leave the game: open at any time, on no list
	FirstDo
)

// A Request is an option that a seat has chosen.
type Request struct {
	Seat     Seat
	Decision uint32 // the decision it answers: see [Core.Decision]
	Option
	// Salt is mixed into the position's random source before the option is
	// applied, unless it is 0. It is drawn by whoever runs the game, never by
	// a player, and recorded: chance is an input.
	Salt uint64
}

// A Refusal says why a request did nothing. The position is untouched.
type Refusal struct {
	Why     Why
	Seat    Seat
	Answers uint32 // the decision that the request named
	Current uint32 // the seat's open decision, 0 for none
}

// Why is the reason of a refusal.
type Why uint8

const (
	Illegal  Why = iota + 1 // not on the list of options
	NotAsked                // nobody waits for that seat
	Stale                   // answers an older decision
	GameOver
	NoSeat // there is no such seat, or it has left the game
)

var whys = [...]string{Illegal: "illegal", NotAsked: "not asked", Stale: "stale", GameOver: "game over", NoSeat: "no such seat"}

func (w Why) String() string { return whys[w] }

func (r *Refusal) Error() string {
	switch r.Why {
	case Illegal:
		return fmt.Sprintf("illegal: that is not among the options of decision %d", r.Current)
	case NotAsked:
		return "not asked: the game waits for somebody else"
	case Stale:
		return fmt.Sprintf("stale: decision %d is not open, the open one is %d", r.Answers, r.Current)
	case GameOver:
		return "game over: nothing more can be done"
	}
	return fmt.Sprintf("no such seat: %d is not playing in this game", r.Seat)
}
