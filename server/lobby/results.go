package lobby

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gamed/protocol"
)

// listBucket holds lists of results: of all games, of each ruleset and of each player. A list
// consists of pages, filled one after the other.
const listBucket = "result-list"

// A listed game is an entry of a list, with the fields for searches.
type listed struct {
	Game  string `json:"game"`
	Rules string `json:"rules"`
	// Kinds are the kinds of the players, or of the player whose list it is.
	Kinds   []string `json:"kinds,omitempty"`
	Shown   int64    `json:"shown_ms,omitempty"`
	Private bool     `json:"private,omitempty"`
}

func (g listed) game() string { return g.Game }

// Kinds of players besides the ones in package identity: bots of this program and unknown
// players.
const (
	Program   = "program"
	Anonymous = "anonymous"
)

// everybody is the list of all public games.
const everybody = "all"

func ofRules(rules string) string { return "rules/" + plain(rules) }

// ofPlayer returns the list of the players with a name, in any case.
func ofPlayer(name string) string {
	return "player/" + hash(strings.ToLower(strings.TrimSpace(name)))[:32]
}

// ends caches the last pages of lists. There may be later ones.
type ends struct {
	mu    sync.Mutex
	pages map[string]int
}

// maxEnds bounds the cache, which is cleared when it is full.
const maxEnds = 10_000

func (e *ends) get(list string) (page int, known bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	page, known = e.pages[list]
	return page, known
}

func (e *ends) set(list string, page int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pages == nil || len(e.pages) >= maxEnds {
		e.pages = make(map[string]int)
	}
	e.pages[list] = max(e.pages[list], page)
}

// lastPage returns the last page of a list, or an earlier one.
func (l *Lobby) lastPage(ctx context.Context, list string) (int, error) {
	if page, known := l.ends.get(list); known {
		return page, nil
	}
	keys, err := l.c.KV.Keys(ctx, listBucket, list+"/")
	if err != nil {
		return 0, fmt.Errorf("lobby: list of results: %w", err)
	}
	page := 0
	if len(keys) > 0 {
		if page, err = strconv.Atoi(keys[len(keys)-1][len(list)+1:]); err != nil {
			return 0, fmt.Errorf("lobby: list of results: %w", err)
		}
	}
	l.ends.set(list, page)
	return page, nil
}

// enlist adds a new result to its lists. Games with open seats are in no list.
func (l *Lobby) enlist(ctx context.Context, r *Result) error {
	if slices.ContainsFunc(r.Seats, func(s ResultSeat) bool { return s.Kind == protocol.SeatOpen }) {
		return nil
	}
	if there, err := l.Result(ctx, r.Game); err != nil || there != nil {
		return err
	}
	g := listed{Game: r.Game, Rules: r.Rules, Shown: r.Shown, Private: r.Private}
	lists := make(map[string]listed)
	for _, seat := range r.Seats {
		kind := seat.playerKind()
		if kind == "" {
			continue
		}
		if seat.Name != "" {
			at := ofPlayer(seat.Name)
			own, ok := lists[at]
			if !ok {
				own = g
			}
			own.Kinds = with(own.Kinds, kind)
			lists[at] = own
		}
		g.Kinds = with(slices.Clone(g.Kinds), kind)
	}
	if !r.Private {
		lists[everybody], lists[ofRules(r.Rules)] = g, g
	}
	for list, g := range lists {
		n, err := l.lastPage(ctx, list)
		if err == nil {
			n, err = appendGame(ctx, l.c.KV, listBucket, list, n, g)
		}
		if err != nil {
			return err
		}
		l.ends.set(list, n)
	}
	return nil
}

// playerKind returns the kind of the player, "" for an open seat.
func (s *ResultSeat) playerKind() string {
	switch {
	case s.Player != nil:
		return s.Player.Kind
	case s.Kind == protocol.SeatPerson:
		return Anonymous
	}
	return ""
}

func with(kinds []string, kind string) []string {
	if slices.Contains(kinds, kind) {
		return kinds
	}
	return append(kinds, kind)
}
