package server

import (
	"context"
	"time"

	"gamed/server/hub"
	"gamed/server/identity"
)

// notePresence notes that a guest is connected, and in which game the guest has a seat.
func (c *clientConn) notePresence() {
	if c.who.Kind != identity.Guest {
		return
	}
	game := ""
	if at := c.playing.Load(); at != nil {
		game = *at
	}
	c.s.hub.NotePresence(c.who.ID, game)
}

// watchPresence calls notePresence for all connected guests every [hub.NoteEvery], and stores their
// visits, until ctx is done.
func (s *Server) watchPresence(ctx context.Context) {
	tick := time.NewTicker(hub.NoteEvery)
	defer tick.Stop()
	for {
		var err error
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		s.mu.Lock()
		var open []*clientConn
		for c := range s.sockets {
			if c.who.Kind == identity.Guest {
				open = append(open, c)
			}
		}
		s.mu.Unlock()
		for _, c := range open {
			c.notePresence()
			if err == nil { // otherwise the store does not respond; the next tick tries again
				err = s.book.NoteVisit(ctx, c.who)
			}
		}
	}
}
