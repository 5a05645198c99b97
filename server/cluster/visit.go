package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"

	"github.com/nats-io/nats.go"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
	"gamed/state"
)

// A visit is a client of this server whose game is on another one, as this one has
// it.
type visit struct {
	n         *Node
	id, owner string
	game      string
	to        agent.JSONWriter

	mu          sync.Mutex
	sent, heard uint64 // numbers
	marks       int    // still to be sent
	over        bool
}

// errMoved is said to a client whose game has just left the server that it was on.
var errMoved = errors.New("the game has moved: join it again")

// visit seats a client at a game of another server.
func (n *Node) visit(ctx context.Context, owner string, q *ask, to agent.JSONWriter) (*hub.Seating, error) {
	v := &visit{n: n, id: rand.Text(), owner: owner, game: q.Game, to: to}
	q.Visit = v.id
	n.mu.Lock()
	n.visits[v.id] = v
	n.mu.Unlock()
	a, err := n.ask(ctx, owner, q)
	if err != nil {
		v.forget()
		v.send(anEnd, nil) // it may have been heard after all
		return nil, err
	}
	return &hub.Seating{Game: q.Game, Seat: state.Seat(a.Seat), Submit: v.submit, Forks: a.Forks, Table: v, To: to}, nil
}

// send sends something to the owner.
func (v *visit) send(kind byte, data []byte) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	msg := &nats.Msg{
		Subject: v.n.subject("to", v.owner, "says", v.id), Reply: v.n.subject("to", v.n.id, "lost", v.id),
		Data: frame{number: v.sent + 1, kind: kind, data: data}.bytes(),
	}
	if v.over && kind != anEnd || !v.n.mailing(msg) {
		return false
	}
	v.sent++
	v.marks = marks
	return true
}

// submit is what the client says to its game.
func (v *visit) submit(m protocol.ClientMessage) error {
	data := protocol.Append(nil, m)
	v.mu.Lock()
	over := v.over
	v.mu.Unlock()
	switch {
	case over:
		return errMoved
	case !v.send(aMessage, data):
		return agent.ErrBusy
	}
	v.n.counts.forwarded.Add(1)
	return nil
}

// forget takes no more note of the visit, and reports whether it did before.
func (v *visit) forget() bool {
	v.mu.Lock()
	over := v.over
	v.over = true
	v.mu.Unlock()
	v.n.mu.Lock()
	defer v.n.mu.Unlock()
	delete(v.n.visits, v.id)
	return !over
}

// end sends the client away.
func (v *visit) end(why string) {
	if v.forget() {
		_ = v.to.WriteJSON(&protocol.Bye{Reason: why})
		v.send(anEnd, nil)
	}
}

// Detach is for [hub.Table].
func (v *visit) Detach(context.Context, agent.JSONWriter) error {
	if v.forget() {
		v.send(anEnd, nil)
	}
	return nil
}

// World is for [hub.Table]. The log of the game is here as well as there.
func (v *visit) World(ctx context.Context, seat state.Seat) (state.Machine, uint32, error) {
	return v.n.local.Logged(ctx, v.game, seat)
}

// told passes on what a game on another server tells.
func (n *Node) told(msg *nats.Msg) {
	n.mu.Lock()
	v := n.visits[last(msg.Subject)]
	n.mu.Unlock()
	f, ok := open(msg.Data)
	if v == nil || !ok {
		if ok && f.kind != anEnd { // it has not been heard that the visit is over
			n.mailing(&nats.Msg{Subject: msg.Reply, Data: frame{kind: anEnd}.bytes()})
		}
		return
	}
	v.mu.Lock()
	v.heard, ok = f.fits(v.heard)
	v.mu.Unlock()
	switch {
	case !ok:
		v.end("some messages were lost: connect again")
	case f.kind == anEnd:
		v.end(string(f.data))
	case f.kind == aMessage, f.kind == anUpdate:
		if v.to.WriteJSON(&protocol.Encoded{Data: f.data, Update: f.kind == anUpdate, Decision: f.decision}) != nil && v.forget() {
			v.send(anEnd, nil) // the client is gone
		}
	}
}

// lost is called when nobody has heard what a client has said: by NATS when its game's
// server is gone, and by that server when it does not know the client any more.
func (n *Node) lost(msg *nats.Msg) {
	n.mu.Lock()
	v := n.visits[last(msg.Subject)]
	n.mu.Unlock()
	if v == nil {
		return
	}
	if msg.Header.Get("Status") != "" {
		n.suspect(v.owner)
	}
	v.end(moved)
}

// cutOff ends all visits when the connection to NATS is lost, since messages were.
func (n *Node) cutOff() {
	n.mu.Lock()
	var visits []*visit
	for _, v := range n.visits {
		visits = append(visits, v)
	}
	var guests []*guest
	for _, g := range n.guests {
		guests = append(guests, g)
	}
	n.mu.Unlock()
	for _, v := range visits {
		v.end("the server has lost the others: connect again")
	}
	for _, g := range guests {
		g.finish(moved) // told by the heart, when it can be
	}
}
