package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/server"
	"gamed/server/admission"
	"gamed/store"
)

// raw sends text unchanged and returns the answer up to the end of the connection.
func (r *testServer) raw(t *testing.T, text string) string {
	t.Helper()
	conn, err := r.open()
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	require.NoError(t, conn.SetDeadline(time.Now().Add(responseTimeout)))
	_, err = io.WriteString(conn, text)
	require.NoError(t, err)
	answer, err := io.ReadAll(conn)
	require.NoError(t, err, "the server closes the connection")
	return string(answer)
}

// TestPaths checks that no path leads outside the page's folder, embedded or on disk.
func TestPaths(t *testing.T) {
	t.Parallel()
	around := t.TempDir()
	dir := filepath.Join(around, "page")
	require.NoError(t, os.Mkdir(dir, 0o755))
	const secret = "a file outside the page"
	require.NoError(t, os.WriteFile(filepath.Join(around, "secret.txt"), []byte(secret), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "index.html"), []byte("<p>a page"), 0o644))
	require.NoError(t, os.Symlink("../secret.txt", filepath.Join(dir, "link.txt")))
	require.NoError(t, os.Symlink(around, filepath.Join(dir, "up")))
	for _, page := range []string{"", dir} {
		r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: fast(), PageFolder: page})
		for _, path := range []string{
			"/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/..%5csecret.txt", "//secret.txt", "/./../secret.txt", "/x/../../secret.txt",
			filepath.Join(around, "secret.txt"), "/link.txt", "/up/secret.txt", "/index.html%00.txt", "/etc/passwd", "/../../../../../../etc/passwd",
			"/api/../../secret.txt", "/api/games/..%2f..%2fsecret.txt/log", "/api/games/%00/log", "/api/rules/..%2f..%2fsecret.txt", "/api/learn/../../secret.txt", "/api/matches/..%2fsecret.txt", "/api/matches/..%2f..%2f..%2fetc%2fpasswd",
		} {
			answer := r.raw(t, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
			assert.NotContains(t, answer, secret, path)
			assert.NotContains(t, answer, "root:", path)
			assert.Regexp(t, `^HTTP/1.1 (30[17]|40[0-9]|500)`, answer, path)
		}
	}
}

// TestHugeQuery checks that the server limits the length of a query, and that an echo of a long
// query is short.
func TestHugeQuery(t *testing.T) {
	t.Parallel()
	r := start(t, store.NewMemory(), fast())
	for _, name := range []string{"text", "rules", "status", "limit", "x"} {
		answer, body := r.do(t, "GET", "/api/games?"+name+"="+strings.Repeat("x", 12<<10), "", nil)
		assert.Contains(t, []int{200, 400}, answer.StatusCode, name)
		assert.Less(t, len(body), 1000, name)
	}
	answer, _ := r.do(t, "GET", "/api/games?text="+strings.Repeat("x", 32<<10), "", nil)
	assert.Equal(t, http.StatusRequestHeaderFieldsTooLarge, answer.StatusCode)
	answer, _ = r.do(t, "GET", "/api/games?"+strings.Repeat("limit=1&", 1500), "", nil)
	assert.Equal(t, 400, answer.StatusCode)
}

// TestSlowBody checks that the server stops waiting for a body that never ends.
func TestSlowBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, admission.Access{}, agent.DefaultLimits)
		answer := r.raw(t, "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
		assert.Contains(t, answer, `"code":"timeout"`)
	})
}

// TestForgedRequests checks that another site's page cannot act for a visitor, with any
// request or through any host name of the server.
func TestForgedRequests(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	game := r.create(t, twoOpen)
	for _, request := range []string{
		"POST /api/games", "POST /api/quick", "POST /api/learn/elements", "POST /api/tokens", "DELETE /api/tokens/x", "POST /api/session", "DELETE /api/session",
		"POST /api/games/" + game + "/rematch", "POST /api/games/" + game + "/play-from",
	} {
		method, path, _ := strings.Cut(request, " ")
		for _, site := range []http.Header{
			{"Origin": {"http://evil.example"}}, {"Origin": {"null"}}, {"Origin": {"http://localhost:1"}}, {"Sec-Fetch-Site": {"cross-site"}}, {"Sec-Fetch-Site": {"same-site"}},
		} {
			answer, _ := r.do(t, method, path, `{}`, with(ada, site))
			assert.Equal(t, 403, answer.StatusCode, "%s %v", request, site)
		}
	}
	for _, path := range []string{"/ws", "/api/session", "/api/tokens", "/", "/metrics"} {
		answer, body := r.do(t, "GET", path, "", with(ada, http.Header{"Host": {"evil.example"}}))
		assert.Equal(t, 421, answer.StatusCode, path)
		assert.Contains(t, body, `"code":"host"`)
	}
	for _, origin := range []string{"http://evil.example", "null", "http://localhost:1", "https://127.0.0.1.evil.example"} {
		_, status := r.dialAs(t, with(ada, http.Header{"Origin": {origin}}))
		assert.Equal(t, 403, status, origin)
	}
	_, status := r.dialAs(t, with(ada, http.Header{"Origin": {r.url}}))
	assert.Equal(t, 101, status)
	answer, body := r.do(t, "GET", "/api/session", "", ada)
	assert.Equal(t, 200, answer.StatusCode)
	assert.Contains(t, body, "guest", "the session is still good")
}

// TestPrivateGame checks that no list contains a private game, even after its end, and
// that its id does not lead to other games.
func TestPrivateGame(t *testing.T) {
	t.Parallel()
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules, polity.Game()), Store: store.NewMemory(), Limits: fast()})
	ada, who := r.session(t)
	eve, _ := r.session(t)
	waits := r.post(t, "/api/games", `{"rules":"elements","private":true,"name":"Hush","seats":[{},{}]}`, ada, 201)["id"].(string)
	a := r.sit(t, waits, ada)
	alone := r.post(t, "/api/games", `{"rules":"polity","private":true,"name":"Hush","seats":[{}]}`, ada, 201)["id"].(string)
	r.sit(t, alone, ada)
	over := r.loseGame(t, `{"rules":"elements","private":true,"name":"Hush","seats":[{},{"bot":"random"}]}`, ada)
	name := url.QueryEscape(who["name"].(string))
	r.awaitResults(t, "player="+name, ada, 1)
	for _, path := range []string{
		"/api/games", "/api/games?status=open,live,over&limit=200", "/api/games?text=hush", "/api/games?text=" + name, "/api/games?here=yes", "/api/rankings?rules=polity",
		"/api/results", "/api/results?player=" + name, "/api/results?rules=elements&kind=guest", "/api/ratings?rules=elements", "/api/me/games", "/api/bots/random/record", "/healthz", "/metrics",
	} {
		_, body := r.do(t, "GET", path, "", eve)
		for _, id := range []string{waits, alone, over} {
			assert.NotContains(t, body, id, path)
		}
	}
	for range 5 {
		_, body := r.do(t, "POST", "/api/quick", `{"rules":"elements"}`, eve)
		assert.NotContains(t, body, waits)
	}
	answer, _ := r.do(t, "GET", "/api/games/"+over+"/decisions", "", eve)
	assert.Equal(t, 403, answer.StatusCode, "a seat's knowledge stays private")
	assert.EqualValues(t, 0, a.seat)

	// Adjacent ids and malformed ids belong to no game.
	c := r.greetAs(t, eve)
	last := waits[len(waits)-1]
	for _, id := range []string{waits[:9], waits + "0", strings.ToUpper(waits), waits[:9] + string("01"[map[bool]int{true: 1}[last == '0']]), " " + waits, waits + "/", "%", "*", waits[:9] + "*"} {
		c.send(`{"type":"watch","game":"` + id + `"}`)
		assert.Equal(t, "no_game", c.next("error")["code"], id)
		answer, _ := r.do(t, "GET", "/api/games/"+url.PathEscape(id), "", eve)
		assert.Equal(t, 404, answer.StatusCode, id)
	}
}

// TestForgedEnds checks that players cannot end a game with forged messages.
func TestForgedEnds(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	eve, _ := r.session(t)
	game := r.post(t, "/api/games", `{"rules":"elements","rated":true,"seats":[{},{}]}`, ada, 201)["id"].(string)
	a, e := r.sit(t, game, ada), r.sit(t, game, eve)
	a.openDecision()
	for text, code := range map[string]string{
		`{"type":"over"}`: "unknown_type",
		`{"type":"over","game":"` + game + `","won":[1],"draw":false,"reason":"end"}`: "unknown_type",
		`{"type":"exit","seat":0,"way":"win"}`:                                        "not_now",
		`{"type":"exit","seat":1,"way":"win"}`:                                        "no_seat",
		`{"type":"respond","kind":"draw","accept":true}`:                              "not_now",
		`{"type":"resign","seat":0}`:                                                  "bad_field",
		`{"type":"resign","by":0}`:                                                    "bad_field",
	} {
		e.send(text)
		assert.Equal(t, code, e.next("error")["code"], text)
	}
	for _, request := range []string{"POST /api/results", "PUT /api/results", "POST /api/games/" + game, "DELETE /api/games/" + game, "POST /api/games/" + game + "/result", "POST /api/ratings", "PUT /api/games/" + game + "/log"} {
		method, path, _ := strings.Cut(request, " ")
		answer, _ := r.do(t, method, path, `{"game":"`+game+`","won":[1]}`, eve)
		want := 405
		if strings.HasSuffix(path, "/result") {
			want = 404 // no route has this address
		}
		assert.Equal(t, want, answer.StatusCode, request)
	}
	_, body := r.get(t, "/api/games/"+game)
	assert.Contains(t, body, `"status":"live"`)
	r.awaitRatings(t, 0, nil)
	e.send(`{"type":"resign"}`)
	assert.Equal(t, []any{0.}, a.next("over")["won"])
	answer, _ := r.do(t, "POST", "/api/games/"+game+"/rematch", `{"key":"0123456789012345678901"}`, nil)
	assert.Equal(t, 403, answer.StatusCode)
}

// TestOwnerLimits checks the limits on a guest's bots and tokens.
func TestOwnerLimits(t *testing.T) {
	r := start(t, store.NewMemory(), fast())
	ada, _ := r.session(t)
	ids := []string{}
	for i := range 20 {
		id, _ := r.token(t, ada, fmt.Sprintf(`{"name":"Spark %d"}`, i))
		ids = append(ids, id)
	}
	answer, body := r.do(t, "POST", "/api/tokens", `{"name":"Spark 0"}`, ada)
	assert.Equal(t, 422, answer.StatusCode)
	assert.Contains(t, body, "too_many")
	answer, _ = r.do(t, "DELETE", "/api/tokens/"+ids[0], "", ada)
	assert.Equal(t, 204, answer.StatusCode)
	_, body = r.do(t, "POST", "/api/tokens", `{"name":"One more"}`, ada)
	assert.Contains(t, body, "too_many", "names remain reserved")
	r.token(t, ada, `{"name":"Spark 3"}`)
}

// TestFloodByDefault checks that the default limits stop a flood of messages and of connections
// from a guest and from a bot.
func TestFloodByDefault(t *testing.T) {
	access := admission.DefaultAccess
	access.LimitLocal = true
	r := startLimited(t, access, agent.DefaultLimits)
	ada, _ := r.session(t)
	_, bot := r.token(t, ada, `{"name":"Spark"}`)
	for name, header := range map[string]http.Header{"guest": ada, "bot": bot} {
		c := r.greetAs(t, header)
		for range 300 {
			if c.conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"ping","t":1}`)) != nil {
				break
			}
		}
		heard := map[any]int{}
		for {
			m, err := c.read()
			if err != nil {
				assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err), name)
				break
			}
			heard[m["type"]]++
		}
		assert.GreaterOrEqual(t, heard["pong"], 29, name)
		assert.Greater(t, heard["error"], 30, name)
	}
	open := []*client{}
	for {
		c, status := r.dialAs(t, ada)
		if status != 101 {
			assert.Equal(t, 429, status)
			break
		}
		open = append(open, c)
	}
	assert.GreaterOrEqual(t, 5, len(open))
	assert.NotEmpty(t, open)
}
