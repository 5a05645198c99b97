package state

import "fmt"

// An Option is a legal answer to a decision. Options are comparable. The ruleset defines the
// meaning of the fields.
type Option struct {
	Do           Do
	Card         Card // the card played, used, picked, …
	Target       Card
	SecondTarget Card
}

// The actions of this package. A ruleset's actions start at FirstDo.
const (
	Done   Do = iota + 1 // stop picking
	Take                 // pick this card
	No                   // decline
	Yes                  // accept
	Resign               // leave the game: always legal, never listed
	FirstDo
)

// A Request is a seat's choice of an option. [Playable.Check] refuses it, or [Playable.Apply] applies it.
type Request struct {
	Seat     Seat
	Decision uint32 // the decision it answers: see [Core.Decision]
	Option
	// Salt is mixed into the position's random source before the option is applied, unless it is
	// 0. The caller draws the salt and records it, so a replay of the requests repeats the game.
	Salt uint64
}

// A Refusal is the error for a request that was refused and has not changed the position.
type Refusal struct {
	Reason  RefusalReason
	Seat    Seat
	Answers uint32 // the decision that the request named
	Current uint32 // the seat's open decision, or 0 for none
}

// A RefusalReason is the reason for a refusal.
type RefusalReason uint8

const (
	Illegal  RefusalReason = iota + 1 // not among the options
	NotAsked                          // the seat is not awaited
	Stale                             // the request names another decision than the open one
	GameOver
	NoSeat // the seat does not exist or has left the game
)

var reasonTexts = [...]string{Illegal: "illegal", NotAsked: "not asked", Stale: "stale", GameOver: "game over", NoSeat: "no such seat"}

func (w RefusalReason) String() string { return reasonTexts[w] }

func (r *Refusal) Error() string {
	switch r.Reason {
	case Illegal:
		return fmt.Sprintf("illegal: not an option of decision %d", r.Current)
	case NotAsked:
		return "not asked: the game awaits another seat"
	case Stale:
		return fmt.Sprintf("stale: decision %d is closed; the open one is %d", r.Answers, r.Current)
	case GameOver:
		return "game over: the game has ended"
	}
	return fmt.Sprintf("no such seat: %d has left the game or does not exist", r.Seat)
}
