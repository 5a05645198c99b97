package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"strings"

	strict "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/store"
)

const (
	maxBody = 64 << 10 // bytes of JSON in a request: four deck files fit
	maxList = 200      // games in a list
)

// A handler answers an HTTP request, or returns an error that fail converts to a response.
type handler func(w http.ResponseWriter, r *http.Request) error

// A failure is the response to a refused HTTP request.
type failure struct {
	status int
	Code   string `json:"code"` // for programs; never changes
	Text   string `json:"text"` // for people: what is wrong and what to do
}

func (f *failure) Error() string { return f.Text }

// badQuery returns the failure for a request with an invalid query.
func badQuery(format string, args ...any) error {
	return &failure{http.StatusBadRequest, "bad_query", fmt.Sprintf(format, args...)}
}

// failures maps errors of other packages to responses. A response contains the error's text.
var failures = []struct {
	err    error
	status int
	code   string
}{
	{hub.ErrNotFound, http.StatusNotFound, "no_game"},
	{hub.ErrNotOver, http.StatusConflict, "not_over"},
	{hub.ErrSetAside, http.StatusGone, "set_aside"},
	{hub.ErrIncomplete, http.StatusGone, "set_aside"}, // the last match counts
	{hub.ErrKeyUsed, http.StatusUnprocessableEntity, "key_used"},
	{errMemory, http.StatusServiceUnavailable, "unavailable"},
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

// fail answers a request with an error. It logs the server's own faults and hides them from
// the client.
func (s *Server) fail(w http.ResponseWriter, err error) {
	refused, spec := (*failure)(nil), (*hub.SpecError)(nil)
	switch {
	case errors.As(err, &refused):
	case errors.As(err, &spec):
		refused = &failure{http.StatusUnprocessableEntity, "bad_game", spec.Error()}
	case errors.Is(err, store.ErrFull):
		s.faults.Error().Err(err).Msg("the store is full")
		refused = &failure{http.StatusServiceUnavailable, "unavailable", "the server's store is full: try again when its operator has made room"}
	case errors.Is(err, hub.ErrUnavailable), errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrAmbiguous):
		s.faults.Error().Err(err).Msg("the store is not responding")
		refused = &failure{http.StatusServiceUnavailable, "unavailable", hub.ErrUnavailable.Error()}
	case errors.Is(err, context.Canceled): // the client has gone
		refused = &failure{http.StatusServiceUnavailable, "unavailable", "the request was canceled"}
	default:
		for _, f := range failures {
			if errors.Is(err, f.err) {
				refused = &failure{f.status, f.code, f.err.Error()}
			}
		}
	}
	if refused == nil {
		s.faults.Error().Err(err).Msg("a request failed")
		refused = &failure{http.StatusInternalServerError, "internal", "internal error: see the server's log"}
	}
	refuse(w, refused.status, refused.Code, refused.Text)
}

// refuse writes a failure as the response, for code outside handlers.
func refuse(w http.ResponseWriter, status int, code, text string) {
	_ = answer(w, status, &failure{status, code, text})
}

// answer writes v as JSON. It always returns nil, since a disconnected client is not an error.
func answer(w http.ResponseWriter, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"code":"internal","text":"the answer could not be encoded"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)+1))
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
	return nil
}

// reply sends v with status 200, or returns err.
func reply(w http.ResponseWriter, v any, err error) error {
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, v)
}

// readJSON decodes the body of r into v. The body must be one JSON value in UTF-8. It may
// contain only the exact names of v's fields, each at most once and without null.
func readJSON(w http.ResponseWriter, r *http.Request, v any) error {
	for _, coding := range r.Header.Values("Content-Encoding") {
		if !strings.EqualFold(strings.TrimSpace(coding), "identity") && coding != "" {
			w.Header().Set("Accept-Encoding", "identity")
			return &failure{http.StatusUnsupportedMediaType, "content_encoding", "Content-Encoding is " + printable(coding) + ": send the body uncompressed and without this header"}
		}
	}
	if len(r.Header.Values("Content-Type")) > 1 {
		return &failure{http.StatusUnsupportedMediaType, "content_type", "Content-Type is repeated: send it once"}
	}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if charset, other := params["charset"]; err != nil || kind != "application/json" || other && !strings.EqualFold(charset, "utf-8") {
		return &failure{http.StatusUnsupportedMediaType, "content_type", "send the body as application/json in UTF-8"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooBig := new(http.MaxBytesError); errors.As(err, &tooBig) {
		return &failure{http.StatusRequestEntityTooLarge, "too_big", fmt.Sprintf("the body is too large: send at most %d bytes", tooBig.Limit)}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &failure{http.StatusRequestTimeout, codeOf(http.StatusRequestTimeout), "the body did not arrive in time; send it faster"}
	}
	if err != nil {
		return &failure{http.StatusBadRequest, "unreadable", "the body is incomplete: send it again"}
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return &failure{http.StatusBadRequest, "bad_json", "the body is empty: send a JSON object"}
	}
	err = strict.Unmarshal(body, v, strict.RejectUnknownMembers(true))
	if err != nil {
		if whole, changed := protocol.Whole(body); changed {
			reflect.ValueOf(v).Elem().SetZero()
			err = strict.Unmarshal(whole, v, strict.RejectUnknownMembers(true))
		}
	}
	if err != nil {
		return &failure{http.StatusBadRequest, "bad_json", "invalid body: " + describe(err, reflect.TypeOf(v))}
	}
	return refuseNull(body)
}

// refuseNull refuses a valid body with a null. A field with null would have its default, so
// "private": null would create a public game.
func refuseNull(body []byte) error {
	for tokens := jsontext.NewDecoder(bytes.NewReader(body)); ; {
		token, err := tokens.ReadToken()
		if err != nil {
			return nil // the end of the body
		}
		if token.Kind() == 'n' {
			at := cmp.Or(strings.TrimPrefix(string(tokens.StackPointer()), "/"), "the body")
			return &failure{http.StatusBadRequest, "bad_json", "invalid body: " + printable(at) + " is null; leave it out instead"}
		}
	}
}

// describe returns a description of the invalid part of a body for a value of type t.
func describe(err error, t reflect.Type) string {
	wrong := new(strict.SemanticError)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "the JSON ends too early"
	}
	if !errors.As(err, &wrong) {
		return strings.TrimPrefix(err.Error(), "jsontext: ")
	}
	at := "the body"
	if wrong.JSONPointer != "" {
		at = printable(strings.TrimPrefix(string(wrong.JSONPointer), "/"))
	}
	if errors.Is(err, strict.ErrUnknownName) {
		return "unknown field " + at
	}
	if wrong.Err != nil && wrong.GoType != nil && reflect.PointerTo(wrong.GoType).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return wrong.Err.Error() // the error names the field and the allowed values
	}
	return at + " must be " + protocol.Wanted(t, wrong)
}

// printable quotes a client's text and shortens it for an error.
func printable(s string) string { return strconv.Quote(shorten(s)) }

func shorten(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return s
}

// A query reads the parameters of a request. err is the first error.
type query struct {
	url.Values
	err error
}

func queryOf(r *http.Request) *query { return &query{Values: r.URL.Query()} }

// reject records an error, unless there already is one.
func (q *query) reject(format string, args ...any) {
	if q.err == nil {
		q.err = badQuery(format, args...)
	}
}

// number returns a parameter between least and most, or def if the parameter is absent.
func (q *query) number(name string, def, least, most int) int {
	text := q.Get(name)
	if text == "" {
		return def
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		q.reject("%s is a number from %d to %d", name, least, most)
		return def
	}
	return n
}

// limit returns the parameter limit, the maximum length of a list. By default it is 50.
func (q *query) limit() int { return q.number("limit", 50, 1, maxList) }
