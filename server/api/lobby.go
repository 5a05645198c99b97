package api

import (
	"math"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"gamed/ai"
	"gamed/server/admission"
	"gamed/server/hub"
	"gamed/server/lobby"
	"gamed/server/rest"
)

// quickMatch finds an opponent for the client or starts a game against a bot. On request it only
// cancels the search or describes the queue.
func (s *Service) quickMatch(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		lobby.Terms
		Bot    string `json:"bot,omitempty"`    // an opponent to play against instead of waiting
		Ticket string `json:"ticket,omitempty"` // from the last response
		Cancel bool   `json:"cancel,omitempty"` // stop waiting
		Look   bool   `json:"look,omitempty"`   // only describe the queue
	}
	if err := rest.ReadJSON(w, r, &wish); err != nil {
		return err
	}
	if wish.Look {
		queue, err := s.c.Lobby.QueueInfo(r.Context(), wish.Terms)
		return rest.Reply(w, queue, err)
	}
	if wish.Cancel {
		left, err := s.c.Lobby.LeaveQueue(r.Context(), s.player(r), wish.Terms, wish.Ticket)
		if err == nil {
			err = s.dropGames(r, left)
		}
		if err == nil {
			w.WriteHeader(http.StatusNoContent)
		}
		return err
	}
	// Only a new game counts as a creation, because a waiting client repeats its request.
	if !s.c.Admission.WouldAllow(s.client(r), s.c.Admission.Address(r), admission.Creation) {
		admission.RefuseCreation(w)
		return nil
	}
	match, err := s.c.Lobby.QuickMatch(r.Context(), s.player(r), wish.Terms, wish.Bot, wish.Ticket)
	if err != nil {
		return err
	}
	if match.Created {
		s.c.Admission.Allow(s.client(r), s.c.Admission.Address(r), admission.Creation)
	}
	if err := s.dropGames(r, match.LeftGames); err != nil {
		return err
	}
	return rest.Answer(w, http.StatusOK, match)
}

// dropGames removes, from the client's list of games, the games that no opponent will join.
func (s *Service) dropGames(r *http.Request, games []string) error {
	who := s.client(r)
	if !who.Known() {
		return nil
	}
	for _, game := range games {
		if err := s.c.Book.DropGame(r.Context(), who, game); err != nil {
			return err
		}
	}
	return nil
}

// listBots lists the bots by name and by level.
func (s *Service) listBots(w http.ResponseWriter, _ *http.Request) error {
	levels := []lobby.Level{}
	for _, rules := range s.c.Rules {
		levels = append(levels, s.c.Lobby.Levels(rules.Info().Name)...)
	}
	return rest.Answer(w, http.StatusOK, map[string]any{"bots": s.allBots(), "levels": levels})
}

// allBots lists the bots by name, with the operator's external bots first.
func (s *Service) allBots() (all []ai.Info) {
	for _, p := range s.c.Programs {
		all = append(all, ai.Info{Name: p.Name, About: p.About, Rules: p.Rules, Command: true})
	}
	return append(all, s.c.Bots.All()...)
}

// player returns the client as a lobby.Player.
func (s *Service) player(r *http.Request) lobby.Player {
	who := s.client(r)
	return lobby.Player{ID: who.ID, Name: who.Name, Kind: string(who.Kind)}
}

// getRatings lists the players of a ruleset by rating, and the client's stake against one of them.
func (s *Service) getRatings(w http.ResponseWriter, r *http.Request) error {
	q := rest.QueryOf(r)
	limit, rules := q.Limit(), q.Get("rules")
	if _, ok := s.c.Hub.Rules(rules); !ok {
		q.Reject("rules is the name of a ruleset: GET /api/rules lists them")
	}
	if q.Err != nil {
		return q.Err
	}
	players, games, err := s.c.Lobby.Ratings(r.Context(), rules, math.MaxInt)
	if err != nil {
		return err
	}
	type rated struct {
		lobby.PlayerRating
		You bool `json:"you,omitempty"`
	}
	you := s.player(r)
	isYou := func(p lobby.PlayerRating) bool { return you.Known() && p.ID == you.ID }
	list := make([]rated, min(limit, len(players)))
	for i, p := range players[:len(list)] {
		list[i] = rated{p, isYou(p)}
		list[i].ID = ""
	}
	found := map[string]any{"rules": rules, "games": games, "players": list}
	if name := q.Get("against"); name != "" && you.Known() {
		find := func(is func(lobby.PlayerRating) bool) *lobby.PlayerRating {
			if i := slices.IndexFunc(players, is); i >= 0 {
				return &players[i]
			}
			return nil
		}
		found["stake"] = lobby.StakeOf(find(isYou), find(func(p lobby.PlayerRating) bool { return p.Name == name && !isYou(p) }))
	}
	return rest.Answer(w, http.StatusOK, found)
}

// getRankings sends the games of a ruleset, ranked by a statistic.
func (s *Service) getRankings(w http.ResponseWriter, r *http.Request) error {
	q := rest.QueryOf(r)
	limit := q.Limit()
	if q.Err != nil {
		return q.Err
	}
	ranking, err := s.c.Games.Rank(r.Context(), q.Get("rules"), q.Get("by"), limit)
	return rest.Reply(w, ranking, specAsQuery(err))
}

// maxText is the maximum length of a search text in bytes. A search may be for any name, and a guest's name
// has up to 24 letters.
const maxText = 24 * utf8.UTFMax

// filterOf parses the filter for a list of games.
func filterOf(q *rest.Query) (hub.Filter, error) {
	f := hub.Filter{
		Rules: q.Get("rules"), Clock: q.Get("clock"), Text: strings.TrimSpace(q.Get("text")), Here: q.Get("here") == "yes",
		Limit: q.Limit(), Free: q.Number("free", 0, 0, 1000),
	}
	if text := q.Get("status"); text != "" {
		f.Status = strings.Split(text, ",")
	}
	for _, status := range f.Status {
		if !slices.Contains([]string{hub.Open, hub.Live, hub.Over}, status) {
			q.Reject("status is a list of open, live and over, separated by commas")
		}
	}
	if !slices.Contains([]string{"", hub.NoClock, hub.FastClock, hub.SlowClock}, f.Clock) {
		q.Reject("clock is none, fast (less than an hour for each seat) or slow")
	}
	if len(f.Text) > maxText || !utf8.ValidString(f.Text) {
		q.Reject("text is UTF-8 of at most %d bytes", maxText)
	}
	if here := q.Get("here"); here != "" && here != "yes" {
		q.Reject("here must be yes, or left out")
	}
	return f, q.Err
}
