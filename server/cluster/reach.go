package cluster

import (
	"time"

	"github.com/nats-io/nats.go"
)

// cutAfter is how long a server may be without NATS, or the log without a leader, until it is
// taken for cut off: an election, and one more when the first was in vain.
const cutAfter = 20 * time.Second

// reach notes since when this server can do nothing for anybody: it has no connection, or the part
// of NATS that it is connected to has no majority and so does not say which games there are.
func (n *Node) reach(now time.Time) {
	if n.conn.Status() == nats.CONNECTED && !n.unheard.Load() {
		n.alone.Store(0)
		return
	}
	n.alone.CompareAndSwap(0, now.UnixNano())
}

// cut reports whether that has lasted. A balancer is to send players to another server then: their
// games are there, taken over by those that still have a majority.
func (n *Node) cut() bool {
	since := n.alone.Load()
	return since != 0 && time.Since(time.Unix(0, since)) > cutAfter
}
