package store

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
)

// TestArchiveRewritten checks that a value stays if a server stored it after another value was lost, and
// that the loss is reported once. If the cluster has only an older value, the lost value replaces
// it.
func TestArchiveRewritten(t *testing.T) {
	t.Parallel()
	j, err := OpenJetStream(t.Context(), natstest.Connect(t, natstest.RunServer(t)), "test", 1)
	require.NoError(t, err)
	a, err := OpenArchive(j, t.TempDir(), 1<<30)
	require.NoError(t, err)
	defer func() { require.NoError(t, a.Close()) }()
	for _, key := range []string{"older", "newer"} {
		_, err = a.Put(t.Context(), "guest", key, []byte("here"), 0)
		require.NoError(t, err)
	}
	require.NoError(t, a.flush(t.Context()))
	now := time.Now()
	stamp := func(after time.Duration) string { return now.Add(after).UTC().Format(time.RFC3339) }
	require.NoError(t, a.archived.archiveValue("guest", "older", archivedValue{9, 7, now.Add(time.Minute).UnixMilli(), []byte("lost")}))
	require.NoError(t, a.archived.archiveValue("guest", "newer", archivedValue{9, 7, now.Add(-time.Minute).UnixMilli(), []byte("lost")}))

	pace := func(context.Context) error { return nil }
	lost, err := a.Lost(t.Context(), true, pace)
	require.NoError(t, err)
	require.Len(t, lost, 2)
	assert.Equal(t, "key newer in guest: the stored data is damaged: the cluster lost revision 7, acknowledged at "+stamp(-time.Minute)+", and has stored another value since, which stays", lost[0].Error())
	assert.Equal(t, "key older in guest: the stored data is damaged: the cluster has lost revision 7, acknowledged at "+stamp(time.Minute), lost[1].Error())
	a.Restore(t.Context(), lost, func(d *Damage, err error) {
		if d.Key == "newer" {
			assert.ErrorIs(t, err, ErrDamaged)
		} else {
			assert.NoError(t, err)
		}
	})
	for key, want := range map[string]string{"older": "lost", "newer": "here"} {
		text, _, err := a.Get(t.Context(), "guest", key)
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
	}
	lost, err = a.Lost(t.Context(), true, pace)
	require.NoError(t, err)
	assert.Empty(t, lost)

	// A server may change the restored value, although its new revision is below the lost revision.
	// If a server replaces a lost value before the archive has found the loss, the archive reports
	// the loss.
	_, revision, err := a.Get(t.Context(), "guest", "older")
	require.NoError(t, err)
	require.Less(t, revision, uint64(9))
	_, err = a.Put(t.Context(), "guest", "older", []byte("changed"), revision)
	require.NoError(t, err)
	lost, err = a.Lost(t.Context(), true, pace)
	require.NoError(t, err)
	assert.Empty(t, lost)
	require.NoError(t, a.archived.archiveValue("guest", "newer", archivedValue{9, 7, now.Add(-time.Minute).UnixMilli(), []byte("lost")}))
	_, revision, err = a.Get(t.Context(), "guest", "newer")
	require.NoError(t, err)
	_, err = a.Put(t.Context(), "guest", "newer", []byte("unseen"), revision)
	require.NoError(t, err)
	lost, err = a.Lost(t.Context(), true, pace)
	require.NoError(t, err)
	require.Len(t, lost, 1)
	assert.Equal(t, "key newer in guest: the stored data is damaged: the cluster lost revision 7, acknowledged at "+stamp(-time.Minute)+", and has stored another value since, which stays", lost[0].Error())
}

// TestArchiveOfFolder checks that OpenArchive refuses the archive of a data folder.
func TestArchiveOfFolder(t *testing.T) {
	f := newArchivedFolder(t)
	f.use(func(a *FolderArchive) { f.write(a.Log(), 1) })
	j, err := OpenJetStream(t.Context(), natstest.Connect(t, natstest.RunServer(t)), "test", 1)
	require.NoError(t, err)
	_, err = OpenArchive(j, f.archive, 1<<30)
	require.ErrorContains(t, err, "is the archive of a data folder: name another folder")
	require.NoError(t, j.Close())
}
