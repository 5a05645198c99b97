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

// TestVisits checks that the first visit of a day is written, and no other. A hidden or erased person
// has no stored visit.
func TestVisits(t *testing.T) {
	kv := store.NewMemory()
	b, at := bookAt(kv)
	who := newGuest(t, b)
	writes := 0
	kv.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket == visitBucket && c.Append {
			writes++
		}
		return store.Fault{}
	})
	visit := func(who Identity) {
		t.Helper()
		require.NoError(t, b.NoteVisit(t.Context(), who))
	}
	check := func(want string) Identity {
		t.Helper()
		who, day, err := b.Person(t.Context(), who.ID)
		require.NoError(t, err)
		assert.Equal(t, want, day)
		return who
	}
	check("")
	for range 30 {
		visit(who)
		*at = at.Add(time.Hour)
	}
	check("2027-01-16")
	assert.Equal(t, 2, writes)
	require.NoError(t, NewBook(kv).NoteVisit(t.Context(), who), "an older server clock changes nothing")
	check("2027-01-16")

	_, err := b.SetHidden(t.Context(), who, true)
	require.NoError(t, err)
	visit(who) // with the setting before the change
	assert.True(t, check("").Hidden)
	_, err = b.SetHidden(t.Context(), who, false)
	require.NoError(t, err)
	check("")
	visit(who)
	check("2027-01-16")

	require.NoError(t, b.Erase(t.Context(), who))
	*at = at.Add(24 * time.Hour)
	visit(who)
	_, _, err = b.Person(t.Context(), who.ID)
	require.ErrorIs(t, err, ErrUnknown)
	keys, err := kv.Keys(t.Context(), visitBucket, "")
	require.NoError(t, err)
	assert.Empty(t, keys)
}

// TestVisitOutage checks that a visit that the store refused is written later.
func TestVisitOutage(t *testing.T) {
	kv := store.NewMemory()
	b, _ := bookAt(kv)
	who := newGuest(t, b)
	kv.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} })
	require.Error(t, b.NoteVisit(t.Context(), who))
	kv.InjectFault(nil)
	require.NoError(t, b.NoteVisit(t.Context(), who))
	_, day, err := b.Person(t.Context(), who.ID)
	require.NoError(t, err)
	assert.Equal(t, "2027-01-15", day)
}

// TestVisitMeanwhile checks that no visit remains if a person hides it or is erased while the book
// writes it.
func TestVisitMeanwhile(t *testing.T) {
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
		meanwhile := NewBook(putHook{kv, visitBucket, func() { require.NoError(t, change(b, who), name) }})
		require.NoError(t, meanwhile.NoteVisit(t.Context(), who), name)
		keys, err := kv.Keys(t.Context(), visitBucket, "")
		require.NoError(t, err)
		assert.Empty(t, keys, name)
	}
}

// A putHook calls the function do just before it writes a value of a bucket.
type putHook struct {
	store.KV
	bucket string
	do     func()
}

func (k putHook) Put(ctx context.Context, bucket, key string, value []byte, revision uint64) (uint64, error) {
	if bucket == k.bucket {
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
		require.NoError(t, b.AddSeat(t.Context(), who, "0123456789", 0, ""))
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
