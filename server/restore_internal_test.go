package server

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/store"
)

// TestRestoreFolder replaces a data folder by an older copy. The server starts with the newest games, which
// its archive restores. It sets aside a game if the folder and the archive have different versions
// of it.
func TestRestoreFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	open := func() (s *Server, archive *store.FolderArchive, restored int) {
		var left []error
		archive, err := store.Folder{Dir: dir}.OpenArchived(t.Context(), dir+"-archive", 1<<30, func(_ *store.Damage, err error) {
			if err != nil {
				left = append(left, err)
				return
			}
			restored++
		})
		require.NoError(t, err)
		s, err = New(Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: archive.Log(), Logger: zerolog.Nop(), ScrubRate: 100_000, Heads: archive.Log(), Archive: archive, Restored: restored, Unrestored: left})
		require.NoError(t, err)
		s.reportLost()
		return s, archive, restored
	}
	end := func(s *Server, archive *store.FolderArchive) {
		require.NoError(t, errors.Join(s.close(context.Background()), archive.Close()))
	}
	create := func(s *Server) string {
		game, err := s.games.Create(t.Context(), hub.Spec{Request: hub.Request{Rules: "elements", Seats: []hub.SeatSpec{{}, {}}}})
		require.NoError(t, err)
		return game.ID
	}
	s, archive, _ := open()
	first := create(s)
	end(s, archive)
	require.NoError(t, os.CopyFS(dir+"-older", os.DirFS(dir)))
	s, archive, _ = open()
	second := create(s)
	end(s, archive)
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, os.CopyFS(dir, os.DirFS(dir+"-older")))
	s, archive, restored := open()
	assert.Positive(t, restored)
	assert.EqualValues(t, restored, s.guard.restored.Load())
	for _, id := range []string{first, second} {
		_, err := s.games.Get(t.Context(), id)
		require.NoError(t, err)
	}
	require.NoError(t, s.scrubOnce(t.Context()))
	assert.Empty(t, s.reasons(s.games.Count()))
	end(s, archive)

	// Now the older copy gets another record in the second game while it has no archive.
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, os.Remove(dir+store.HeadsSuffix))
	require.NoError(t, os.CopyFS(dir, os.DirFS(dir+"-older")))
	log, err := store.OpenEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	var chain store.Chain
	require.NoError(t, log.Append(t.Context(), second, 0, chain.Seal([]byte(`{"t":"another"}`))))
	require.NoError(t, log.Close())
	s, archive, _ = open()
	for range 2 {
		_, err = s.games.Get(t.Context(), second)
		require.ErrorIs(t, err, hub.ErrSetAside)
		_, err = s.games.Get(t.Context(), first)
		require.NoError(t, err)
		assert.Equal(t, []string{"stored data is damaged"}, s.reasons(s.games.Count()))
		require.NoError(t, s.scrubOnce(t.Context()))
	}
	end(s, archive)
}
