package replay

import (
	"container/list"
	"sync"

	"golang.org/x/sync/singleflight"
)

// maxShelf bounds the logs of the games on a shelf, in bytes. What is kept beside a
// log is about as much again.
const maxShelf = 32 << 20

// A Shelf keeps the games that were looked at last. Its methods may be called from any
// goroutine.
type Shelf struct {
	opening singleflight.Group
	mu      sync.Mutex
	games   map[string]*list.Element
	order   list.List // of *Game, the latest first
	size    int
}

// NewShelf returns an empty shelf.
func NewShelf() *Shelf { return &Shelf{games: make(map[string]*list.Element)} }

// Get returns a game by its id. One that is not there is opened, once for all who ask
// at the same time.
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
		return // it was put here since the caller looked
	}
	s.games[id] = s.order.PushFront(g)
	for s.size += g.size; s.size > maxShelf && s.order.Len() > 1; {
		last := s.order.Remove(s.order.Back()).(*Game)
		delete(s.games, last.Game)
		s.size -= last.size
	}
}
