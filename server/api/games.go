package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"gamed/protocol"
	"gamed/replay"
	"gamed/server/hub"
	"gamed/server/lobby"
	"gamed/server/rest"
	"gamed/table"
)

const (
	// createLimit is the time limit for the store to accept a new game. It is long enough for the
	// store's servers to elect a leader.
	createLimit = 12 * time.Second
	// The limits of an idempotency key's length. 128 random bits take 22 characters of base64.
	minKey = 22
	maxKey = 255
)

func (s *Service) createGame(w http.ResponseWriter, r *http.Request) error {
	var spec hub.Spec
	if err := rest.ReadJSON(w, r, &spec.Request); err != nil {
		return err
	}
	return s.create(w, r, spec, "")
}

// create creates a game for the client. The argument scope separates the idempotency keys of
// requests that spec alone does not distinguish.
func (s *Service) create(w http.ResponseWriter, r *http.Request, spec hub.Spec, scope string) error {
	info, created, err := s.makeGame(w, r, spec, scope)
	if err != nil || !created {
		return err
	}
	return answerCreated(w, info)
}

// makeGame creates a game like create, but does not send the response. If created is false and err
// is nil, makeGame has refused the request because the client exceeds its rate of new games.
func (s *Service) makeGame(w http.ResponseWriter, r *http.Request, spec hub.Spec, scope string) (info hub.Info, created bool, err error) {
	key, err := s.readKey(r)
	if err == nil {
		err = s.c.Lobby.Prepare(s.player(r), &spec)
	}
	if err != nil {
		return hub.Info{}, false, err
	}
	if !s.c.Admission.AllowCreation(w, r) {
		return hub.Info{}, false, nil
	}
	if key != "" {
		spec.Key = scope + key
	}
	ctx, cancel := context.WithTimeout(r.Context(), createLimit)
	defer cancel()
	info, err = s.c.Games.Create(ctx, spec)
	return info, err == nil, err
}

func answerCreated(w http.ResponseWriter, info hub.Info) error {
	w.Header().Set("Location", "/api/games/"+info.ID)
	return rest.Answer(w, http.StatusCreated, info)
}

// readKey returns the request's idempotency key, or "" without one. Each known client has its own
// keys: the same key of two clients leads to two games.
func (s *Service) readKey(r *http.Request) (string, error) {
	keys := r.Header.Values("Idempotency-Key")
	if len(keys) == 0 {
		return "", nil
	}
	key := keys[0]
	visible := strings.IndexFunc(key, func(c rune) bool { return c < '!' || c > '~' }) < 0
	if len(keys) > 1 || len(key) < minKey || len(key) > maxKey || !visible {
		return "", rest.Refusal(http.StatusBadRequest, "bad_key", fmt.Sprintf("Idempotency-Key must be one random word of %d to %d visible ASCII characters", minKey, maxKey))
	}
	if who := s.client(r); who.Known() {
		key = who.ID + " " + key
	}
	return key, nil
}

func (s *Service) listGames(w http.ResponseWriter, r *http.Request) error {
	filter, err := filterOf(rest.QueryOf(r))
	if err != nil {
		return err
	}
	games, err := s.publicGames(r.Context(), &filter)
	if err != nil {
		return err
	}
	list := map[string]any{"games": games}
	if n := s.c.Games.Count(); n.Waiting > 0 || n.AdoptionUnknown { // the list lacks games that are not loaded yet
		list["waiting"] = n.KnownWaiting()
	}
	return rest.Answer(w, http.StatusOK, list)
}

// publicGames returns the public games that match f, newest first.
func (s *Service) publicGames(ctx context.Context, f *hub.Filter) ([]hub.Info, error) {
	games, err := s.c.Games.List(ctx, *f)
	if err == nil && (len(f.Status) == 0 || slices.Contains(f.Status, hub.Over)) {
		games, err = s.withFinished(ctx, f, games)
	}
	return games, err
}

// A gameInfo is a game with its result, its series and the id of the next game.
type gameInfo struct {
	hub.Info
	Next   string        `json:"next,omitempty"` // the id of the next game
	Series *seriesInfo   `json:"series,omitempty"`
	Result *lobby.Result `json:"result,omitempty"` // once the game is over
}

// A seriesInfo is a series and the number of a game in it.
type seriesInfo struct {
	lobby.Series
	Number int `json:"number"` // from 1
}

func (s *Service) getGame(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	info, err := s.c.Games.Get(ctx, r.PathValue("id"))
	g := gameInfo{Info: info}
	if err == nil && info.Status == hub.Over {
		if g.Next, err = s.c.Lobby.Next(ctx, info.ID); err == nil {
			g.Result, err = s.c.Lobby.Result(ctx, info.ID)
		}
	}
	if err == nil && info.Series != nil {
		g.Series = &seriesInfo{Number: info.Series.Number}
		g.Series.Series, err = s.c.Lobby.Series(ctx, info.Series)
	}
	if err != nil {
		return err
	}
	if g.Result != nil {
		g.Result.Anonymize()
	}
	return rest.Answer(w, http.StatusOK, g)
}

// rematch sends a player of a finished game the rematch, or the next game of the series.
func (s *Service) rematch(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Key string `json:"key,omitempty"` // of the client's seat, for an anonymous client
	}
	if r.ContentLength != 0 {
		if err := rest.ReadJSON(w, r, &wish); err != nil {
			return err
		}
	}
	if next, err := s.c.Lobby.Next(r.Context(), r.PathValue("id")); err != nil {
		return err
	} else if refused := s.noNewGames(); next == "" && refused != nil {
		return refused
	}
	match, err := s.c.Lobby.Rematch(r.Context(), r.PathValue("id"), s.player(r), wish.Key)
	return rest.Reply(w, match, err)
}

// A wantedSeat describes a seat in a game that starts from a position. The seat is open unless
// Bot is set.
type wantedSeat struct {
	Bot string `json:"bot,omitempty"`
}

// playFrom creates a game from a position of a finished one. The cards stay where they are,
// but the random numbers are new.
func (s *Service) playFrom(w http.ResponseWriter, r *http.Request) error {
	var wish struct {
		Step    int          `json:"step" jsonschema:"minimum=0"` // the last step before the position
		Seats   []wantedSeat `json:"seats,omitempty"`             // by default the finished game's seats
		Private bool         `json:"private,omitempty"`
	}
	if err := rest.ReadJSON(w, r, &wish); err != nil {
		return err
	}
	g, err := s.replayableGame(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	invalid := func(text string) error { return rest.Refusal(http.StatusUnprocessableEntity, "bad_game", text) }
	if wish.Step < 0 || wish.Step > g.Steps {
		return invalid(fmt.Sprintf("step: use a number from 0 to %d", g.Steps))
	}
	var spec hub.Spec
	spec.From, err = g.Origin(wish.Step)
	switch {
	case errors.Is(err, replay.ErrOver), errors.Is(err, table.ErrTooLong):
		return invalid("step: " + err.Error())
	case err != nil:
		return err
	}
	if wish.Seats == nil {
		wish.Seats = seatsOf(g)
	}
	if len(wish.Seats) != len(g.Seats) {
		return invalid(fmt.Sprintf("seats: %d seats, but the game has %d", len(wish.Seats), len(g.Seats)))
	}
	spec.Rules, spec.Private = g.Rules, wish.Private
	for _, seat := range wish.Seats {
		spec.Seats = append(spec.Seats, hub.SeatSpec{Bot: seat.Bot})
	}
	return s.create(w, r, spec, g.Game+" "+strconv.Itoa(wish.Step)+" ")
}

// seatsOf returns the seats of a game, with open seats in place of human players.
func seatsOf(g *replay.Game) []wantedSeat {
	seats := make([]wantedSeat, len(g.Seats))
	for i, before := range g.Seats {
		if before.Kind == protocol.SeatBot {
			seats[i].Bot = before.Name
		}
	}
	return seats
}
