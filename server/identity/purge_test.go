package identity

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

const day = 24 * time.Hour

// TestPurge checks that a purge removes only unused guests, their names and expired sessions.
func TestPurge(t *testing.T) {
	kv := store.NewMemory()
	at := time.UnixMilli(1_800_000_000_000)
	b := NewBook(kv)
	b.now = func() time.Time { return at }
	guest := func() (Identity, string) {
		who, secret, err := b.NewGuest(t.Context())
		require.NoError(t, err)
		return who, secret
	}
	unused, unusedSecret := guest()
	player, playerSecret := guest()
	require.NoError(t, b.AddSeat(t.Context(), player, "0123456789", 0, ""))
	owner, ownerSecret := guest()
	_, token, err := b.NewToken(t.Context(), owner, "Deep Spark", DefaultScopes)
	require.NoError(t, err)
	seen, seenSecret := guest()
	out, outSecret := guest()
	require.NoError(t, b.EndSession(t.Context(), outSecret))
	purge := func(guests, sessions int) {
		t.Helper()
		g, s, err := b.Purge(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []int{guests, sessions}, []int{g, s})
	}
	known := func(secret string) bool {
		_, _, err := b.Session(t.Context(), secret)
		if err != nil {
			require.ErrorIs(t, err, ErrUnknown)
		}
		return err == nil
	}

	purge(0, 0)
	at = at.Add(UnusedLife - time.Hour)
	require.NoError(t, b.Renew(t.Context(), seenSecret))
	purge(0, 0)
	at = at.Add(2 * time.Hour)
	purge(2, 1)
	purge(0, 0)
	assert.False(t, known(unusedSecret))
	for _, secret := range []string{playerSecret, ownerSecret, seenSecret} {
		assert.True(t, known(secret))
	}
	for _, who := range []Identity{unused, out} {
		_, err := b.entry(t.Context(), who.ID)
		assert.ErrorIs(t, err, store.ErrNotFound)
		_, _, err = kv.Get(t.Context(), nameBucket, nameKey(who.Name))
		assert.ErrorIs(t, err, store.ErrNotFound, "the name is free")
		valid, err := b.Valid(t.Context(), who)
		assert.NoError(t, err)
		assert.False(t, valid, "its connections are cut")
	}

	at = at.Add(SessionLife)
	purge(1, 3)
	for _, secret := range []string{playerSecret, ownerSecret, seenSecret} {
		assert.False(t, known(secret))
	}
	_, err = b.entry(t.Context(), seen.ID)
	assert.ErrorIs(t, err, store.ErrNotFound)
	_, err = b.entry(t.Context(), player.ID)
	assert.NoError(t, err, "its name is in the results of its games")
	_, err = b.Token(t.Context(), token)
	assert.NoError(t, err, "a bot needs no session of its owner's")
	keys, err := kv.Keys(t.Context(), sessionBucket, "")
	require.NoError(t, err)
	assert.Empty(t, keys)
}

// A busy KV calls the function use just before it removes a session.
type busy struct {
	store.KV
	use func()
}

func (k busy) Delete(ctx context.Context, bucket, key string, revision uint64) error {
	if bucket == sessionBucket {
		k.use()
	}
	return k.KV.Delete(ctx, bucket, key, revision)
}

// TestPurgeMeanwhile checks that a guest stays if it comes back during the purge.
func TestPurgeMeanwhile(t *testing.T) {
	kv := store.NewMemory()
	at := time.UnixMilli(1_800_000_000_000)
	b := NewBook(kv)
	b.now = func() time.Time { return at }
	who, secret, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	at = at.Add(UnusedLife + day)
	other := NewBook(busy{kv, func() { require.NoError(t, b.Renew(t.Context(), secret)) }})
	other.now = b.now
	guests, sessions, err := other.Purge(t.Context())
	require.NoError(t, err)
	assert.Zero(t, guests+sessions)
	got, _, err := b.Session(t.Context(), secret)
	require.NoError(t, err)
	assert.Equal(t, who.Name, got.Name)
}

// TestPurgeMutes checks that a purge removes all mutes by and of a removed guest, even if an
// interrupted purge removed the guest. It keeps the mute of a guest that appears during the purge.
func TestPurgeMutes(t *testing.T) {
	kv := store.NewMemory()
	b, at := bookAt(kv)
	ada, bea, gone, removed := newGuest(t, b), newGuest(t, b), newGuest(t, b), newGuest(t, b)
	for _, who := range []Identity{ada, bea} { // a purge keeps guests with seats
		require.NoError(t, b.AddSeat(t.Context(), who, "0123456789", 0, ""))
	}
	mute := func(who, other Identity) { require.NoError(t, b.Mute(t.Context(), who, other.ID, true)) }
	mute(ada, bea)
	mute(ada, gone)
	mute(gone, bea)
	mute(gone, removed)
	mute(removed, ada)
	require.NoError(t, b.remove(t.Context(), identityBucket, removed.ID))
	*at = at.Add(UnusedLife + day)
	var late Identity
	other := NewBook(busy{kv, func() {
		if !late.Known() {
			late = newGuest(t, b)
			mute(late, ada)
		}
	}})
	other.now = b.now
	_, _, err := other.Purge(t.Context())
	require.NoError(t, err)
	keys, err := kv.Keys(t.Context(), muteBucket, "")
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{ada.ID + "/" + bea.ID, late.ID + "/" + ada.ID}, keys)
}

// TestPurgeTogether checks that servers that purge concurrently remove all unused guests, and finish an
// interrupted removal.
func TestPurgeTogether(t *testing.T) {
	kv := store.NewMemory()
	at := time.UnixMilli(1_800_000_000_000)
	books := make([]*Book, 3)
	for i := range books {
		books[i] = NewBook(kv)
		books[i].now = func() time.Time { return at }
	}
	for range 50 {
		_, _, err := books[0].NewGuest(t.Context())
		require.NoError(t, err)
	}
	at = at.Add(UnusedLife)
	kv.InjectFault(func(c store.Call) store.Fault {
		if c.Append && c.Bucket == nameBucket {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	_, _, err := books[0].Purge(t.Context())
	require.ErrorIs(t, err, store.ErrUnavailable)
	kv.InjectFault(nil)
	var all sync.WaitGroup
	for _, b := range books {
		all.Go(func() {
			_, _, err := b.Purge(t.Context())
			assert.NoError(t, err)
		})
	}
	all.Wait()
	for _, bucket := range []string{identityBucket, nameBucket, sessionBucket} {
		keys, err := kv.Keys(t.Context(), bucket, "")
		require.NoError(t, err)
		assert.Empty(t, keys, bucket)
	}
}

// TestUnfinishedToken checks that a token that the store refused does not count toward its owner's
// limit.
func TestUnfinishedToken(t *testing.T) {
	kv := store.NewMemory()
	b := NewBook(kv)
	who, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	kv.InjectFault(func(c store.Call) store.Fault {
		if c.Append && c.Bucket == tokenBucket {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	})
	_, _, err = b.NewToken(t.Context(), who, "Deep Spark", DefaultScopes)
	require.ErrorIs(t, err, store.ErrUnavailable)
	keys, err := kv.Keys(t.Context(), ownerBucket, who.ID+"/token/")
	require.NoError(t, err)
	assert.Empty(t, keys)
}
