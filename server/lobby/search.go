package lobby

import (
	"context"
	"fmt"
	"slices"

	"gamed/server/hub"
)

// A Search is for games that are over. Its zero fields ask for nothing.
type Search struct {
	Player string // the name of somebody who sat there, case not counting
	Rules  string
	Kind   string // of that player or, without a name, of any: guest, bot, program or anonymous
	Limit  int    // at most so many; it must be set
	Before string // where the last answer has said that it goes on
	// Pick says which of them are wanted, private ones too. Without it those are that are
	// not private.
	Pick func(*Result) bool
}

// How many games are looked at for one answer, and how many of their results.
const (
	maxLooked = 10_000
	maxRead   = 200
)

// Search returns the results of games, the latest first, and as next where it goes on if
// there may be more. There may be fewer than Limit then. A [*hub.SpecError] is a Before
// that no answer has had.
func (l *Lobby) Search(ctx context.Context, s Search) (results []Result, next string, err error) {
	list := everybody
	switch {
	case s.Player != "":
		list = ofPlayer(s.Player)
	case s.Rules != "":
		list = ofRules(s.Rules)
	}
	page, at, err := l.start(ctx, list, s.Before)
	if err != nil {
		return nil, "", err
	}
	results = []Result{}
	seen := make(map[string]bool)
	now := l.now().UnixMilli()
	for looked, read := 0, 0; page >= 0; page, at = page-1, pageSize {
		games, err := l.readPage(ctx, list, page)
		if err != nil {
			return nil, "", err
		}
		for at = min(at, len(games)); at > 0; at-- {
			if len(results) == s.Limit || looked == maxLooked || read == maxRead {
				return results, fmt.Sprintf("%d.%d", page, at), nil
			}
			looked++
			g := games[at-1]
			if seen[g.Game] || !s.finds(&g, now) {
				continue
			}
			seen[g.Game] = true
			read++
			r, err := l.Result(ctx, g.Game)
			if err != nil {
				return nil, "", err
			}
			if r != nil && (s.Pick == nil || s.Pick(r)) { // it may not have been kept yet
				results = append(results, *r)
			}
		}
	}
	return results, "", nil
}

// finds reports whether a game may be one of those that are looked for.
func (s *Search) finds(g *listed, now int64) bool {
	switch {
	case g.Shown > now, g.Private && s.Pick == nil, s.Rules != "" && s.Rules != g.Rules:
		return false
	}
	return s.Kind == "" || slices.Contains(g.Kinds, s.Kind)
}

// start returns the page of a list in which a search begins, and how many of its games it
// looks at.
func (l *Lobby) start(ctx context.Context, list, before string) (page, at int, err error) {
	if before != "" {
		if n, _ := fmt.Sscanf(before, "%d.%d", &page, &at); n != 2 || page < 0 || at < 0 || before != fmt.Sprintf("%d.%d", page, at) {
			return 0, 0, &hub.SpecError{Field: "before", Text: "it is the next of an answer"}
		}
	}
	last, err := l.lastPage(ctx, list)
	for err == nil { // there may be more
		var games []listed
		if games, err = l.readPage(ctx, list, last); len(games) < pageSize {
			break
		}
		last++
	}
	if before == "" || page > last {
		page, at = last, pageSize
	}
	return page, at, err
}

func (l *Lobby) readPage(ctx context.Context, list string, page int) ([]listed, error) {
	var p listPage
	_, err := read(ctx, l.c.KV, listBucket, listKey(list, page), &p)
	return p.Games, err
}
