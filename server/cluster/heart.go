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
	// pulse is the time between two beats of a server's heart.
	pulse = 500 * time.Millisecond
	// silence is when a server that is not heard is taken for dead.
	silence = 3 * time.Second
	// doubt is when it is not given anything new.
	doubt = 1200 * time.Millisecond
	// tardy is when a server's own heart is so late that others may have its games.
	tardy = 2 * time.Second
)

// goodbye is the last beat of a server.
const goodbye = "goodbye"

// moved is why a client is sent away.
const moved = "the game moves: connect again"

// A beat is what a server says of itself.
type beat struct {
	Node    string `json:"node"`
	Games   int    `json:"games"`             // that it has in memory
	Leaving bool   `json:"leaving,omitempty"` // it is stopping
	Last    bool   `json:"last,omitempty"`    // and has stopped
}

// heart says that this server is alive, and looks after the others, until it is
// closed.
func (n *Node) heart() {
	ticker := time.NewTicker(pulse)
	defer ticker.Stop()
	for {
		n.beat("")
		n.look()
		n.mark()
		select {
		case <-ticker.C:
		case <-n.closing.Done():
			return
		}
	}
}

func (n *Node) beat(word string) {
	n.mu.Lock()
	b := beat{Node: n.id, Leaving: n.leaving, Last: word == goodbye}
	n.mu.Unlock()
	b.Games = n.local.Count().Live
	if data, err := json.Marshal(b); err == nil { // a struct of words always encodes
		_ = n.conn.Publish(n.subject("node"), data) // a beat that is not heard counts as none
	}
}

// look notes who is silent. After a beat that was late this server knows nothing of the
// others, and not whether its games are still its own.
func (n *Node) look() {
	now := time.Now()
	late := now.Sub(time.Unix(0, n.beaten.Load())) > tardy
	if late {
		n.lates++
		n.counts.lates.Add(1)
		n.stale.Store(n.lates)
		n.want()
	}
	n.beaten.Store(now.UnixNano())
	n.reach(now)
	var silent, gone []string
	n.mu.Lock()
	for id, p := range n.peers {
		if late || n.conn.Status() != nats.CONNECTED {
			p.heard = now
		}
		if now.Sub(p.heard) > silence {
			silent = append(silent, id)
		}
	}
	gone, n.gone = n.gone, nil
	n.mu.Unlock()
	for _, id := range silent {
		n.bury(id)
	}
	for _, id := range gone {
		n.letGo(id)
	}
}

// hear notes a beat of a server.
func (n *Node) hear(msg *nats.Msg) {
	var b beat
	if json.Unmarshal(msg.Data, &b) != nil || b.Node == n.id || b.Node == "" {
		return
	}
	if b.Last {
		n.bury(b.Node)
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.peers[b.Node] = &peer{heard: time.Now(), leaving: b.Leaving}
}

// bury forgets a server that is gone, with its clients and those that play on it.
func (n *Node) bury(id string) {
	n.mu.Lock()
	delete(n.peers, id)
	var visits []*visit
	for _, v := range n.visits {
		if v.owner == id {
			visits = append(visits, v)
		}
	}
	var guests []*guest
	for _, g := range n.guests {
		if g.from == id {
			guests = append(guests, g)
		}
	}
	n.mu.Unlock()
	for _, v := range visits {
		v.end(moved)
	}
	for _, g := range guests {
		g.end("")
	}
	n.want()
}

// suspect gives a server nothing new until it is heard again.
func (n *Node) suspect(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.peers[id]; p != nil {
		p.leaving = true
	}
}

// sure reports whether this server's games are its own as far as it can know.
func (n *Node) sure() bool {
	return n.stale.Load() == 0 && time.Since(time.Unix(0, n.beaten.Load())) < tardy
}

// settled waits until it is sure.
func (n *Node) settled(ctx context.Context) error {
	for !n.sure() {
		if !pause(ctx, 20*time.Millisecond) || n.closing.Err() != nil {
			return fmt.Errorf("cluster: this server was frozen: %w", hub.ErrUnavailable)
		}
	}
	return nil
}

// pause waits, and reports false when ctx is done.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
