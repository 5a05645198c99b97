package agent

import (
	"time"

	"golang.org/x/time/rate"

	"gamed/protocol"
)

// Limits bounds a client's use of a WebSocket. A client that exceeds a limit other than Rate or Burst is
// disconnected. If the client still reads, it first gets an error with the reason.
type Limits struct {
	Message int           // bytes of one message from the client
	Hello   time.Duration // until the first message, and for the header of an HTTP request
	Rate    rate.Limit    // messages per second
	Burst   int           // maximum burst of messages
	// Excess is the number of messages beyond the rate that a client may send before it is
	// disconnected. Each of them gets an error. A message within the rate lowers the count by one.
	Excess         int
	Ping           time.Duration // interval between pings, and time for each pong
	Write          time.Duration // for sending one message
	OutboxMessages int           // number of queued messages
	OutboxBytes    int           // number of queued bytes
}

// DefaultLimits suits people and bots. A client above the rate gets errors that name the time to
// wait.
var DefaultLimits = Limits{
	Message:        protocol.MaxMessage,
	Hello:          5 * time.Second,
	Rate:           50,
	Burst:          30,
	Excess:         30,
	Ping:           20 * time.Second,
	Write:          5 * time.Second,
	OutboxMessages: 64,
	OutboxBytes:    256 << 10,
}
