package server

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"runtime"
	"sync"
	"time"

	"gamed/replay"
	"gamed/state"
)

const (
	// How often a search looks for each step of a game.
	searches    = 200
	maxSearches = 2000
	// maxLines bounds the lines that are kept. One of a long game is some 100 KB.
	maxLines = 128
	// maxAsking bounds those who wait for lines, and how many of them are from one address.
	maxAsking  = 64
	maxAskedBy = 4
	// lineWait is how long a client may take to read a step.
	lineWait = 20 * time.Second
)

// lines are how games that are over stood, step by step, as bots see it.
type lines struct {
	turns chan struct{} // holds one for each step that is being worked out

	mu     sync.Mutex
	known  map[lineKey]*replay.Line
	order  []lineKey // the oldest first
	asking int
	from   map[netip.Addr]int // how many of these, by address
}

type lineKey struct {
	game      string
	viewpoint state.Seat
	bot       string
}

func newLines() *lines {
	return &lines{turns: make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)), known: make(map[lineKey]*replay.Line), from: make(map[netip.Addr]int)}
}

// getChances sends how the seats of a game stood, step by step, a JSON object a line, as
// it is worked out: until the client has enough of it.
func (s *Server) getChances(w http.ResponseWriter, r *http.Request) {
	g, err := s.finished(r)
	if err != nil {
		s.fail(w, err)
		return
	}
	query := r.URL.Query()
	viewpoint, ok := viewpointOf(w, query, g)
	if !ok {
		return
	}
	iterations, ok := numberOf(w, query, "iterations", searches, 1, maxSearches)
	if !ok {
		return
	}
	from, ok := numberOf(w, query, "from", 0, 0, g.Steps)
	if !ok || s.unchanged(w, r, g) {
		return
	}
	client := s.address(r)
	if !s.lines.enter(client, s.door.free(client)) {
		refuse(w, http.StatusServiceUnavailable, "unavailable", "too many are asking for this at the moment: try again later")
		return
	}
	defer s.lines.leave(client)
	f, bot := s.c.Bots.Forecaster(g.Rules, iterations)
	line, err := s.lines.get(lineKey{g.Game, viewpoint, bot}, func() (*replay.Line, error) { return g.Line(f.Chances, viewpoint) })
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	out, control := json.NewEncoder(w), http.NewResponseController(w)
	for n := from; n <= g.Steps; n++ {
		chances, err := s.lines.step(r.Context(), line, n)
		if err != nil {
			break // the client sees that steps are missing
		}
		_ = control.SetWriteDeadline(time.Now().Add(lineWait)) // fails where there is none to be set
		if out.Encode(stood{n, bot, rounded(chances)}) != nil || control.Flush() != nil {
			break // the client has gone
		}
	}
}

// stood is how the seats stood after a step.
type stood struct {
	N       int       `json:"n"`
	Bot     string    `json:"bot"` // whose search it is
	Chances []float64 `json:"chances"`
}

// rounded cuts what is below a thousandth, which means nothing. Chances that add up to 1
// still do, as each takes over what has been cut from those before.
func rounded(chances []float32) []float64 {
	all, rest := make([]float64, len(chances)), 0.0
	for i, c := range chances {
		all[i] = max(math.Round((float64(c)+rest)*1000)/1000, 0)
		rest += float64(c) - all[i]
	}
	return all
}

// step returns how the seats stood after a step, and works out all up to it, one after
// the other with what others ask for.
func (l *lines) step(ctx context.Context, line *replay.Line, n int) ([]float32, error) {
	for {
		if chances, ok := line.Known(n); ok {
			return chances, nil
		}
		select {
		case l.turns <- struct{}{}:
		case <-ctx.Done():
			return nil, fmt.Errorf("server: %w", ctx.Err())
		}
		err := line.Next(n)
		<-l.turns
		if err != nil {
			return nil, err
		}
	}
}

// enter counts somebody who waits for a line, and reports whether there is room. free is
// whether an address may have all of it.
func (l *lines) enter(from netip.Addr, free bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.asking >= maxAsking || !free && l.from[from] >= maxAskedBy {
		return false
	}
	l.asking++
	l.from[from]++
	return true
}

func (l *lines) leave(from netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asking--
	if l.from[from]--; l.from[from] == 0 {
		delete(l.from, from)
	}
}

// get returns a line, a new one if nobody has asked for it lately.
func (l *lines) get(key lineKey, make func() (*replay.Line, error)) (*replay.Line, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if line := l.known[key]; line != nil {
		return line, nil
	}
	line, err := make()
	if err != nil {
		return nil, err
	}
	if l.order = append(l.order, key); len(l.order) > maxLines {
		delete(l.known, l.order[0])
		l.order = l.order[1:]
	}
	l.known[key] = line
	return line, nil
}
