package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/server/lobby"
	"gamed/store"
)

// TestScrub checks that the scrubber fences a damaged game, and reports damaged games and
// contradictory values until they are repaired.
func TestScrub(t *testing.T) {
	log, err := store.OpenEmbedded(t.TempDir(), store.SyncAlways)
	require.NoError(t, err)
	s, err := New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: log, Logger: zerolog.Nop(), ScrubRate: 100_000})
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, s.close(context.Background()))
		require.NoError(t, log.Close())
	})
	spec := hub.Spec{Request: hub.Request{Rules: "elements", Seats: []hub.SeatSpec{{}, {}}}}
	well, err := s.games.Create(t.Context(), spec)
	require.NoError(t, err)
	ill, err := s.games.Create(t.Context(), spec)
	require.NoError(t, err)
	_, _, err = s.book.NewGuest(t.Context())
	require.NoError(t, err)
	require.NoError(t, s.scrubOnce(t.Context()))
	assert.Empty(t, s.reasons(s.games.Count()))

	require.NoError(t, log.Append(t.Context(), ill.ID, 1, []byte(`{"t":"epoch","epoch":"x"}`))) // without a seal
	result, err := json.Marshal(lobby.Result{Game: "0000000000"})
	require.NoError(t, err)
	revision, err := log.Put(t.Context(), lobby.ResultBucket, "0000000000", result, 0)
	require.NoError(t, err)
	_, err = log.Put(t.Context(), lobby.RatingBucket, "elements/00000000", []byte(`{"games":[{"game":"1111111111"}]}`), 0)
	require.NoError(t, err)
	_, err = log.Put(t.Context(), "session", "abc", []byte(`{"guest":"missing"}`), 0)
	require.NoError(t, err)
	require.NoError(t, s.scrubOnce(t.Context()))
	assert.Equal(t, int64(4), s.scrub.damaged.Load())
	assert.Equal(t, []string{"stored data is damaged"}, s.reasons(s.games.Count()))
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
	r.RemoteAddr = "127.0.0.1:1"
	require.NoError(t, s.health(w, r))
	assert.Contains(t, w.Body.String(), `"degraded"`)
	assert.Contains(t, w.Body.String(), `"damaged":["`+ill.ID+`"`)
	w, r.RemoteAddr = httptest.NewRecorder(), "203.0.113.9:1"
	require.NoError(t, s.health(w, r))
	assert.NotContains(t, w.Body.String(), ill.ID, "its id may be private")
	_, err = s.games.Get(t.Context(), ill.ID)
	require.ErrorIs(t, err, hub.ErrSetAside)
	require.ErrorIs(t, err, hub.ErrIncomplete)
	_, err = s.games.Get(t.Context(), well.ID)
	require.NoError(t, err)

	require.NoError(t, log.Delete(t.Context(), lobby.ResultBucket, "0000000000", revision))
	require.NoError(t, s.scrubOnce(t.Context()))
	assert.Equal(t, int64(3), s.scrub.damaged.Load())

	_, err = log.Put(t.Context(), "session", "def", []byte(`{"guest":"missing"}`), 0)
	require.NoError(t, err)
	s.c.Archive, s.archive = new(store.FolderArchive), brokenArchive{}
	require.ErrorIs(t, s.scrubOnce(t.Context()), store.ErrUnavailable)
	assert.Equal(t, int64(4), s.scrub.damaged.Load(), "the check names damage without the archive")
}

// A brokenArchive is an archive whose disk does not respond.
type brokenArchive struct{}

func (brokenArchive) Trouble() error { return store.ErrUnavailable }

func (brokenArchive) Lost(context.Context, bool, func(context.Context) error) ([]*store.Damage, error) {
	return nil, store.ErrUnavailable
}

func (brokenArchive) Restore(context.Context, []*store.Damage, func(*store.Damage, error)) {}
