package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/server/rest"
)

// getResults lists results, newest first. Players also see their private games.
func (s *Service) getResults(w http.ResponseWriter, r *http.Request) error {
	search, err := searchOf(rest.QueryOf(r))
	if err != nil {
		return err
	}
	mine, err := s.identitiesOf(r)
	if err != nil {
		return err
	}
	search.Pick = func(r *lobby.Result) bool {
		return !r.Private || slices.ContainsFunc(r.Seats, func(seat lobby.ResultSeat) bool {
			return seat.Player != nil && slices.Contains(mine, seat.Player.ID)
		})
	}
	results, next, err := s.c.Lobby.Search(r.Context(), search)
	if err != nil {
		return specAsQuery(err)
	}
	for i := range results {
		results[i].Anonymize()
	}
	return rest.Answer(w, http.StatusOK, struct {
		Results []lobby.Result `json:"results"`
		Next    string         `json:"next,omitempty"` // the value of the parameter "before" for the next page
	}{results, next})
}

// specAsQuery converts a *hub.SpecError, which here names a query parameter, to a query failure.
func specAsQuery(err error) error {
	if wrong := (*hub.SpecError)(nil); errors.As(err, &wrong) {
		return rest.BadQuery("%s", wrong.Error())
	}
	return err
}

// searchOf parses the parameters of a search for results.
func searchOf(q *rest.Query) (lobby.Search, error) {
	search := lobby.Search{Player: q.Get("player"), Rules: q.Get("rules"), Kind: q.Get("kind"), Before: q.Get("before"), Limit: q.Limit()}
	if len(search.Player) > maxText || !utf8.ValidString(search.Player) {
		q.Reject("player is a name in UTF-8 of at most %d bytes", maxText)
	}
	if !slices.Contains([]string{"", string(identity.Guest), string(identity.Bot), lobby.Program, lobby.Anonymous}, search.Kind) {
		q.Reject("kind is guest, bot, program or anonymous")
	}
	return search, q.Err
}

// identitiesOf returns the ids of the client and of its bots.
func (s *Service) identitiesOf(r *http.Request) ([]string, error) {
	who := s.client(r)
	if !who.Known() {
		return nil, nil
	}
	ids := []string{who.ID}
	if who.Kind == identity.Bot {
		return ids, nil
	}
	tokens, err := s.c.Book.Tokens(r.Context(), who)
	for _, t := range tokens {
		ids = append(ids, t.Bot)
	}
	return ids, err
}

// withFinished adds the finished games that the list lacks, from their stored results. It returns
// the newest games, up to the limit of f.
func (s *Service) withFinished(ctx context.Context, f *hub.Filter, games []hub.Info) ([]hub.Info, error) {
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
	results, _, err := s.c.Lobby.Search(ctx, search)
	if err != nil {
		return nil, err
	}
	for i := range results {
		games = append(games, infoOfResult(&results[i]))
	}
	slices.SortStableFunc(games, func(a, b hub.Info) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	return games[:min(f.Limit, len(games))], nil
}

// infoOf returns the info of a game. It takes a finished game from the stored result, without replaying
// the log.
func (s *Service) infoOf(ctx context.Context, id string) (hub.Info, error) {
	r, err := s.c.Lobby.Result(ctx, id)
	switch {
	case err != nil:
		return hub.Info{}, err
	case r == nil:
		return s.c.Games.Get(ctx, id)
	}
	return infoOfResult(r), nil
}

// infoOfResult returns the fields of a finished game's info that its result contains.
func infoOfResult(r *lobby.Result) hub.Info {
	info := hub.Info{
		ID: r.Game, Rules: r.Rules, Status: hub.Over, Created: time.UnixMilli(r.Began).UTC(),
		TableOptions: protocol.TableOptions{Clock: r.Clock, Private: r.Private, Name: r.Name, Rated: r.Rated || r.WhyUnrated != ""}, Series: r.Series,
		Won: r.Won, Fault: r.Reason == protocol.ReasonFault,
	}
	for i, seat := range r.Seats {
		info.Seats = append(info.Seats, protocol.Seat{Seat: i, Kind: seat.Kind, Name: seat.Name})
	}
	return info
}
