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
	maxLines          = 128              // in memory; the line of a long game takes about 100 KB
	maxAsking         = 64               // clients that may receive chances concurrently
	maxAskedBy        = 4                // of those clients from one address
	stepWait          = 20 * time.Second // for a client to read a step
)

// A chanceCache holds winning chances in memory. Each [replay.Line] holds a bot's estimates for the
// steps of a finished game.
type chanceCache struct {
	semaphore admission.Semaphore
	asking    admission.Counter[netip.Addr]

	mu    sync.Mutex
	lines map[lineKey]*replay.Line
	order []lineKey // oldest first
}

type lineKey struct {
	game      string
	viewpoint state.Seat
	bot       string
}

func newChanceCache() *chanceCache {
	return &chanceCache{semaphore: admission.NewSemaphore(), lines: make(map[lineKey]*replay.Line)}
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
	line, err := s.chances.get(lineKey{g.Game, viewpoint, bot}, func() (*replay.Line, error) { return g.Line(f.Chances, viewpoint) })
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	out, control := json.NewEncoder(w), http.NewResponseController(w)
	for n := from; n <= g.Steps; n++ {
		chances, err := s.chances.step(r.Context(), line, n)
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
func (l *chanceCache) step(ctx context.Context, line *replay.Line, n int) ([]float32, error) {
	for {
		if chances, ok := line.Values(n); ok {
			return chances, nil
		}
		if err := l.semaphore.Acquire(ctx); err != nil {
			return nil, fmt.Errorf("server: %w", err)
		}
		err := line.Next(n)
		l.semaphore.Release()
		if err != nil {
			return nil, err
		}
	}
}

// clear removes all lines.
func (l *chanceCache) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.lines)
	l.order = nil
}

// enter counts a client until leave is called, or returns nil if there is no room for the client.
// If exempt is set, the client's address has no limit.
func (l *chanceCache) enter(from netip.Addr, exempt bool) (leave func()) {
	most := maxAskedBy
	if exempt {
		most = 0
	}
	return l.asking.Enter(from, most, maxAsking)
}

// get returns a line from memory. If the line is missing, get calls make and keeps the result.
func (l *chanceCache) get(key lineKey, make func() (*replay.Line, error)) (*replay.Line, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if line := l.lines[key]; line != nil {
		return line, nil
	}
	line, err := make()
	if err != nil {
		return nil, err
	}
	if l.order = append(l.order, key); len(l.order) > maxLines {
		delete(l.lines, l.order[0])
		l.order = l.order[1:]
	}
	l.lines[key] = line
	return line, nil
}
