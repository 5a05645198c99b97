package server

import (
	"sync"

	"gamed/agent"
	"gamed/protocol"
)

// A listener forwards a game's messages to a client and remembers the client's open decision.
type listener struct {
	ws *agent.WebSocket

	mu       sync.Mutex
	decision uint32 // 0 for none
}

func (l *listener) WriteJSON(m protocol.ServerMessage) error {
	l.mu.Lock()
	defer l.mu.Unlock()
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

func (l *listener) asked() uint32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.decision
}

// answer sends the reply of the forward model. If the open decision has changed, the worlds
// are gone, and answer sends an error.
func (l *listener) answer(decision uint32, m protocol.ServerMessage) (sent bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if sent = l.decision == decision; !sent {
		m = &protocol.Error{Code: protocol.NoWorld, Text: "the decision has changed, and its worlds are gone"}
	}
	_ = l.ws.WriteJSON(m) // after a failure the connection is closing
	return sent
}
