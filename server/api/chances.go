package api

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"gamed/replay"
	"gamed/server/admission"
	"gamed/server/rest"
	"gamed/state"
)

const (
	defaultIterations = 400              // of the search for each step of a game
	maxIterations     = 2000             // the most that a client may request
	maxForecasts      = 128              // games and viewpoints in memory; a long game takes about 100 KB
	maxClients        = 64               // clients that may receive chances concurrently
	maxPerAddress     = 4                // of those clients from one address
	stepWait          = 20 * time.Second // for a client to read a step
)

// A chanceCache holds winning chances in memory: a bot's [replay.Forecasts] for each finished game
// and viewpoint.
type chanceCache struct {
	semaphore admission.Semaphore
	asking    admission.Counter[netip.Addr]

	mu        sync.Mutex
	forecasts map[forecastsKey]*replay.Forecasts
	order     []forecastsKey // oldest first
}

type forecastsKey struct {
	game      string
	viewpoint state.Seat
	bot       string
}

func newChanceCache() *chanceCache {
	return &chanceCache{semaphore: admission.NewSemaphore(), forecasts: make(map[forecastsKey]*replay.Forecasts)}
}

// getChances computes and streams the winning chances of the seats in a finished game. It
// sends one JSON object per step.
func (s *Service) getChances(w http.ResponseWriter, r *http.Request) error {
	g, err := s.replayableGame(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	q := rest.QueryOf(r)
	viewpoint := viewpointOf(q, g)
	iterations, from := q.Number("iterations", defaultIterations, 1, maxIterations), q.Number("from", 0, 0, g.Steps)
	if q.Err != nil || s.answerUnchanged(w, r, g) {
		return q.Err
	}
	client := s.c.Admission.Address(r)
	leave := s.chances.enter(client, s.c.Admission.Exempt(client))
	if leave == nil {
		return rest.Refusal(http.StatusServiceUnavailable, "unavailable", "too many requests for winning chances: try again later")
	}
	defer leave()
	f, bot := s.c.Bots.Forecaster(g.Rules, iterations)
	forecasts, err := s.chances.get(forecastsKey{g.Game, viewpoint, bot}, func() (*replay.Forecasts, error) { return g.Forecasts(f.Chances, viewpoint) })
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	out, control := json.NewEncoder(w), http.NewResponseController(w)
	for n := from; n <= g.Steps; n++ {
		chances, err := s.chances.step(r.Context(), forecasts, n)
		if err != nil {
			break // the client notices that steps are missing
		}
		_ = control.SetWriteDeadline(time.Now().Add(stepWait)) // fails where deadlines are not supported
		if out.Encode(stepChances{n, bot, roundChances(chances)}) != nil || control.Flush() != nil {
			break // the client has gone
		}
	}
	return nil
}

// stepChances are the winning chances after a step.
type stepChances struct {
	N       int       `json:"n"`
	Bot     string    `json:"bot"` // the bot that searched
	Chances []float64 `json:"chances"`
}

// roundChances rounds chances to thousandths and preserves their sum. It carries each rounding
// error over to the next chance.
func roundChances(chances []float32) []float64 {
	all, rest := make([]float64, len(chances)), 0.0
	for i, c := range chances {
		all[i] = max(math.Round((float64(c)+rest)*1000)/1000, 0)
		rest += float64(c) - all[i]
	}
	return all
}

// step returns the chances after a step. To compute a missing step, it first waits for the
// semaphore.
func (l *chanceCache) step(ctx context.Context, forecasts *replay.Forecasts, n int) ([]float32, error) {
	for {
		if chances, ok := forecasts.Values(n); ok {
			return chances, nil
		}
		if err := l.semaphore.Acquire(ctx); err != nil {
			return nil, fmt.Errorf("server: %w", err)
		}
		err := forecasts.Next(n)
		l.semaphore.Release()
		if err != nil {
			return nil, err
		}
	}
}

// clear removes all forecasts.
func (l *chanceCache) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.forecasts)
	l.order = nil
}

// enter counts a client until leave is called, or returns nil if there is no room for the client.
// If exempt is set, the client's address has no limit.
func (l *chanceCache) enter(from netip.Addr, exempt bool) (leave func()) {
	most := maxPerAddress
	if exempt {
		most = 0
	}
	return l.asking.Enter(from, most, maxClients)
}

// get returns forecasts from memory. If they are missing, get calls compute and keeps the result.
func (l *chanceCache) get(key forecastsKey, compute func() (*replay.Forecasts, error)) (*replay.Forecasts, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if forecasts := l.forecasts[key]; forecasts != nil {
		return forecasts, nil
	}
	forecasts, err := compute()
	if err != nil {
		return nil, err
	}
	if l.order = append(l.order, key); len(l.order) > maxForecasts {
		delete(l.forecasts, l.order[0])
		l.order = l.order[1:]
	}
	l.forecasts[key] = forecasts
	return forecasts, nil
}
