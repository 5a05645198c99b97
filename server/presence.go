package server

import (
	"context"
	"time"

	"gamed/server/identity"
)

// noteSeen notes that the client is here, and in which game it has a seat.
func (c *clientConn) noteSeen(ctx context.Context) { _ = c.s.noteSeen(ctx, c) }

func (s *Server) noteSeen(ctx context.Context, c *clientConn) error {
	game := ""
	if at := c.playing.Load(); at != nil {
		game = *at
	}
	return s.book.Seen(ctx, c.who, game)
}

// watchPresence repeats the notes of all open connections until ctx is done.
func (s *Server) watchPresence(ctx context.Context) {
	tick := time.NewTicker(identity.NoteEvery)
	defer tick.Stop()
	for {
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
			if s.noteSeen(ctx, c) != nil {
				break // the store does not respond; the next tick tries again
			}
		}
	}
}
