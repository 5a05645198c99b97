package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server/rest"
)

// FuzzRequests sends queries and headers through the functions that read HTTP requests. It checks
// that every refusal is JSON with a code and a text, and that every accepted number is within its
// range.
func FuzzRequests(f *testing.F) {
	for _, query := range []string{"", "limit=5", "limit=", "limit=+5", "limit=%2B5", "limit=1e1", "limit=99999999999999999999", "limit=1&limit=2", "Limit=1", "limit=1;text=x", "text=%ff%00", "%zz", "=", "&&", "limit"} {
		f.Add(query, "application/json", "gzip", "application/json", "bytes=0-1")
	}
	f.Add("", "text/html;q=0.5, */*;q=0", "identity;q=0", "application/json; charset=\"utf-8\"", "lines=1-2")
	f.Add("", "///;q=x", "gzip;q=2,*;q=0", "a/b;;;", "bytes=9-1")
	f.Fuzz(func(t *testing.T, rawQuery, accepted, coding, kind, ranges string) {
		var s Service
		handle := rest.WithParameters([]string{"limit", "text"}, func(w http.ResponseWriter, r *http.Request) error {
			if err := rest.ReadJSON(w, r, new(struct{ N int })); err != nil {
				return err
			}
			q := rest.QueryOf(r)
			if n := q.Limit(); q.Err == nil {
				assert.True(t, n >= 1 && n <= rest.MaxList)
			}
			if q.Err != nil {
				return q.Err
			}
			return rest.Answer(w, http.StatusOK, map[string]string{"text": q.Get("text")})
		})
		handler := rest.Negotiate(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := handle(w, r); err != nil {
				s.sendError(w, err)
			}
		}))
		r := httptest.NewRequest(http.MethodPost, "/api/games", strings.NewReader(`{"N":1}`))
		r.URL = &url.URL{Path: "/api/games", RawQuery: rawQuery}
		r.Header = http.Header{"Accept": {accepted}, "Accept-Encoding": {coding}, "Content-Type": {kind}, "Range": {ranges}}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code < 400 {
			return
		}
		assert.Less(t, w.Code, 500)
		assert.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
		var refusal rest.Failure
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &refusal), w.Body)
		assert.NotEmpty(t, refusal.Code)
		assert.NotEmpty(t, refusal.Text)
	})
}
