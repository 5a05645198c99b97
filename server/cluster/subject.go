package cluster

import (
	"strings"

	"github.com/nats-io/nats.go"
)

// subject returns a NATS subject of the cluster. The variable parts of subjects are the cluster's name,
// validated game ids, and the random ids of servers and sessions.
//
//	gamed.NAME.at.GAME           request for the owner of a game
//	gamed.NAME.node              heartbeats
//	gamed.NAME.taken.GAME        the game has a new owner or has ended
//	gamed.NAME.all               requests to all servers
//	gamed.NAME.to.NODE.ask       requests to one server
//	gamed.NAME.to.NODE.says.ID   messages from clients to games there
//	gamed.NAME.to.NODE.told.ID   messages from games to clients there
//	gamed.NAME.to.NODE.lost.ID   undelivered messages from clients
func (n *Node) subject(parts ...string) string {
	return "gamed." + n.name + "." + strings.Join(parts, ".")
}

// lastPart returns the last part of a subject: the id of a game or of a session.
func lastPart(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// subscribe subscribes to all subjects except the games.
func (n *Node) subscribe() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for subject, handle := range map[string]nats.MsgHandler{
		n.subject("node"):                  n.onHeartbeat,
		n.subject("all"):                   n.handleQuery,
		n.subject("taken", "*"):            n.onTaken,
		n.subject("to", n.id, "ask"):       n.handleQuery,
		n.subject("to", n.id, "says", "*"): n.fromClient,
		n.subject("to", n.id, "told", "*"): n.toClient,
		n.subject("to", n.id, "lost", "*"): n.undelivered,
	} {
		sub, err := n.conn.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		n.subs = append(n.subs, sub)
	}
	return nil
}

// subscribeTo subscribes to requests for the owner of a game.
func (n *Node) subscribeTo(id string) error {
	n.mu.Lock()
	held := n.gameSubs[id] != nil
	n.mu.Unlock()
	if held {
		return nil
	}
	sub, err := n.conn.ChanSubscribe(n.subject("at", id), n.ownerRequests)
	if err != nil {
		return err
	}
	n.mu.Lock()
	if n.gameSubs[id] != nil || n.leaving {
		n.mu.Unlock()
		return sub.Unsubscribe()
	}
	n.gameSubs[id] = sub
	n.mu.Unlock()
	n.unsubscribe(id)
	return n.conn.FlushTimeout(flushWait) // NATS has received the subscription now
}

// unsubscribe drops the subscription of a game that has left the hub.
func (n *Node) unsubscribe(id string) {
	if n.Hub.Has(id) {
		return
	}
	n.mu.Lock()
	sub := n.gameSubs[id]
	delete(n.gameSubs, id)
	n.mu.Unlock()
	if sub != nil {
		_ = sub.Unsubscribe() // fails only on a closed connection
	}
}

// noteGone records that a game has left the hub. The hub calls noteGone with its lock held, so the next
// heartbeat unsubscribes instead.
func (n *Node) noteGone(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.goneGames = append(n.goneGames, id)
}

// answerOwnerRequests responds to requests for the owner of a game. A server that may have been
// replaced does not respond.
func (n *Node) answerOwnerRequests() {
	for {
		select {
		case <-n.closing.Done():
			return
		case msg := <-n.ownerRequests:
			if n.isCurrent() && n.Hub.Has(lastPart(msg.Subject)) {
				_ = msg.Respond([]byte(n.id))
			}
		}
	}
}
