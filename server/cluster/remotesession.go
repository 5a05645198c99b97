package cluster

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/nats-io/nats.go"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/hub"
	"gamed/state"
)

// A remoteSession is a client of this server in a game on another server.
type remoteSession struct {
	link
	client agent.JSONWriter
}

// errSessionEnded is returned for a message in a session that has ended.
var errSessionEnded = errors.New("the game has moved: join it again")

// openRemote attaches a client to a game on another server.
func (n *Node) openRemote(ctx context.Context, owner string, q *query, to agent.JSONWriter) (*hub.Seating, error) {
	v := &remoteSession{link{n: n, id: rand.Text(), peer: owner, sendPart: "says", replyPart: "lost"}, to}
	q.Session = v.id
	n.mu.Lock()
	n.sessions[v.id] = v
	n.mu.Unlock()
	a, err := n.ask(ctx, owner, q)
	if err != nil {
		v.leave() // the other server may have received the request
		return nil, err
	}
	seat := state.Seat(a.Seat)
	return &hub.Seating{
		Seat: seat, Submit: v.submit, Budget: a.Forks,
		Leave: func(context.Context) { v.leave() },
		World: func(ctx context.Context) (state.Machine, error) { return n.Hub.LoggedWorld(ctx, q.Game, seat) },
	}, nil
}

// submit forwards a client's message to its game.
func (v *remoteSession) submit(m protocol.ClientMessage) error {
	data := protocol.Append(nil, m)
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.over:
		return errSessionEnded
	case !v.send(frame{kind: frameMessage, data: data}):
		return agent.ErrBusy
	}
	v.n.counts.forwarded.Add(1)
	return nil
}

// leave closes the session and reports whether it was open.
func (v *remoteSession) leave() (open bool) {
	v.n.mu.Lock()
	delete(v.n.sessions, v.id)
	v.n.mu.Unlock()
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.over {
		return false
	}
	v.over = true
	v.send(frame{kind: frameEnd})
	return true
}

// end closes the session and tells the client why.
func (v *remoteSession) end(why string) {
	if v.leave() {
		_ = v.client.WriteJSON(&protocol.Bye{Reason: why})
	}
}

// toClient forwards a message from a remote game to its client.
func (n *Node) toClient(msg *nats.Msg) {
	v, f, ok := receiverOf(n, n.sessions, msg, frame{kind: frameEnd}.bytes())
	if !ok {
		return
	}
	switch {
	case !v.receive(f):
		v.end("messages were lost: connect again")
	case f.kind == frameEnd:
		v.end(string(f.data))
	case f.kind == frameMessage, f.kind == frameUpdate:
		if v.client.WriteJSON(&protocol.Encoded{Data: f.data, Update: f.kind == frameUpdate, Decision: f.decision}) != nil {
			v.leave() // the client is gone
		}
	}
}

// undelivered handles a message that the game's server did not receive. If that server is gone,
// NATS responds with a status. If that server no longer has the client, it responds with an empty
// message.
func (n *Node) undelivered(msg *nats.Msg) {
	n.mu.Lock()
	v := n.sessions[lastPart(msg.Subject)]
	n.mu.Unlock()
	if v == nil {
		return
	}
	if msg.Header.Get("Status") != "" {
		n.suspect(v.peer)
	}
	v.end(movedReason)
}

// endSessions ends all sessions when the connection to NATS is lost, since messages are lost too.
func (n *Node) endSessions() {
	sessions, clients := n.linksTo("")
	for _, v := range sessions {
		v.end("the server has lost its connection to the other servers: connect again")
	}
	for _, g := range clients {
		g.stopSending(movedReason) // the heartbeat sends the reason when the connection is back
	}
}
