// Package rest reads HTTP requests and writes their responses as JSON. It knows nothing about games.
package rest

import (
	"bytes"
	"cmp"
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
)

// maxBody is the maximum length of a request's body in bytes. Four deck files fit.
const maxBody = 64 << 10

// MaxList is the maximum of the query parameter limit.
const MaxList = 200

// A Handler answers an HTTP request, or returns an error, which its caller converts to a response. An error
// that wraps a [*Failure] is that response.
type Handler func(w http.ResponseWriter, r *http.Request) error

// A Failure is the response to a refused HTTP request.
type Failure struct {
	Status int    `json:"-"`
	Code   string `json:"code"` // for programs; never changes
	Text   string `json:"text"` // for people: the problem, and how to solve it
}

// Refusal returns the failure with a status, a code and a text.
func Refusal(status int, code, text string) *Failure { return &Failure{status, code, text} }

func (f *Failure) Error() string { return f.Text }

// BadQuery returns the failure for a request with an invalid query.
func BadQuery(format string, args ...any) error {
	return Refusal(http.StatusBadRequest, "bad_query", fmt.Sprintf(format, args...))
}

// Refuse writes a failure as the response, for code outside handlers.
func Refuse(w http.ResponseWriter, status int, code, text string) {
	_ = Answer(w, status, Refusal(status, code, text))
}

// Answer writes v as JSON. It always returns nil, since a disconnected client is not an error.
func Answer(w http.ResponseWriter, status int, v any) error {
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

// Reply sends v with status 200, or returns err.
func Reply(w http.ResponseWriter, v any, err error) error {
	if err != nil {
		return err
	}
	return Answer(w, http.StatusOK, v)
}

// ReadJSON decodes the body of r into v. The body must be one JSON value in UTF-8. An object in it
// may contain only the exact names of the fields, each at most once and not with the value null.
func ReadJSON(w http.ResponseWriter, r *http.Request, v any) error {
	for _, coding := range r.Header.Values("Content-Encoding") {
		if !strings.EqualFold(strings.TrimSpace(coding), "identity") && coding != "" {
			w.Header().Set("Accept-Encoding", "identity")
			return Refusal(http.StatusUnsupportedMediaType, "content_encoding", "Content-Encoding is "+Printable(coding)+": send the body uncompressed and without this header")
		}
	}
	if len(r.Header.Values("Content-Type")) > 1 {
		return Refusal(http.StatusUnsupportedMediaType, "content_type", "Content-Type is repeated: send it once")
	}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if charset, other := params["charset"]; err != nil || kind != "application/json" || other && !strings.EqualFold(charset, "utf-8") {
		return Refusal(http.StatusUnsupportedMediaType, "content_type", "send the body as application/json in UTF-8")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooBig := new(http.MaxBytesError); errors.As(err, &tooBig) {
		return Refusal(http.StatusRequestEntityTooLarge, "too_big", fmt.Sprintf("the body is too large: send at most %d bytes", tooBig.Limit))
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return Refusal(http.StatusRequestTimeout, CodeOf(http.StatusRequestTimeout), "the body did not arrive in time; send it faster")
	}
	if err != nil {
		return Refusal(http.StatusBadRequest, "unreadable", "the body is incomplete: send it again")
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return Refusal(http.StatusBadRequest, "bad_json", "the body is empty: send a JSON object")
	}
	err = strict.Unmarshal(body, v, strict.RejectUnknownMembers(true))
	if err != nil {
		if whole, changed := protocol.Whole(body); changed {
			reflect.ValueOf(v).Elem().SetZero()
			err = strict.Unmarshal(whole, v, strict.RejectUnknownMembers(true))
		}
	}
	if err != nil {
		return Refusal(http.StatusBadRequest, "bad_json", "invalid body: "+describe(err, reflect.TypeOf(v)))
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
			return Refusal(http.StatusBadRequest, "bad_json", "invalid body: "+Printable(at)+" is null; leave it out instead")
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
		at = Printable(strings.TrimPrefix(string(wrong.JSONPointer), "/"))
	}
	if errors.Is(err, strict.ErrUnknownName) {
		return "unknown field " + at
	}
	if wrong.Err != nil && wrong.GoType != nil && reflect.PointerTo(wrong.GoType).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return wrong.Err.Error() // the error names the field and the allowed values
	}
	return at + " must be " + protocol.WantedValue(t, wrong)
}

// Printable quotes a client's text and shortens it for an error.
func Printable(s string) string { return strconv.Quote(Shorten(s)) }

// Shorten cuts a client's text to 80 bytes for an error or a line of the log.
func Shorten(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return s
}

// A Query reads the parameters of a request. Err is the first error.
type Query struct {
	url.Values
	Err error
}

// QueryOf returns the parameters of a request.
func QueryOf(r *http.Request) *Query { return &Query{Values: r.URL.Query()} }

// Reject records an error, unless there already is one.
func (q *Query) Reject(format string, args ...any) {
	if q.Err == nil {
		q.Err = BadQuery(format, args...)
	}
}

// Number returns a parameter between minValue and maxValue, or def if the parameter is absent. It
// rejects any other value.
func (q *Query) Number(name string, def, minValue, maxValue int) int {
	text := q.Get(name)
	if text == "" {
		return def
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < minValue || n > maxValue {
		q.Reject("%s is a number from %d to %d", name, minValue, maxValue)
		return def
	}
	return n
}

// Limit returns the parameter limit, the maximum length of a list. By default it is 50.
func (q *Query) Limit() int { return q.Number("limit", 50, 1, MaxList) }
