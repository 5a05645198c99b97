package hub

import (
	"container/list"
	"context"
	"sync"

	"gamed/game"
)

// A game beyond maxAccounts or maxGameAccounts loses its oldest accounts. Beyond maxAllAccounts, the
// hub drops all accounts of the game whose newest account is oldest.
const (
	maxAccounts     = 256
	maxGameAccounts = 128 << 10 // bytes per game
	maxAllAccounts  = 64 << 20  // bytes
)

// An accountStore holds the accounts of bots, in memory only. An account is what a bot or its
// process reported about one decision: its reasons, its standard error, or its fault.
type accountStore struct {
	mu    sync.Mutex
	games map[string]*list.Element // by id
	order list.List                // of *gameAccounts, the game with the newest account first
	size  int                      // in bytes
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
func (s *accountStore) add(id string, a game.Account) {
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

// Accounts returns the recent accounts of the bots in a game, oldest first. Accounts reveal hidden
// cards, so until the end of the game the caller may show them only to the bot's owner.
func (h *Hub) Accounts(_ context.Context, id string) ([]game.Account, error) {
	h.accounts.mu.Lock()
	defer h.accounts.mu.Unlock()
	e := h.accounts.games[id]
	if e == nil {
		return nil, nil
	}
	return append([]game.Account{}, e.Value.(*gameAccounts).all...), nil
}
