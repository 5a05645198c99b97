package lobby

import (
	"context"
	"fmt"
	"slices"

	"gamed/server/hub"
)

// A Search selects results. Its zero fields match every result.
type Search struct {
	Player string // the name of a player, ignoring case
	Rules  string
	Kind   string // the kind of that player, or of any player if Player is empty: guest, bot, program or anonymous
	Limit  int    // required
	Before string // the position that the previous Search returned as next, or ""
	// Pick filters the results further, including private games. Without Pick, private games do
	// not match.
	Pick func(*Result) bool
}

// The maximum numbers of entries and results that one search reads.
const (
	maxListEntries = 10_000
	maxResults     = 200
)

// Search returns results, newest first. The string next is the Before of the following search, or
// "" if there are no more results. It can be set even after fewer than Limit results. The error is
// a [*hub.SpecError] for an invalid Before.
func (l *Lobby) Search(ctx context.Context, s Search) (results []Result, next string, err error) {
	list := publicGames
	switch {
	case s.Player != "":
		list = listOfPlayer(s.Player)
	case s.Rules != "":
		list = listOfRules(s.Rules)
	}
	page, at, err := l.firstPage(ctx, list, s.Before)
	if err != nil {
		return nil, "", err
	}
	results = []Result{}
	seen := make(map[string]bool)
	now := l.now().UnixMilli()
	for looked, read := 0, 0; page >= 0; page, at = page-1, pageSize {
		games, err := readPage[listEntry](ctx, l.c.KV, ListBucket, list, page)
		if err != nil {
			return nil, "", err
		}
		for at = min(at, len(games)); at > 0; at-- {
			if len(results) == s.Limit || looked == maxListEntries || read == maxResults {
				return results, fmt.Sprintf("%d.%d", page, at), nil
			}
			looked++
			g := games[at-1]
			if seen[g.Game] || !s.mayMatch(&g, now) {
				continue
			}
			seen[g.Game] = true
			read++
			r, err := l.Result(ctx, g.Game)
			if err != nil {
				return nil, "", err
			}
			if r != nil && (s.Pick == nil || s.Pick(r)) { // nil if not stored yet
				results = append(results, *r)
			}
		}
	}
	return results, "", nil
}

// mayMatch reports whether the fields of a list entry match. Pick decides later.
func (s *Search) mayMatch(g *listEntry, now int64) bool {
	switch {
	case g.Shown > now, g.Private && s.Pick == nil, s.Rules != "" && s.Rules != g.Rules:
		return false
	}
	return s.Kind == "" || slices.Contains(g.Kinds, s.Kind)
}

// firstPage returns the page at which a search begins, and the number of entries to read from it.
func (l *Lobby) firstPage(ctx context.Context, list, before string) (page, at int, err error) {
	if before != "" {
		if n, _ := fmt.Sscanf(before, "%d.%d", &page, &at); n != 2 || page < 0 || at < 0 || before != fmt.Sprintf("%d.%d", page, at) {
			return 0, 0, &hub.SpecError{Field: "before", Text: "use the \"next\" of an earlier response"}
		}
	}
	last, err := l.lastPage(ctx, list)
	for err == nil { // there may be later pages
		var games []listEntry
		if games, err = readPage[listEntry](ctx, l.c.KV, ListBucket, list, last); len(games) < pageSize {
			break
		}
		last++
	}
	if before == "" || page > last {
		page, at = last, pageSize
	}
	return page, at, err
}
