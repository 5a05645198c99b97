package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/protocol"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/server/admission"
	"gamed/store"
)

// startLimited starts a server with the given limits.
func startLimited(t *testing.T, access admission.Access, limits agent.Limits) *testServer {
	return startConfig(t, server.Config{
		Addr: "127.0.0.1:0", Rules: withoutBots(builtin.Elements()), Store: store.NewMemory(), Limits: limits, Access: access,
	})
}

// from returns the header that a proxy on this machine sends for a client.
func from(address string) http.Header { return http.Header{"X-Forwarded-For": {address}} }

func with(a, b http.Header) http.Header {
	all := a.Clone()
	for name, values := range b {
		all[name] = values
	}
	return all
}

// TestDefaults fails if a default limit changes. docs/operate.md states these limits.
func TestDefaults(t *testing.T) {
	l, a := agent.DefaultLimits, admission.DefaultAccess
	assert.Equal(t, 16<<10, l.Message)
	assert.Equal(t, 5*time.Second, l.Hello)
	assert.Equal(t, 20*time.Second, l.Ping)
	assert.Equal(t, 5*time.Second, l.Write)
	assert.EqualValues(t, 50, l.Rate)
	assert.Equal(t, 30, l.Burst)
	assert.Equal(t, 64, l.OutboxMessages)
	assert.Equal(t, 256<<10, l.OutboxBytes)
	assert.Equal(t, admission.Access{PerUser: 5, PerAddress: 50, PeopleRate: 10}, a)
	assert.Equal(t, 16<<10, protocol.MaxMessage)
}

// TestConnections checks the limits on WebSockets for each player and each address.
func TestConnections(t *testing.T) {
	r := startLimited(t, admission.Access{PerUser: 2, PerAddress: 3}, fast())
	refused := func(header http.Header, why string) {
		t.Helper()
		_, status := r.dialAs(t, header)
		assert.Equal(t, http.StatusTooManyRequests, status, why)
	}
	open := func(header http.Header) *client {
		t.Helper()
		c, status := r.dialAs(t, header)
		require.Equal(t, http.StatusSwitchingProtocols, status)
		return c
	}
	first := open(from("203.0.113.7"))
	open(from("203.0.113.7"))
	open(from("1.2.3.4, 203.0.113.7"))
	refused(from("203.0.113.7"), "the fourth")
	for _, lie := range []string{"1.2.3.4, 203.0.113.7", "127.0.0.1, 203.0.113.7", "127.0.0.1,203.0.113.7,127.0.0.1", "::ffff:203.0.113.7"} {
		refused(from(lie), lie)
	}
	refused(http.Header{"X-Forwarded-For": {"198.51.100.1", "203.0.113.7"}}, "two headers")
	open(from("203.0.113.8"))

	// IPv6 clients usually own a whole /64 network.
	for i := range 3 {
		open(from(fmt.Sprintf("2001:db8:0:1::%d", i)))
	}
	refused(from("2001:db8:0:1:ffff::9"), "the same network")
	open(from("2001:db8:0:2::1"))

	// A known player has one limit for all its addresses.
	ada, _ := r.session(t)
	_, bot := r.token(t, ada, `{"name":"Spark"}`)
	for _, who := range []http.Header{ada, bot} {
		open(with(who, from("198.51.100.1")))
		open(with(who, from("198.51.100.2")))
		refused(with(who, from("198.51.100.3")), "a third")
	}

	// Clients on this machine have no limit.
	for range 5 {
		open(nil)
		open(bot)
	}

	first.drop() // frees a connection
	require.Eventually(t, func() bool {
		_, status := r.dialAs(t, from("203.0.113.7"))
		return status == http.StatusSwitchingProtocols
	}, responseTimeout, 10*time.Millisecond)
}

// TestForwardedFor checks that the limits hold for each form of an entry in X-Forwarded-For, and
// that clients with unreadable addresses share one limit.
func TestForwardedFor(t *testing.T) {
	r := startLimited(t, admission.Access{PerAddress: 2}, fast())
	status := func(entry string) int {
		_, status := r.dialAs(t, from(entry))
		return status
	}
	for entry, same := range map[string]string{
		"203.0.113.1:4711": "203.0.113.1", "[203.0.113.2]:4711": "203.0.113.2", `"203.0.113.3:4711"`: "203.0.113.3", "for=203.0.113.4": "203.0.113.4",
		`For="203.0.113.5"`: "203.0.113.5", "203.0.113.6,": "203.0.113.6", ", 203.0.113.7 ,,": "203.0.113.7", "8.8.8.8,203.0.113.8:1": "203.0.113.8",
		"[2001:db8:1::1]": "2001:db8:1::", "[2001:db8:2::2]:4711": "2001:db8:2::", `for="[2001:db8:3::3]:4711"`: "2001:db8:3::", "2001:db8:4::4%eth0": "2001:db8:4::",
		"::ffff:203.0.113.9": "203.0.113.9", "203.0.113.10:_port": "203.0.113.10",
	} {
		assert.Equal(t, http.StatusSwitchingProtocols, status(entry), entry)
		assert.Equal(t, http.StatusSwitchingProtocols, status(same), entry)
		assert.Equal(t, http.StatusTooManyRequests, status(entry), entry)
		assert.Equal(t, http.StatusTooManyRequests, status(same), entry)
	}
	for range 2 {
		require.Equal(t, http.StatusSwitchingProtocols, status("unknown"))
	}
	for _, entry := range []string{
		"unknown", "_hidden", " , ", "203.0.113", "127.0.0.1, unknown", "1.2.3.4;5.6.7.8", "203.0.113.7:1:2", "localhost", `"`, "[]",
	} {
		assert.Equal(t, http.StatusTooManyRequests, status(entry), entry)
	}
	assert.Equal(t, http.StatusSwitchingProtocols, status("198.51.100.1"), "another address")
}

// TestBoundedLocally checks that Access.LimitLocal applies the limits to clients on this machine.
func TestBoundedLocally(t *testing.T) {
	r := startLimited(t, admission.Access{PerAddress: 1, LimitLocal: true}, fast())
	_, status := r.dialAs(t, nil)
	require.Equal(t, 101, status)
	_, status = r.dialAs(t, nil)
	assert.Equal(t, 429, status)
}

// TestProxies checks that the server ignores the headers of untrusted proxies.
func TestProxies(t *testing.T) {
	outside := ""
	addrs, err := net.InterfaceAddrs()
	require.NoError(t, err)
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			outside = n.IP.String()
		}
	}
	if outside == "" {
		outside = "127.0.0.1" // this machine has no network; the other cases still run
	}
	for _, trusted := range []bool{false, true} {
		access := admission.Access{PerAddress: 1, LimitLocal: true}
		if trusted {
			access.Proxies = []netip.Prefix{netip.PrefixFrom(netip.MustParseAddr(outside), 32)}
		}
		r := startConfig(t, server.Config{
			Addr: outside + ":0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: fast(), Access: access,
		})
		_, status := r.dialAs(t, from("203.0.113.1"))
		require.Equal(t, 101, status)
		_, status = r.dialAs(t, from("203.0.113.2"))
		if trusted || outside == "127.0.0.1" {
			assert.Equal(t, 101, status)
		} else {
			assert.Equal(t, 429, status)
		}
		answer, _ := r.do(t, "POST", "/api/session", "", http.Header{"Host": {outside}, "X-Forwarded-Proto": {"https"}, "X-Forwarded-For": {"203.0.113.3"}})
		assert.Equal(t, trusted || outside == "127.0.0.1", answer.Cookies()[0].Secure)
	}
}

// TestRates checks the message rates of a person, a bot with a token, and a local client.
func TestRates(t *testing.T) {
	limits := agent.DefaultLimits
	limits.Rate, limits.Burst, limits.Excess = 1e9, 20, 5
	r := startLimited(t, admission.Access{PeopleRate: 1e-9}, limits)
	ada, _ := r.session(t)
	_, bot := r.token(t, ada, `{"name":"Spark"}`)
	for name, header := range map[string]http.Header{"anonymous": from("203.0.113.1"), "guest": with(ada, from("203.0.113.2"))} {
		c, status := r.dialAs(t, header)
		require.Equal(t, 101, status)
		c.send(`{"type":"hello","protocol":1,"name":"Eve"}`)
		c.next("welcome")
		for range limits.Burst - 1 {
			c.send(`{"type":"ping","t":1}`)
			c.next("pong")
		}
		for range limits.Excess {
			c.send(`{"type":"ping","t":1}`)
			assert.Equal(t, "too_fast", c.next("error")["code"], name)
		}
		c.send(`{"type":"ping","t":1}`)
		assert.Equal(t, "too_fast", c.next("error")["code"], name)
		_, err := c.read()
		assert.Equal(t, websocket.StatusPolicyViolation, websocket.CloseStatus(err), name)
	}
	for _, header := range []http.Header{with(bot, from("203.0.113.3")), ada} {
		c := r.greetAs(t, header)
		for range 4 * limits.Burst {
			c.send(`{"type":"ping","t":1}`)
			c.next("pong")
		}
	}

	// HTTP requests from one address share a burst.
	for i := range limits.Burst + 1 {
		answer, body := r.do(t, "POST", "/api/session", "", from("203.0.113.4"))
		if i < limits.Burst {
			require.Equal(t, 201, answer.StatusCode, body)
			continue
		}
		assert.Equal(t, 429, answer.StatusCode)
		assert.Equal(t, "1", answer.Header.Get("Retry-After"))
	}
	answer, _ := r.do(t, "GET", "/api/games", "", from("203.0.113.4"))
	assert.Equal(t, 200, answer.StatusCode, "reads have a separate limit")
	answer, _ = r.do(t, "POST", "/api/session", "", from("203.0.113.5"))
	assert.Equal(t, 201, answer.StatusCode, "another address")
}

// TestCreationRate checks the rate of new guests and games per address, for each kind of request that
// creates them. A repeated request for the same game does not count.
func TestCreationRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := agent.DefaultLimits
		limits.Rate, limits.Burst = 1e9, 4
		r := startPiped(t, admission.Access{PeopleRate: 100}, limits)
		// ask repeats a request until it succeeds or exceeds the rate of new guests and games. It
		// reports whether the request succeeded.
		ask := func(path, body string, header http.Header) (made bool) {
			t.Helper()
			for {
				answer, text := r.do(t, "POST", path, body, header)
				made = answer.StatusCode < 300
				if made || strings.Contains(text, "too many new guests, names, games") {
					return made
				}
				require.Equal(t, http.StatusTooManyRequests, answer.StatusCode, text)
				time.Sleep(10 * time.Millisecond) // for the rate of all requests
			}
		}
		quick := func(n int) string {
			return fmt.Sprintf(`{"rules":"elements","ticket":"0123456789","clock":{"bank_ms":%d}}`, n+1000)
		}
		for i, tt := range []struct {
			path string
			body func(n int) string
		}{
			{"/api/games", func(int) string { return twoOpen }},
			{"/api/session", func(int) string { return "" }},
			{"/api/quick", quick},
			{"/api/learn/elements", func(int) string { return "{}" }},
		} {
			header := from(fmt.Sprintf("203.0.113.%d", i))
			n := 0
			for ; ask(tt.path, tt.body(n), header); n++ {
				require.Less(t, n, 100, tt.path)
			}
			assert.Equal(t, 2*limits.Burst, n, tt.path)
		}
		header := from("203.0.113.9")
		for range 5 * limits.Burst {
			assert.True(t, ask("/api/quick", quick(0), header))
		}
		ada, _ := r.session(t)
		for range 5 * limits.Burst {
			assert.True(t, ask("/api/session", "", with(ada, header)))
		}
	})
}

// ask sends a request without a body on an open connection, and returns the response and its body, or
// nil without one.
func ask(t *testing.T, conn net.Conn, request string) (*http.Response, string) {
	t.Helper()
	if _, err := fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: localhost\r\n\r\n", request); err != nil {
		return nil, ""
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return nil, ""
	}
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer, string(body)
}

// TestSilentConnections checks that silent connections count towards the limit of their address. The server
// must refuse requests on further connections with a text that names the limit, until the client
// closes one of the earlier connections.
func TestSilentConnections(t *testing.T) {
	r := startLimited(t, admission.Access{PerAddress: 2, LimitLocal: true}, fast())
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		require.NoError(t, conn.SetDeadline(time.Now().Add(responseTimeout)))
		return conn
	}
	var open []net.Conn
	for range 52 {
		open = append(open, dial())
	}
	for _, request := range []string{"GET /", "GET /api/games", "POST /api/games", "GET /ws", "BREW /nothing"} {
		conn := dial()
		answer, body := ask(t, conn, request)
		require.NotNil(t, answer, request)
		assert.Equal(t, http.StatusTooManyRequests, answer.StatusCode, request)
		assert.True(t, answer.Close, request)
		assert.Equal(t, "1", answer.Header.Get("Retry-After"), request)
		wantRefusal(t, answer, body, request)
		assert.Contains(t, body, `"code":"too_many","text":"your address already has 52 connections open: close one first"`, request)
		_, err := conn.Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF, request)
	}
	for _, conn := range open {
		answer, _ := ask(t, conn, "GET /healthz")
		require.NotNil(t, answer)
		assert.False(t, answer.Close)
	}
	require.NoError(t, open[0].Close())
	require.Eventually(t, func() bool {
		answer, _ := ask(t, dial(), "GET /api/rules")
		return answer != nil && answer.StatusCode == http.StatusOK
	}, responseTimeout, 10*time.Millisecond)
}

// TestFull checks that the server answers on a few connections beyond the limit of all clients: it
// refuses requests with a reason, and serves monitors. It must close all further connections at once, and
// count every connection beyond the limit as refused.
func TestFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := startPiped(t, admission.Access{Connections: 3}, agent.DefaultLimits)
		dial := func() net.Conn {
			conn, err := r.open()
			require.NoError(t, err)
			t.Cleanup(func() { _ = conn.Close() })
			return conn
		}
		for range 3 {
			dial()
		}
		answer, body := ask(t, dial(), "GET /api/games")
		require.NotNil(t, answer)
		assert.Equal(t, http.StatusServiceUnavailable, answer.StatusCode)
		wantRefusal(t, answer, body, "full")
		assert.Contains(t, body, `"code":"unavailable","text":"all connections of the server are in use: try again later"`)
		for path, want := range map[string]string{
			"/livez": `"ok"`, "/readyz": "all connections are in use", "/healthz": `"reasons":["all connections are in use"]`, "/metrics": "gamed_connections_refused_total ",
		} {
			answer, body := ask(t, dial(), "GET "+path)
			require.NotNil(t, answer, path)
			assert.True(t, answer.Close, path)
			assert.Contains(t, body, want, path)
		}
		synctest.Wait() // until the server has noticed the closed connections

		begun := time.Now()
		var spare []net.Conn
		for range 16 {
			spare = append(spare, dial())
		}
		answer, _ = ask(t, dial(), "GET /livez")
		require.NotNil(t, answer, "in place of a silent connection")
		_, err := spare[0].Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF, "the oldest one")
		synctest.Wait()
		spare[0] = dial()
		for _, conn := range spare {
			_, err = io.WriteString(conn, "G")
			require.NoError(t, err)
		}
		synctest.Wait()
		_, err = dial().Read(make([]byte, 1))
		require.ErrorIs(t, err, io.EOF)
		assert.Zero(t, time.Since(begun), "closed at once")
		for _, conn := range spare {
			text, _ := io.ReadAll(conn)
			assert.Contains(t, string(text), "408 Request Timeout")
		}
		assert.Equal(t, time.Second, time.Since(begun), "a spare connection has a second")
		_, body = ask(t, dial(), "GET /metrics")
		assert.Contains(t, body, "\ngamed_connections_refused_total 25\n")
	})
}

// TestReadRate checks the rate of API reads per address. Requests for the page's files are not limited.
func TestReadRate(t *testing.T) {
	t.Parallel()
	limits := agent.DefaultLimits
	limits.Rate, limits.Burst = 1e9, 4
	r := startLimited(t, admission.Access{PeopleRate: 1e-9}, limits)
	got := map[int]int{}
	for range 6 * limits.Burst {
		answer, _ := r.do(t, "GET", "/api/games", "", from("203.0.113.1"))
		got[answer.StatusCode]++
	}
	assert.Equal(t, map[int]int{200: 5 * limits.Burst, 429: limits.Burst}, got)
	for range 6 * limits.Burst {
		answer, _ := r.do(t, "GET", "/app.js", "", from("203.0.113.1"))
		assert.Equal(t, 200, answer.StatusCode)
	}
	answer, _ := r.do(t, "GET", "/api/games", "", from("203.0.113.2"))
	assert.Equal(t, 200, answer.StatusCode)
}
