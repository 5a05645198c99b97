package store

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newFailingCommitter returns a committer whose engine refuses every write.
func newFailingCommitter(t *testing.T) *committer {
	t.Helper()
	disk := vfs.NewMem()
	db, err := pebble.Open("log", &pebble.Options{FS: disk})
	require.NoError(t, err)
	require.NoError(t, db.Close())
	db, err = pebble.Open("log", &pebble.Options{FS: disk, ReadOnly: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return newCommitter(db, nil)
}

// TestFailedCommit checks that Append returns ErrAmbiguous if the commit fails, and that the log
// stays usable.
func TestFailedCommit(t *testing.T) {
	log, err := openEmbedded("log", SyncAlways, vfs.NewMem())
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	working, broken := log.committer, newFailingCommitter(t)
	log.committer = broken
	for range 2 {
		require.ErrorIs(t, log.Append(t.Context(), "g", 1, []byte("b")), ErrAmbiguous)
		require.ErrorIs(t, log.Append(context.Background(), "g", 1, []byte("b")), ErrAmbiguous)
	}
	log.committer = working
	broken.close()
	require.NoError(t, log.Append(t.Context(), "g", 1, []byte("c")))
	records, err := log.Read(t.Context(), "g")
	require.NoError(t, err)
	assert.Equal(t, "a c", string(join(records)))
}

// TestLengthKeptDuringAppend checks that the length of a game stays cached until the engine has
// received the append in progress.
func TestLengthKeptDuringAppend(t *testing.T) {
	d := &frozen{FS: vfs.NewMem()}
	log, err := openEmbedded("log", SyncAlways, d)
	require.NoError(t, err)
	log.lengthLimit = 1
	require.NoError(t, log.Append(t.Context(), "g", 0, []byte("a")))
	d.ice = make(chan struct{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, log.Append(ctx, "first", 0, nil), ErrAmbiguous, "the record is being written")
	require.ErrorIs(t, log.Append(ctx, "g", 1, []byte("b")), ErrAmbiguous, "the read waits for the append")
	others := 0
	for i := 0; others < 3; i++ {
		if other := fmt.Sprint("other", i); log.shardOf(other) == log.shardOf("g") {
			others++
			require.ErrorIs(t, log.Append(ctx, other, 0, nil), ErrAmbiguous)
		}
	}
	require.ErrorIs(t, log.Append(ctx, "g", 1, []byte("c")), ErrFenced)
	close(d.ice)
	records, err := log.Read(t.Context(), "g")
	require.NoError(t, err)
	assert.Equal(t, "a b", string(join(records)))
	require.NoError(t, log.Close())
}
