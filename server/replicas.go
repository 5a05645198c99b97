package server

import (
	"context"
	"errors"
	"sync"
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
	repairs     replicaRepairs
	repaired    atomic.Int64 // replicas
	noLeases    atomic.Bool  // the latest comparison could not obtain a lease, so nothing is repaired
	passes      atomic.Int64 // complete comparisons
	latest      atomic.Pointer[replicaPass]
	lost        atomic.Int64    // games and values that the cluster has lost and that are not restored yet
	restored    atomic.Int64    // games and values
	loggedItems map[string]bool // the lost games and values that the server's log already names; one goroutine uses it
	lag         replicaLag
	silent      silentStreams
}

// A replicaPass is a complete comparison of the replicas.
type replicaPass struct {
	begun    time.Time // damage from before this time was found
	took     time.Duration
	messages int // on all replicas
}

const (
	// replicaRest is the pause between two comparisons. The longest time between damage and its
	// discovery is this pause plus twice the time of a comparison.
	replicaRest = 15 * time.Second
	// messagesPerItem times Config.ScrubRate is the maximum number of messages to read in a second.
	// One item has several messages: a log has some dozens of records on each of three replicas.
	messagesPerItem = 600
)

// guardReplicas compares the cluster with the archive, and then the replicas with each other, until
// ctx is done. It does so every replicaRest, and also immediately after the return of a NATS server,
// which may have lost data and may become the leader. A comparison with the archive does not wait for
// a comparison of the replicas, which may take minutes. If Config.ScrubRate is 0, it calls
// fillArchive instead.
func (s *Server) guardReplicas(ctx context.Context) {
	if s.c.Replicas == nil {
		return
	}
	if s.c.ScrubRate <= 0 {
		s.fillArchive(ctx)
		return
	}
	compare := make(chan bool, 1)
	var group sync.WaitGroup
	defer group.Wait()
	group.Go(func() { s.compareReplicas(ctx, compare, s.guardOnce) })
	group.Go(func() { s.resumeRepairs(ctx) })
	var known map[string]bool
	due, thorough := time.Now(), true
	for ctx.Err() == nil {
		now, err := s.c.Replicas.CurrentServers(ctx)
		urgent := false
		for server := range now {
			urgent = urgent || known != nil && !known[server]
		}
		if err == nil {
			known = now
		}
		thorough = thorough || urgent
		if urgent || !time.Now().Before(due) {
			due = time.Now().Add(replicaRest)
			whole := s.compareArchive(ctx, thorough)
			if thorough = thorough && !whole; !whole {
				due = time.Now()
			}
			select {
			case before := <-compare: // the previous comparison is still in progress
				urgent = urgent || before
			default:
			}
			compare <- urgent
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// compareReplicas calls once, which compares the replicas, whenever it receives a value from the
// channel compare, until ctx is done. The value tells whether the comparison is urgent. While some
// replicas cannot be compared, it tries again every second. Only one server of a cluster compares
// replicas at a time. At the end, compareReplicas waits for the repairs that the comparisons began.
func (s *Server) compareReplicas(ctx context.Context, compare <-chan bool, once func(ctx context.Context, urgent bool) (away bool, err error)) {
	defer s.guard.repairs.group.Wait()
	for away := false; ; {
		var again <-chan time.Time
		if away {
			again = time.After(time.Second)
		}
		urgent := true
		select {
		case urgent = <-compare:
		case <-again:
		case <-ctx.Done():
			return
		}
		seen, err := once(ctx, urgent || away)
		if errors.Is(err, store.ErrBusy) { // only a comparison of this server shows that the replicas are back
			continue
		}
		if away = seen; err != nil && ctx.Err() == nil {
			s.faults.Warn().Err(err).Msg("the comparison of the replicas was interrupted: the server tries again")
		}
	}
}

// guardOnce compares all replicas, and begins to repair the damaged ones. The result away reports
// whether some replicas could not be compared. If no lease can be obtained, guardOnce compares
// without a lease, so that the server reports damage even while nothing can repair it.
func (s *Server) guardOnce(ctx context.Context, urgent bool) (away bool, err error) {
	obtained := false
	err = s.c.Replicas.WithLease(ctx, replicaRest, urgent, func(leased context.Context) (err error) {
		obtained = true
		away, err = s.compareOnce(ctx, leased)
		return err
	})
	switch {
	case obtained || errors.Is(err, store.ErrBusy):
		s.noteLeases(nil)
	case errors.Is(err, store.ErrNoLeases) && ctx.Err() == nil:
		s.noteLeases(err)
		return s.compareOnce(ctx, ctx)
	}
	return away, err
}

// compareOnce compares all replicas until leased is done. It begins to repair the damaged ones, which
// goes on until ctx is done.
func (s *Server) compareOnce(ctx, leased context.Context) (away bool, err error) {
	begun, perSecond := time.Now(), s.c.ScrubRate*messagesPerItem
	limit := rate.NewLimiter(rate.Limit(perSecond), max(1, perSecond/10))
	all, err := s.c.Replicas.CompareReplicas(leased, limit.Wait)
	s.noteLag(all.NotCompared, err == nil && len(all.UnderRepair) == 0, time.Now())
	s.repairReplicas(ctx, s.guard.repairs.noteComparison(all, err == nil))
	if err != nil {
		return false, err
	}
	s.guard.passes.Add(1)
	s.guard.latest.Store(&replicaPass{begun, time.Since(begun), all.Messages})
	return len(all.NotCompared) > 0, nil
}

// noteLeases logs that no lease can be obtained, for the reason err, or that leases can be obtained
// again, if err is nil. One goroutine calls noteLeases.
func (s *Server) noteLeases(err error) {
	none := err != nil
	switch before := s.guard.noLeases.Swap(none); {
	case none && !before:
		s.c.Logger.Error().Err(err).Msg("no server can repair replicas or restore lost items: start the NATS server that led the stream of the leases, or restart it if it runs")
	case before && !none:
		s.c.Logger.Info().Msg("the stream of the leases responds again: the servers repair replicas and restore lost items")
	}
}

// noteRepair logs the result of a repair. If no replica is intact, it fences the games. It fences
// nothing while some replicas are away, because one of them may be intact. Any goroutine may call it.
func (s *Server) noteRepair(d *store.Difference, failed error) {
	switch {
	case failed == nil:
		s.guard.repaired.Add(1)
		s.guard.repairs.noteRepaired(d.Stream)
		s.c.Logger.Warn().Err(d).Msg("a damaged replica was replaced with a copy of an intact one: check the disk of its NATS server")
	case errors.Is(failed, store.ErrBusy):
		s.c.Logger.Warn().Err(errors.Join(d, failed)).Msg("a replica is damaged and its repair waits for the lease of its stream: the server tries again")
	case len(d.NotCompared) > 0:
		s.c.Logger.Error().Err(errors.Join(d, failed)).Strs("servers", store.AwaitedServers([]*store.Difference{d})).Msg("a replica is damaged and its repair waits for a NATS server: start that NATS server, or restart it if it stays behind")
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
}

// register registers the metrics of the guard.
func (g *replicaGuard) register(registry *prometheus.Registry) {
	read := func(v *atomic.Int64) func() float64 { return func() float64 { return float64(v.Load()) } }
	ofLatest := func(read func(p *replicaPass) float64) func() float64 {
		return func() float64 {
			if p := g.latest.Load(); p != nil {
				return read(p)
			}
			return 0
		}
	}
	registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_replica_comparison_start_time_seconds", Help: "Time at which the latest complete comparison of all replicas by this server began, in seconds since 1970, or 0. It has found all damage from before this time, except in streams under repair."},
			ofLatest(func(p *replicaPass) float64 { return float64(p.begun.UnixMilli()) / 1000 })),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_replica_comparison_duration_seconds", Help: "Duration of the latest complete comparison of all replicas by this server, without repairs."},
			ofLatest(func(p *replicaPass) float64 { return p.took.Seconds() })),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_replica_comparison_messages", Help: "Messages on all replicas that the latest complete comparison by this server read."},
			ofLatest(func(p *replicaPass) float64 { return float64(p.messages) })),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_damaged_replicas", Help: "Replicas of NATS streams that this server found damaged and has not repaired."}, func() float64 { return float64(g.repairs.damagedReplicas()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_behind_replicas", Help: "Replicas of NATS streams that this server has found behind, or on a NATS server that does not run, for over 15 s."}, read(&g.lag.behind)),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gamed_repaired_replicas_total", Help: "Damaged replicas of NATS streams that this server replaced with copies of intact ones."}, read(&g.repaired)),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_lost_items", Help: "Games and values that the NATS servers or the data folder have lost, or changed, and that this server has not restored from its archive."}, read(&g.lost)),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gamed_restored_items_total", Help: "Games and values that the NATS servers or the data folder had lost and that this server restored from its archive."}, read(&g.restored)),
		prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "gamed_replica_comparisons_total", Help: "Complete comparisons of all replicas of NATS streams by this server."}, read(&g.passes)))
}
