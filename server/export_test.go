package server

import (
	"context"
	"net"
)

// RunOn is Run on listeners of the test. public is the listener for HTTPS, or nil.
func (s *Server) RunOn(ctx context.Context, listener, public net.Listener) error {
	live, err := s.games.Recover(ctx)
	if err != nil {
		return s.giveUp(err)
	}
	return s.serve(ctx, listener, public, live)
}
