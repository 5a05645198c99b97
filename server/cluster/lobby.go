package cluster

import (
	"cmp"
	"context"
	"slices"

	"gamed/game"
	"gamed/server/hub"
)

// List returns the public games of all servers, newest first. It omits servers that do not
// respond in time.
func (n *Node) List(ctx context.Context, f hub.Filter) ([]hub.Info, error) {
	infos, err := n.Hub.List(ctx, f)
	if err != nil {
		return nil, err
	}
	if _, err := n.askAll(ctx, n.listWait, &query{Kind: "list", Filter: &f}, func(a *answer) { infos = append(infos, a.Infos...) }); err != nil {
		return nil, err
	}
	slices.SortStableFunc(infos, func(a, b hub.Info) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	infos = slices.CompactFunc(infos, func(a, b hub.Info) bool { return a.ID == b.ID }) // a game that has just moved
	return infos[:min(f.Limit, len(infos))], nil
}

// Rank ranks the games of all servers that respond in time: see [hub.Hub.Rank].
func (n *Node) Rank(ctx context.Context, rules, by string, limit int) (hub.Ranking, error) {
	r, err := n.Hub.Rank(ctx, rules, by, limit)
	if err != nil {
		return r, err
	}
	var others []hub.RankedSeat
	_, err = n.askAll(ctx, n.listWait, &query{Kind: "rank", Rules: rules, By: by, Limit: limit}, func(a *answer) {
		others = append(others, a.Ranking.Games...)
	})
	if err != nil {
		return r, err
	}
	r.Merge(others, limit)
	return r, nil
}

// BotNotes returns the bots' notes of a game from its current or former owner: see
// [hub.Hub.BotNotes].
func (n *Node) BotNotes(ctx context.Context, id string) (said []game.BotNote, err error) {
	if said, err = n.Hub.BotNotes(ctx, id); len(said) > 0 || err != nil {
		return said, err
	}
	_, err = n.askAll(ctx, n.listWait, &query{Kind: "accounts", Game: id}, func(a *answer) {
		if len(a.BotNotes) > len(said) {
			said = a.BotNotes
		}
	})
	return said, err
}

// Presences returns which of some players are present on any server: see [hub.Hub.Presences]. It omits
// servers that do not respond in time.
func (n *Node) Presences(ctx context.Context, players []string) (map[string]hub.Presence, error) {
	present, err := n.Hub.Presences(ctx, players)
	if err != nil {
		return nil, err
	}
	_, err = n.askAll(ctx, n.listWait, &query{Kind: "presences", Players: players}, func(a *answer) {
		for player, theirs := range a.Present {
			if present[player].Game == "" {
				present[player] = theirs
			}
		}
	})
	return present, err
}
