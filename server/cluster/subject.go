package cluster

import (
	"strings"

	"github.com/nats-io/nats.go"
)

// The subjects of a cluster. They are made of the cluster's name, of ids of games,
// which are checked, and of ids that servers have drawn.
//
//	gamed.NAME.at.GAME           who has the game?
//	gamed.NAME.node              hearts
//	gamed.NAME.taken.GAME        the game has a new owner
//	gamed.NAME.all               questions to all servers
//	gamed.NAME.to.NODE.ask       questions to one
//	gamed.NAME.to.NODE.says.ID   what a client says whose game is there
//	gamed.NAME.to.NODE.told.ID   what a client is told whose game is elsewhere
//	gamed.NAME.to.NODE.lost.ID   NATS says that nobody has heard what the client said
func (n *Node) subject(parts ...string) string {
	return "gamed." + n.name + "." + strings.Join(parts, ".")
}

// last returns the last part of a subject.
func last(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// subscribe listens to everything but single games.
func (n *Node) subscribe() error {
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
		n.mu.Lock()
		n.subs = append(n.subs, sub)
		n.mu.Unlock()
	}
	return nil
}

// hold listens for who asks for a game that is here.
func (n *Node) hold(id string) error {
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
	n.letGo(id)
	return n.conn.FlushTimeout(flushWait) // who asks from now on is heard
}

// letGo listens no more for a game that is not here.
func (n *Node) letGo(id string) {
	if n.local.Has(id) {
		return
	}
	n.mu.Lock()
	sub := n.here[id]
	delete(n.here, id)
	n.mu.Unlock()
	if sub != nil {
		_ = sub.Unsubscribe() // fails when the connection is closed, and is needless then
	}
}

// left notes that a game is gone. The hub calls it and must not wait, so that the heart
// does the rest.
func (n *Node) left(id string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone = append(n.gone, id)
}

// answer says that a game is here. A server that may have been replaced says
// nothing.
func (n *Node) answer() {
	for {
		select {
		case <-n.closing.Done():
			return
		case msg := <-n.asked:
			if n.sure() && n.local.Has(last(msg.Subject)) {
				_ = msg.Respond([]byte(n.id))
			}
		}
	}
}
