package server_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/server/admin"
	"gamed/server/identity"
	"gamed/server/removal"
	"gamed/store"
)

// A testGuest is a guest of a server with a chosen name.
type testGuest struct {
	*testing.T
	r      *testServer
	name   string
	header http.Header
}

// guest opens a session and chooses a name.
func (r *testServer) guest(t *testing.T, name string) testGuest {
	t.Helper()
	header, _ := r.session(t)
	r.post(t, "/api/session", "", header, 200)
	g := testGuest{t, r, name, header}
	g.patch("/api/session", `{"name":"`+name+`"}`, 200)
	return g
}

func (g testGuest) call(method, path, body string, status int) map[string]any {
	g.Helper()
	answer, text := g.r.do(g.T, method, path, body, g.header)
	require.Equal(g, status, answer.StatusCode, "%s %s %s: %s", method, path, body, text)
	if text == "" {
		return nil
	}
	return object(g.T, text)
}

func (g testGuest) patch(path, body string, status int) map[string]any {
	g.Helper()
	return g.call("PATCH", path, body, status)
}

// mute mutes or unmutes a person.
func (g testGuest) mute(name, on string, status int) map[string]any {
	g.Helper()
	return g.patch("/api/me/people/"+url.PathEscape(name), `{"muted":`+on+`}`, status)
}

// people returns the names in the guest's list, and the state of the first.
func (g testGuest) people() (names []string, first map[string]any) {
	g.Helper()
	for i, p := range g.call("GET", "/api/me/people", "", 200)["people"].([]any) {
		if i == 0 {
			first = p.(map[string]any)
		}
		names = append(names, p.(map[string]any)["name"].(string))
	}
	return names, first
}

// invitations returns the open invitations to the guest.
func (g testGuest) invitations() []any {
	g.Helper()
	return g.call("GET", "/api/me/games", "", 200)["invitations"].([]any)
}

// invite invites a person to a game of two and returns its id.
func (g testGuest) invite(name string) string {
	g.Helper()
	return g.call("POST", "/api/me/invitations", `{"to":"`+name+`","rules":"elements","seats":[{},{}]}`, 201)["id"].(string)
}

// takeSeat takes a seat of a game. The pong proves that the server has handled the join.
func (g testGuest) takeSeat(game string) *client {
	g.Helper()
	c := g.r.greetAs(g.T, g.header)
	c.send(`{"type":"join","game":"` + game + `"}`)
	c.next("joined")
	c.send(`{"type":"ping","t":1}`)
	c.next("pong")
	return c
}

// meet plays a game of two guests up to its end.
func (r *testServer) meet(t *testing.T, first, second testGuest) {
	t.Helper()
	game := r.create(t, twoOpen)
	a, b := first.takeSeat(game), second.takeSeat(game)
	a.send(`{"type":"resign"}`)
	a.next("over")
	a.drop() // otherwise the server waits for the close frame of the client
	b.drop()
}

// TestPeople checks that the players of a game find each other in their lists, with their presence
// unless they hide it, also after a restart. Bots, strangers and players of open tables
// are in no list. An erased player leaves all lists.
func TestPeople(t *testing.T) {
	dir := t.TempDir()
	s, err := store.OpenEmbedded(dir, store.SyncNever)
	require.NoError(t, err)
	r := start(t, s, fast())
	ada, ben, eve := r.guest(t, "Ada"), r.guest(t, "Ben"), r.guest(t, "Eve")
	names, _ := ada.people()
	assert.Empty(t, names)

	three := r.create(t, `{"rules":"dominion","seats":[{},{},{}]}`)
	for _, g := range []testGuest{ada, eve} {
		g.takeSeat(three).drop()
	}
	names, _ = ada.people()
	assert.Empty(t, names, "the table waits for a third player")

	r.loseGame(t, `{"rules":"elements","private":true,"seats":[{},{"bot":"random"}]}`, ada.header)
	game := r.create(t, twoOpen)
	a, b := ada.takeSeat(game), ben.takeSeat(game)
	names, seen := ada.people()
	assert.Equal(t, []string{"Ben"}, names)
	assert.Equal(t, "playing", seen["state"])
	assert.NotContains(t, seen, "id")
	names, _ = eve.people()
	assert.Empty(t, names, "a stranger")

	a.send(`{"type":"resign"}`)
	b.next("over")
	a.drop()
	b.drop()
	_, seen = ada.people()
	assert.Equal(t, "here", seen["state"], "the game is over")
	assert.Equal(t, time.Now().UTC().Format(time.DateOnly), seen["seen"])
	assert.Equal(t, true, ben.patch("/api/session", `{"hidden":true}`, 200)["hidden"])
	ben.invitations() // a visit of the lobby
	_, seen = ada.people()
	assert.Equal(t, map[string]any{"name": "Ben"}, seen, "hidden")
	_, seen = ben.people()
	assert.Equal(t, "here", seen["state"], "Ada hides nothing")
	assert.NotContains(t, ben.patch("/api/session", `{"hidden":false,"face":"owl"}`, 200), "hidden")
	ben.invitations()
	_, seen = ada.people()
	assert.Equal(t, []any{"here", "owl"}, []any{seen["state"], seen["face"]})

	r.meet(t, ada, eve)
	names, _ = ada.people()
	assert.Equal(t, []string{"Eve", "Ben"}, names, "the last one comes first")
	require.NoError(t, r.stop())
	require.NoError(t, s.Close())
	s, err = store.OpenEmbedded(dir, store.SyncNever)
	require.NoError(t, err)
	r = start(t, s, fast())
	ada.r, ben.r, eve.r = r, r, r
	names, _ = ada.people()
	assert.Equal(t, []string{"Eve", "Ben"}, names, "after a restart")

	who, err := identity.NewBook(s).Find(t.Context(), "Eve")
	require.NoError(t, err)
	_, err = removal.Player(t.Context(), s, admin.New(s), who)
	require.NoError(t, err)
	names, _ = ada.people()
	assert.Equal(t, []string{"Ben"}, names, "erased")
	keys, err := s.Keys(t.Context(), "visit", who.ID)
	require.NoError(t, err)
	assert.Empty(t, keys)
	require.NoError(t, r.stop())
	require.NoError(t, s.Close())
}

// TestInvitePerson checks that a guest can invite a person of the guest's list to a private game.
// Only the host and the invited person see the invitation. An invitation ends when the game starts,
// when the invited person declines it, or when the host withdraws it. A host has at most one open
// invitation to a person.
func TestInvitePerson(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, ben, eve := r.guest(t, "Ada"), r.guest(t, "Ben"), r.guest(t, "Eve")
	const body = `{"to":"Ben","rules":"elements","seats":[{},{}]}`
	refused := func(g testGuest, body string, status int, code string) {
		t.Helper()
		assert.Equal(t, code, g.call("POST", "/api/me/invitations", body, status)["code"])
	}
	refused(ada, body, 404, "no_person")
	r.meet(t, ada, ben)
	refused(ada, `{"to":"Ben","rules":"elements","seats":[{},{"bot":"random"}]}`, 422, "bad_game")
	refused(ada, `{"to":"Ada","rules":"elements","seats":[{},{}]}`, 404, "no_person")
	refused(eve, body, 404, "no_person")

	game := ada.invite("Ben")
	refused(ada, body, 409, "already_invited")
	_, seen := ada.people()
	assert.Equal(t, game, seen["invited"])
	_, seen = ben.people()
	assert.NotContains(t, seen, "invited")
	list := ben.invitations()
	require.Len(t, list, 1)
	invitation := list[0].(map[string]any)
	assert.Equal(t, []any{game, "elements", "Ada"}, []any{invitation["game"], invitation["rules"], invitation["name"]})
	assert.Empty(t, ada.invitations())
	assert.Empty(t, eve.invitations())
	info := object(t, func() string { _, text := r.get(t, "/api/games/"+game); return text }())
	assert.Equal(t, true, info["private"])
	assert.Equal(t, "no_invitation", eve.call("DELETE", "/api/me/invitations/"+game, "", 404)["code"])

	// Two guests may invite each other at the same time.
	other := ben.invite("Ada")
	assert.Len(t, ada.invitations(), 1)
	ada.call("DELETE", "/api/me/invitations/"+other, "", 204)
	assert.Empty(t, ada.invitations())
	_, seen = ben.people()
	assert.NotContains(t, seen, "invited", "declined")
	other = ben.invite("Ada")
	ben.call("DELETE", "/api/me/invitations/"+other, "", 204)
	assert.Empty(t, ada.invitations(), "withdrawn")

	ada.takeSeat(game)
	assert.Len(t, ben.invitations(), 1, "the game waits for Ben")
	ben.takeSeat(game)
	assert.Empty(t, ben.invitations(), "accepted")
	ada.invite("Ben")

	// A repeated request with the same key leads to the same game.
	cat := r.guest(t, "Cat")
	r.meet(t, cat, ben)
	cat.header.Set("Idempotency-Key", "0123456789012345678901")
	assert.Equal(t, cat.invite("Ben"), cat.invite("Ben"))
	assert.Len(t, ben.invitations(), 2)
}

// TestMutePerson checks that a mute removes two players from each other's lists and ends their
// invitations. Only the guest that muted the other can end the mute.
func TestMutePerson(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, ben := r.guest(t, "Ada"), r.guest(t, "Ben")
	assert.Equal(t, "no_person", ada.mute("Ben", "true", 404)["code"])
	r.meet(t, ada, ben)
	ben.invite("Ada")
	ada.invite("Ben")
	ada.mute("Ben", "true", 204)
	for _, g := range []testGuest{ada, ben} {
		names, _ := g.people()
		assert.Empty(t, names)
		assert.Empty(t, g.invitations())
	}
	assert.Equal(t, []any{"Ben"}, ada.call("GET", "/api/me/people", "", 200)["muted"])
	assert.Equal(t, []any{}, ben.call("GET", "/api/me/people", "", 200)["muted"])
	ben.call("POST", "/api/me/invitations", `{"to":"Ada","rules":"elements","seats":[{},{}]}`, 404)
	ben.mute("Ada", "false", 404)
	ada.mute("Ben", "false", 204)
	names, _ := ben.people()
	assert.Equal(t, []string{"Ada"}, names)
	assert.Empty(t, ada.invitations(), "the invitation does not come back")
}

// TestPeopleOfBots checks that only guests have a list of people and invitations.
func TestPeopleOfBots(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	owner, _ := r.session(t)
	_, bot := r.token(t, owner, `{"name":"Spark"}`)
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/api/me/people", ""}, {"PATCH", "/api/me/people/Ada", `{"muted":true}`}, {"POST", "/api/me/invitations", `{"to":"Ada","rules":"elements","seats":[{},{}]}`}, {"DELETE", "/api/me/invitations/0123456789", ""},
	} {
		answer, text := r.do(t, c.method, c.path, c.body, bot)
		assert.Equal(t, 403, answer.StatusCode, text)
		answer, text = r.do(t, c.method, c.path, c.body, nil)
		assert.Equal(t, 401, answer.StatusCode, text)
	}
	_, text := r.do(t, "GET", "/api/me/games", "", bot)
	assert.NotContains(t, object(t, text), "invitations")
}

// TestPeopleOfCluster checks that every server of a cluster has the list of people, their presence
// and the invitations.
func TestPeopleOfCluster(t *testing.T) {
	t.Parallel()
	servers := startCluster(t, 2)
	ada, ben := servers[0].guest(t, "Ada"), servers[1].guest(t, "Ben")
	game := servers[0].create(t, twoOpen)
	for _, g := range []testGuest{ada, ben} {
		defer g.takeSeat(game).drop()
	}
	ada.r, ben.r = ben.r, ada.r
	names, seen := ada.people()
	assert.Equal(t, []string{"Ben"}, names)
	assert.Equal(t, "playing", seen["state"])
	invited := ada.invite("Ben")
	list := ben.invitations()
	require.Len(t, list, 1)
	assert.Equal(t, invited, list[0].(map[string]any)["game"])
}
