package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gamed/store"
)

const (
	// purgeEvery is how often what nobody needs any more is removed from the store.
	purgeEvery = 24 * time.Hour
	// How long after its start, and how often then, a server looks whether that is due.
	firstPurge, nextPurge = time.Minute, time.Hour
)

// The value that says when the store was purged last, so that one of several servers
// does it.
const purgeBucket, purgeKey = "purge", "last"

type lastPurge struct {
	At int64 `json:"at_ms"` // since 1970
}

// purgeOften purges the store, until ctx is done.
func (s *Server) purgeOften(ctx context.Context) {
	timer := time.NewTimer(firstPurge)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
		if err := s.purge(ctx, time.Now()); err != nil && ctx.Err() == nil {
			s.c.Logger.Warn().Err(err).Msg("what nobody needs could not be removed from the store: it is tried again")
		}
		timer.Reset(nextPurge)
	}
}

// purge removes what nobody needs, if that is due and no other server does it.
func (s *Server) purge(ctx context.Context, now time.Time) error {
	var last lastPurge
	text, revision, err := s.c.KV.Get(ctx, purgeBucket, purgeKey)
	if err == nil {
		err = json.Unmarshal(text, &last)
	}
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return fmt.Errorf("server: purge: %w", err)
	case now.Sub(time.UnixMilli(last.At)) < purgeEvery:
		return nil
	}
	if text, err = json.Marshal(lastPurge{now.UnixMilli()}); err != nil {
		return fmt.Errorf("server: purge: %w", err)
	}
	_, err = s.c.KV.Put(ctx, purgeBucket, purgeKey, text, revision)
	if errors.Is(err, store.ErrConflict) {
		return nil // another server does it
	}
	if err != nil {
		return fmt.Errorf("server: purge: %w", err)
	}
	guests, sessions, err := s.book.Purge(ctx)
	if err != nil {
		return err
	}
	queued, err := s.lobby.Purge(ctx)
	if err != nil {
		return err
	}
	s.c.Logger.Info().Int("guests", guests).Int("sessions", sessions).Int("queued", queued).Msg("what nobody needs has been removed from the store")
	return nil
}
