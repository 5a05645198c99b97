package removal_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server/audit"
	"gamed/server/lobby"
	"gamed/server/removal"
	"gamed/store"
)

// TestLostLog deletes a game that has a result but no log. A data folder has such games after an
// import, if the export had skipped damaged logs.
func TestLostLog(t *testing.T) {
	s, ctx := store.NewMemory(), t.Context()
	const id = "7k3p9qd2xw"
	_, err := s.Put(ctx, lobby.ResultBucket, id, []byte(`{"game":"`+id+`","rules":"elements"}`), 0)
	require.NoError(t, err)
	_, err = s.Put(ctx, lobby.ListBucket, "all/00000000", []byte(`{"games":[{"game":"`+id+`"}]}`), 0)
	require.NoError(t, err)
	damage := func() (found []error) {
		require.NoError(t, audit.Run(ctx, s, func(context.Context) error { return nil }, func(err error) { found = append(found, err) }))
		return found
	}
	require.Len(t, damage(), 1)
	require.ErrorIs(t, removal.Game(ctx, s, "0000000000"), store.ErrNotFound)
	require.NoError(t, removal.Game(ctx, s, id))
	assert.Empty(t, damage())
	require.NoError(t, removal.Game(ctx, s, id), "again")
}
