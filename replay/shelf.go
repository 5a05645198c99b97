package replay

import (
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

// maxShelf is the maximum size of all logs on a shelf, in bytes. The shelf keeps the latest game in any
// case. The positions of a game take about as much memory as its log.
const maxShelf = 32 << 20

// A Shelf caches the most recently used games. Any goroutine may call its methods.
type Shelf struct {
	opening singleflight.Group
	mu      sync.Mutex
	games   []shelved // least recently used first
	size    int       // of their logs, in bytes
}

type shelved struct {
	id string
	*Game
}

// NewShelf returns an empty shelf.
func NewShelf() *Shelf { return new(Shelf) }

// Get returns a game by its id. It opens a missing game once for all concurrent callers.
func (s *Shelf) Get(id string, open func() (*Game, error)) (*Game, error) {
	if g := s.find(id); g != nil {
		return g, nil
	}
	v, err, _ := s.opening.Do(id, func() (any, error) {
		if g := s.find(id); g != nil {
			return g, nil // another caller added it meanwhile
		}
		g, err := open()
		if err == nil {
			s.put(shelved{id, g})
		}
		return g, err
	})
	if err != nil {
		return nil, err
	}
	return v.(*Game), nil
}

// find returns a game on the shelf, or nil, and marks the game as the most recently used.
func (s *Shelf) find(id string) *Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.games, func(g shelved) bool { return g.id == id })
	if i < 0 {
		return nil
	}
	g := s.games[i]
	s.games = append(slices.Delete(s.games, i, i+1), g)
	return g.Game
}

func (s *Shelf) put(g shelved) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.games = append(s.games, g)
	for s.size += g.size; s.size > maxShelf && len(s.games) > 1; s.games = slices.Delete(s.games, 0, 1) {
		s.size -= s.games[0].size
	}
}
