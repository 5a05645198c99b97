package server

import (
	"context"
	"time"

	"github.com/coder/websocket"

	"gamed/agent"
	"gamed/protocol"
	"gamed/server/api"
	"gamed/server/identity"
)

const (
	// revocationPoll is the interval between checks for sessions and tokens revoked on
	// another server.
	revocationPoll = time.Second
	// After every fullCheck polls the server checks all clients, even if nothing was revoked. This
	// finds a revocation that a poll missed: the store may return stale data once after a failure.
	fullCheck = 60
)

// closeRevoked is the close reason for connections of a revoked session or token.
var closeRevoked = &agent.CloseReason{Status: websocket.StatusPolicyViolation, Code: protocol.Revoked, Text: "the session or the token of this connection has ended"}

// watchRevocations runs until ctx is done. It closes connections whose sessions or tokens
// another server or a command has revoked.
func (s *Server) watchRevocations(ctx context.Context) {
	tick := time.NewTicker(revocationPoll)
	defer tick.Stop()
	last := uint64(0)
	for n := 0; ; n++ {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		try, cancel := context.WithTimeout(ctx, api.WaitLimit)
		now, err := s.book.RevocationRevision(try)
		if err == nil && (now != last || n%fullCheck == 0) && s.closeRevokedConns(try) {
			last = now
		}
		cancel()
	}
}

// closeRevokedConns closes the connections of revoked sessions and tokens. It reports whether it
// could check every session and token.
func (s *Server) closeRevokedConns(ctx context.Context) bool {
	s.mu.Lock()
	open := make(map[identity.Identity][]*agent.WebSocket)
	for c := range s.sockets {
		if c.who.Known() {
			open[c.who] = append(open[c.who], c.ws)
		}
	}
	s.mu.Unlock()
	all := true
	for who, sockets := range open {
		valid, err := s.book.Valid(ctx, who)
		if err != nil {
			s.faults.Error().Err(err).Msg("the store did not return a session or a token: the server checks it again")
			all = false
			continue
		}
		if valid {
			continue
		}
		for _, ws := range sockets {
			ws.Close(closeRevoked)
		}
	}
	return all
}
