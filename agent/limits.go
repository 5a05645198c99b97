package agent

import (
	"time"

	"golang.org/x/time/rate"

	"gamed/protocol"
)

// Limits is what a client at the other end of a WebSocket may ask of the
// server. A client that goes past one of them is told which, then cut off.
type Limits struct {
	Message   int           // bytes of one message from the client
	Hello     time.Duration // until its first message must be there, as must the header of a request over HTTP
	Rate      rate.Limit    // messages a second that it may send for long
	Burst     int           // messages that it may send at once
	Excess    int           // messages past the rate, each answered with an error, until it is cut off; one within it takes one back
	Ping      time.Duration // between signs of life, and how long one may take to arrive
	Write     time.Duration // for one message to leave
	OutboxLen int           // messages that may wait to be sent to it
	OutboxCap int           // bytes that may wait to be sent to it
}

// DefaultLimits suits people and bots alike: a bot that answers as fast as the
// other seat lets it is well within the rate.
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
