package lobby

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server/hub"
	"gamed/store"
)

// TestTranscript checks that no transcript is lost while the store fails, even if the server stops
// before the store works again. A transcript names no player.
func TestTranscript(t *testing.T) {
	memory := store.NewMemory()
	memory.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket == transcriptBucket && c.Append {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	r := open(t, memory)
	id := r.create(hub.Request{})
	r.resign(id, ada, bea)
	require.Eventually(t, func() bool {
		info, err := r.hub.Get(t.Context(), id)
		return err == nil && info.Status == hub.Over
	}, maxWait, time.Millisecond)
	r.shut()
	live, err := memory.Live(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{id}, live)
	memory.InjectFault(nil)
	r = open(t, memory)
	_, err = r.hub.Recover(context.Background())
	require.NoError(t, err)
	r.waitFor(id)
	text, err := Transcript(t.Context(), memory, id)
	require.NoError(t, err)
	require.NotEmpty(t, text)
	assert.NotContains(t, string(text), ada.Name)
}

// TestTranscribeAll checks that the transcripts of games that an earlier program has finished are
// stored.
func TestTranscribeAll(t *testing.T) {
	memory := store.NewMemory()
	r := open(t, memory)
	id, running := r.create(hub.Request{}), r.create(hub.Request{})
	r.resign(id, ada, bea)
	r.waitFor(id)
	want, revision, err := memory.Get(t.Context(), transcriptBucket, id)
	require.NoError(t, err)
	require.NoError(t, memory.Delete(t.Context(), transcriptBucket, id, revision))
	header := `{"t":"header","header":{"game":"1000000001","rules":"elements","cards":"other","setup":{"seats":2},"seats":[{"kind":"bot"},{"kind":"bot"}]}}`
	for i, line := range []string{header, `{"t":"end","end":{"won":[],"digest":"00"}}`} {
		require.NoError(t, memory.Append(t.Context(), "1000000001", uint64(i), []byte(line)))
	}
	require.NoError(t, memory.Append(t.Context(), "1000000002", 0, []byte("damaged")))
	for _, games := range []int{1, 0} {
		n, err := r.TranscribeAll(t.Context())
		require.NoError(t, err)
		assert.Equal(t, games, n, "games of other rules are left out")
	}
	got, err := Transcript(t.Context(), memory, id)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	got, err = Transcript(t.Context(), memory, running)
	require.NoError(t, err)
	assert.Nil(t, got)
	memory.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} })
	_, err = r.TranscribeAll(t.Context())
	require.ErrorIs(t, err, store.ErrUnavailable)
	_, err = Transcript(t.Context(), memory, id)
	require.ErrorIs(t, err, store.ErrUnavailable)
	memory.InjectFault(nil)
}
