// Package agent is the boundary between a game and whoever plays in it: a
// client behind a WebSocket, a bot in this process, a script.
//
// A game tells an agent what happens through its [JSONWriter], and the agent
// answers through the [Submit] that it was given for its seat. Neither waits
// for the other.
package agent

import (
	"errors"

	"gamed/protocol"
)

// A JSONWriter is fed with what an agent is to know. The game calls it from
// its own goroutine, so it must not block; v is a message of package protocol
// and must not be changed. After an error the agent is not told anything more.
type JSONWriter interface {
	WriteJSON(v any) error
}

// ErrBusy is a game whose queue is full.
var ErrBusy = errors.New("the game's queue is full: send it again")

// Submit hands a seat's message to its game. It does not wait for the answer,
// which comes through the JSONWriter. The error says that the game cannot take
// the message: [ErrBusy] now, any other one for good. Any goroutine may call it.
type Submit func(protocol.ClientMessage) error
