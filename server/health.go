package server

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"gamed/server/hub"
	"gamed/store"
)

// A shortage is a reason why the server refuses or delays requests, or needs its operator.
type shortage struct {
	reason  string // public
	applies func(s *Server, n hub.Counts) bool
	// acceptsGames is set if the server takes new games in spite of the shortage.
	acceptsGames bool
}

var shortages = []shortage{
	{"the store is full", func(s *Server, _ hub.Counts) bool { return errors.Is(s.c.Store.Ready(), store.ErrFull) }, false},
	{"the disk refuses writes", func(s *Server, _ hub.Counts) bool { return errors.Is(s.c.Store.Ready(), store.ErrRefused) }, false},
	{"the store does not respond", func(s *Server, n hub.Counts) bool {
		why := s.c.Store.Ready()
		return n.Held > 0 || errors.Is(why, store.ErrUnavailable) && !errors.Is(why, store.ErrRefused)
	}, false},
	{"the server is short of memory", func(s *Server, _ hub.Counts) bool { return s.memory.used() >= noNewGamesShare }, false},
	{"stored data is damaged", func(s *Server, _ hub.Counts) bool {
		return s.scrub.damaged.Load()+s.guard.lost.Load() > 0 || s.guard.repairs.damagedReplicas() > 0
	}, true},
	{"damaged data cannot be repaired", func(s *Server, _ hub.Counts) bool { return s.guard.noLeases.Load() }, true},
	{"a NATS server is behind", func(s *Server, _ hub.Counts) bool { return s.guard.lag.behind.Load() > 0 }, true},
	{"a NATS server does not respond", func(s *Server, _ hub.Counts) bool { return s.guard.silent.count.Load() > 0 }, true},
	{"the server may open no more files", func(s *Server, _ hub.Counts) bool { return s.reserve.short() }, false},
	{"the server has no room for another game", func(_ *Server, n hub.Counts) bool { return n.Full }, false},
	{"all connections are in use", func(s *Server, _ hub.Counts) bool { return s.connections.Reached(s.c.Access.Connections) }, false},
}

// reasons returns the reasons of the current shortages.
func (s *Server) reasons(n hub.Counts) (all []string) {
	for _, lack := range shortages {
		if lack.applies(s, n) {
			all = append(all, lack.reason)
		}
	}
	return all
}

// registerShortages registers a gauge for each shortage, which is 1 while the shortage lasts.
func (s *Server) registerShortages() {
	for _, lack := range shortages {
		s.metrics.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "gamed_degraded", Help: "1 while the server refuses or delays requests for this reason.",
			ConstLabels: prometheus.Labels{"reason": lack.reason},
		}, func() float64 {
			if lack.applies(s, s.games.Count()) {
				return 1
			}
			return 0
		}))
	}
}
