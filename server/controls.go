package server

import (
	"context"
	"time"

	"github.com/coder/websocket"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/server/admin"
	"gamed/server/api"
)

// banReason returns the close reason for the connections of a banned client.
func banReason(b *admin.Ban) *agent.CloseReason {
	return &agent.CloseReason{Status: websocket.StatusPolicyViolation, Code: protocol.NotAllowed, Text: b.Text()}
}

// closeBanned closes the connections of banned clients. A client that is banned from chat only
// stays connected.
func (s *Server) closeBanned() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.sockets {
		if b := s.api.Banned(c.who, c.from); b != nil && !b.Chat {
			c.ws.Close(banReason(b))
		}
	}
}

// watchControls applies the decisions of the operator, made on any server or with a command,
// until ctx is done.
func (s *Server) watchControls(ctx context.Context) {
	tick := time.NewTicker(revocationPoll)
	defer tick.Stop()
	first, last := true, uint64(0)
	for {
		try, cancel := context.WithTimeout(ctx, api.WaitLimit)
		changed, err := s.controls.Refresh(try)
		cancel()
		if err != nil && ctx.Err() == nil {
			s.faults.Error().Err(err).Msg("the store did not return the bans and the maintenance mode: the server tries again")
		}
		if now := s.controls.Removals(); now != last {
			if last = now; !first {
				s.clearCaches(ctx)
			}
		}
		first = false
		if changed {
			s.closeBanned()
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// clearCaches removes all finished games, lists, ratings and replays from memory, since they may
// contain deleted games or names of erased players. The next requests read them from the store
// again.
func (s *Server) clearCaches(ctx context.Context) {
	s.hub.DropFinished(func(id string) bool {
		deleted, err := game.IsDeleted(ctx, s.c.Store, id)
		return err == nil && deleted
	})
	s.lobby.Reread()
	s.api.ClearCaches()
}
