package hub

import (
	"container/list"
	"context"
	"sync"

	"gamed/game"
)

// The limits of [accounts], which keeps the newest accounts of a game, and the games with the
// newest accounts.
const (
	maxAccounts     = 256
	maxGameAccounts = 128 << 10 // bytes per game
	maxAllAccounts  = 64 << 20  // bytes
)

// accounts holds the bots' accounts of their choices, in memory only.
type accounts struct {
	mu    sync.Mutex
	games map[string]*list.Element
	order list.List // of *gameAccounts, the game with the newest account first
	size  int       // in bytes
}

// gameAccounts are the accounts of one game, oldest first.
type gameAccounts struct {
	game string
	all  []game.Account
	size int
}

// cost returns the approximate size of an account in bytes.
func cost(a *game.Account) int { return len(a.Info) + len(a.Stderr) + 80 }

// add stores an account and drops older ones to make room.
func (s *accounts) add(id string, a game.Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.games[id]
	if e == nil {
		e = s.order.PushFront(&gameAccounts{game: id})
		s.games[id] = e
	}
	s.order.MoveToFront(e)
	g := e.Value.(*gameAccounts)
	g.all = append(g.all, a)
	g.size += cost(&a)
	s.size += cost(&a)
	for len(g.all) > maxAccounts || g.size > maxGameAccounts {
		first := cost(&g.all[0])
		g.all = g.all[1:]
		g.size -= first
		s.size -= first
	}
	for s.size > maxAllAccounts {
		last := s.order.Remove(s.order.Back()).(*gameAccounts)
		delete(s.games, last.game)
		s.size -= last.size
	}
}

// Accounts returns the recent accounts of the bots in a game, oldest first. Until the end of
// the game only a bot's owner may see its accounts.
func (h *Hub) Accounts(_ context.Context, id string) ([]game.Account, error) {
	h.accounts.mu.Lock()
	defer h.accounts.mu.Unlock()
	e := h.accounts.games[id]
	if e == nil {
		return nil, nil
	}
	return append([]game.Account{}, e.Value.(*gameAccounts).all...), nil
}
