package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
)

// do sends a request with headers, and returns the response and its body.
func (r *testServer) do(t *testing.T, method, path, body string, header http.Header) (*http.Response, string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, r.url+path, strings.NewReader(body))
	require.NoError(t, err)
	for name, values := range header {
		q.Header[name] = values
	}
	if body != "" && header["Content-Type"] == nil {
		q.Header.Set("Content-Type", "application/json")
	}
	q.Host = header.Get("Host")
	answer, err := r.http.Do(q)
	require.NoError(t, err)
	data, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return answer, string(data)
}

// session opens a session. It returns a request header with the session's cookie, and the identity.
func (r *testServer) session(t *testing.T) (http.Header, map[string]any) {
	t.Helper()
	answer, body := r.do(t, "POST", "/api/session", "", nil)
	require.Equal(t, 201, answer.StatusCode, body)
	cookie := answer.Cookies()[0]
	return http.Header{"Cookie": {cookie.Name + "=" + cookie.Value}}, object(t, body)
}

// dialAs connects with headers. It returns the HTTP status if the server refuses.
func (r *testServer) dialAs(t *testing.T, header http.Header) (*client, int) {
	t.Helper()
	conn, answer, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(r.url, "http")+"/ws", &websocket.DialOptions{HTTPClient: r.http, HTTPHeader: header})
	if err != nil {
		require.NotNil(t, answer, "%v", err)
		return nil, answer.StatusCode
	}
	return r.accept(t, conn), 101
}

// greetAs connects with headers and sends hello.
func (r *testServer) greetAs(t *testing.T, header http.Header) *client {
	t.Helper()
	c, status := r.dialAs(t, header)
	require.Equal(t, 101, status)
	c.send(`{"type":"hello","protocol":1,"name":"Quiet Otter 1"}`)
	c.next("welcome")
	return c
}

// token creates a token for a bot of the owner. It returns the token's id and a request header with
// the token.
func (r *testServer) token(t *testing.T, owner http.Header, body string) (string, http.Header) {
	t.Helper()
	answer, text := r.do(t, "POST", "/api/tokens", body, owner)
	require.Equal(t, 201, answer.StatusCode, text)
	made := object(t, text)
	return made["id"].(string), http.Header{"Authorization": {"Bearer " + made["token"].(string)}}
}

// TestGuestComesBack checks that a guest regains its name and seat by its cookie, on another
// connection and after a restart. No other client may do so.
func TestGuestComesBack(t *testing.T) {
	dir := t.TempDir()
	open := func() (*testServer, *store.Embedded) {
		s, err := store.OpenEmbedded(dir, store.SyncNever)
		require.NoError(t, err)
		return start(t, s, fast()), s
	}
	r, s := open()
	answer, body := r.do(t, "GET", "/api/session", "", nil)
	assert.Equal(t, `{"kind":"anonymous"}`, strings.TrimSpace(body))
	assert.Empty(t, answer.Cookies(), "a plain request opens no session")
	answer, _ = r.do(t, "GET", "/api/me/games", "", nil)
	assert.Equal(t, 401, answer.StatusCode)

	ada, who := r.session(t)
	assert.Equal(t, "guest", who["kind"])
	eve, _ := r.session(t)
	game := r.create(t, twoOpen)
	join := `{"type":"join","game":"` + game + `"}`
	first := r.greetAs(t, ada)
	first.send(join)
	joined := first.next("joined")
	assert.NotContains(t, joined, "key", "the cookie replaces the key")
	assert.Equal(t, who["name"], joined["seats"].([]any)[0].(map[string]any)["name"], "not the name in hello")
	second := r.greetAs(t, eve)
	second.send(`{"type":"join","game":"` + game + `","seat":0}`)
	assert.Equal(t, "no_seat", second.next("error")["code"], "another guest has the seat")
	second.send(join)
	assert.EqualValues(t, 1, second.next("joined")["seat"])
	third := r.greetAs(t, ada)
	third.send(join)
	assert.Equal(t, joined["seat"], third.next("joined")["seat"])
	third.send(`{"type":"join","game":"` + game + `","seat":0}`)
	assert.Equal(t, joined["seat"], third.next("joined")["seat"], "requested by number")
	third.send(`{"type":"join","game":"` + game + `","seat":1}`)
	assert.Equal(t, "no_seat", third.next("error")["code"])

	for _, c := range []*client{first, second, third} {
		c.drop()
	}
	require.NoError(t, r.stop())
	records, err := s.Read(t.Context(), game)
	require.NoError(t, err)
	for _, record := range records {
		assert.NotContains(t, string(record), who["id"], "the game has no identity of a player")
	}
	for _, text := range append(first.seen, second.seen...) {
		assert.NotContains(t, text, who["id"])
	}
	require.NoError(t, s.Close())
	r, s = open()
	_, body = r.do(t, "GET", "/api/session", "", ada)
	assert.Equal(t, who, object(t, body))
	answer, body = r.do(t, "POST", "/api/session", "", ada)
	assert.Equal(t, 200, answer.StatusCode)
	assert.Equal(t, who, object(t, body))
	back := r.greetAs(t, ada)
	back.send(join)
	assert.Equal(t, joined["seat"], back.next("joined")["seat"])
	back.openDecision()
	_, body = r.do(t, "GET", "/api/me/games", "", ada)
	games := object(t, body)["games"].([]any)
	require.Len(t, games, 1)
	assert.Equal(t, game, games[0].(map[string]any)["id"])
	assert.Equal(t, []any{0.0}, games[0].(map[string]any)["mine"])
	assert.Equal(t, []any{0.0, 1.0}, games[0].(map[string]any)["awaiting"])
	assert.NotContains(t, r.log.String(), strings.TrimPrefix(ada.Get("Cookie"), "__Host-gamed="))

	// Ending a session closes all its connections.
	answer, _ = r.do(t, "DELETE", "/api/session", "", ada)
	assert.Equal(t, 204, answer.StatusCode)
	assert.Negative(t, answer.Cookies()[0].MaxAge)
	assert.Equal(t, "revoked", back.next("error")["code"])
	_, err = back.read()
	assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err))
	_, body = r.do(t, "GET", "/api/session", "", ada)
	assert.Equal(t, `{"kind":"anonymous"}`, strings.TrimSpace(body))
	require.NoError(t, r.stop())
	require.NoError(t, s.Close())
}

// TestGuestChoosesNameAndFace checks that a guest can choose a name and a face, which new tables
// show. The name of a bot or of another guest is refused.
func TestGuestChoosesNameAndFace(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	eve, _ := r.session(t)
	rename := func(who http.Header, body string) (int, map[string]any) {
		answer, text := r.do(t, "PATCH", "/api/session", body, who)
		return answer.StatusCode, object(t, text)
	}
	status, said := rename(ada, `{"name":"Ada L."}`)
	assert.Equal(t, 200, status)
	assert.Equal(t, "Ada L.", said["name"])
	assert.NotContains(t, said, "face")
	status, said = rename(ada, `{"face":"owl"}`)
	assert.Equal(t, 200, status)
	assert.Equal(t, []any{"Ada L.", "owl"}, []any{said["name"], said["face"]})
	for body, want := range map[string]string{`{"face":"dragon","name":"Eve"}`: "bad_face", `{}`: "bad_name", `{"name":"ADA L"}`: "name_taken", `{"name":"Greedy"}`: "name_taken", `{"name":"Easy"}`: "name_taken", `{"name":"!"}`: "bad_name", `{"name":"Ѕerver"}`: "bad_name"} {
		status, said := rename(eve, body)
		assert.Equal(t, 422, status, body)
		assert.Equal(t, want, said["code"], body)
	}
	_, said = rename(eve, `{"name":"Ѕerver"}`)
	assert.Equal(t, "the name is blank or looks like the server's; choose another name", said["text"])
	status, _ = rename(nil, `{"name":"Nemo"}`)
	assert.Equal(t, 401, status)

	c := r.greetAs(t, ada)
	c.send(`{"type":"join","game":"` + r.create(t, twoOpen) + `"}`)
	seat := c.next("joined")["seats"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{"Ada L.", "owl"}, []any{seat["name"], seat["face"]})
}

// TestLongestName checks that players can be found by the longest name that a guest may choose: 24
// letters of 4 bytes.
func TestLongestName(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	name := strings.Repeat("\U00020000", 24)
	answer, text := r.do(t, "PATCH", "/api/session", `{"name":"`+name+`"}`, ada)
	require.Equal(t, 200, answer.StatusCode, text)
	for _, path := range []string{"/api/results?player=", "/api/games?text="} {
		status, text := r.get(t, path+url.QueryEscape(name))
		assert.Equal(t, 200, status, text)
	}
	require.NoError(t, r.stop())
}

// TestCookieFlags checks the flags of the session cookie. Scripts cannot read it, and other sites
// cannot send it. Over TLS or on loopback, other hosts cannot set it.
func TestCookieFlags(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	tests := []struct {
		name   string
		header http.Header
		host   bool // whether the cookie's name has the prefix __Host-
	}{
		{"loopback", nil, true},
		{"localhost", http.Header{"Host": {"localhost:8080"}}, true},
		{"a loopback name", http.Header{"Host": {"gamed.localhost"}}, true},
		{"IPv6 loopback", http.Header{"Host": {"[::1]:8080"}}, true},
		{"a network without TLS", http.Header{"Host": {"192.168.1.5:8080"}}, false},
		{"TLS at a proxy on this machine", http.Header{"Host": {"192.168.1.5"}, "X-Forwarded-Proto": {"https"}}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer, body := r.do(t, "POST", "/api/session", "", tt.header)
			require.Equal(t, 201, answer.StatusCode, body)
			require.Len(t, answer.Cookies(), 1)
			cookie := answer.Cookies()[0]
			name := "gamed"
			if tt.host {
				name = "__Host-gamed"
			}
			assert.Equal(t, name, cookie.Name)
			assert.Equal(t, tt.host, cookie.Secure)
			assert.True(t, cookie.HttpOnly)
			assert.Equal(t, http.SameSiteStrictMode, cookie.SameSite)
			assert.Equal(t, "/", cookie.Path)
			assert.Empty(t, cookie.Domain)
			assert.Len(t, cookie.Value, 43)
			assert.NotContains(t, body, cookie.Value)

			// Where the host cookie works, the server ignores the plain cookie, which another host could
			// set.
			header := tt.header.Clone()
			if header == nil {
				header = http.Header{}
			}
			header.Set("Cookie", "gamed="+cookie.Value)
			_, body = r.do(t, "GET", "/api/session", "", header)
			assert.Equal(t, tt.host, strings.Contains(body, "anonymous"), body)
		})
	}
	for _, cookie := range []string{"__Host-gamed=", "__Host-gamed=x", "__Host-gamed=" + strings.Repeat("A", 43), "__Host-gamed=../guest"} {
		_, body := r.do(t, "GET", "/api/session", "", http.Header{"Cookie": {cookie}})
		assert.Equal(t, `{"kind":"anonymous"}`, strings.TrimSpace(body), cookie)
	}
	for _, site := range []http.Header{{"Origin": {"http://evil.example"}}, {"Sec-Fetch-Site": {"cross-site"}}, {"Sec-Fetch-Site": {"same-site"}}} {
		answer, _ := r.do(t, "POST", "/api/session", "", site)
		assert.Equal(t, 403, answer.StatusCode, "%v", site)
		answer, _ = r.do(t, "DELETE", "/api/session", "", site)
		assert.Equal(t, 403, answer.StatusCode, "%v", site)
	}
}

// TestBorrowedNames checks that an anonymous client cannot use the name of a known player.
func TestBorrowedNames(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, who := r.session(t)
	r.token(t, ada, `{"name":"Deep Spark"}`)
	for _, name := range []string{who["name"].(string), "Brave Badger 1234", "brave  badger", "Вrave Badger 77", "deep spark", "DEEP-SPARK"} {
		c := r.dial(t)
		text, err := json.Marshal(map[string]any{"type": "hello", "protocol": 1, "name": name})
		require.NoError(t, err)
		c.send(string(text))
		assert.Equal(t, "bad_field", c.next("error")["code"], name)
		_, err = c.read()
		assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err), name)
	}
}

// TestStoreOfIdentitiesAway checks that a server whose identity store is unavailable still
// identifies recent clients and answers requests without an identity.
func TestStoreOfIdentitiesAway(t *testing.T) {
	t.Parallel()
	kv := store.NewMemory()
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: splitStore{store.NewMemory(), kv}, Limits: fast()})
	ada, _ := r.session(t)
	_, bot := r.token(t, ada, `{"name":"Spark"}`)
	eve, _ := r.session(t)
	playing, game := r.greetAs(t, bot), r.create(t, withBot)
	kv.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} })
	for _, header := range []http.Header{ada, bot} {
		answer, _ := r.do(t, "GET", "/api/session", "", header)
		assert.Equal(t, 200, answer.StatusCode)
		_, status := r.dialAs(t, header)
		assert.Equal(t, 101, status)
	}
	answer, _ := r.do(t, "GET", "/api/session", "", eve)
	assert.Equal(t, 503, answer.StatusCode)
	_, status := r.dialAs(t, eve)
	assert.Equal(t, 503, status)

	// A client may return to a seat although its name is unchecked.
	stranger := r.dial(t)
	stranger.send(`{"type":"hello","protocol":1,"name":"Spark"}`)
	stranger.next("welcome")
	stranger.send(`{"type":"join","game":"` + game + `"}`)
	assert.Equal(t, "unavailable", stranger.next("error")["code"])
	stranger.send(`{"type":"join","game":"` + game + `","key":"wrong"}`)
	assert.Equal(t, "bad_key", stranger.next("error")["code"])

	playing.send(`{"type":"join","game":"` + game + `"}`)
	assert.Equal(t, "unavailable", playing.next("error")["code"])
	status, _ = r.get(t, "/")
	assert.Equal(t, 200, status)
	kv.InjectFault(nil)
	stranger.send(`{"type":"join","game":"` + game + `"}`)
	assert.Equal(t, "name", stranger.next("error")["field"], "the name belongs to a bot")
	playing.send(`{"type":"join","game":"` + game + `"}`)
	playing.openDecision()
}

// TestNoGame checks that joining a nonexistent game stores nothing.
func TestNoGame(t *testing.T) {
	kv := store.NewMemory()
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: splitStore{store.NewMemory(), kv}, Limits: fast()})
	ada, _ := r.session(t)
	c := r.greetAs(t, ada)
	for _, game := range []string{"0123456789", "../../etc", "", strings.Repeat("z", 64), "a b", "*", ">"} {
		c.send(`{"type":"join","game":"` + game + `"}`)
		assert.Equal(t, "no_game", c.next("error")["code"], game)
	}
	for _, bucket := range []string{"seat", "mine"} {
		keys, err := kv.Keys(t.Context(), bucket, "")
		require.NoError(t, err)
		assert.Empty(t, keys)
	}
}
