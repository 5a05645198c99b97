package hub

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/store"
)

// TestRolledBack checks that no player continues a game in an older copy of the data folder, once
// a player has shown that events are missing.
func TestRolledBack(t *testing.T) {
	dir := t.TempDir()
	now, older := filepath.Join(dir, "now"), filepath.Join(dir, "older")
	log, err := store.OpenEmbedded(now, store.SyncAlways)
	require.NoError(t, err)
	h := open(t, log, nil)
	game, err := h.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	other, err := h.Create(t.Context(), duel("", ""))
	require.NoError(t, err)
	_, key, _ := join(t, h, game.ID, "")
	_, key2, _ := join(t, h, game.ID, "")
	require.NoError(t, h.Close(t.Context()))
	require.NoError(t, log.Close())
	require.NoError(t, os.CopyFS(older, os.DirFS(now)))

	log, err = store.OpenEmbedded(now, store.SyncAlways)
	require.NoError(t, err)
	h = recovered(t, log, nil)
	ada, _, seating := join(t, h, game.ID, key)
	u := next[*protocol.Update](ada)
	require.NotNil(t, u)
	require.NoError(t, seating.Submit(&protocol.Resign{}))
	last := u.N
	for len(ada) > 0 {
		if u := next[*protocol.Update](ada); u != nil {
			last = u.N
		}
	}
	require.NoError(t, h.Close(t.Context()))
	require.NoError(t, log.Close())

	log, err = store.OpenEmbedded(older, store.SyncAlways)
	require.NoError(t, err)
	t.Cleanup(func() { _ = log.Close() })
	reasons := make(map[string]error)
	h = recovered(t, log, func(c *Config) { c.SetAside = func(id string, why error) { reasons[id] = why } })
	last++ // an event that the copy lacks
	_, err = h.Join(t.Context(), &protocol.Join{Game: game.ID, Key: key, After: &last}, Player{Name: "Ada"}, make(recorder, 100))
	refused := new(protocol.Error)
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, protocol.NoGame, refused.Code)
	assert.ErrorContains(t, reasons[game.ID], "the store is an older copy of itself")
	_, err = h.Join(t.Context(), &protocol.Join{Game: game.ID, Key: key2}, Player{Name: "Bea"}, make(recorder, 100))
	require.ErrorAs(t, err, &refused, "the other player")
	assert.Equal(t, 1, h.Count().SetAside)
	_, err = h.Get(t.Context(), other.ID)
	require.NoError(t, err)
}
