package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"

	"gamed/rules"
	"gamed/server/hub"
	"gamed/server/rest"
	"gamed/state"
	"gamed/table"
)

// These limits bound the work of a request for the results of decks, and the memory of their cache.
const (
	deckGames    = 200  // newest games of the client
	maxDeckLists = 2000 // finished games in the cache; the decks of one take about 1 KB
)

// A deckTally counts the results of a deck. Games counts all games, including lost ones.
type deckTally struct {
	Games int `json:"games"`
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
}

func (t *deckTally) add(result string) {
	t.Games++
	switch result {
	case hub.Won:
		t.Won++
	case hub.Drawn:
		t.Drawn++
	}
}

// deckResults are a player's results with a deck.
type deckResults struct {
	Name  string          `json:"name,omitempty"` // of a ready deck
	Cards json.RawMessage `json:"cards"`          // the number of copies by the name of the card
	deckTally
	Against []opponentResults `json:"against"` // most games first
}

// opponentResults are the results against a ready deck, or against all other decks together.
type opponentResults struct {
	Name string `json:"name,omitempty"` // of a ready deck, or "" for all other decks together
	deckTally
}

// myDecks sends the client's results with each of its decks in its newest games.
func (s *Service) myDecks(w http.ResponseWriter, r *http.Request) error {
	name := rest.QueryOf(r).Get("rules")
	who, err := s.requireKnown(r)
	if err != nil {
		return err
	}
	dealer, ok := s.c.Hub.Rules(name)
	if !ok || len(dealer.Info().Decks) == 0 {
		return errNoDecks
	}
	games, err := s.gamesOf(r.Context(), who, deckGames)
	if err != nil {
		return err
	}
	counted := newDeckCount(dealer.Info().Decks)
	for _, g := range games {
		if g.Rules != name || g.Status != hub.Over || g.Fault || len(g.OwnSeats) != 1 {
			continue
		}
		decks, err := s.decksOf(r.Context(), g.ID, dealer)
		if err != nil {
			return err
		}
		counted.add(decks, g.OwnSeats[0], g.Results[g.OwnSeats[0]])
	}
	return rest.Answer(w, http.StatusOK, map[string]any{"decks": counted.list()})
}

// A deckCount collects the results of one player's decks. The keys of both maps are decks in JSON: see [deckText].
type deckCount struct {
	ready map[string]string // the names of the ready decks
	own   map[string]*deckResults
}

func newDeckCount(ready []state.DeckInfo) *deckCount {
	c := &deckCount{ready: make(map[string]string, len(ready)), own: make(map[string]*deckResults)}
	for _, deck := range ready {
		c.ready[deckText(deck.Cards)] = deck.Name
	}
	return c
}

// add counts a game in which the player had the seat ownSeat. Each deck of another seat counts as
// an opponent's deck.
func (c *deckCount) add(decks []string, ownSeat int, result string) {
	if ownSeat >= len(decks) {
		return
	}
	deck := c.own[decks[ownSeat]]
	if deck == nil {
		deck = &deckResults{Name: c.ready[decks[ownSeat]], Cards: json.RawMessage(decks[ownSeat])}
		c.own[decks[ownSeat]] = deck
	}
	deck.add(result)
	for seat, other := range decks {
		if seat == ownSeat {
			continue
		}
		name := c.ready[other]
		i := slices.IndexFunc(deck.Against, func(o opponentResults) bool { return o.Name == name })
		if i < 0 {
			i = len(deck.Against)
			deck.Against = append(deck.Against, opponentResults{Name: name})
		}
		deck.Against[i].add(result)
	}
}

// list returns the decks with the most games first.
func (c *deckCount) list() []*deckResults {
	list := make([]*deckResults, 0, len(c.own))
	for _, deck := range c.own {
		slices.SortFunc(deck.Against, func(a, b opponentResults) int {
			return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name))
		})
		list = append(list, deck)
	}
	slices.SortFunc(list, func(a, b *deckResults) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(string(a.Cards), string(b.Cards)))
	})
	return list
}

// A deckCache holds the decks of finished games, by the game's id and then by seat. The decks of a
// finished game never change. The zero value is an empty cache.
type deckCache struct {
	mu    sync.Mutex
	games map[string][]string
}

func (c *deckCache) get(id string) (decks []string, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	decks, known = c.games[id]
	return decks, known
}

func (c *deckCache) set(id string, decks []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.games == nil || len(c.games) >= maxDeckLists {
		c.games = make(map[string][]string)
	}
	c.games[id] = decks
}

// decksOf returns the decks of a finished game by seat, as texts of deckText. It returns nil for a
// game whose results say nothing about decks, and for a game without a readable log. To read a log,
// it first acquires the semaphore s.records.
func (s *Service) decksOf(ctx context.Context, id string, dealer state.Dealer) ([]string, error) {
	if decks, known := s.decks.get(id); known {
		return decks, nil
	}
	if err := s.records.Acquire(ctx); err != nil {
		return nil, err
	}
	defer s.records.Release()
	records, err := s.c.Hub.Records(ctx, id)
	switch {
	case errors.Is(err, hub.ErrNotFound), errors.Is(err, hub.ErrIncomplete):
		return nil, nil
	case err != nil:
		return nil, err
	}
	var decks []string
	if summary, err := table.Summarize(records); err == nil && s.countsForDecks(summary.Header, dealer) {
		decks = dealtDecks(summary, dealer)
	}
	s.decks.set(id, decks)
	return decks, nil
}

// countsForDecks reports whether the result of a game says something about its decks. A game from a
// position, a lesson or a puzzle does not count. A game of another version of the rules does not
// count either, because the ready decks of that version may have other cards.
func (s *Service) countsForDecks(h *table.Header, dealer state.Dealer) bool {
	if h.From != nil || h.Version != dealer.Info().Version {
		return false
	}
	row, _ := s.c.Rules.Find(h.Rules)
	return !slices.ContainsFunc(row.Lessons, func(one rules.Lesson) bool { return isGameOf(h, &one.Start) }) &&
		!slices.ContainsFunc(row.Puzzles, func(one rules.Puzzle) bool { return isGameOf(h, &one.Start) })
}

// dealtDecks returns the decks of a game by seat, or nil if the game cannot be dealt. It deals the
// game, since a seat whose player brought no deck gets the default deck.
func dealtDecks(s *table.Summary, dealer state.Dealer) (decks []string) {
	setup := s.Header.Setup
	setup.Decks = s.Decks
	m, err := dealer.Deal(setup)
	of := dealer.Abilities().Deck
	if err != nil || of == nil {
		return nil
	}
	for seat := range s.Seats {
		decks = append(decks, deckText(of(m, state.Seat(seat))))
	}
	return decks
}

// deckText returns the JSON of a deck. Equal decks have equal texts, because the keys are sorted.
func deckText(cards map[string]int) string {
	text, _ := json.Marshal(cards) // never fails
	return string(text)
}
