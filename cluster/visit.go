package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go"

	"gamed/agent"
	"gamed/hub"
	"gamed/protocol"
	"gamed/state"
)

// A visit is a client of this server whose game is on another one, as this one has
// it.
type visit struct {
	n         *Node
	id, owner string
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
	v := &visit{n: n, id: rand.Text(), owner: owner, to: to}
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
	return &hub.Seating{Game: q.Game, Seat: state.Seat(a.Seat), Submit: v.submit, Table: v, To: to}, nil
}

// send sends something to the owner.
func (v *visit) send(kind byte, data []byte) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	msg := &nats.Msg{
		Subject: v.n.subject("to", v.owner, "says", v.id), Reply: v.n.subject("to", v.n.id, "lost", v.id),
		Data: frame(v.sent+1, kind, data),
	}
	if v.over && kind != anEnd || !v.n.mailing(msg) {
		return false
	}
	v.sent++
	v.marks = marks
	return true
}

func (v *visit) submit(m protocol.ClientMessage) error {
	data, err := protocol.Append(nil, m)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	v.mu.Lock()
	over := v.over
	v.mu.Unlock()
	switch {
	case over:
		return errMoved
	case !v.send(aMessage, data):
		return agent.ErrBusy
	}
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

// World is for [hub.Table].
func (v *visit) World(context.Context, state.Seat) (state.Machine, uint32, error) {
	return nil, 0, &protocol.Error{Code: protocol.OverBudget, Text: "this game is run by another server of the cluster, and has no forward model here"}
}

// told passes on what a game on another server tells.
func (n *Node) told(msg *nats.Msg) {
	n.mu.Lock()
	v := n.visits[last(msg.Subject)]
	n.mu.Unlock()
	number, kind, data, ok := open(msg.Data)
	if v == nil || !ok {
		return
	}
	v.mu.Lock()
	next := v.heard + 1
	if kind == aMark {
		next = v.heard
	} else {
		v.heard = number
	}
	v.mu.Unlock()
	switch {
	case number != next && (kind != aMark || number > next):
		v.end("some messages were lost: connect again")
	case kind == anEnd:
		v.end(string(data))
	case kind == aMessage, kind == anUpdate:
		if v.to.WriteJSON(&protocol.Encoded{Data: data, Update: kind == anUpdate}) != nil && v.forget() {
			v.send(anEnd, nil) // the client is gone
		}
	}
}

// lost is called by NATS when nobody has heard what a client has said: its game's
// server is gone.
func (n *Node) lost(msg *nats.Msg) {
	n.mu.Lock()
	v := n.visits[last(msg.Subject)]
	n.mu.Unlock()
	if v != nil {
		n.suspect(v.owner)
		v.end(moved)
	}
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
		g.end(moved)
	}
}
