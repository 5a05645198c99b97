package server

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/time/rate"

	"gamed/server/audit"
	"gamed/server/hub"
	"gamed/store"
)

// A scrubber reads the whole store repeatedly and fences damaged games.
type scrubber struct {
	damaged    atomic.Int64             // items found by the latest complete pass, or by a later one in progress
	damagedIDs atomic.Pointer[[]string] // the first damaged games
	passes     atomic.Int64             // complete passes
	checked    atomic.Int64             // items
}

const (
	// scrubRest is the minimum pause between two passes. After a pass that took longer, the pause
	// is as long as the pass.
	scrubRest = time.Minute
	// maxNamed is the maximum number of damaged items that a pass logs. A log line about lost items
	// names at most this number of items.
	maxNamed = 100
	// maxShown is the maximum number of damaged games that /healthz names.
	maxShown = 20
)

// scrubOften checks the store at the configured rate until ctx is done.
func (s *Server) scrubOften(ctx context.Context) {
	if s.c.ScrubRate <= 0 {
		return
	}
	for {
		begun := time.Now()
		if err := s.scrubOnce(ctx); err != nil && ctx.Err() == nil {
			s.faults.Warn().Err(err).Msg("the check of the store was interrupted: the server tries again")
		}
		select {
		case <-time.After(max(scrubRest, time.Since(begun))):
		case <-ctx.Done():
			return
		}
	}
}

// scrubOnce checks everything in the store. With an archive, it first restores what the store has
// lost. If that fails, the check still names the damage.
func (s *Server) scrubOnce(ctx context.Context) (err error) {
	if s.c.Archive != nil {
		restored := s.restoreLost(ctx, true)
		defer func() { err = errors.Join(restored, err) }()
	}
	limit, found := rate.NewLimiter(rate.Limit(s.c.ScrubRate), max(1, s.c.ScrubRate/10)), int64(0)
	pace := func(ctx context.Context) error {
		s.scrub.checked.Add(1)
		return limit.Wait(ctx)
	}
	var names []string
	err = audit.Run(ctx, s.c.Store, pace, func(why error) {
		if found++; found > s.scrub.damaged.Load() {
			s.scrub.damaged.Store(found)
		}
		if found <= maxNamed {
			s.c.Logger.Error().Err(why).Msg("stored data is damaged: run gamed doctor; if it stays damaged, restore it from a backup")
		}
		if d := (*store.Damage)(nil); errors.As(why, &d) && hub.IsID(d.Game) {
			if len(names) < maxShown {
				names = append(names, d.Game)
			}
			s.hub.Fence(d.Game, why)
		}
	})
	if err == nil && s.c.Heads != nil {
		err = s.c.Heads.CompareHeads(ctx, limit.Wait) // the next pass names the differences
	}
	if err == nil {
		s.scrub.damaged.Store(found)
		s.scrub.damagedIDs.Store(&names)
		s.scrub.passes.Add(1)
	}
	return err
}

// damagedGames returns the first damaged games. It omits values, whose keys are not public.
func (c *scrubber) damagedGames() []string {
	if names := c.damagedIDs.Load(); names != nil {
		return *names
	}
	return nil
}

// reportLost reports acknowledged writes that the store lacks, and fences their games. It runs before
// the server starts games.
func (s *Server) reportLost() {
	if s.c.Heads == nil {
		return
	}
	lost := append(s.c.Heads.Lost(), s.c.Unrestored...)
	var names []string
	for _, why := range lost {
		d := (*store.Damage)(nil)
		if !errors.As(why, &d) || !hub.IsID(d.Game) {
			continue
		}
		if len(names) < maxShown {
			names = append(names, d.Game)
		}
		s.hub.Fence(d.Game, why) // Fence logs the reason
	}
	if len(lost) == 0 {
		return
	}
	s.scrub.damaged.Store(int64(len(lost)))
	s.scrub.damagedIDs.Store(&names)
	s.c.Logger.Error().Int("items", len(lost)).Strs("games", names).Msg("acknowledged games or values are missing, because the data folder or a part of it is an older copy: put the newest folder back, or accept the loss with gamed doctor --accept-loss")
}

// register registers the metrics of the scrubber.
func (c *scrubber) register(registry *prometheus.Registry) {
	read := func(v *atomic.Int64) func() float64 { return func() float64 { return float64(v.Load()) } }
	registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_damaged_items", Help: "Damaged or missing games and values that the latest check of the store found."}, read(&c.damaged)),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gamed_scrub_passes_total", Help: "Complete checks of the store."}, read(&c.passes)),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gamed_scrub_checked_total", Help: "Games and values that were checked."}, read(&c.checked)))
}
