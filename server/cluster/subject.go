package cluster

import (
	"strings"

	"github.com/nats-io/nats.go"
)

// The subjects of a cluster consist of its name, checked ids of games and random ids of
// servers.
//
//	gamed.NAME.at.GAME           request for the owner of a game
//	gamed.NAME.node              heartbeats
//	gamed.NAME.taken.GAME        the game has a new owner
//	gamed.NAME.all               requests to all servers
//	gamed.NAME.to.NODE.ask       requests to one
//	gamed.NAME.to.NODE.says.ID   messages of clients to games there
//	gamed.NAME.to.NODE.told.ID   messages of games to clients there
//	gamed.NAME.to.NODE.lost.ID   undelivered messages of clients
func (n *Node) subject(parts ...string) string {
	return "gamed." + n.name + "." + strings.Join(parts, ".")
}

// last returns the last part of a subject.
func last(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// subscribe subscribes to all subjects except the games.
func (n *Node) subscribe() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for subject, handle := range map[string]nats.MsgHandler{
		n.subject("node"):                  n.hear,
		n.subject("all"):                   n.question,
		n.subject("taken", "*"):            n.taken,
		n.subject("to", n.id, "ask"):       n.question,
		n.subject("to", n.id, "says", "*"): n.says,
		n.subject("to", n.id, "told", "*"): n.told,
		n.subject("to", n.id, "lost", "*"): n.lost,
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
	held := n.here[id] != nil
	n.mu.Unlock()
	if held {
		return nil
	}
	sub, err := n.conn.ChanSubscribe(n.subject("at", id), n.asked)
	if err != nil {
		return err
	}
	n.mu.Lock()
	if n.here[id] != nil || n.leaving {
		n.mu.Unlock()
		return sub.Unsubscribe()
	}
	n.here[id] = sub
	n.mu.Unlock()
	n.unsubscribe(id)
	return n.conn.FlushTimeout(flushWait) // NATS has the subscription now
}

// unsubscribe drops the subscription of a departed game.
func (n *Node) unsubscribe(id string) {
	if n.Hub.Has(id) {
		return
	}
	n.mu.Lock()
	sub := n.here[id]
	delete(n.here, id)
	n.mu.Unlock()
	if sub != nil {
		_ = sub.Unsubscribe() // fails on a closed connection only
	}
}

// left notes that a game is gone. The hub calls it and must not wait, so the heartbeat
// unsubscribes.
func (n *Node) left(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone = append(n.gone, id)
}

// answer answers requests for owners. A server that may have been replaced does not answer.
func (n *Node) answer() {
	for {
		select {
		case <-n.closing.Done():
			return
		case msg := <-n.asked:
			if n.current() && n.Hub.Has(last(msg.Subject)) {
				_ = msg.Respond([]byte(n.id))
			}
		}
	}
}
