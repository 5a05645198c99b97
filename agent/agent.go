// Package agent connects a game to its players: a client behind a WebSocket, or a bot in
// this process.
//
// A game writes to an agent through its [JSONWriter], or asks a [Thinker], and the agent
// answers through the [Submit] of its seat. Neither waits for the other.
package agent

import (
	"errors"

	"gamed/ai"
	"gamed/protocol"
)

// A JSONWriter receives the messages of a game. The game calls it from its own goroutine,
// so WriteJSON must not block, and must not change m, which other agents receive as well.
// After an error the game sends the agent nothing more.
type JSONWriter interface {
	WriteJSON(m protocol.ServerMessage) error
}

// A Thinker is a bot in this process. Instead of updates, whose views and texts it does not
// need, it receives a [Question] after each change; the other messages reach it as they do
// any JSONWriter. The rules for WriteJSON hold for Ask.
type Thinker interface {
	JSONWriter
	Ask(Question) error
}

// A Question tells a [Thinker] how its game stands and whether to answer now.
type Question struct {
	N        uint64 // the number of the latest event
	Seq      uint32 // number of requests that the game has accepted
	Turn     int
	Awaiting []int  // the seats to decide, in turn order
	Decision uint32 // the decision to answer, 0 for none
	Ask      ai.Ask // set with Decision; the receiver's own
}

// ErrBusy is returned by a [Submit] when the game's queue is full.
var ErrBusy = errors.New("the game's queue is full; send it again")

// A Submit hands a seat's message to its game without waiting. A refusal arrives through the
// JSONWriter. Submit returns [ErrBusy] when the game cannot take the message now, and any
// other error when it never will. Any goroutine may call it.
type Submit func(protocol.ClientMessage) error
