// Package agent connects a game to its players. A player is a client behind a WebSocket or a bot in
// this process. Package external adds bots in other processes.
//
// A game sends messages to an agent's [JSONWriter], and questions to an agent that is a [Thinker].
// The agent replies through the [Submit] of its seat. The game and the agent never block on each
// other.
package agent

import (
	"errors"

	"gamed/ai"
	"gamed/protocol"
)

// A JSONWriter receives the messages of a game. The game calls WriteJSON from the game's goroutine,
// so WriteJSON must not block. WriteJSON must not change m, because other agents receive the same
// message. After an error the game sends the agent no further messages.
type JSONWriter interface {
	WriteJSON(m protocol.ServerMessage) error
}

// A Thinker is a bot in this process. It does not need the views and texts of updates. After each
// change of the game, it receives a [Question] instead of an update. It receives all other messages
// through WriteJSON. The rules for WriteJSON also apply to Ask.
type Thinker interface {
	JSONWriter
	Ask(Question) error
}

// A Question describes the state of a game to a [Thinker] and whether the Thinker must answer
// now.
type Question struct {
	N        uint64 // the number of the latest event
	Seq      uint32 // number of requests that the game has accepted
	Turn     int
	Awaiting []int  // the seats to decide, in turn order
	Decision uint32 // the decision to answer, or 0 for none
	Ask      ai.Ask // set with Decision; owned by the receiver
}

// ErrBusy is returned by a [Submit] when the game's queue is full.
var ErrBusy = errors.New("the game's queue is full; send it again")

// A Submit passes a seat's message to its game without blocking. The game reports a rejected
// message through the seat's JSONWriter. Submit returns [ErrBusy] if the game cannot accept the
// message now, and another error if the game will never accept it. Any goroutine may call a Submit.
type Submit func(protocol.ClientMessage) error
