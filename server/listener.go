package server

import (
	"sync"

	"gamed/agent"
	"gamed/protocol"
)

// A listener forwards a game's messages to a client and keeps the number of the client's open
// decision.
type listener struct {
	ws *agent.WebSocket
	to protocol.ClientMessage // the join or watch, until it is answered

	mu       sync.Mutex
	decision uint32 // 0 for none
}

func (l *listener) WriteJSON(m protocol.ServerMessage) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.to != nil {
		switch m.(type) {
		case *protocol.Joined, *protocol.Encoded: // the first message is joined, from another server too
			m, l.to = protocol.Answer(m, l.to), nil
		}
	}
	switch m := m.(type) {
	case *protocol.Update:
		l.decision = 0
		if m.Decision != nil {
			l.decision = m.Decision.ID
		}
	case *protocol.Encoded:
		if m.Update {
			l.decision = m.Decision
		}
	case *protocol.Over:
		l.decision = 0
	}
	return l.ws.WriteJSON(m)
}

func (l *listener) openDecision() uint32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.decision
}

// answer sends m, the reply of the forward model to a client's message about a decision. If the
// decision is no longer open, its worlds no longer exist, so answer sends an error and returns
// false.
func (l *listener) answer(decision uint32, m protocol.ServerMessage, to protocol.ClientMessage) (sent bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if sent = l.decision == decision; !sent {
		m = &protocol.Error{Code: protocol.NoWorld, Text: "the decision has changed, and its worlds are gone"}
	}
	if wrong, ok := m.(*protocol.Error); ok {
		m = wrong.About(to)
	} else {
		m = protocol.Answer(m, to)
	}
	_ = l.ws.WriteJSON(m) // after a failure the connection is closing
	return sent
}
