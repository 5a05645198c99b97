package lobby

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
)

// Terms are the options on which players must agree to be matched. Their decks may differ.
type Terms struct {
	Rules        string            `json:"rules"`
	Seats        int               `json:"seats,omitempty" jsonschema:"minimum=0,maximum=6"` // by default the number nearest to two that the ruleset allows
	RulesOptions map[string]string `json:"table,omitempty"`
	Clock        *protocol.Clock   `json:"clock,omitempty"`
	Rated        bool              `json:"rated,omitempty"`
	BestOf       int               `json:"best_of,omitempty" jsonschema:"minimum=0,maximum=7"`
}

// A FoundGame is the game that the lobby has found or created for a player.
type FoundGame struct {
	Game    string `json:"game"`           // the id of the game to join
	Seat    *int   `json:"seat,omitempty"` // the seat to take; any seat if absent
	Waiting bool   `json:"waiting"`        // for opponents
	Created bool   `json:"-"`              // the request has created the game
	// Ticket identifies an unknown player in the next request.
	Ticket string `json:"ticket,omitempty"`
	// LeftGames has the games that the player left for a game against a bot: see
	// [Lobby.LeaveQueue].
	LeftGames []string `json:"-"`
}

const quickBucket = "quick"

// QuickMatch matches a player with a waiting game of the same terms, or creates one. A repeated
// request returns the same game. An unknown player sends the ticket of the last answer. If a
// bot is given, the player leaves the queue and gets a game against bots. The error is a
// [*hub.SpecError], [ErrUnknownPlayer], or comes from the games or the KV.
func (l *Lobby) QuickMatch(ctx context.Context, who Player, t Terms, bot, ticket string) (FoundGame, error) {
	spec, err := l.quickSpec(&t)
	if err != nil {
		return FoundGame{}, err
	}
	if err := l.Prepare(who, &spec); err != nil {
		return FoundGame{}, err
	}
	key, err := queueKey(&t)
	if err != nil {
		return FoundGame{}, err
	}
	if !who.Known() {
		ticket = cmp.Or(ticket, rand.Text())
	}
	fresh, waiter := rand.Text(), queueID(who, ticket)
	var match FoundGame
	if bot != "" {
		left, err := l.leave(ctx, key, waiter, spec)
		if err != nil {
			return FoundGame{}, err
		}
		match, err = l.createWithBots(ctx, who, spec, bot)
		match.LeftGames = left
		return match, err
	}
	var wrong error
	_, err = store.ChangeValue(ctx, l.c.KV, quickBucket, key, func(q *queue) (write bool) {
		match, write, wrong = l.match(ctx, q, waiter, spec, fresh)
		return write
	})
	if err = cmp.Or(err, wrong); err != nil {
		return FoundGame{}, err
	}
	if match.Created {
		spec.Key = quickPrefix + fresh
		info, err := l.games.Create(ctx, spec)
		if err != nil {
			return FoundGame{}, err
		}
		match.Game = info.ID
	}
	if !who.Known() {
		match.Ticket = ticket
	}
	return match, nil
}

// LeaveQueue removes a player from the queue of the terms, if the player waits there. An unknown
// player sends the ticket of the last answer. LeaveQueue returns the ids of the games that have
// left the queue, so that no opponent joins them. The error is a [*hub.SpecError] or comes from the
// games or the KV.
func (l *Lobby) LeaveQueue(ctx context.Context, who Player, t Terms, ticket string) (left []string, err error) {
	spec, err := l.quickSpec(&t)
	if err != nil {
		return nil, err
	}
	key, err := queueKey(&t)
	if err != nil {
		return nil, err
	}
	return l.leave(ctx, key, queueID(who, ticket), spec)
}

// leave removes a player from a queue and returns the ids of the games that have left it.
func (l *Lobby) leave(ctx context.Context, queued, waiter string, spec hub.Spec) (left []string, err error) {
	var keys []string
	_, err = store.ChangeValue(ctx, l.c.KV, quickBucket, queued, func(q *queue) (write bool) {
		keys, write = q.leave(waiter)
		return write
	})
	for _, key := range keys {
		if err != nil {
			break
		}
		spec.Key = quickPrefix + key
		var id string
		id, _, err = l.hub.Lookup(ctx, &spec)
		left = append(left, id)
	}
	return left, err
}

// A QueueInfo describes the players who wait for the same terms.
type QueueInfo struct {
	Waiting int `json:"waiting"` // players, without those whose table is full
	// UsualWait is the median of the latest waits for a full table, absent before the first.
	UsualWait int64 `json:"usual_wait_ms,omitempty"`
}

// QueueInfo describes the queue of the terms and changes nothing. The error is a [*hub.SpecError]
// or comes from the games or the KV.
func (l *Lobby) QueueInfo(ctx context.Context, t Terms) (QueueInfo, error) {
	spec, err := l.quickSpec(&t)
	if err != nil {
		return QueueInfo{}, err
	}
	key, err := queueKey(&t)
	if err != nil {
		return QueueInfo{}, err
	}
	var q queue
	if _, err := store.ReadValue(ctx, l.c.KV, quickBucket, key, &q); err != nil {
		return QueueInfo{}, fmt.Errorf("lobby: %w", err)
	}
	found, now := QueueInfo{UsualWait: q.medianWait()}, l.now()
	for _, w := range q.Games {
		spec.Key = quickPrefix + w.Key
		info, err := l.games.Create(ctx, spec) // the game exists, or another request is about to create it
		if errors.Is(err, hub.ErrNotFound) || errors.Is(err, hub.ErrSetAside) {
			continue
		}
		if err != nil {
			return QueueInfo{}, err
		}
		if free, waits := w.availability(&info, now); info.Status == hub.Open && free && waits {
			found.Waiting += len(w.Matched)
		}
	}
	return found, nil
}

// queueKey returns the key of the queue of completed terms.
func queueKey(t *Terms) (string, error) {
	text, err := json.Marshal(t)
	if err != nil {
		return "", fmt.Errorf("lobby: %w", err)
	}
	return hub.Hash(string(text))[:32], nil
}

// queueID returns the id under which a player waits in the queues. The id of an unknown player contains the
// ticket.
func queueID(who Player, ticket string) string {
	if who.Known() {
		return who.ID
	}
	return "ticket/" + ticket
}

// quickSpec completes the terms and returns the spec of a game with them.
func (l *Lobby) quickSpec(t *Terms) (hub.Spec, error) {
	if rules, ok := l.hub.Rules(t.Rules); ok {
		info := rules.Info()
		if t.Seats == 0 {
			t.Seats = min(max(info.MinSeats, 2), info.MaxSeats)
		}
		if err := info.CheckSeats(t.Seats); err != nil {
			return hub.Spec{}, &hub.SpecError{Field: "seats", Text: err.Error()}
		}
	}
	return hub.Spec{Request: hub.Request{
		Rules: t.Rules, Seats: make([]hub.SeatSpec, t.Seats), RulesOptions: t.RulesOptions, BestOf: t.BestOf,
		TableOptions: protocol.TableOptions{Clock: t.Clock, Rated: t.Rated},
	}}, nil
}

// createWithBots creates a game of a player against bots. The player's seat is random.
func (l *Lobby) createWithBots(ctx context.Context, who Player, spec hub.Spec, bot string) (FoundGame, error) {
	seat := mathrand.IntN(len(spec.Seats))
	for i := range spec.Seats {
		if i != seat {
			spec.Seats[i].Bot = bot
		}
	}
	if err := l.Prepare(who, &spec); err != nil {
		return FoundGame{}, err
	}
	info, err := l.games.Create(ctx, spec)
	return FoundGame{Game: info.ID, Seat: &seat, Created: true}, err
}
