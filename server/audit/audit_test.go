package audit_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/server/audit"
	"gamed/server/lobby"
	"gamed/store"
	"gamed/table"
)

// TestUnsettled checks that a listed game without a result is damage only after the game has been
// settled. A server writes the list before the result, and may crash between the two writes.
func TestUnsettled(t *testing.T) {
	s, ctx := store.NewMemory(), t.Context()
	text, err := os.ReadFile(filepath.FromSlash("../../table/testdata/logs/3-dominion-ac6c0adc.jsonl"))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	header, err := table.Decode([]byte(lines[0]))
	require.NoError(t, err)
	id := header.Header.Game
	for n, line := range lines {
		require.NoError(t, s.Append(ctx, id, uint64(n), []byte(line)))
	}
	_, err = s.Put(ctx, lobby.ListBucket, "all/00000000", []byte(`{"games":[{"game":"`+id+`"}]}`), 0)
	require.NoError(t, err)
	damage := func() (found []error) {
		pace := func(context.Context) error { return nil }
		require.NoError(t, audit.Run(ctx, s, pace, func(err error) { found = append(found, err) }))
		return found
	}
	require.Empty(t, damage(), "the game is not settled yet")
	require.NoError(t, s.Finish(ctx, id))
	found := damage()
	require.Len(t, found, 1)
	require.ErrorIs(t, found[0], store.ErrDamaged)
	require.ErrorContains(t, found[0], "lists results that are missing: "+id)
}
