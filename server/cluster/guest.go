package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
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
	g.seating, a.Seat, a.Forks = seating, uint8(seating.Seat), seating.Forks
	close(g.seated)
	return nil
}

func (n *Node) seat(ctx context.Context, q *ask, g *guest) (*hub.Seating, error) {
	if err := n.owned(ctx, q.Game); err != nil {
		return nil, err
	}
	if q.Kind == "watch" {
		return n.local.Watch(ctx, q.Game, g)
	}
	m, err := protocol.Parse(q.Join)
	if err != nil {
		return nil, err
	}
	join, ok := m.(*protocol.Join)
	if !ok || join.Game != q.Game {
		return nil, fmt.Errorf("cluster: server %s asks to join with a %T", q.Node, m)
	}
	return n.local.Join(ctx, join, hub.Player{ID: q.Player, Name: q.Name}, g)
}

// WriteJSON sends the client what its game tells. It does not wait.
func (g *guest) WriteJSON(m protocol.ServerMessage) error {
	kind, decision := byte(aMessage), uint32(0)
	switch m := m.(type) {
	case *protocol.Update:
		if kind = anUpdate; m.Decision != nil {
			decision = m.Decision.ID
		}
	case *protocol.Bye:
		g.finish(m.Reason)
		return nil
	}
	data := protocol.Append(nil, m)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.over {
		return errMoved
	}
	if !g.send(frame{kind: kind, decision: decision, data: data}) {
		g.over, g.why = true, "messages could not be sent as fast as they came: connect again"
		return agent.ErrBusy
	}
	return nil
}

// send sends something to the client's server. g.mu is held.
func (g *guest) send(f frame) bool {
	f.number = g.sent + 1
	if !g.n.mailing(g.letter(f)) {
		return false
	}
	g.sent++
	g.marks = marks
	return true
}

func (g *guest) letter(f frame) *nats.Msg {
	return &nats.Msg{Subject: g.n.subject("to", g.from, "told", g.id), Reply: g.n.subject("to", g.n.id, "says", g.id), Data: f.bytes()}
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
		g.send(frame{kind: anEnd, data: []byte(g.why)})
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
	f, ok := open(msg.Data)
	if g == nil || !ok {
		if ok && f.kind != anEnd {
			n.mailing(&nats.Msg{Subject: msg.Reply}) // it has not been heard that the visit is over
		}
		return
	}
	g.mu.Lock()
	g.heard, ok = f.fits(g.heard)
	g.mu.Unlock()
	switch {
	case f.kind == anEnd:
		g.finish("")
	case !ok:
		g.finish("some messages were lost: connect again")
	case f.kind == aMessage:
		n.counts.received.Add(1)
		g.submit(f.data)
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
