package server

import (
	"math"
	"net/http"
	"runtime/debug"
	sample "runtime/metrics"
	"sync"
	"time"

	"gamed/server/rest"
)

// The shares of the memory limit that the live heap and the stacks may reach before the server
// sheds each kind of load. Unused games leave memory first. Next the server refuses new games, and
// finally the analysis of finished games. It never refuses running games.
const (
	unloadShare     = 0.6
	noNewGamesShare = 0.75
	noAnalysisShare = 0.9
	// measureAge is the maximum age of a measurement of the memory.
	measureAge = 200 * time.Millisecond
)

// A memoryGauge measures the live heap and the stacks against the limit of GOMEMLIMIT.
type memoryGauge struct {
	mu       sync.Mutex
	measured time.Time
	share    float64
}

// used returns the share of the limit in use, or 0 without a limit.
func (m *memoryGauge) used() float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if time.Since(m.measured) < measureAge {
		return m.share
	}
	m.measured, m.share = time.Now(), 0
	if limit := debug.SetMemoryLimit(-1); limit > 0 && limit < math.MaxInt64 {
		now := []sample.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
		sample.Read(now)
		m.share = float64(now[0].Value.Uint64()+now[1].Value.Uint64()) / float64(limit)
	}
	return m.share
}

// shedRoutes lists the routes whose requests the server refuses when the memory in use reaches a
// share of the limit.
var shedRoutes = map[string]float64{
	"POST /api/games":                noNewGamesShare,
	"POST /api/games/{id}/play-from": noNewGamesShare,
	"POST /api/games/{id}/rematch":   noNewGamesShare,
	"POST /api/quick":                noNewGamesShare,
	"POST /api/learn/{rules}":        noNewGamesShare,
	"POST /api/me/invitations":       noNewGamesShare,
	"GET /api/games/{id}/replay":     noAnalysisShare,
	"GET /api/games/{id}/proof":      noAnalysisShare,
	"GET /api/games/{id}/chances":    noAnalysisShare,
	"GET /api/games/{id}/decisions":  noAnalysisShare,
	"GET /api/games/{id}/test":       noAnalysisShare,
	"GET /api/bots/{name}/record":    noAnalysisShare,
}

// refuseAbove returns a handler that refuses requests while the memory in use is at least the given
// share of the limit.
func (s *Server) refuseAbove(share float64, next rest.Handler) rest.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.memory.used() >= share {
			return rest.Refusal(http.StatusServiceUnavailable, "unavailable", "the server is short of memory: try again later")
		}
		return next(w, r)
	}
}
