package identity

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

func TestGuest(t *testing.T) {
	kv := store.NewMemory()
	b := NewBook(kv)
	who, secret, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	assert.True(t, who.Known())
	assert.Equal(t, Guest, who.Kind)
	assert.True(t, isGuestName(who.Name), who.Name)
	assert.Len(t, secret, 43, "256 bits")
	assert.True(t, who.May(Play) && who.May(Create))

	again, fresh, err := NewBook(kv).Session(t.Context(), secret)
	require.NoError(t, err)
	assert.Equal(t, who, again)
	assert.True(t, fresh)
	b.now = func() time.Time { return time.Now().Add(25 * time.Hour) }
	_, fresh, err = b.Session(t.Context(), secret)
	require.NoError(t, err)
	assert.False(t, fresh)
	require.NoError(t, b.Renew(t.Context(), secret))
	_, fresh, err = b.Session(t.Context(), secret)
	require.NoError(t, err)
	assert.True(t, fresh)
	b.now = func() time.Time { return time.Now().Add(402 * 24 * time.Hour) }
	_, _, err = b.Session(t.Context(), secret)
	require.ErrorIs(t, err, ErrUnknown, "expired")
	b.now = time.Now

	for _, wrong := range []string{"", "x", secret + "x", strings.ToUpper(secret), digest(secret)} {
		_, _, err := b.Session(t.Context(), wrong)
		require.ErrorIs(t, err, ErrUnknown, "%q", wrong)
	}
	was, err := b.RevocationRevision(t.Context())
	require.NoError(t, err)
	require.NoError(t, b.EndSession(t.Context(), secret))
	now, err := b.RevocationRevision(t.Context())
	require.NoError(t, err)
	assert.NotEqual(t, was, now)
	_, _, err = b.Session(t.Context(), secret)
	require.ErrorIs(t, err, ErrUnknown)
	valid, err := b.Valid(t.Context(), who)
	require.NoError(t, err)
	assert.False(t, valid)
}

func TestTokens(t *testing.T) {
	kv := store.NewMemory()
	b := NewBook(kv)
	ada, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	eve, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	only, err := NewScopes([]string{"watch", "play", "play"})
	require.NoError(t, err)
	assert.Equal(t, Scopes("play watch"), only)

	token, text, err := b.NewToken(t.Context(), ada, "Deep Spark", only)
	require.NoError(t, err)
	assert.Regexp(t, `^gmd_[A-Za-z0-9_-]{43}$`, text)
	bot, err := NewBook(kv).Token(t.Context(), text)
	require.NoError(t, err)
	assert.Equal(t, token.Bot, bot.ID)
	assert.Equal(t, "Deep Spark", bot.Name)
	assert.Equal(t, ada.ID, bot.Owner)
	assert.True(t, bot.May(Play) && bot.May(Watch))
	assert.False(t, bot.May(Create) || bot.May(Inspect))

	// A second token is for the same bot, and the name is taken for other owners.
	second, other, err := b.NewToken(t.Context(), ada, "deep spark", DefaultScopes)
	require.NoError(t, err)
	assert.Equal(t, token.Bot, second.Bot)
	assert.Equal(t, "Deep Spark", second.Name)
	for _, name := range []string{"Deep Spark", "deep-spark", "DEEP SPARK", "Deep  Spark."} {
		_, _, err = b.NewToken(t.Context(), eve, name, only)
		require.ErrorIs(t, err, ErrTaken, name)
	}
	for _, name := range []string{"", " ", "1x", "a ", "a\n", "Ä", "Quiet Otter 1234", strings.Repeat("a", 41)} {
		_, _, err = b.NewToken(t.Context(), eve, name, only)
		require.ErrorIs(t, err, ErrName, "%q", name)
	}
	tokens, err := b.Tokens(t.Context(), ada)
	require.NoError(t, err)
	assert.ElementsMatch(t, []Token{token, second}, tokens)
	tokens, err = b.Tokens(t.Context(), eve)
	require.NoError(t, err)
	assert.Empty(t, tokens)

	for _, id := range []string{token.ID, "", "../x", "nothing"} {
		require.ErrorIs(t, b.Revoke(t.Context(), eve, id), ErrUnknown, "another's")
	}
	require.NoError(t, b.Revoke(t.Context(), ada, token.ID))
	require.ErrorIs(t, b.Revoke(t.Context(), ada, token.ID), ErrUnknown)
	_, err = b.Token(t.Context(), text)
	require.ErrorIs(t, err, ErrUnknown)
	valid, err := b.Valid(t.Context(), bot)
	require.NoError(t, err)
	assert.False(t, valid)
	_, err = b.Token(t.Context(), other)
	require.NoError(t, err)

	for n := range maxOwned - 1 {
		_, _, err = b.NewToken(t.Context(), ada, "bot "+string(rune('a'+n)), only)
		require.NoError(t, err)
	}
	_, _, err = b.NewToken(t.Context(), ada, "one more", only)
	require.ErrorIs(t, err, ErrTooMany)
	_, err = NewScopes([]string{"all"})
	require.ErrorContains(t, err, "play, watch, create and inspect")
}

// TestSecretsAreNotKept checks that the store contains no secret.
func TestSecretsAreNotKept(t *testing.T) {
	kv := store.NewMemory()
	b := NewBook(kv)
	ada, secret, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	_, token, err := b.NewToken(t.Context(), ada, "spark", DefaultScopes)
	require.NoError(t, err)
	claim, _, _, err := b.ClaimFor(t.Context(), ada, "0123456789", nil)
	require.NoError(t, err)
	require.NoError(t, b.LinkClaim(t.Context(), ada, "0123456789", claim))
	buckets, err := kv.Buckets(t.Context())
	require.NoError(t, err)
	for _, bucket := range buckets {
		keys, err := kv.Keys(t.Context(), bucket, "")
		require.NoError(t, err)
		for _, key := range keys {
			value, _, err := kv.Get(t.Context(), bucket, key)
			require.NoError(t, err)
			for _, s := range []string{secret, token, strings.TrimPrefix(token, TokenPrefix), claim} {
				assert.NotContains(t, key, s)
				assert.NotContains(t, string(value), s)
			}
		}
	}
}

func TestNames(t *testing.T) {
	b := NewBook(store.NewMemory())
	ada, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	_, _, err = b.NewToken(t.Context(), ada, "Deep Spark 10", DefaultScopes)
	require.NoError(t, err)
	for _, name := range []string{
		ada.Name, "Quiet Otter 4821", "quiet otter 1", "QuietOtter", "  Quiet\u00a0Otter\u200b 1000 ", "Quiet Оtter 4821", "Ｑｕｉｅｔ Otter 4821", "Qúiet Otter 482l",
		"deep spark 10", "Deep Spark lO", "Dꓰꓰp Տpark 10", "Dеер Sраrk 10", "D.e.e.p Spark 10!",
	} {
		assert.ErrorIs(t, b.CheckAnonymousName(t.Context(), name), ErrReserved, name)
	}
	for _, name := range []string{"Server", "SYSTEM", " server ", "Ѕerver", "adm1n", "gamed", "you", "ＳＹＳＴＥＭ", "Sуѕтем", "ꜱᴇʀᴠᴇʀ", "ᏚᎬᏒᏙᎬᏒ", "Ꮪerver", "S\u0301e\u0302rver", "Ser\u200dver", "Adrnin", "Adm|n", "$ystem", "@dmin", "𝐒𝐞𝐫𝐯𝐞𝐫", "Ⓢⓔⓡⓥⓔⓡ", "S.e.r.v.e.r", "ꓢꓰꓣꓦꓰꓣ", "Տerver", "ʂystem", "𐐠erver", "5erver", "4dm1n", "Sy57em", " ", "\u200b", "\u3164", "\u2800 \u00a0"} {
		assert.ErrorIs(t, b.CheckAnonymousName(t.Context(), name), ErrUnfit, "%q", name)
		_, _, err := b.NewToken(t.Context(), ada, name, DefaultScopes)
		assert.ErrorIs(t, err, ErrName, "%q", name)
		assert.ErrorIs(t, err, ErrUnfit, "%q", name)
		_, err = b.Rename(t.Context(), ada, name)
		assert.ErrorIs(t, err, ErrGuestName, "%q", name)
	}
	for _, name := range []string{"", "Ada", "♠", "Otter", "Quiet Otter the Third", "Deep Spark", "Deep Spark 11", "greedy", "Аня"} {
		assert.NoError(t, b.CheckAnonymousName(t.Context(), name), name)
	}
	assert.Len(t, adjectives, 64)
	assert.Len(t, animals, 64)
}

// TestRename checks that a guest can take a free name, which frees the old one. No other identity
// can have a name that looks like it.
func TestRename(t *testing.T) {
	b := NewBook(store.NewMemory())
	ada, secret, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	eve, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	_, _, err = b.NewToken(t.Context(), eve, "Spark", DefaultScopes)
	require.NoError(t, err)

	for _, name := range []string{"", "A", "1st", " ", "Quiet Otter 4821", "a\x00b", "<b>x</b>", "abcdefghijklmnopqrstuvwxy", "A\u202eda"} {
		_, err := b.Rename(t.Context(), ada, name)
		require.ErrorIs(t, err, ErrGuestName, "%q", name)
	}
	for _, name := range []string{"Spark", "sраrk", "ꓢpark"} {
		_, err := b.Rename(t.Context(), ada, name)
		require.ErrorIs(t, err, ErrReserved, "%q", name)
	}
	who, _, err := b.Session(t.Context(), secret)
	require.NoError(t, err)
	assert.Equal(t, ada, who, "a refused name changes nothing")

	for _, name := range []string{"  Zoë   O’Neil ", "ZOE ONEIL", "Аня"} {
		renamed, err := b.Rename(t.Context(), ada, name)
		require.NoError(t, err, name)
		assert.Equal(t, strings.Join(strings.Fields(name), " "), renamed.Name)
		who, _, err = b.Session(t.Context(), secret)
		require.NoError(t, err)
		assert.Equal(t, renamed, who)
		_, err = b.Rename(t.Context(), eve, name)
		require.ErrorIs(t, err, ErrReserved, name)
	}
	_, err = b.Rename(t.Context(), eve, "Zoe O'Neil")
	require.NoError(t, err, "the old name is free")
	_, err = b.Rename(t.Context(), Identity{ID: "none", Kind: Guest}, "Nemo")
	require.ErrorIs(t, err, ErrUnknown)
}

// TestFace checks that a guest can choose a face of the list, and keeps its name.
func TestFace(t *testing.T) {
	b := NewBook(store.NewMemory())
	ada, secret, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	assert.Empty(t, ada.Face)
	for _, face := range []string{"", "Fox", "dragon"} {
		_, err := b.SetFace(t.Context(), ada, face)
		require.ErrorIs(t, err, ErrFace, "%q", face)
	}
	for _, face := range Faces {
		ada.Face = face
		changed, err := b.SetFace(t.Context(), ada, face)
		require.NoError(t, err)
		assert.Equal(t, ada, changed)
		who, _, err := b.Session(t.Context(), secret)
		require.NoError(t, err)
		assert.Equal(t, ada, who)
	}
	_, err = b.SetFace(t.Context(), Identity{ID: "none", Kind: Guest}, "fox")
	require.ErrorIs(t, err, ErrUnknown)
}

// TestClaims checks that an identity always gets the same claim for the same seat number, that each
// identity gets a different claim, and that ClaimFor finds a taken seat.
func TestClaims(t *testing.T) {
	b := NewBook(store.NewMemory())
	ada, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	eve, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	claim := func(who Identity, game string, seat *int) string {
		text, _, _, err := b.ClaimFor(t.Context(), who, game, seat)
		require.NoError(t, err)
		return text
	}
	zero, one := 0, 1
	seen := map[string]bool{}
	for _, who := range []Identity{ada, eve} {
		for _, game := range []string{"a", "b"} {
			for _, seat := range []*int{nil, &zero, &one} {
				text := claim(who, game, seat)
				assert.Regexp(t, `^[A-Za-z0-9_-]{43}$`, text)
				assert.False(t, seen[text])
				seen[text] = true
				assert.Equal(t, text, claim(who, game, seat))
			}
		}
	}
	any, first := claim(ada, "a", nil), claim(ada, "a", &zero)
	require.NoError(t, b.AddSeat(t.Context(), ada, "a", 1, ""))
	assert.Equal(t, any, claim(ada, "a", &one), "taken without a wish")
	assert.Equal(t, any, claim(ada, "a", nil))
	require.NoError(t, b.AddSeat(t.Context(), ada, "a", 0, "0"))
	require.NoError(t, b.AddSeat(t.Context(), ada, "a", 0, "0"))
	assert.Equal(t, first, claim(ada, "a", nil))
	assert.Equal(t, any, claim(ada, "a", &one))
	claim(ada, "../x", nil)
	_, _, has, err := b.ClaimFor(t.Context(), ada, "a", &one)
	require.NoError(t, err)
	assert.True(t, has)
	_, _, has, err = b.ClaimFor(t.Context(), eve, "a", &one)
	require.NoError(t, err)
	assert.False(t, has)

	parts, err := b.Participations(t.Context(), ada)
	require.NoError(t, err)
	require.Len(t, parts, 1)
	assert.Equal(t, "a", parts[0].Game)
	assert.Equal(t, []int{0, 1}, parts[0].Seats)
	parts, err = b.Participations(t.Context(), eve)
	require.NoError(t, err)
	assert.Empty(t, parts)
}

// TestSameName checks that only one of several concurrent requests for a name succeeds.
func TestSameName(t *testing.T) {
	b := NewBook(store.NewMemory())
	var all sync.WaitGroup
	var mu sync.Mutex
	bots := map[string]string{} // ID by owner
	for range 8 {
		all.Go(func() {
			who, _, err := b.NewGuest(context.Background())
			if !assert.NoError(t, err) {
				return
			}
			for range 2 {
				token, _, err := b.NewToken(context.Background(), who, "wanted", DefaultScopes)
				if err != nil {
					assert.ErrorIs(t, err, ErrTaken)
					continue
				}
				mu.Lock()
				bots[who.ID] = token.Bot
				mu.Unlock()
			}
		})
	}
	all.Wait()
	assert.Len(t, bots, 1)
}

// TestRecall checks that a book identifies recent clients while the store does not respond, until a
// session or a token ends on any server.
func TestRecall(t *testing.T) {
	kv := store.NewMemory()
	b, other := NewBook(kv), NewBook(kv)
	ada, secret, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	_, token, err := b.NewToken(t.Context(), ada, "Spark", DefaultScopes)
	require.NoError(t, err)
	require.NoError(t, b.AddSeat(t.Context(), ada, "g", 1, ""))
	known := func(b *Book) (errs []error) {
		_, _, err := b.Session(t.Context(), secret)
		_, bad := b.Token(t.Context(), token)
		_, _, has, worse := b.ClaimFor(t.Context(), ada, "g", nil)
		assert.True(t, has || worse != nil)
		return []error{err, bad, worse}
	}
	silent := func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} }
	assert.Equal(t, []error{nil, nil, nil}, known(b))
	kv.InjectFault(silent)
	assert.Equal(t, []error{nil, nil, nil}, known(b))
	for _, err := range known(other) {
		require.ErrorIs(t, err, store.ErrUnavailable)
	}
	kv.InjectFault(nil)

	_, stolen, err := other.NewGuest(t.Context())
	require.NoError(t, err)
	require.NoError(t, other.EndSession(t.Context(), stolen))
	_, err = b.RevocationRevision(t.Context())
	require.NoError(t, err)
	kv.InjectFault(silent)
	for _, err := range known(b) {
		require.ErrorIs(t, err, store.ErrUnavailable)
	}
	kv.InjectFault(nil)
	require.NoError(t, b.EndSession(t.Context(), secret))
	_, _, err = b.Session(t.Context(), secret)
	require.ErrorIs(t, err, ErrUnknown)
}

func TestStoreAway(t *testing.T) {
	kv := store.NewMemory()
	b := NewBook(kv)
	ada, secret, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	kv.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} })
	_, _, err = b.NewGuest(t.Context())
	require.ErrorIs(t, err, store.ErrUnavailable)
	_, _, err = b.Session(t.Context(), secret)
	require.ErrorIs(t, err, store.ErrUnavailable)
	require.NotErrorIs(t, err, ErrUnknown)
	_, err = b.Token(t.Context(), TokenPrefix+"x")
	require.ErrorIs(t, err, store.ErrUnavailable)
	_, err = b.Valid(t.Context(), ada)
	require.ErrorIs(t, err, store.ErrUnavailable)
	_, _, _, err = b.ClaimFor(t.Context(), ada, "g", nil)
	require.ErrorIs(t, err, store.ErrUnavailable)
	require.ErrorIs(t, b.CheckAnonymousName(t.Context(), "Ada"), store.ErrUnavailable)
}

// TestLogoutAfterFailure checks that Logout reports a token that it could not read, and that the
// repeated call ends the token.
func TestLogoutAfterFailure(t *testing.T) {
	kv := store.NewMemory()
	b := NewBook(kv)
	ada, _, err := b.NewGuest(t.Context())
	require.NoError(t, err)
	_, text, err := b.NewToken(t.Context(), ada, "Deep Spark", DefaultScopes)
	require.NoError(t, err)
	bot, err := b.Token(t.Context(), text)
	require.NoError(t, err)
	for _, who := range []Identity{bot, ada} {
		failed := false
		kv.InjectFault(func(c store.Call) store.Fault {
			if !failed && c.Bucket == ownerBucket && !c.Append && !strings.HasSuffix(c.Key, "/token/") {
				failed = true
				return store.Fault{Err: store.ErrUnavailable}
			}
			return store.Fault{}
		})
		assert.ErrorIs(t, b.Logout(t.Context(), who), store.ErrUnavailable, "%s", who.Kind)
		_, err = b.Token(t.Context(), text)
		require.NoError(t, err, "%s", who.Kind)
	}
	require.NoError(t, b.Logout(t.Context(), ada))
	_, err = b.Token(t.Context(), text)
	require.ErrorIs(t, err, ErrUnknown)
}
