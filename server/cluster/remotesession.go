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

// A remoteSession is a client of this server whose game is on another server.
type remoteSession struct {
	n         *Node
	id, owner string
	game      string
	to        agent.JSONWriter

	mu          sync.Mutex
	sent, heard uint64 // numbers of the last messages
	marks       int    // repetitions left
	over        bool
}

// errMoved is returned when a game has just left its server.
var errMoved = errors.New("the game has moved: join it again")

// openRemote seats a client at a game of another server.
func (n *Node) openRemote(ctx context.Context, owner string, q *ask, to agent.JSONWriter) (*hub.Seating, error) {
	v := &remoteSession{n: n, id: rand.Text(), owner: owner, game: q.Game, to: to}
	q.Visit = v.id
	n.mu.Lock()
	n.sessions[v.id] = v
	n.mu.Unlock()
	a, err := n.ask(ctx, owner, q)
	if err != nil {
		v.forget()
		v.send(anEnd, nil) // the other server may have received the request
		return nil, err
	}
	return &hub.Seating{Game: q.Game, Seat: state.Seat(a.Seat), Submit: v.submit, Forks: a.Forks, Table: v, To: to}, nil
}

// send sends a frame to the owner.
func (v *remoteSession) send(kind byte, data []byte) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	msg := &nats.Msg{
		Subject: v.n.subject("to", v.owner, "says", v.id), Reply: v.n.subject("to", v.n.id, "lost", v.id),
		Data: frame{number: v.sent + 1, kind: kind, data: data}.bytes(),
	}
	if v.over && kind != anEnd || !v.n.enqueue(msg) {
		return false
	}
	v.sent++
	v.marks = marks
	return true
}

// submit forwards a client's message to its game.
func (v *remoteSession) submit(m protocol.ClientMessage) error {
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

// forget removes the session and reports whether it was open.
func (v *remoteSession) forget() bool {
	v.mu.Lock()
	over := v.over
	v.over = true
	v.mu.Unlock()
	v.n.mu.Lock()
	defer v.n.mu.Unlock()
	delete(v.n.sessions, v.id)
	return !over
}

// end closes the session and tells the client why.
func (v *remoteSession) end(why string) {
	if v.forget() {
		_ = v.to.WriteJSON(&protocol.Bye{Reason: why})
		v.send(anEnd, nil)
	}
}

// Detach implements [hub.Table].
func (v *remoteSession) Detach(context.Context, agent.JSONWriter) error {
	if v.forget() {
		v.send(anEnd, nil)
	}
	return nil
}

// World implements [hub.Table]. It replays the log, which all servers share.
func (v *remoteSession) World(ctx context.Context, seat state.Seat) (state.Machine, uint32, error) {
	return v.n.local.Logged(ctx, v.game, seat)
}

// told forwards a message of a remote game to its client.
func (n *Node) told(msg *nats.Msg) {
	n.mu.Lock()
	v := n.sessions[last(msg.Subject)]
	n.mu.Unlock()
	f, ok := parseFrame(msg.Data)
	if v == nil || !ok {
		if ok && f.kind != anEnd { // the other server does not know that the session is over
			n.enqueue(&nats.Msg{Subject: msg.Reply, Data: frame{kind: anEnd}.bytes()})
		}
		return
	}
	v.mu.Lock()
	v.heard, ok = f.fits(v.heard)
	v.mu.Unlock()
	switch {
	case !ok:
		v.end("messages were lost: connect again")
	case f.kind == anEnd:
		v.end(string(f.data))
	case f.kind == aMessage, f.kind == anUpdate:
		if v.to.WriteJSON(&protocol.Encoded{Data: f.data, Update: f.kind == anUpdate, Decision: f.decision}) != nil && v.forget() {
			v.send(anEnd, nil) // the client is gone
		}
	}
}

// lost handles a message that the game's server did not receive. NATS reports it if that
// server is gone, and the server itself if it no longer knows the client.
func (n *Node) lost(msg *nats.Msg) {
	n.mu.Lock()
	v := n.sessions[last(msg.Subject)]
	n.mu.Unlock()
	if v == nil {
		return
	}
	if msg.Header.Get("Status") != "" {
		n.suspect(v.owner)
	}
	v.end(moved)
}

// cutOff ends all sessions when the connection to NATS is lost, since messages are lost too.
func (n *Node) cutOff() {
	sessions, clients := n.forwarded("")
	for _, v := range sessions {
		v.end("the server has lost the others: connect again")
	}
	for _, g := range clients {
		g.finish(moved) // the heartbeat sends it when the connection is back
	}
}
