package hub

import (
	"container/list"
	"context"
	"sync"

	"gamed/game"
)

// How much is kept of what bots say of their choices: the latest of a game, and the games
// in which something was said last.
const (
	maxAccounts     = 256
	maxGameAccounts = 128 << 10 // bytes, of one game
	maxAllAccounts  = 64 << 20  // bytes
)

// accounts are what bots have said of their choices. They are in memory alone.
type accounts struct {
	mu    sync.Mutex
	games map[string]*list.Element
	order list.List // of *said, the game that has said something last is first
	size  int       // in bytes
}

// said is what was said in one game.
type said struct {
	game string
	all  []game.Account // the latest is the last
	size int
}

func newAccounts() *accounts { return &accounts{games: make(map[string]*list.Element)} }

// cost is about what an account takes in memory.
func cost(a *game.Account) int { return len(a.Info) + len(a.Stderr) + 80 }

// add keeps an account, and lets go of older ones for it.
func (s *accounts) add(id string, a game.Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.games[id]
	if e == nil {
		e = s.order.PushFront(&said{game: id})
		s.games[id] = e
	}
	s.order.MoveToFront(e)
	g := e.Value.(*said)
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
		last := s.order.Remove(s.order.Back()).(*said)
		delete(s.games, last.game)
		s.size -= last.size
	}
}

// Accounts returns what bots have said lately of their choices in a game, the latest
// last. Nobody but its owner may see that of a bot before the end of the game.
func (h *Hub) Accounts(_ context.Context, id string) ([]game.Account, error) {
	h.accounts.mu.Lock()
	defer h.accounts.mu.Unlock()
	e := h.accounts.games[id]
	if e == nil {
		return nil, nil
	}
	return append([]game.Account{}, e.Value.(*said).all...), nil
}
