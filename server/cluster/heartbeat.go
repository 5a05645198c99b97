package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/server/hub"
)

const (
	// heartbeatInterval is the interval between the heartbeats of a server.
	heartbeatInterval = 500 * time.Millisecond
	// deadAfter is the time without a heartbeat after which a server counts as dead.
	deadAfter = 3 * time.Second
	// suspectAfter is the time without a heartbeat after which a server is no candidate for games
	// without an owner.
	suspectAfter = 1200 * time.Millisecond
	// lateAfter is the delay of a server's own heartbeat after which others may have taken over
	// its games.
	lateAfter = 2 * time.Second
)

// movedReason is the reason sent to the clients of a game that moves to another server.
const movedReason = "the game moves: connect again"

// A heartbeatMessage tells the other servers that this server runs.
type heartbeatMessage struct {
	Node    string `json:"node"`
	Games   int    `json:"games"`             // unfinished games in memory
	Leaving bool   `json:"leaving,omitempty"` // the server is stopping
	Last    bool   `json:"last,omitempty"`    // the server has stopped
}

// heartbeat sends heartbeats and checks for dead servers, until the node is closed.
func (n *Node) heartbeat() {
	ticker := time.NewTicker(heartbeatInterval)
	defer ticker.Stop()
	for {
		n.sendHeartbeat(false)
		n.checkPeers()
		n.resend()
		select {
		case <-ticker.C:
		case <-n.closing.Done():
			return
		}
	}
}

func (n *Node) sendHeartbeat(last bool) {
	n.mu.Lock()
	b := heartbeatMessage{Node: n.id, Leaving: n.leaving, Last: last}
	n.mu.Unlock()
	b.Games = n.Hub.Count().Live
	if data, err := json.Marshal(b); err == nil { // always encodes
		_ = n.conn.Publish(n.subject("node"), data) // peers treat a lost heartbeat like a late one
	}
}

// checkPeers detects dead servers, and drops the subscriptions of games that have left the hub. If
// this server's own heartbeat is late, it cannot know whether the other servers are alive or whether
// it still owns its games. Then checkPeers waits for their next heartbeats and starts an inventory.
func (n *Node) checkPeers() {
	now := n.now()
	late := now.Sub(time.Unix(0, n.lastBeat.Load())) > lateAfter
	if late {
		n.staleHeartbeat.Store(n.counts.lateHeartbeats.Add(1))
		n.reconcileSoon()
	}
	n.lastBeat.Store(now.UnixNano())
	n.noteIsolation(now)
	var silent, gone []string
	n.mu.Lock()
	for id, p := range n.peers {
		if late || !n.conn.IsConnected() {
			p.lastHeartbeat = now
		}
		if now.Sub(p.lastHeartbeat) > deadAfter {
			silent = append(silent, id)
		}
	}
	gone, n.goneGames = n.goneGames, nil
	n.mu.Unlock()
	for _, id := range silent {
		n.markDead(id)
	}
	for _, id := range gone {
		n.unsubscribe(id)
	}
}

// onHeartbeat notes that another server is alive, or that it has stopped.
func (n *Node) onHeartbeat(msg *nats.Msg) {
	var b heartbeatMessage
	if json.Unmarshal(msg.Data, &b) != nil || b.Node == n.id || b.Node == "" {
		return
	}
	if b.Last {
		n.markDead(b.Node)
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.peers[b.Node] = &peer{lastHeartbeat: n.now(), excluded: b.Leaving}
}

// markDead removes a server. It ends the sessions of the removed server's clients in games here,
// and of this server's clients in games there.
func (n *Node) markDead(id string) {
	n.mu.Lock()
	delete(n.peers, id)
	n.mu.Unlock()
	sessions, clients := n.linksTo(id)
	for _, v := range sessions {
		v.end(movedReason)
	}
	for _, g := range clients {
		g.end("")
	}
	n.reconcileSoon()
}

// suspect excludes a peer from the candidates for games without an owner, until the peer's next
// heartbeat.
func (n *Node) suspect(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.peers[id]; p != nil {
		p.excluded = true
	}
}

// isCurrent reports whether this server can assume that it still owns its games.
func (n *Node) isCurrent() bool {
	return n.staleHeartbeat.Load() == 0 && n.now().Sub(time.Unix(0, n.lastBeat.Load())) < lateAfter
}

// awaitCurrent waits until isCurrent returns true. If ctx is done or the node closes first, the
// error wraps [hub.ErrUnavailable].
func (n *Node) awaitCurrent(ctx context.Context) error {
	for !n.isCurrent() {
		if !pause(ctx, retryPause) || n.closing.Err() != nil {
			return fmt.Errorf("cluster: this server was frozen: %w", hub.ErrUnavailable)
		}
	}
	return nil
}

// pause waits for d. It reports false if ctx is done first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
