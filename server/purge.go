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
	// purgeEvery is the interval between purges of the store.
	purgeEvery = 24 * time.Hour
	// A server first checks whether a purge is due firstPurge after its start. It repeats the
	// check every nextPurge.
	firstPurge, nextPurge = time.Minute, time.Hour
)

// The store holds the time of the last purge, so only one of several servers purges the store.
const purgeBucket, purgeKey = "purge", "last"

type lastPurge struct {
	At      int64  `json:"at_ms"`   // since 1970
	Program string `json:"program"` // name and version; another version purges at its first check
}

// purgeOften purges the store when a purge is due, until ctx is done.
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
			s.c.Logger.Warn().Err(err).Msg("the purge of the store failed: the server tries again")
		}
		timer.Reset(nextPurge)
	}
}

// purge removes expired data if a purge is due and no other server is purging. After a failure, a
// purge is due again at the next check.
func (s *Server) purge(ctx context.Context, now time.Time) error {
	before, revision, err := s.c.Store.Get(ctx, purgeBucket, purgeKey)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("server: purge: %w", err)
	}
	var last lastPurge
	// An unreadable value, or a time in the future, must not postpone the purge forever.
	if err == nil && json.Unmarshal(before, &last) == nil {
		if ago := now.Sub(time.UnixMilli(last.At)); last.Program == s.c.Program && 0 <= ago && ago < purgeEvery {
			return nil
		}
	}
	mark, err := json.Marshal(lastPurge{now.UnixMilli(), s.c.Program})
	if err == nil {
		revision, err = s.c.Store.Put(ctx, purgeBucket, purgeKey, mark, revision)
	}
	if errors.Is(err, store.ErrConflict) {
		return nil // another server is purging
	}
	if err != nil {
		return fmt.Errorf("server: purge: %w", err)
	}
	if err := s.purgeAll(ctx); err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second) // a stopping server cancels ctx
		defer cancel()
		_, undone := s.c.Store.Put(ctx, purgeBucket, purgeKey, []byte("{}"), revision)
		return errors.Join(err, undone)
	}
	return nil
}

// purgeAll removes unused guests, expired sessions and invitations, and old entries of the queues. It
// also stores missing transcripts.
func (s *Server) purgeAll(ctx context.Context) error {
	guests, sessions, err := s.book.Purge(ctx)
	if err != nil {
		return err
	}
	queued, err := s.lobby.Purge(ctx)
	if err != nil {
		return err
	}
	transcribed, err := s.lobby.TranscribeAll(ctx)
	if err != nil {
		return err
	}
	s.c.Logger.Info().Int("guests", guests).Int("sessions", sessions).Int("queued", queued).Int("transcribed", transcribed).Msg("purged the store")
	return nil
}
