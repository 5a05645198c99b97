package rest

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"gamed/internal/accept"
)

// codes has the codes of refusals by HTTP status, for refusals that come without a code. For
// example, net/http and other libraries refuse in plain text.
var codes = map[int]string{
	http.StatusBadRequest:                   "bad_request",
	http.StatusForbidden:                    "not_allowed",
	http.StatusNotFound:                     "not_found",
	http.StatusMethodNotAllowed:             "method",
	http.StatusNotAcceptable:                "not_acceptable",
	http.StatusRequestTimeout:               "timeout",
	http.StatusRequestedRangeNotSatisfiable: "range",
	http.StatusExpectationFailed:            "expectation",
	http.StatusUpgradeRequired:              "upgrade",
	http.StatusRequestHeaderFieldsTooLarge:  "too_big",
	http.StatusInternalServerError:          "internal",
	http.StatusNotImplemented:               "not_implemented",
	http.StatusHTTPVersionNotSupported:      "version",
}

// CodeOf returns the code of an HTTP status in codes, or "refused" if the status has none.
func CodeOf(status int) string { return cmp.Or(codes[status], "refused") }

// Negotiate answers 406 to a client that refuses every form of the response. It reduces
// Accept-Encoding to the coding that the client prefers, and turns every refusal into JSON.
func Negotiate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch accept.Encoding(r.Header.Values("Accept-Encoding")) {
		case accept.None:
			Refuse(w, http.StatusNotAcceptable, CodeOf(http.StatusNotAcceptable), "Accept-Encoding refuses both gzip and identity: allow one of them")
			return
		case accept.Gzip:
			r.Header.Set("Accept-Encoding", "gzip")
		default:
			r.Header.Del("Accept-Encoding")
		}
		if unit, _, _ := strings.Cut(r.Header.Get("Range"), "="); !strings.EqualFold(strings.TrimSpace(unit), "bytes") {
			r.Header.Del("Range") // RFC 9110 asks to ignore an unknown unit, but net/http refuses it
		}
		out := &refusalWriter{ResponseWriter: w}
		if (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.HasPrefix(r.URL.Path, "/api/") {
			out.accepted = r.Header.Values("Accept")
		}
		next.ServeHTTP(out, r)
		out.finish()
	})
}

// A refusalWriter replaces refusals that are not JSON, and responses of a type that the client does
// not accept.
type refusalWriter struct {
	http.ResponseWriter
	accepted []string // the values of Accept, or nil for any type
	begun    bool
	status   int // of the refusal to replace, or 0
	text     []byte
}

func (w *refusalWriter) WriteHeader(status int) {
	if w.begun || status < 200 {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	w.begun = true
	kind := w.Header().Get("Content-Type")
	if status < 300 && kind != "" && !accept.Media(w.accepted, kind) {
		w.status = http.StatusNotAcceptable
		w.text = fmt.Appendf(nil, "the response is %s, which Accept does not allow", kind)
		return
	}
	if status >= 400 && !strings.HasPrefix(kind, "application/json") {
		w.status = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// noSuchAddress is the text of a refusal at an address that does not exist.
const noSuchAddress = "nothing is at this address: the page is at /, and docs/protocol.md lists the addresses of the API"

// maxRefusal is the maximum length of a library's text in a refusal, in bytes.
const maxRefusal = 512

func (w *refusalWriter) Write(b []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case w.status == 0:
		return w.ResponseWriter.Write(b)
	case w.status != http.StatusNotAcceptable:
		w.text = append(w.text, b[:min(len(b), maxRefusal-len(w.text))]...)
	}
	return len(b), nil
}

// Unwrap supports [http.ResponseController].
func (w *refusalWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// finish sends the refusal that w holds back, if any, in JSON.
func (w *refusalWriter) finish() {
	if w.status == 0 {
		return
	}
	for _, name := range []string{"Content-Encoding", "Content-Disposition", "Cache-Control", "ETag", "Last-Modified"} {
		w.Header().Del(name)
	}
	text := strings.TrimSpace(strings.ToValidUTF8(string(w.text), ""))
	switch {
	case w.status == http.StatusNotFound && text == "404 page not found":
		text = noSuchAddress
	case w.status == http.StatusBadRequest && text == "": // "OPTIONS *" is the only address without a path
		text = "the address of the request is not a path: begin it with /"
	}
	Refuse(w.ResponseWriter, w.status, CodeOf(w.status), cmp.Or(text, http.StatusText(w.status)))
}
