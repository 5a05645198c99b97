package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"
	"unicode/utf8"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
)

// getResults lists what came of games, the latest first. Private ones are in it for
// those who sat there.
func (s *Server) getResults(w http.ResponseWriter, r *http.Request) {
	search, ok := s.searchOf(w, r.URL.Query())
	if !ok {
		return
	}
	mine, err := s.identitiesOf(r)
	if err != nil {
		s.fail(w, err)
		return
	}
	search.Pick = func(r *lobby.Result) bool {
		return !r.Private || slices.ContainsFunc(r.Seats, func(seat lobby.ResultSeat) bool {
			return seat.Player != nil && slices.Contains(mine, seat.Player.ID)
		})
	}
	results, next, err := s.lobby.Search(r.Context(), search)
	if wrong := (*hub.SpecError)(nil); errors.As(err, &wrong) {
		refuse(w, http.StatusBadRequest, "bad_query", wrong.Error())
		return
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	for i := range results {
		results[i].Anonymize()
	}
	answer(w, http.StatusOK, struct {
		Results []lobby.Result `json:"results"`
		Next    string         `json:"next,omitempty"` // the before of the next page
	}{results, next})
}

// searchOf reads which results a list is to have. It reports false after it has refused.
func (s *Server) searchOf(w http.ResponseWriter, query url.Values) (search lobby.Search, ok bool) {
	search = lobby.Search{Player: query.Get("player"), Rules: query.Get("rules"), Kind: query.Get("kind"), Before: query.Get("before")}
	if search.Limit, ok = limitOf(w, query); !ok {
		return search, false
	}
	kinds := []string{"", string(identity.Guest), string(identity.Bot), lobby.Program, lobby.Anonymous}
	switch {
	case len(search.Player) > maxText || !utf8.ValidString(search.Player):
		refuse(w, http.StatusBadRequest, "bad_query", "player is the name of somebody, up to 60 bytes")
	case !slices.Contains(kinds, search.Kind):
		refuse(w, http.StatusBadRequest, "bad_query", "kind is guest, bot, program or anonymous")
	default:
		return search, true
	}
	return search, false
}

// identitiesOf returns the ids of the client and of the bots for which it has tokens.
func (s *Server) identitiesOf(r *http.Request) ([]string, error) {
	who := s.who(r)
	if !who.Known() {
		return nil, nil
	}
	ids := []string{who.ID}
	if who.Kind == identity.Bot {
		return ids, nil
	}
	tokens, err := s.book.Tokens(r.Context(), who)
	for _, t := range tokens {
		ids = append(ids, t.Bot)
	}
	return ids, err
}

// withFinished puts those games into a list that are over and in no server's memory, as
// far as the list has room for them.
func (s *Server) withFinished(ctx context.Context, f *hub.Filter, games []hub.Info) ([]hub.Info, error) {
	if f.Free > 0 {
		return games, nil
	}
	listed := make(map[string]bool, len(games))
	for _, g := range games {
		listed[g.ID] = true
	}
	search := lobby.Search{Rules: f.Rules, Limit: f.Limit, Pick: func(r *lobby.Result) bool {
		info := infoOfResult(r)
		return !r.Private && !listed[r.Game] && f.Fits(&info)
	}}
	results, _, err := s.lobby.Search(ctx, search)
	if err != nil {
		return nil, err
	}
	for i := range results {
		games = append(games, infoOfResult(&results[i]))
	}
	slices.SortStableFunc(games, func(a, b hub.Info) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	return games[:min(f.Limit, len(games))], nil
}

// infoOf returns a game in which the client has sat. Its result is enough for one that is
// over: it need not be run again for a list.
func (s *Server) infoOf(ctx context.Context, id string) (hub.Info, error) {
	r, err := s.lobby.Result(ctx, id)
	switch {
	case err != nil:
		return hub.Info{}, err
	case r == nil:
		return s.hub.Get(ctx, id)
	}
	return infoOfResult(r), nil
}

// infoOfResult returns what the result tells of a game that is over.
func infoOfResult(r *lobby.Result) hub.Info {
	info := hub.Info{
		ID: r.Game, Rules: r.Rules, Status: hub.Over, Created: time.UnixMilli(r.Began).UTC(),
		TableOptions: protocol.TableOptions{Clock: r.Clock, Private: r.Private, Name: r.Name, Rated: r.Rated || r.Why != ""}, Series: r.Series, Won: r.Won, Fault: r.Reason == protocol.ReasonFault,
	}
	for i, seat := range r.Seats {
		info.Seats = append(info.Seats, protocol.Seat{Seat: i, Kind: seat.Kind, Name: seat.Name})
	}
	return info
}
