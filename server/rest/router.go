package rest

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// WithParameters refuses requests with an unreadable query, with unknown parameters, and with
// repeated ones.
func WithParameters(known []string, next Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		values, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return BadQuery("the query is not valid: escape its parameters as in a URL")
		}
		for _, name := range slices.Sorted(maps.Keys(values)) {
			if !slices.Contains(known, name) {
				return BadQuery("unknown parameter %s", Printable(name))
			}
			if len(values[name]) > 1 {
				return BadQuery("%s is repeated: send it once", name)
			}
		}
		return next(w, r)
	}
}

// WithoutError returns a handler that never returns an error.
func WithoutError(h http.Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		h.ServeHTTP(w, r)
		return nil
	}
}

// These patterns match the requests that no other pattern matches.
const (
	AnyAPI  = "/api/"
	AnyPage = "/" // the files of the page
)

// NoRoute returns a handler that answers 405 if an address has other methods, and 404 otherwise.
func NoRoute(mux *http.ServeMux) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if methods := allowed(mux, r); methods != nil {
			return wrongMethod(w, r, methods)
		}
		return Refusal(http.StatusNotFound, "not_found", noSuchAddress)
	}
}

// NoMethod returns a handler for the files of the page. It answers 405 at the addresses of other
// routes. At all other addresses it calls the handler page.
func NoMethod(mux *http.ServeMux, page http.Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if methods := allowed(mux, r); methods != nil {
			return wrongMethod(w, r, methods)
		}
		page.ServeHTTP(w, r)
		return nil
	}
}

// allowed returns the methods that the routes of an address accept, in alphabetical order. It looks
// up the route of each method, and ignores [AnyAPI] and [AnyPage].
func allowed(mux *http.ServeMux, r *http.Request) (methods []string) {
	for _, method := range []string{http.MethodDelete, http.MethodGet, http.MethodHead, http.MethodPatch, http.MethodPost, http.MethodPut} {
		other := *r
		other.Method = method
		if _, pattern := mux.Handler(&other); pattern != "" && pattern != AnyAPI && pattern != AnyPage {
			methods = append(methods, method)
		}
	}
	return methods
}

func wrongMethod(w http.ResponseWriter, r *http.Request, methods []string) error {
	list := strings.Join(methods, ", ")
	w.Header().Set("Allow", list)
	return Refusal(http.StatusMethodNotAllowed, CodeOf(http.StatusMethodNotAllowed), "this address has no "+Printable(r.Method)+"; use "+list)
}
