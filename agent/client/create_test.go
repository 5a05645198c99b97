package client_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
)

// TestCreate checks that Create retries with the same idempotency key until the server succeeds. It
// also checks a permanent refusal and a canceled context.
func TestCreate(t *testing.T) {
	var keys []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch keys = append(keys, r.Header.Get("Idempotency-Key")); len(keys) {
		case 1:
			panic(http.ErrAbortHandler)
		case 2:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 3:
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write([]byte(`{"id":"0123456789"}`))
		case 4:
			w.WriteHeader(http.StatusUnprocessableEntity)
			_, _ = w.Write([]byte(`{"code":"bad_game","text":"rules: no"}`))
		}
	}))
	defer s.Close()
	defer http.DefaultClient.CloseIdleConnections()
	id, err := client.Create(t.Context(), s.URL+"/", map[string]any{"rules": "elements"})
	require.NoError(t, err)
	assert.Equal(t, "0123456789", id)
	assert.Len(t, keys[0], 26)
	assert.Equal(t, []string{keys[0], keys[0], keys[0]}, keys)
	_, err = client.Create(t.Context(), s.URL, nil)
	require.EqualError(t, err, "bad_game: rules: no (status 422)")
	assert.NotEqual(t, keys[0], keys[3], "another game has another key")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = client.Create(ctx, s.URL, nil)
	require.ErrorIs(t, err, context.Canceled)
}

// TestCreateGivesUp checks that the error names the server's last refusal if ctx ends during a
// later request.
func TestCreateGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked > 1 {
			_, _ = io.Copy(io.Discard, r.Body) // else the handler does not notice that the client leaves
			cancel()
			<-r.Context().Done()
			return
		}
		w.WriteHeader(http.StatusInsufficientStorage)
		_, _ = w.Write([]byte(`{"code":"full","text":"no room"}`))
	}))
	defer s.Close()
	defer http.DefaultClient.CloseIdleConnections()
	_, err := client.Create(ctx, s.URL, nil)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "no room")
}
