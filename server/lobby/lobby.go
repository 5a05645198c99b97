// Package lobby implements matchmaking, rematches, series, results and ratings. Servers in a
// cluster share a lobby through a [store.KV] and update it by compare-and-set. Any server can
// handle any request.
package lobby

import (
	"context"
	"errors"
	"sync"
	"time"

	"gamed/ai"
	"gamed/rules"
	"gamed/server/hub"
	"gamed/store"
)

// Games manages the games of a [hub.Hub] or of a cluster. Hub documents the methods.
type Games interface {
	Create(ctx context.Context, spec hub.Spec) (hub.Info, error)
	AnnounceNext(ctx context.Context, id, next string) error
}

// A Player is a client with an identity. The zero value is an unknown player.
type Player struct {
	ID   string `json:"id,omitempty"` // hidden from clients
	Name string `json:"name"`
	Kind string `json:"kind"` // guest, bot, or program for a bot that the server runs
}

// Known reports whether the player has an identity.
func (p Player) Known() bool { return p.ID != "" }

// ErrUnknownPlayer is returned when a request needs a player with an identity.
var ErrUnknownPlayer = errors.New("open a session first, or send a bot's token")

// A Config configures a lobby.
type Config struct {
	Log   store.Log // of the games
	KV    store.KV
	Rules rules.List
	// SettleFailed is called, by any goroutine, when an attempt to settle a game fails. While data
	// of the game stays damaged, SettleFailed is called once. SettleFailed may be nil.
	SettleFailed func(game string, err error)
}

// A Lobby does the work before and after games: matchmaking, rematches, series, results and
// ratings. Its methods may be called from any goroutine.
type Lobby struct {
	c           Config
	bots        ai.Roster
	hub         *hub.Hub // the games of this server
	games       Games    // the games of all servers
	now         func() time.Time
	settlements *settlementQueue

	mu        sync.Mutex
	ratings   map[string]*ratings // by ruleset
	lastPages map[string]int      // the last known page of each list; there may be later pages
}

// New returns a lobby for games. It settles each game of h that ends. Call New before the
// first game is created or recovered. Call Close after the games are closed.
func New(c Config, h *hub.Hub, games Games) *Lobby {
	l := &Lobby{
		c: c, bots: c.Rules.Roster(), hub: h, games: games, now: time.Now, settlements: newSettlementQueue(),
		ratings: make(map[string]*ratings), lastPages: make(map[string]int),
	}
	h.OnEnd(l.settlements.add)
	for range settlers {
		l.settlements.workers.Go(l.settleAll)
	}
	return l
}
