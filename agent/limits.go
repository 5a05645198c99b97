package agent

import (
	"time"

	"golang.org/x/time/rate"

	"gamed/protocol"
)

// Limits bounds a client's use of a WebSocket. A client that exceeds one is told which, then
// disconnected.
type Limits struct {
	Message   int           // bytes of one message from the client
	Hello     time.Duration // until its first message, and for the header of an HTTP request
	Rate      rate.Limit    // messages per second
	Burst     int           // messages at once
	Excess    int           // messages beyond the rate, each answered with an error, until disconnection; a message within the rate forgives one
	Ping      time.Duration // between pings, and for each pong
	Write     time.Duration // for sending one message
	OutboxLen int           // messages queued for it
	OutboxCap int           // bytes queued for it
}

// DefaultLimits suits people and bots: a bot that answers at once stays within the rate.
var DefaultLimits = Limits{
	Message:   protocol.MaxMessage,
	Hello:     5 * time.Second,
	Rate:      50,
	Burst:     30,
	Excess:    30,
	Ping:      20 * time.Second,
	Write:     5 * time.Second,
	OutboxLen: 64,
	OutboxCap: 256 << 10,
}
