package cluster

import "github.com/nats-io/nats.go"

// mark sends numbers once more, and ends the guests that are over. All are sent now and
// then, so that no visit outlives one of its two servers' memory of it.
func (n *Node) mark() {
	if n.conn.Status() != nats.CONNECTED {
		return
	}
	n.beats++
	all := n.beats%everyBeats == 0
	var ended []*guest
	n.mu.Lock()
	visits := make([]*visit, 0, len(n.visits))
	for _, v := range n.visits {
		visits = append(visits, v)
	}
	guests := make([]*guest, 0, len(n.guests))
	for _, g := range n.guests {
		guests = append(guests, g)
	}
	n.mu.Unlock()
	for _, v := range visits {
		v.mu.Lock()
		if v.marks > 0 || all {
			v.marks = max(v.marks-1, 0)
			n.mailing(&nats.Msg{
				Subject: n.subject("to", v.owner, "says", v.id), Reply: n.subject("to", n.id, "lost", v.id), Data: frame{number: v.sent, kind: aMark}.bytes(),
			})
		}
		v.mu.Unlock()
	}
	for _, g := range guests {
		g.mu.Lock()
		switch {
		case g.over:
			ended = append(ended, g)
		case g.marks > 0 || all:
			g.marks = max(g.marks-1, 0)
			n.mailing(g.letter(frame{number: g.sent, kind: aMark}))
		}
		g.mu.Unlock()
	}
	for _, g := range ended {
		g.end("")
	}
}
