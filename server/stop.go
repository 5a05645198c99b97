package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// stop closes the clients' connections and then the games, which handle their queues first.
// It drops requests that do not end within grace.
func (s *Server) stop(server *http.Server, drop context.CancelFunc) error {
	s.c.Logger.Info().Msg("stopping")
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	s.mu.Lock()
	s.stopping = true
	for ws := range s.sockets {
		ws.Close(stopping)
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
		<-quiet
	}
	if closing := s.close(ctx); closing != nil {
		err = errors.Join(err, fmt.Errorf("server: stop: %w", closing))
	}
	s.c.Logger.Info().Msg("stopped")
	return err
}

// giveUp closes a server that cannot serve, and returns the reason as an error.
func (s *Server) giveUp(why error) error {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	return errors.Join(fmt.Errorf("server: %w", why), s.close(ctx))
}

// close closes the games and settles the ended ones.
func (s *Server) close(ctx context.Context) error {
	err := s.games.Close(ctx)
	s.lobby.Close(ctx)
	return err
}
