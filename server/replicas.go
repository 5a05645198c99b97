package server

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"gamed/server/hub"
	"gamed/store"
)

// A replicaGuard compares the replicas of a cluster's streams, repairs them, and fences the games
// whose records no intact replica has.
type replicaGuard struct {
	damaged  atomic.Int64 // replicas that the latest comparison could not repair
	repaired atomic.Int64 // replicas
	passes   atomic.Int64 // complete comparisons
	lost     atomic.Int64 // games and values that the latest comparison with the archive could not restore
	restored atomic.Int64 // games and values
}

const (
	// replicaRest is the pause between two comparisons. Together with the time that a comparison
	// takes, at most twice, it bounds the time until damage is found.
	replicaRest = 15 * time.Second
	// messagesPerItem is the number of messages to read in the time for one item. A log has
	// some dozens of records on each of three replicas.
	messagesPerItem = 600
)

// guardReplicas compares the cluster with the archive, and then the replicas with each other, until
// ctx is done. Only one server of a cluster compares replicas at a time. It does so every
// replicaRest, and at once after a NATS server has returned, because a returned server may have lost
// data and may lead the next time.
func (s *Server) guardReplicas(ctx context.Context) {
	if s.c.Scrub <= 0 || s.c.Replicas == nil {
		return
	}
	var known map[string]bool
	due, away := time.Now(), false
	for ctx.Err() == nil {
		now, err := s.c.Replicas.CurrentServers(ctx)
		urgent := away
		for server := range now {
			urgent = urgent || known != nil && !known[server]
		}
		if err == nil {
			known = now
		}
		if urgent || !time.Now().Before(due) {
			lost := s.restoreLost(ctx, urgent || s.guard.passes.Load() == 0)
			if lost != nil && !errors.Is(lost, store.ErrBusy) && ctx.Err() == nil {
				s.faults.Warn().Err(lost).Msg("the comparison with the archive was interrupted: the server tries again")
			}
			switch away, err = s.guardOnce(ctx, urgent); {
			case err == nil, errors.Is(err, store.ErrBusy):
			case ctx.Err() == nil:
				s.faults.Warn().Err(err).Msg("the comparison of the replicas was interrupted: the server tries again")
			}
			due = time.Now().Add(replicaRest)
			if lost != nil {
				due = time.Now()
			}
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// guardOnce compares and repairs all replicas. away reports whether some could not be compared.
func (s *Server) guardOnce(ctx context.Context, urgent bool) (away bool, err error) {
	err = s.c.Replicas.TakeTurn(ctx, replicaRest, urgent, func(ctx context.Context) error {
		perSecond := s.c.Scrub * messagesPerItem
		limit := rate.NewLimiter(rate.Limit(perSecond), max(1, perSecond/10))
		if err := s.c.Replicas.ResumeRepairs(ctx); err != nil {
			return err
		}
		all, err := s.c.Replicas.CompareReplicas(ctx, limit.Wait)
		left := int64(0)
		s.c.Replicas.Repair(ctx, all.Damaged, func(d *store.Difference, failed error) {
			switch {
			case failed == nil:
				s.guard.repaired.Add(1)
				s.c.Logger.Warn().Err(d).Msg("a damaged replica was replaced with a copy of an intact one: check the disk of its NATS server")
				return
			case len(d.Intact) > 0:
				s.c.Logger.Error().Err(errors.Join(d, failed)).Msg("a replica is damaged and its repair failed: the server tries again")
			default:
				s.c.Logger.Error().Err(d).Msg("no replica is intact: restore the cluster from a backup")
				for _, item := range d.Items {
					if hub.IsID(item.Game) {
						s.hub.Fence(item.Game, item)
					}
				}
			}
			left++
		})
		if err == nil {
			away = len(all.Away) > 0
			s.guard.damaged.Store(left)
			s.guard.passes.Add(1)
		}
		return err
	})
	return away, err
}

// restoreLost restores what the cluster has lost from the archive of this server. It fences the games
// that it cannot restore. thorough reads every value of the archive. The error is [store.ErrBusy] while
// another server has the turn.
func (s *Server) restoreLost(ctx context.Context, thorough bool) error {
	if err := s.c.Replicas.Trouble(); err != nil {
		s.faults.Error().Err(err).Msg("the archive is incomplete: what the cluster loses now cannot be restored: check the disk of --archive")
	}
	limit := rate.NewLimiter(rate.Limit(10*s.c.Scrub), max(1, s.c.Scrub))
	lost, err := s.c.Replicas.Lost(ctx, thorough, limit.Wait)
	if len(lost) == 0 {
		if err == nil {
			s.guard.lost.Store(0)
		}
		return err
	}
	done, left := 0, int64(0)
	turn := s.c.Replicas.TakeTurn(ctx, replicaRest, true, func(ctx context.Context) error {
		s.c.Replicas.Restore(ctx, lost, func(d *store.Damage, failed error) {
			switch {
			case failed == nil:
				if done++; done <= named {
					s.c.Logger.Warn().Err(d).Msg("the NATS servers have lost what they had acknowledged: it was restored from the archive: check their disks")
				}
				s.guard.restored.Add(1)
				if d.Game != "" && s.hub.IsSetAside(d.Game) {
					s.hub.Drop(d.Game) // the next request loads it again
				}
				return
			case errors.Is(failed, store.ErrDamaged):
				if hub.IsID(d.Game) {
					s.hub.Fence(d.Game, failed)
				}
				fallthrough
			default:
				if left++; left <= named {
					s.c.Logger.Error().Err(errors.Join(d, failed)).Msg("the NATS servers have lost what they had acknowledged, and it cannot be restored: run gamed doctor")
				}
			}
		})
		return nil
	})
	s.guard.lost.Store(left)
	if done > named {
		s.c.Logger.Warn().Int("restored", done).Msg("the NATS servers have lost what they had acknowledged: only the first items are named")
	}
	if errors.Is(turn, store.ErrBusy) {
		s.guard.lost.Store(int64(len(lost)))
	}
	return errors.Join(err, turn)
}

// follow registers the metrics of the guard.
func (g *replicaGuard) follow(registry *prometheus.Registry) {
	read := func(v *atomic.Int64) func() float64 { return func() float64 { return float64(v.Load()) } }
	registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_damaged_replicas", Help: "Replicas of NATS streams that the latest comparison by this server found damaged and could not repair."}, read(&g.damaged)),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gamed_repaired_replicas_total", Help: "Damaged replicas of NATS streams that this server replaced with copies of intact ones."}, read(&g.repaired)),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_lost_items", Help: "Games and values that the NATS servers have lost, or changed, and that this server could not restore from its archive."}, read(&g.lost)),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gamed_restored_items_total", Help: "Games and values that the NATS servers had lost and that this server restored from its archive."}, read(&g.restored)),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gamed_replica_comparisons_total", Help: "Complete comparisons of all replicas of NATS streams by this server."}, read(&g.passes)))
}
