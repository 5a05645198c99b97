package api

import (
	"context"
	"errors"
	"net/http"

	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/server/rest"
	"gamed/store"
)

// failures maps errors of other packages to responses. A response contains the error's text.
var failures = []struct {
	err    error
	status int
	code   string
}{
	{hub.ErrNotFound, http.StatusNotFound, "no_game"},
	{hub.ErrNotOver, http.StatusConflict, "not_over"},
	{hub.ErrSetAside, http.StatusGone, "set_aside"},
	{hub.ErrIncomplete, http.StatusGone, "set_aside"}, // sendError uses the last entry that matches
	{hub.ErrKeyUsed, http.StatusUnprocessableEntity, "key_used"},
	{hub.ErrFull, http.StatusServiceUnavailable, "unavailable"},
	{hub.ErrClosed, http.StatusServiceUnavailable, "unavailable"},
	{hub.ErrElsewhere, http.StatusServiceUnavailable, "unavailable"},
	{lobby.ErrUnknownPlayer, http.StatusUnauthorized, "unknown_player"},
	{lobby.ErrNotSeated, http.StatusForbidden, "not_seated"},
	{identity.ErrName, http.StatusUnprocessableEntity, "bad_name"},
	{identity.ErrGuestName, http.StatusUnprocessableEntity, "bad_name"},
	{identity.ErrUnfit, http.StatusUnprocessableEntity, "bad_name"}, // such an error also wraps ErrName or ErrGuestName
	{identity.ErrFace, http.StatusUnprocessableEntity, "bad_face"},
	{identity.ErrReserved, http.StatusUnprocessableEntity, "name_taken"},
	{identity.ErrTaken, http.StatusUnprocessableEntity, "name_taken"},
	{identity.ErrTooMany, http.StatusUnprocessableEntity, "too_many"},
}

// sendError answers a request with an error. It logs the server's own faults and hides them from
// the client.
func (s *Service) sendError(w http.ResponseWriter, err error) {
	refused, spec := (*rest.Failure)(nil), (*hub.SpecError)(nil)
	switch {
	case errors.As(err, &refused):
	case errors.As(err, &spec):
		refused = rest.Refusal(http.StatusUnprocessableEntity, "bad_game", spec.Error())
	case errors.Is(err, store.ErrFull):
		s.c.Faults.Error().Err(err).Msg("the store is full")
		refused = rest.Refusal(http.StatusServiceUnavailable, "unavailable", "the server's store is full: try again when its operator has made room")
	case errors.Is(err, hub.ErrUnavailable), errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrAmbiguous):
		s.c.Faults.Error().Err(err).Msg("the store is not responding")
		refused = rest.Refusal(http.StatusServiceUnavailable, "unavailable", hub.ErrUnavailable.Error())
	case errors.Is(err, context.Canceled): // the client has gone
		refused = rest.Refusal(http.StatusServiceUnavailable, "unavailable", "the request was canceled")
	default:
		for _, f := range failures {
			if errors.Is(err, f.err) {
				refused = rest.Refusal(f.status, f.code, f.err.Error())
			}
		}
	}
	if refused == nil {
		s.c.Faults.Error().Err(err).Msg("a request failed")
		refused = rest.Refusal(http.StatusInternalServerError, "internal", "internal error: see the server's log")
	}
	rest.Refuse(w, refused.Status, refused.Code, refused.Text)
}
