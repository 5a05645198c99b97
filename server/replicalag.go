package server

import (
	"slices"
	"sync/atomic"
	"time"

	"gamed/store"
)

// A replicaLag records which replicas of a cluster's streams stay behind.
type replicaLag struct {
	absent        map[replicaID]absentReplica // according to the latest comparisons
	loggedServers map[string]bool             // the NATS servers that the server's log names as behind
	behind        atomic.Int64                // replicas that have been behind for replicaRest
}

type replicaID struct{ stream, server string }

// An absentReplica is a replica that could not be compared, with the time when this was first
// found.
type absentReplica struct {
	store.Absence
	since time.Time
}

// noteLag stores which replicas a comparison could not reach. It logs which NATS servers stay
// behind, and which have caught up. A replica counts as behind once comparisons have found it so
// for replicaRest, because a returning NATS server first catches up. After an incomplete
// comparison, a replica that the comparison does not name keeps its state. One goroutine calls
// noteLag.
func (s *Server) noteLag(away []store.Absence, complete bool, now time.Time) {
	l := &s.guard.lag
	absent := make(map[replicaID]absentReplica)
	for _, a := range away {
		id := replicaID{a.Stream, a.Server}
		before, known := l.absent[id]
		if !known {
			before.since = now
		}
		absent[id] = absentReplica{a, before.since}
	}
	for id, a := range l.absent {
		if _, again := absent[id]; !again && !complete {
			absent[id] = a
		}
	}
	l.absent = absent
	behind, streams := int64(0), make(map[string][]string)
	offline := make(map[string]bool)
	for id, a := range absent {
		if now.Sub(a.since) >= replicaRest {
			behind++
			streams[id.server] = append(streams[id.server], id.stream)
			offline[id.server] = offline[id.server] || a.Offline
		}
	}
	l.behind.Store(behind)
	named := make(map[string]bool)
	for server, all := range streams {
		named[server] = true
		if l.loggedServers[server] {
			continue
		}
		slices.Sort(all)
		advice := "a NATS server stays behind: check its disk, and restart that NATS server"
		if offline[server] {
			advice = "a NATS server does not run: start it"
		}
		s.c.Logger.Error().Str("server", server).Strs("streams", all).Msg(advice)
	}
	for server := range l.loggedServers {
		if !named[server] {
			s.c.Logger.Info().Str("server", server).Msg("a NATS server has caught up")
		}
	}
	l.loggedServers = named
}
