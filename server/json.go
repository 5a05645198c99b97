package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	strict "github.com/go-json-experiment/json"
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
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}

// readJSON decodes the body of r into v, strictly: one value in UTF-8, the right
// types, no field that v does not have, spelled exactly and given once. It reports false after it has refused.
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
	if err := strict.Unmarshal(body, v, strict.RejectUnknownMembers(true)); err != nil {
		refuse(w, http.StatusBadRequest, "bad_json", "the body is not what is expected here: "+describe(err))
		return false
	}
	return true
}

// describe puts an error of the decoder into words: where, and what is wrong.
func describe(err error) string {
	wrong := new(strict.SemanticError)
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
	return fmt.Sprintf("%s cannot be a %v", at, wrong.JSONKind)
}

// printable quotes what a client sent, cut to a length that suits an error.
func printable(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strconv.Quote(s)
}
