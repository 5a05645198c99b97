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

// purge removes what nobody needs, if that is due and no other server does it. If it fails,
// it is due at once again.
func (s *Server) purge(ctx context.Context, now time.Time) error {
	var last lastPurge
	before, revision, err := s.c.KV.Get(ctx, purgeBucket, purgeKey)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("server: purge: %w", err)
	}
	// A mark that cannot be read, or is of a clock that went ahead, must not put it off for ever.
	if err == nil && json.Unmarshal(before, &last) == nil {
		if ago := now.Sub(time.UnixMilli(last.At)); 0 <= ago && ago < purgeEvery {
			return nil
		}
	}
	mark, err := json.Marshal(lastPurge{now.UnixMilli()})
	if err != nil {
		return fmt.Errorf("server: purge: %w", err)
	}
	revision, err = s.c.KV.Put(ctx, purgeBucket, purgeKey, mark, revision)
	if errors.Is(err, store.ErrConflict) {
		return nil // another server does it
	}
	if err != nil {
		return fmt.Errorf("server: purge: %w", err)
	}
	if err := s.removeAll(ctx); err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second) // it may fail because the server stops
		defer cancel()
		_, undone := s.c.KV.Put(ctx, purgeBucket, purgeKey, []byte("{}"), revision)
		return errors.Join(err, undone)
	}
	return nil
}

// removeAll removes what nobody needs.
func (s *Server) removeAll(ctx context.Context) error {
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
