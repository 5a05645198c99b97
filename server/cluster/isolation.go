package cluster

import "time"

// cutAfter is the time without NATS, or without a log leader, after which a server counts as
// cut off. NATS can elect a new leader twice in this time.
const cutAfter = 20 * time.Second

// noteIsolation notes when isolation starts and when it ends. A server is isolated while it has no
// connection to NATS, or while NATS cannot list the games for lack of a majority.
func (n *Node) noteIsolation(now time.Time) {
	if n.conn.IsConnected() && !n.logSilent.Load() {
		n.isolatedSince.Store(0)
		return
	}
	n.isolatedSince.CompareAndSwap(0, now.UnixNano())
}

// isolatedLong reports whether this server has been isolated for longer than cutAfter. A load
// balancer should then send players to the other servers, which have taken over the games.
func (n *Node) isolatedLong() bool {
	since := n.isolatedSince.Load()
	return since != 0 && n.now().Sub(time.Unix(0, since)) > cutAfter
}
