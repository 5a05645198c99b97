package server

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gamed/server/hub"
	"gamed/server/lobby"
)

// quickMatch gives a player a game that somebody waits in, or a new one.
func (s *Server) quickMatch(w http.ResponseWriter, r *http.Request) {
	var wish struct {
		lobby.Terms
		Bot    string `json:"bot,omitempty"`    // to play against instead
		Ticket string `json:"ticket,omitempty"` // of the last answer
	}
	if !readJSON(w, r, &wish) {
		return
	}
	// Who asks again and again while waiting makes nothing new.
	if !s.door.would(s.who(r), s.address(r), keep) {
		tooManyKept(w)
		return
	}
	match, err := s.lobby.Quick(r.Context(), s.player(r), wish.Terms, wish.Bot, wish.Ticket)
	if err != nil {
		s.failLobby(w, err)
		return
	}
	if match.Made {
		s.door.allow(s.who(r), s.address(r), keep)
	}
	answer(w, http.StatusOK, match)
}

// listBots lists the bots, by name and by how strong they are.
func (s *Server) listBots(w http.ResponseWriter, _ *http.Request) {
	levels := []lobby.Level{}
	for _, rules := range s.c.Rules {
		levels = append(levels, s.lobby.Levels(rules.Info().Name)...)
	}
	answer(w, http.StatusOK, map[string]any{"bots": s.allBots(), "levels": levels})
}

// player returns who a request comes from.
func (s *Server) player(r *http.Request) lobby.Player {
	who := s.who(r)
	return lobby.Player{ID: who.ID, Name: who.Name, Kind: string(who.Kind)}
}

// unsettled notes that a game has ended and its result could not be kept yet. Any
// goroutine calls it.
func (s *Server) unsettled(id string, err error) {
	s.faults.Error().Str("game", id).Err(err).Msg("the result of a game could not be kept: it is tried again")
}

// failLobby puts an error of the lobby into the words of HTTP.
func (s *Server) failLobby(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, lobby.ErrUnknownPlayer):
		refuse(w, http.StatusUnauthorized, "unknown_player", lobby.ErrUnknownPlayer.Error())
	case errors.Is(err, lobby.ErrNotSeated):
		refuse(w, http.StatusForbidden, "not_seated", lobby.ErrNotSeated.Error())
	default:
		s.fail(w, err)
	}
}

// maxText is how many bytes the text may have that games are searched for.
const maxText = 60

// filterOf reads which games a list is to have. It reports false after it has refused.
func filterOf(w http.ResponseWriter, query url.Values) (f hub.Filter, ok bool) {
	wrong := func(text string) (hub.Filter, bool) {
		refuse(w, http.StatusBadRequest, "bad_query", text)
		return f, false
	}
	if f.Limit, ok = limitOf(w, query); !ok {
		return f, false
	}
	f.Rules, f.Clock, f.Text, f.Here = query.Get("rules"), query.Get("clock"), strings.TrimSpace(query.Get("text")), query.Get("here") == "yes"
	if text := query.Get("status"); text != "" {
		f.Status = strings.Split(text, ",")
	}
	for _, status := range f.Status {
		if !slices.Contains([]string{hub.Open, hub.Live, hub.Over}, status) {
			return wrong("status is any of open, live and over, with commas between them")
		}
	}
	if !slices.Contains([]string{"", hub.NoClock, hub.FastClock, hub.SlowClock}, f.Clock) {
		return wrong("clock is none, fast (less than an hour for each seat) or slow")
	}
	if free := query.Get("free"); free != "" {
		var err error
		if f.Free, err = strconv.Atoi(free); err != nil || f.Free < 0 {
			return wrong("free is how many open seats there are at least: a number")
		}
	}
	if len(f.Text) > maxText || !utf8.ValidString(f.Text) {
		return wrong("text is up to " + strconv.Itoa(maxText) + " bytes")
	}
	if here := query.Get("here"); here != "" && here != "yes" {
		return wrong("here is yes or nothing")
	}
	return f, true
}
