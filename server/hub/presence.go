package hub

import (
	"context"
	"sync"
	"time"
)

const (
	// PresenceLife is how long a player counts as present after a call of [Hub.NotePresence].
	PresenceLife = time.Minute
	// NoteEvery is the interval at which the server calls [Hub.NotePresence] for an open
	// connection. Two calls fit into PresenceLife.
	NoteEvery = 25 * time.Second
)

// A Presence tells that a player has an open connection, or has used the lobby within PresenceLife.
type Presence struct {
	// Game is a game in which the player has had a seat and an open connection within PresenceLife,
	// or "".
	Game string `json:"game,omitempty"`
}

// presences holds the time when each player of the last minute was last present. It is in memory
// only.
type presences struct {
	mu        sync.Mutex
	notes     map[string]presenceNote // by player
	nextPrune time.Time               // when old notes are removed next
}

type presenceNote struct {
	lastSeen, lastInGame time.Time
	game                 string
}

func (p *presences) note(player, game string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.notes == nil {
		p.notes = make(map[string]presenceNote)
	}
	n := p.notes[player]
	n.lastSeen = now
	if game != "" {
		n.game, n.lastInGame = game, now
	}
	p.notes[player] = n
	if now.Before(p.nextPrune) {
		return
	}
	p.nextPrune = now.Add(PresenceLife)
	for player, n := range p.notes {
		if now.Sub(n.lastSeen) > PresenceLife {
			delete(p.notes, player)
		}
	}
}

func (p *presences) presentAmong(players []string, now time.Time) map[string]Presence {
	p.mu.Lock()
	defer p.mu.Unlock()
	present := make(map[string]Presence)
	for _, player := range players {
		n, ok := p.notes[player]
		switch {
		case !ok || now.Sub(n.lastSeen) > PresenceLife:
		case now.Sub(n.lastInGame) > PresenceLife:
			present[player] = Presence{}
		default:
			present[player] = Presence{Game: n.game}
		}
	}
	return present
}

// NotePresence notes that a player is present on this server. If game is not empty, the player has a
// seat in the game and an open connection to it.
func (h *Hub) NotePresence(player, game string) { h.presences.note(player, game, time.Now()) }

// Presences returns which of some players are present.
func (h *Hub) Presences(_ context.Context, players []string) (map[string]Presence, error) {
	return h.presences.presentAmong(players, time.Now()), nil
}
