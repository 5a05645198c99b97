package server

import (
	"context"
	"slices"
	"sync"
	"time"

	"gamed/store"
)

// replicaRepairs are the repairs of a cluster's streams by this server. A repair may wait for NATS for
// minutes. So each stream has its own goroutine, and the comparisons go on in the meantime.
type replicaRepairs struct {
	mu      sync.Mutex
	damaged map[string]int  // by stream, the replicas that this server found damaged and that are not repaired yet
	running map[string]bool // the streams that this server repairs
	group   sync.WaitGroup
}

// damagedReplicas returns the number of replicas that are not repaired yet.
func (r *replicaRepairs) damagedReplicas() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, replicas := range r.damaged {
		n += replicas
	}
	return n
}

// noteComparison stores the result of a comparison, which is complete if it had no error. It returns
// the damaged replicas of the streams that this server does not repair already.
func (r *replicaRepairs) noteComparison(all store.Comparison, complete bool) (found []*store.Difference) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for stream := range r.damaged {
		if complete && !r.running[stream] && !slices.Contains(all.UnderRepair, stream) {
			delete(r.damaged, stream)
		}
	}
	counts := make(map[string]int)
	for _, d := range all.Damaged {
		if !r.running[d.Stream] {
			found = append(found, d)
			counts[d.Stream]++
		}
	}
	if r.damaged == nil {
		r.damaged = make(map[string]int)
	}
	for stream, n := range counts {
		r.damaged[stream] = n
	}
	return found
}

// noteRepaired stores that a damaged replica of a stream is repaired.
func (r *replicaRepairs) noteRepaired(stream string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.damaged[stream] > 0 {
		r.damaged[stream]--
	}
}

// start calls repair in a goroutine, unless the repair of the same stream is in progress.
func (r *replicaRepairs) start(stream string, repair func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running[stream] {
		return
	}
	if r.running == nil {
		r.running = make(map[string]bool)
	}
	r.running[stream] = true
	r.group.Go(func() {
		repair()
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.running, stream)
	})
}

// repairReplicas logs that replicas are damaged, and begins to repair them.
func (s *Server) repairReplicas(ctx context.Context, damaged []*store.Difference) {
	if len(damaged) == 0 {
		return
	}
	line := s.c.Logger.Error().Int("replicas", len(damaged))
	if servers := store.AwaitedServers(damaged); len(servers) > 0 {
		line.Strs("servers", servers).Msg("replicas of NATS streams are damaged, and their repair waits for NATS servers: start these, or restart them if they stay behind")
	} else {
		line.Msg("replicas of NATS streams are damaged: the server repairs them")
	}
	byStream := make(map[string][]*store.Difference)
	for _, d := range damaged {
		byStream[d.Stream] = append(byStream[d.Stream], d)
	}
	for stream, replicas := range byStream {
		s.guard.repairs.start(stream, func() { s.c.Replicas.Repair(ctx, replicas, s.noteRepair) })
	}
}

// resumeRepairs continues interrupted repairs every replicaRest, until ctx is done. A continued repair
// may wait for minutes too.
func (s *Server) resumeRepairs(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.c.Replicas.ResumeRepairs(ctx); err != nil && ctx.Err() == nil {
			s.faults.Warn().Err(err).Msg("an interrupted repair of a stream waits: the server tries again")
		}
		select {
		case <-time.After(replicaRest):
		case <-ctx.Done():
		}
	}
}
