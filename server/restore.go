package server

import (
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"gamed/server/hub"
	"gamed/store"
)

// An archive is a second copy of what the store has acknowledged: a [store.Archive] of a cluster, or a
// [store.FolderArchive] of a data folder.
type archive interface {
	Trouble() error
	Lost(ctx context.Context, thorough bool, pace func(context.Context) error) ([]*store.Damage, error)
	Restore(ctx context.Context, lost []*store.Damage, done func(d *store.Damage, err error))
}

// lossMessages are the messages in the server's log about losses of the store.
type lossMessages struct{ lost, unrestored string }

func (s *Server) lossMessages() lossMessages {
	if s.c.Replicas != nil {
		return lossMessages{
			"the NATS servers have lost what they had acknowledged: check their disks: the server restores it from the archive",
			"the NATS servers have lost what they had acknowledged, and it cannot be restored: run gamed doctor",
		}
	}
	return lossMessages{
		"the data folder has damaged or lost what it had acknowledged: check its disk: the server restores it from the archive",
		"the data folder has damaged or lost what it had acknowledged, and it cannot be restored: run gamed doctor",
	}
}

// restoreLost logs the games and values that the store has lost, and restores them from the archive
// of this server. It fences the games that the archive cannot restore. If thorough is set, it reads
// every value. While another server repairs or restores the stream of an item, restoreLost tries
// again for replicaRest. Then its error wraps [store.ErrBusy], so that the caller looks for further
// losses.
func (s *Server) restoreLost(ctx context.Context, thorough bool) error {
	if err := s.archive.Trouble(); err != nil {
		s.faults.Error().Err(err).Msg("the archive is incomplete: data that the store loses now cannot be restored: check the disk of --archive")
	}
	perSecond := s.c.ScrubRate
	if s.c.Replicas != nil {
		perSecond *= messagesPerItem
	}
	limit := rate.NewLimiter(rate.Limit(perSecond), max(1, perSecond/10))
	lost, err := s.archive.Lost(ctx, thorough, limit.Wait)
	if err == nil || len(lost) > 0 {
		s.logLost(lost)
	}
	if len(lost) == 0 {
		return err
	}
	done, left := 0, 0
	for end := time.Now().Add(replicaRest); ; {
		var waiting []*store.Damage
		var busy error
		s.archive.Restore(ctx, lost, func(d *store.Damage, failed error) {
			switch {
			case errors.Is(failed, store.ErrBusy):
				waiting, busy = append(waiting, d), failed
			case failed == nil:
				done++
				s.guard.restored.Add(1)
				s.guard.lost.Add(-1)
				if d.Game != "" && s.hub.IsSetAside(d.Game) {
					s.hub.Drop(d.Game) // the next request loads the game again
				}
			case errors.Is(failed, store.ErrDamaged):
				if hub.IsID(d.Game) {
					s.hub.Fence(d.Game, failed)
				}
				fallthrough
			default:
				if left++; left <= maxNamed {
					s.c.Logger.Error().Err(errors.Join(d, failed)).Msg(s.lossMessages().unrestored)
				}
			}
		})
		if lost = waiting; busy == nil || ctx.Err() != nil || time.Now().After(end) {
			err = errors.Join(err, busy)
			break
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
	if done > 0 {
		s.c.Logger.Warn().Int("restored", done).Int("left", left+len(lost)).Msg("lost games and values were restored from the archive")
	}
	return err
}

// compareArchive calls restoreLost and logs its error, unless another server repairs or restores a
// stream or this server is stopping. It reports whether there was no error.
func (s *Server) compareArchive(ctx context.Context, thorough bool) bool {
	err := s.restoreLost(ctx, thorough)
	busy := errors.Is(err, store.ErrBusy) && !errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrDamaged)
	if err != nil && !busy && ctx.Err() == nil {
		s.faults.Warn().Err(err).Msg("the comparison with the archive was interrupted: the server tries again")
	}
	return err == nil
}

// fillArchive compares the cluster with the archive while the archive lacks changes, until ctx is done. Only
// a comparison copies missing changes to the archive, so the server needs fillArchive even if it
// checks nothing else.
func (s *Server) fillArchive(ctx context.Context) {
	for ctx.Err() == nil {
		if s.archive.Trouble() != nil {
			s.compareArchive(ctx, false)
		}
		select {
		case <-time.After(replicaRest):
		case <-ctx.Done():
		}
	}
}

// logLost logs the lost games and values that the server's log has not named yet. Until they are
// restored, /healthz reports damage.
func (s *Server) logLost(lost []*store.Damage) {
	s.guard.lost.Store(int64(len(lost)))
	before := s.guard.loggedItems
	s.guard.loggedItems = make(map[string]bool, len(lost))
	var items []string
	for _, d := range lost {
		text := d.Error()
		if s.guard.loggedItems[text] = true; !before[text] {
			items = append(items, text)
		}
	}
	for some := range slices.Chunk(items, maxNamed) {
		s.c.Logger.Error().Int("lost", len(lost)).Strs("items", some).Msg(s.lossMessages().lost)
	}
}
