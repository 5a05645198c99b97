package server

import (
	"context"
	"time"

	"github.com/coder/websocket"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/identity"
)

const (
	// lookout is how often a server asks whether a session or a token has ended
	// elsewhere.
	lookout = time.Second
	// review is after how many times it asks for each of its clients in any case: a store
	// that has just failed may have shown one of them in as it was before.
	review = 60
)

// revoked is why a client is let go whose session or token has ended.
var revoked = &agent.Cut{Status: websocket.StatusPolicyViolation, Code: protocol.Revoked, Text: "the session or the token of this connection has ended"}

// watchRevocations cuts connections whose sessions or tokens have been ended by another
// server of the cluster, or at its command line, until ctx is done.
func (s *Server) watchRevocations(ctx context.Context) {
	tick := time.NewTicker(lookout)
	defer tick.Stop()
	last := uint64(0)
	for n := 0; ; n++ {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		try, cancel := context.WithTimeout(ctx, patience)
		now, err := s.book.Revocations(try)
		if err == nil && (now != last || n%review == 0) && s.cutRevoked(try) {
			last = now
		}
		cancel()
	}
}

// cutRevoked ends the connections whose session or token is no longer good. It reports
// whether the store has said so of all of them.
func (s *Server) cutRevoked(ctx context.Context) bool {
	s.mu.Lock()
	open := make(map[identity.Identity][]*agent.WebSocket)
	for ws, who := range s.sockets {
		if who.Known() {
			open[who] = append(open[who], ws)
		}
	}
	s.mu.Unlock()
	all := true
	for who, sockets := range open {
		valid, err := s.book.Valid(ctx, who)
		if err != nil {
			s.faults.Error().Err(err).Msg("whether a token is still good cannot be found out")
			all = false
			continue
		}
		if valid {
			continue
		}
		for _, ws := range sockets {
			ws.Close(revoked)
		}
	}
	return all
}
