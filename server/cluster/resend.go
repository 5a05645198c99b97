package cluster

import "github.com/nats-io/nats.go"

// forwarded returns the sessions and clients that are forwarded to or from a server, or all
// of them for "".
func (n *Node) forwarded(peer string) (sessions []*remoteSession, clients []*proxiedClient) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, v := range n.sessions {
		if peer == "" || v.owner == peer {
			sessions = append(sessions, v)
		}
	}
	for _, g := range n.clients {
		if peer == "" || g.from == peer {
			clients = append(clients, g)
		}
	}
	return sessions, clients
}

// resend sends the number of each last message again, and removes clients that are over. It
// sends all numbers now and then, so that both servers forget a session.
func (n *Node) resend() {
	if n.conn.Status() != nats.CONNECTED {
		return
	}
	n.beats++
	all := n.beats%everyBeats == 0
	var ended []*proxiedClient
	sessions, clients := n.forwarded("")
	for _, v := range sessions {
		v.mu.Lock()
		if v.marks > 0 || all {
			v.marks = max(v.marks-1, 0)
			n.enqueue(&nats.Msg{
				Subject: n.subject("to", v.owner, "says", v.id), Reply: n.subject("to", n.id, "lost", v.id), Data: frame{number: v.sent, kind: aMark}.bytes(),
			})
		}
		v.mu.Unlock()
	}
	for _, g := range clients {
		g.mu.Lock()
		switch {
		case g.over:
			ended = append(ended, g)
		case g.marks > 0 || all:
			g.marks = max(g.marks-1, 0)
			n.enqueue(g.letter(frame{number: g.sent, kind: aMark}))
		}
		g.mu.Unlock()
	}
	for _, g := range ended {
		g.end("")
	}
}
