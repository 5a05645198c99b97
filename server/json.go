package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
)

// maxBody bounds the JSON that a client may post: four deck files fit.
const maxBody = 64 << 10

// A failure is what every refused HTTP request gets.
type failure struct {
	Code string `json:"code"` // for programs, never changes
	Text string `json:"text"` // for people: what is wrong and what to do
}

func refuse(w http.ResponseWriter, status int, code, text string) {
	answer(w, status, failure{code, text})
}

// answer writes v as the JSON body. A client that has gone is no error here.
func answer(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"code":"internal","text":"the answer could not be encoded"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)+1))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}

// readJSON decodes the body of r into v, strictly: one value, the right type,
// no field that v does not have. It reports false after it has refused.
func readJSON(w http.ResponseWriter, r *http.Request, v any) bool {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "content_type", "send the body as application/json")
		return false
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooBig := new(http.MaxBytesError); errors.As(err, &tooBig) {
		refuse(w, http.StatusRequestEntityTooLarge, "too_big", fmt.Sprintf("the body may have at most %d bytes", tooBig.Limit))
		return false
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, "unreadable", "the body broke off before its end; send it again")
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(v); err != nil {
		refuse(w, http.StatusBadRequest, "bad_json", "the body is not what is expected here: "+describe(err))
		return false
	}
	if decoder.More() {
		refuse(w, http.StatusBadRequest, "bad_json", "the body must hold one JSON object and nothing after it")
		return false
	}
	return true
}

// describe puts an error of encoding/json into the words of the protocol:
// which field, and what was expected.
func describe(err error) string {
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
		return fmt.Sprintf("field %q cannot be a %s", wrong.Field, wrong.Value)
	}
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		return fmt.Sprintf("%v at byte %d", syntax, syntax.Offset)
	}
	if errors.Is(err, io.EOF) {
		return "it is empty"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// printable quotes what a client sent, cut to a length that suits an error.
func printable(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.Quote(s)
}
