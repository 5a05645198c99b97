package replay

import (
	"container/list"
	"sync"

	"golang.org/x/sync/singleflight"
)

// maxShelf bounds the logs of the games on a shelf, in bytes. The positions of a game take
// about as much memory again.
const maxShelf = 32 << 20

// A Shelf caches the most recently used games. Any goroutine may call its methods.
type Shelf struct {
	opening singleflight.Group
	mu      sync.Mutex
	games   map[string]*list.Element
	order   list.List // of *Game, most recently used first
	size    int
}

// NewShelf returns an empty shelf.
func NewShelf() *Shelf { return &Shelf{games: make(map[string]*list.Element)} }

// Get returns a game by its id. It opens a missing game once for all concurrent callers.
func (s *Shelf) Get(id string, open func() (*Game, error)) (*Game, error) {
	if g := s.find(id); g != nil {
		return g, nil
	}
	v, err, _ := s.opening.Do(id, func() (any, error) {
		g, err := open()
		if err == nil {
			s.put(id, g)
		}
		return g, err
	})
	if err != nil {
		return nil, err
	}
	return v.(*Game), nil
}

func (s *Shelf) find(id string) *Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.games[id]
	if e == nil {
		return nil
	}
	s.order.MoveToFront(e)
	return e.Value.(*Game)
}

func (s *Shelf) put(id string, g *Game) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.games[id] != nil {
		return // another caller added it meanwhile
	}
	s.games[id] = s.order.PushFront(g)
	for s.size += g.size; s.size > maxShelf && s.order.Len() > 1; {
		last := s.order.Remove(s.order.Back()).(*Game)
		delete(s.games, last.Game)
		s.size -= last.size
	}
}
