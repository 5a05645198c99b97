package hub

import (
	"container/list"
	"context"
	"sync"

	"gamed/game"
)

// A game beyond maxBotNotes or maxBotNoteBytes loses its oldest notes. Beyond maxAllBotNoteBytes, the
// hub drops all notes of the game whose newest note is oldest.
const (
	maxBotNotes        = 256
	maxBotNoteBytes    = 128 << 10 // bytes per game
	maxAllBotNoteBytes = 64 << 20  // bytes
)

// A botNoteStore holds the notes of bots, in memory only. A note is what a bot or its
// process reported about one decision: its reasons, its standard error, or its fault.
type botNoteStore struct {
	mu    sync.Mutex
	games map[string]*list.Element // by id
	order list.List                // of *gameBotNotes, the game with the newest note first
	size  int                      // in bytes
}

// gameBotNotes are the notes of one game, oldest first.
type gameBotNotes struct {
	game string
	all  []game.BotNote
	size int
}

// noteSize returns the approximate size of a note in bytes.
func noteSize(a *game.BotNote) int { return len(a.Info) + len(a.Stderr) + 80 }

// add stores a note and drops older ones to make room.
func (s *botNoteStore) add(id string, a game.BotNote) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.games[id]
	if e == nil {
		e = s.order.PushFront(&gameBotNotes{game: id})
		s.games[id] = e
	}
	s.order.MoveToFront(e)
	g := e.Value.(*gameBotNotes)
	g.all = append(g.all, a)
	g.size += noteSize(&a)
	s.size += noteSize(&a)
	for len(g.all) > maxBotNotes || g.size > maxBotNoteBytes {
		first := noteSize(&g.all[0])
		g.all = g.all[1:]
		g.size -= first
		s.size -= first
	}
	for s.size > maxAllBotNoteBytes {
		last := s.order.Remove(s.order.Back()).(*gameBotNotes)
		delete(s.games, last.game)
		s.size -= last.size
	}
}

// BotNotes returns the recent notes of the bots in a game, oldest first. The notes reveal hidden
// cards, so until the end of the game the caller may show them only to the bot's owner.
func (h *Hub) BotNotes(_ context.Context, id string) ([]game.BotNote, error) {
	h.botNotes.mu.Lock()
	defer h.botNotes.mu.Unlock()
	e := h.botNotes.games[id]
	if e == nil {
		return nil, nil
	}
	return append([]game.BotNote{}, e.Value.(*gameBotNotes).all...), nil
}
