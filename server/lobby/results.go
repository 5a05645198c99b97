package lobby

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gamed/protocol"
	"gamed/server/hub"
)

// ListBucket holds lists of results: one of all public games, one of the public games of each ruleset,
// and one for each name of a player. A list consists of pages that are filled in order.
const ListBucket = "result-list"

// A listEntry is a game in a list, with the fields for searches.
type listEntry struct {
	Game  string `json:"game"`
	Rules string `json:"rules"`
	// Kinds are the kinds of all players. In a player's list, Kinds has only the kinds under that
	// player's name.
	Kinds   []string `json:"kinds,omitempty"`
	Shown   int64    `json:"shown_ms,omitempty"`
	Private bool     `json:"private,omitempty"`
}

func (g listEntry) game() string { return g.Game }

// These kinds of players have no identity: Program is a bot that the server runs, and Anonymous an unknown
// player.
const (
	Program   = "program"
	Anonymous = "anonymous"
)

// publicGames is the list of all public games.
const publicGames = "all"

func listOfRules(rules string) string { return "rules/" + rulesKey(rules) }

// listOfPlayer returns the key of the results of all players with the given name, ignoring case.
func listOfPlayer(name string) string {
	return "player/" + hub.Hash(strings.ToLower(strings.TrimSpace(name)))[:32]
}

// maxLastPages bounds Lobby.lastPages, which is cleared when it is full.
const maxLastPages = 10_000

// lastPage returns the last known page of a list. Other servers may have added later pages.
func (l *Lobby) lastPage(ctx context.Context, list string) (int, error) {
	l.mu.Lock()
	page, known := l.lastPages[list]
	l.mu.Unlock()
	if known {
		return page, nil
	}
	keys, err := l.c.KV.Keys(ctx, ListBucket, list+"/")
	if err == nil && len(keys) > 0 {
		page, err = strconv.Atoi(keys[len(keys)-1][len(list)+1:])
	}
	if err != nil {
		return 0, fmt.Errorf("lobby: list of results: %w", err)
	}
	l.setLastPage(list, page)
	return page, nil
}

func (l *Lobby) setLastPage(list string, page int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lastPages) >= maxLastPages {
		clear(l.lastPages)
	}
	l.lastPages[list] = max(l.lastPages[list], page)
}

// enlist adds a new result to its lists. It skips games with open seats.
func (l *Lobby) enlist(ctx context.Context, r *Result) error {
	if slices.ContainsFunc(r.Seats, func(s ResultSeat) bool { return s.Kind == protocol.SeatOpen }) {
		return nil
	}
	if there, err := l.Result(ctx, r.Game); err != nil || there != nil {
		return err
	}
	g := listEntry{Game: r.Game, Rules: r.Rules, Shown: r.Shown, Private: r.Private}
	lists := make(map[string]listEntry)
	for _, seat := range r.Seats {
		kind := Anonymous
		if seat.Player != nil {
			kind = seat.Player.Kind
		}
		if seat.Name != "" {
			own := g
			own.Kinds = addKind(lists[listOfPlayer(seat.Name)].Kinds, kind)
			lists[listOfPlayer(seat.Name)] = own
		}
		g.Kinds = addKind(g.Kinds, kind)
	}
	if !r.Private {
		lists[publicGames], lists[listOfRules(r.Rules)] = g, g
	}
	for list, g := range lists {
		n, err := l.lastPage(ctx, list)
		if err == nil {
			n, err = appendGame(ctx, l.c.KV, ListBucket, list, n, g)
		}
		if err != nil {
			return err
		}
		l.setLastPage(list, n)
	}
	return nil
}

func addKind(kinds []string, kind string) []string {
	if slices.Contains(kinds, kind) {
		return kinds
	}
	return append(kinds, kind)
}
