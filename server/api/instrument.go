package api

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"gamed/server/rest"
)

// Instrument returns a handler that calls next, sends its error as a response, and counts and logs
// the request. The log has the route instead of the URL, since URLs contain game ids. A panic ends
// only the request.
func (s *Service) Instrument(route string, next rest.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			if v := recover(); v != nil {
				s.c.Panicked()
				s.c.Logger.Error().Str("route", route).Str("panic", fmt.Sprint(v)).Bytes("stack", debug.Stack()).Msg("a request panicked")
				rest.Refuse(seen, http.StatusInternalServerError, "internal", "internal error: see the server's log")
			}
			took := time.Since(begun)
			s.c.Observe(route, seen.status, took)
			s.c.Logger.Debug().Str("route", route).Str("from", r.RemoteAddr).Int("status", seen.status).Dur("took_ms", took).Msg("request")
		}()
		if err := next(seen, r); err != nil {
			s.sendError(seen, err)
		}
	})
}

// A statusWriter records the status that was sent.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap supports [http.ResponseController].
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
