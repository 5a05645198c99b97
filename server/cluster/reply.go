package cluster

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go"

	"gamed/server/hub"
)

// handleQuery answers another server in a goroutine, since the answer may have to wait for a game.
func (n *Node) handleQuery(msg *nats.Msg) {
	q := new(query)
	if json.Unmarshal(msg.Data, q) != nil || q.Node == n.id {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closing.Err() == nil && (!n.leaving || q.Kind == "games") {
		n.group.Go(func() { n.reply(msg, q) })
	}
}

func (n *Node) reply(msg *nats.Msg, q *query) {
	ctx, cancel := context.WithTimeout(n.closing, answerTimeout)
	defer cancel()
	a := &answer{Node: n.id}
	var err error
	switch q.Kind {
	case "join", "watch":
		err = n.proxy(ctx, q, a)
	case "get":
		if err = n.takeOwnerless(ctx, q); err == nil {
			a.Info, err = n.Hub.Get(ctx, q.Game)
		}
	case "follow":
		err = n.Hub.AnnounceNext(ctx, q.Game, q.Next)
	case "list":
		a.Infos, err = n.Hub.List(ctx, *q.Filter)
	case "rank":
		a.Ranking, err = n.Hub.Rank(ctx, q.Rules, q.By, q.Limit)
	case "accounts":
		a.BotNotes, err = n.Hub.BotNotes(ctx, q.Game)
	case "presences":
		a.Present, err = n.Hub.Presences(ctx, q.Players)
	case "games":
		a.Games = n.Hub.Unfinished()
		for len(a.Games) > gamesAtOnce {
			respond(msg, &answer{Node: n.id, Games: a.Games[:gamesAtOnce], More: true})
			a.Games = a.Games[gamesAtOnce:]
		}
	}
	a.setError(err)
	respond(msg, a)
}

func respond(msg *nats.Msg, a *answer) {
	if data, err := json.Marshal(a); err == nil {
		_ = msg.Respond(data) // on failure the asking server gets no answer and may ask again
	}
}

// takeOwnerless takes over the game of q if the query says that the game has no owner. It first
// waits until this server may assume that it owns its games.
func (n *Node) takeOwnerless(ctx context.Context, q *query) error {
	if err := n.awaitCurrent(ctx); err != nil || !q.Take || !hub.IsID(q.Game) || n.Hub.Has(q.Game) {
		return err
	}
	return n.take(ctx, q.Game, true)
}
