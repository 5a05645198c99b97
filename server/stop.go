package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// stop closes the clients' connections. Then it closes the games, after the games have handled
// their queues. It drops HTTP requests and clients that take longer than shutdownTimeout.
func (s *Server) stop(server *http.Server, drop context.CancelFunc) error {
	s.c.Logger.Info().Msg("stopping")
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	s.mu.Lock()
	s.stopping = true
	for c := range s.sockets {
		c.ws.Close(closeStopping)
	}
	s.mu.Unlock()
	err := server.Shutdown(ctx)
	if err != nil {
		err = fmt.Errorf("server: stop: %w", err)
	}
	quiet := make(chan struct{})
	go func() {
		s.serving.Wait()
		close(quiet)
	}()
	select {
	case <-quiet:
	case <-ctx.Done():
		drop()
		s.dropSockets()
		<-quiet
	}
	if closing := s.close(ctx); closing != nil {
		err = errors.Join(err, fmt.Errorf("server: stop: %w", closing))
	}
	s.c.Logger.Info().Msg("stopped")
	return err
}

// dropSockets closes the connections of the remaining clients at once.
func (s *Server) dropSockets() {
	s.mu.Lock()
	remaining := slices.Collect(maps.Keys(s.sockets))
	s.mu.Unlock()
	for _, c := range remaining {
		go c.ws.Drop()
	}
}

// giveUp closes a server that cannot serve, and returns the reason as an error.
func (s *Server) giveUp(why error) error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	return errors.Join(fmt.Errorf("server: %w", why), s.close(ctx))
}

// close closes the games and settles the finished ones.
func (s *Server) close(ctx context.Context) error {
	err := s.games.Close(ctx)
	s.lobby.Close(ctx)
	return err
}
