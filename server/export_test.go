package server

import (
	"context"
	"net"
)

// RunOn is Run on a listener of the test.
func (s *Server) RunOn(ctx context.Context, listener net.Listener) error {
	live, err := s.games.Recover(ctx)
	if err != nil {
		return s.giveUp(err)
	}
	return s.serve(ctx, listener, nil, live)
}
