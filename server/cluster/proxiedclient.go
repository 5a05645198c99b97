package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
)

// A proxiedClient is a client of another server in a game on this server.
type proxiedClient struct {
	link
	seating   atomic.Pointer[hub.Seating] // nil before its request to join or watch is answered
	endReason string                      // the reason to send to the client, or ""; guarded by mu
}

// proxy attaches a client of another server to a game on this server.
func (n *Node) proxy(ctx context.Context, q *query, a *answer) error {
	if err := n.takeOwnerless(ctx, q); err != nil {
		return err
	}
	if q.Kind == "join" {
		m, err := protocol.Parse(q.Join)
		if err != nil {
			return err
		}
		var ok bool
		if q.join, ok = m.(*protocol.Join); !ok || q.join.Game != q.Game {
			return fmt.Errorf("cluster: server %s sent a %T that does not join game %s", q.Node, m, q.Game)
		}
	}
	g := &proxiedClient{link: link{n: n, id: q.Session, peer: q.Node, sendPart: "told", replyPart: "says"}}
	n.mu.Lock()
	n.clients[g.id] = g
	n.mu.Unlock()
	seating, err := n.attachHere(ctx, q, g)
	if err != nil {
		n.mu.Lock()
		delete(n.clients, g.id)
		n.mu.Unlock()
		return err
	}
	a.Seat, a.Forks = uint8(seating.Seat), seating.Budget
	g.seating.Store(seating)
	return nil
}

// WriteJSON sends a message from the game to the client's server. It does not block.
func (g *proxiedClient) WriteJSON(m protocol.ServerMessage) error {
	kind, decision := byte(frameMessage), uint32(0)
	switch m := m.(type) {
	case *protocol.Update:
		if kind = frameUpdate; m.Decision != nil {
			decision = m.Decision.ID
		}
	case *protocol.Bye:
		g.stopSending(m.Reason)
		return nil
	}
	data := protocol.Append(nil, m)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.over {
		return errSessionEnded
	}
	if !g.send(frame{kind: kind, decision: decision, data: data}) {
		g.over, g.endReason = true, "the connection is too slow: connect again"
		return agent.ErrBusy
	}
	return nil
}

// stopSending refuses further messages from the game to the client. The next heartbeat removes the
// client.
func (g *proxiedClient) stopSending(why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.over {
		g.over, g.endReason = true, why
	}
}

// end detaches the client from its game. It sends the client the reason, unless that is empty.
func (g *proxiedClient) end(why string) {
	g.stopSending(why)
	g.n.mu.Lock()
	delete(g.n.clients, g.id)
	g.n.mu.Unlock()
	g.mu.Lock()
	if g.endReason != "" {
		g.send(frame{kind: frameEnd, data: []byte(g.endReason)})
		g.endReason = ""
	}
	g.mu.Unlock()
	if seating := g.seating.Load(); seating != nil { // without a seating, the next WriteJSON fails, and the game detaches the client
		ctx, cancel := context.WithTimeout(context.Background(), leaveTimeout)
		defer cancel()
		seating.Leave(ctx)
	}
}

// leaveTimeout is the maximum wait to detach a client. A game that cannot be reached in this time
// detaches the client after a failed send.
const leaveTimeout = 100 * time.Millisecond

// fromClient passes a message from a remote client to its game.
func (n *Node) fromClient(msg *nats.Msg) {
	g, f, ok := receiverOf(n, n.clients, msg, nil)
	if !ok {
		return
	}
	ok = g.receive(f)
	switch {
	case f.kind == frameEnd:
		g.stopSending("")
	case !ok:
		g.stopSending("messages were lost: connect again")
	case f.kind == frameMessage:
		n.counts.received.Add(1)
		g.submit(f.data)
	}
}

// submit passes a message to the game, and sends a refusal to the client.
func (g *proxiedClient) submit(data []byte) {
	seating := g.seating.Load()
	if seating == nil {
		return
	}
	m, err := protocol.Parse(data)
	if err == nil {
		err = seating.Submit(m)
	}
	wrong := (*protocol.Error)(nil)
	switch {
	case err == nil:
		return
	case errors.As(err, &wrong):
	case errors.Is(err, agent.ErrBusy):
		wrong = &protocol.Error{Code: protocol.Busy, Text: "the game is busy: send the message again"}
	default:
		g.stopSending(movedReason)
		return
	}
	_ = g.WriteJSON(wrong) // after a failure the client is detached
}
