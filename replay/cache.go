package replay

import (
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/singleflight"
)

// maxCacheSize limits the total size of the logs in a cache, in bytes. The cache keeps the most
// recently used game even if the game's log alone exceeds the limit. The positions of a game take
// about as much memory as its log.
const maxCacheSize = 32 << 20

// A Cache holds the most recently used games. Any goroutine may call its methods.
type Cache struct {
	opening singleflight.Group
	mu      sync.Mutex
	games   []cachedGame // least recently used first
	size    int          // of their logs, in bytes
	clears  int          // number of calls of Clear
}

type cachedGame struct {
	id string
	*Game
}

// NewCache returns an empty cache.
func NewCache() *Cache { return new(Cache) }

// Get returns a game by its id. It opens a missing game once for all concurrent callers.
func (s *Cache) Get(id string, open func() (*Game, error)) (*Game, error) {
	g, clears := s.find(id)
	if g != nil {
		return g, nil
	}
	v, err, _ := s.opening.Do(fmt.Sprintf("%s %d", id, clears), func() (any, error) {
		if g, _ := s.find(id); g != nil {
			return g, nil // another caller added it meanwhile
		}
		g, err := open()
		if err == nil {
			s.put(cachedGame{id, g}, clears)
		}
		return g, err
	})
	if err != nil {
		return nil, err
	}
	return v.(*Game), nil
}

// Clear removes all games. Call Clear after a game or a player's name was deleted. Games that are
// being opened during the call are not added to the cache.
func (s *Cache) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.games, s.size = nil, 0
	s.clears++
}

// find returns a game in the cache, or nil, and marks the game as the most recently used. It also returns
// the number of calls of Clear.
func (s *Cache) find(id string) (g *Game, clears int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.games, func(g cachedGame) bool { return g.id == id })
	if i < 0 {
		return nil, s.clears
	}
	found := s.games[i]
	s.games = append(slices.Delete(s.games, i, i+1), found)
	return found.Game, s.clears
}

// put adds a game, unless Clear was called since the game was opened.
func (s *Cache) put(g cachedGame, clears int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if clears != s.clears {
		return
	}
	s.games = append(s.games, g)
	for s.size += g.size; s.size > maxCacheSize && len(s.games) > 1; s.games = slices.Delete(s.games, 0, 1) {
		s.size -= s.games[0].size
	}
}
