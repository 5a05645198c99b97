package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/agent"
	"gamed/hub"
	"gamed/protocol"
)

// A guest is a client of another server whose game is here: an agent of the game.
type guest struct {
	n        *Node
	id, from string

	seated  chan struct{} // closed when seating is set
	seating *hub.Seating

	mu          sync.Mutex
	sent, heard uint64 // numbers
	marks       int    // still to be sent
	over        bool   // the game is to tell no more
	why         string // what the client is to be told, "" for nothing
}

// host seats a client of another server at a game that is here.
func (n *Node) host(ctx context.Context, q *ask, a *answer) error {
	if err := n.fetch(ctx, q); err != nil {
		return err
	}
	g := &guest{n: n, id: q.Visit, from: q.Node, seated: make(chan struct{})}
	n.mu.Lock()
	n.guests[g.id] = g
	n.mu.Unlock()
	seating, err := n.seat(ctx, q, g)
	if err != nil {
		n.mu.Lock()
		delete(n.guests, g.id)
		n.mu.Unlock()
		return err
	}
	g.seating, a.Seat = seating, uint8(seating.Seat)
	close(g.seated)
	return nil
}

func (n *Node) seat(ctx context.Context, q *ask, g *guest) (*hub.Seating, error) {
	if q.Kind == "watch" {
		return n.Hub.Watch(ctx, q.Game, g)
	}
	m, err := protocol.Parse(q.Join)
	if err != nil {
		return nil, err
	}
	join, ok := m.(*protocol.Join)
	if !ok || join.Game != q.Game {
		return nil, fmt.Errorf("cluster: server %s asks to join with a %T", q.Node, m)
	}
	return n.Hub.Join(ctx, join, q.Name, g)
}

// WriteJSON sends the client what its game tells. It does not wait. The forward model
// is not offered: its worlds would be far from the client.
func (g *guest) WriteJSON(v any) error {
	kind := byte(aMessage)
	switch m := v.(type) {
	case *protocol.Update:
		kind = anUpdate
	case *protocol.Bye:
		g.finish(m.Reason)
		return nil
	case *protocol.Joined:
		without := *m
		without.Budget = nil
		v = &without
	}
	data, err := protocol.Append(nil, v)
	if err != nil {
		return fmt.Errorf("cluster: message for a client: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.over {
		return errMoved
	}
	if !g.send(kind, data) {
		g.over, g.why = true, "messages could not be sent as fast as they came: connect again"
		return agent.ErrBusy
	}
	return nil
}

// send sends something to the client's server. g.mu is held.
func (g *guest) send(kind byte, data []byte) bool {
	if !g.n.mailing(&nats.Msg{Subject: g.n.subject("to", g.from, "told", g.id), Data: frame(g.sent+1, kind, data)}) {
		return false
	}
	g.sent++
	g.marks = marks
	return true
}

// finish lets the game tell no more. The heart does the rest.
func (g *guest) finish(why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.over {
		g.over, g.why = true, why
	}
}

// end sends the client away, unless why is empty, and takes it from the game.
func (g *guest) end(why string) {
	g.finish(why)
	g.n.mu.Lock()
	delete(g.n.guests, g.id)
	g.n.mu.Unlock()
	g.mu.Lock()
	if g.why != "" {
		g.send(anEnd, []byte(g.why))
		g.why = ""
	}
	g.mu.Unlock()
	select {
	case <-g.seated:
		ctx, cancel := context.WithTimeout(context.Background(), leaving)
		defer cancel()
		g.seating.Leave(ctx)
	default: // an error of WriteJSON makes the game forget it
	}
}

// leaving is how long a game may take to forget somebody: it does so by itself when
// it next has something to tell.
const leaving = 100 * time.Millisecond

// says hands a game what a client on another server has said.
func (n *Node) says(msg *nats.Msg) {
	n.mu.Lock()
	g := n.guests[last(msg.Subject)]
	n.mu.Unlock()
	number, kind, data, ok := open(msg.Data)
	if g == nil || !ok {
		return
	}
	g.mu.Lock()
	next := g.heard + 1
	if kind == aMark {
		next = g.heard
	} else {
		g.heard = number
	}
	g.mu.Unlock()
	switch {
	case kind == anEnd:
		g.finish("")
	case number != next && (kind != aMark || number > next):
		g.finish("some messages were lost: connect again")
	case kind == aMessage:
		g.submit(data)
	}
}

// submit hands one message to the game.
func (g *guest) submit(data []byte) {
	select {
	case <-g.seated:
	default:
		return // it was told before it could say anything
	}
	m, err := protocol.Parse(data)
	if err == nil {
		err = g.seating.Submit(m)
	}
	wrong := (*protocol.Error)(nil)
	switch {
	case err == nil:
		return
	case errors.As(err, &wrong):
	case errors.Is(err, agent.ErrBusy):
		wrong = &protocol.Error{Code: protocol.Busy, Text: "the game has too much to do at the moment: send it again"}
	default:
		g.finish(moved)
		return
	}
	_ = g.WriteJSON(wrong) // one that cannot be sent to is ended
}

// mark sends numbers once more, and ends the guests that are over.
func (n *Node) mark() {
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
		if v.marks > 0 {
			v.marks--
			n.mailing(&nats.Msg{
				Subject: n.subject("to", v.owner, "says", v.id), Reply: n.subject("to", n.id, "lost", v.id), Data: frame(v.sent, aMark, nil),
			})
		}
		v.mu.Unlock()
	}
	for _, g := range guests {
		g.mu.Lock()
		switch {
		case g.over:
			ended = append(ended, g)
		case g.marks > 0:
			g.marks--
			n.mailing(&nats.Msg{Subject: n.subject("to", g.from, "told", g.id), Data: frame(g.sent, aMark, nil)})
		}
		g.mu.Unlock()
	}
	for _, g := range ended {
		g.end("")
	}
}
