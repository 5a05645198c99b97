package identity

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// bookAt returns a book and its clock.
func bookAt(kv store.KV) (*Book, *time.Time) {
	at := time.UnixMilli(1_800_000_000_000)
	b := NewBook(kv)
	b.now = func() time.Time { return at }
	return b, &at
}

// newGuest returns a new guest of a book.
func newGuest(t *testing.T, b *Book) Identity {
	t.Helper()
	who, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	return who
}

// TestPresence checks how long a person counts as here and as playing, and that a hidden or erased
// person is not stored.
func TestPresence(t *testing.T) {
	kv := store.NewMemory()
	b, at := bookAt(kv)
	who := newGuest(t, b)
	check := func(here bool, game string) {
		t.Helper()
		p, err := b.Person(t.Context(), who.ID)
		require.NoError(t, err)
		assert.Equal(t, []any{here, game}, []any{p.Here, p.Game})
	}
	seen := func(who Identity, game string) {
		t.Helper()
		require.NoError(t, b.Seen(t.Context(), who, game))
	}
	check(false, "")
	seen(who, "")
	check(true, "")
	*at = at.Add(time.Second)
	seen(who, "0123456789")
	check(true, "0123456789")
	for range 3 { // the lobby in a second tab changes nothing
		*at = at.Add(NoteEvery)
		seen(who, "")
		seen(who, "0123456789")
		check(true, "0123456789")
	}
	last := *at
	*at = at.Add(HereFor)
	check(true, "0123456789")
	*at = at.Add(time.Millisecond)
	check(false, "")
	p, err := NewBook(kv).Person(t.Context(), who.ID)
	require.NoError(t, err)
	assert.True(t, last.Equal(p.Seen), "the last visit")

	_, err = b.SetHidden(t.Context(), who, true)
	require.NoError(t, err)
	seen(who, "") // with the setting before the change
	p, err = b.Person(t.Context(), who.ID)
	require.NoError(t, err)
	assert.True(t, p.Hidden)
	assert.Zero(t, p.Seen)
	_, err = b.SetHidden(t.Context(), who, false)
	require.NoError(t, err)
	check(false, "")
	seen(who, "")
	check(true, "")

	require.NoError(t, b.Erase(t.Context(), who))
	*at = at.Add(NoteEvery)
	seen(who, "")
	_, err = b.Person(t.Context(), who.ID)
	require.ErrorIs(t, err, ErrUnknown)
	keys, err := kv.Keys(t.Context(), presenceBucket, "")
	require.NoError(t, err)
	assert.Empty(t, keys)
}

// TestPresenceWrites checks that many notes of a person lead to few writes.
func TestPresenceWrites(t *testing.T) {
	kv := store.NewMemory()
	b, at := bookAt(kv)
	who := newGuest(t, b)
	writes := 0
	kv.Fail(func(c store.Call) store.Fault {
		if c.Bucket == presenceBucket && c.Append {
			writes++
		}
		return store.Fault{}
	})
	for range 24 { // two minutes of the lobby
		*at = at.Add(5 * time.Second)
		require.NoError(t, b.Seen(t.Context(), who, ""))
	}
	assert.Equal(t, 6, writes)
}

// TestPresenceMeanwhile checks that no presence remains if a person hides it or is erased while the
// book writes it.
func TestPresenceMeanwhile(t *testing.T) {
	for name, change := range map[string]func(*Book, Identity) error{
		"hidden": func(b *Book, who Identity) error {
			_, err := b.SetHidden(t.Context(), who, true)
			return err
		},
		"erased": func(b *Book, who Identity) error { return b.Erase(t.Context(), who) },
	} {
		kv := store.NewMemory()
		b, _ := bookAt(kv)
		who := newGuest(t, b)
		meanwhile := NewBook(presenceHook{kv, func() { require.NoError(t, change(b, who), name) }})
		require.NoError(t, meanwhile.Seen(t.Context(), who, ""), name)
		keys, err := kv.Keys(t.Context(), presenceBucket, "")
		require.NoError(t, err)
		assert.Empty(t, keys, name)
	}
}

// A presenceHook calls do just before it writes a presence.
type presenceHook struct {
	store.KV
	do func()
}

func (k presenceHook) Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	if bucket == presenceBucket {
		k.do()
	}
	return k.KV.Put(ctx, bucket, key, value, revision)
}

// TestInvitationLife checks that invitations expire, that a purge removes them, and that an erasure
// removes the mutes and invitations of both sides.
func TestInvitationLife(t *testing.T) {
	kv := store.NewMemory()
	b, at := bookAt(kv)
	ada, ben, eve := newGuest(t, b), newGuest(t, b), newGuest(t, b)
	for _, who := range []Identity{ada, ben, eve} { // a purge keeps guests with seats
		require.NoError(t, b.Sat(t.Context(), who, "0123456789", 0, ""))
	}
	invite := func(from, to Identity, game string) {
		t.Helper()
		require.NoError(t, b.Invite(t.Context(), to.ID, Invitation{From: from.ID, Game: game}))
	}
	games := func(to Identity) (games []string) {
		t.Helper()
		all, err := b.Invitations(t.Context(), to)
		require.NoError(t, err)
		for _, i := range all {
			games = append(games, i.Game)
		}
		return games
	}
	keys := func(bucket string) []string {
		t.Helper()
		keys, err := kv.Keys(t.Context(), bucket, "")
		require.NoError(t, err)
		return keys
	}
	invite(ada, ben, "a")
	*at = at.Add(time.Hour)
	invite(eve, ben, "b")
	assert.Equal(t, []string{"b", "a"}, games(ben), "newest first")
	*at = at.Add(InvitationLife)
	assert.Equal(t, []string{"b"}, games(ben))
	_, _, err := b.Purge(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{ben.ID + "/" + eve.ID}, keys(invitationBucket))

	invite(ada, ben, "c")
	invite(ben, ada, "d")
	require.NoError(t, b.Mute(t.Context(), eve, ben.ID, true))
	assert.Equal(t, []string{"c"}, games(ben), "a mute ends the invitation")
	require.NoError(t, b.Mute(t.Context(), ben, ada.ID, true))
	assert.Empty(t, games(ben))
	assert.Empty(t, games(ada))
	invite(ada, eve, "e")
	require.NoError(t, b.Erase(t.Context(), ben))
	assert.Empty(t, keys(muteBucket))
	assert.Equal(t, []string{"e"}, games(eve), "the others keep theirs")
}
