package command

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/protocol"
	"gamed/store"
)

// randomBot is a program that scripts run as a bot.
func randomBot() {
	b := client.Bot{Hello: protocol.Hello{Name: "program"}, Choose: client.Random}
	if err := b.Run(context.Background(), client.Stdio()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// badBot answers each decision with an invalid message.
func badBot() { misbehave(func() { fmt.Println("bad") }) }

// exitingBot exits with status 3 at its first decision.
func exitingBot() {
	misbehave(func() {
		fmt.Fprintln(os.Stderr, "line 1\nline 2")
		os.Exit(3)
	})
}

// misbehave says hello, and calls do for each decision.
func misbehave(do func()) {
	fmt.Println(`{"type":"hello","protocol":1,"name":"bad"}`)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var m struct {
			Type     string
			T        int64
			Decision any
		}
		switch _ = json.Unmarshal(lines.Bytes(), &m); {
		case m.Type == "ping":
			fmt.Printf("{\"type\":\"pong\",\"t\":%d}\n", m.T)
		case m.Decision != nil:
			do()
		}
	}
}

// TestBotComesBack checks that a bot plays a game on a server to its end although the connection is
// lost repeatedly.
func TestBotComesBack(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	out, said := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		o := serveOptions{sync: store.SyncNever, addr: "127.0.0.1:0", storageOptions: storageOptions{data: filepath.Join(t.TempDir(), "games")}}
		defaults := flag.NewFlagSet("serve", flag.ContinueOnError)
		o.access.flags(defaults)
		o.bots.flags(defaults)
		err := o.serve(ctx, environ{nil, said, io.Discard, builtinGames()})
		_ = said.Close() // unblocks the reader if the server does not start
		ended <- err
	}()
	defer func() {
		cancel()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		require.NoError(t, <-ended)
	}()
	var at string
	_, err := fmt.Fscanf(out, "Gamed listens on http://%s\n", &at)
	require.NoError(t, err)
	go func() { _, _ = io.Copy(io.Discard, out) }()

	var cuts atomic.Int32
	proxy := startCuttingProxy(t, at, &cuts)
	game := createGame(t, at)
	var notes strings.Builder
	code := run(t.Context(), environ{nil, io.Discard, &notes, builtinGames()}, []string{"bot", "connect", "ws://" + proxy + "/ws", "--game", game, "random"})
	assert.Zero(t, code, notes.String())
	assert.Positive(t, cuts.Load())
	assert.Equal(t, int(cuts.Load()), strings.Count(notes.String(), "connecting again"), notes.String())
	answer, err := http.Get("http://" + at + "/api/games/" + game + "/log")
	require.NoError(t, err)
	defer func() { _ = answer.Body.Close() }()
	log, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	assert.Contains(t, string(log), `"settings":{"seat":1,"stops":["block","play","own_play"`, "the bot answers every decision itself")
}

// createGame creates a game and returns its id.
func createGame(t *testing.T, at string) string {
	t.Helper()
	conn, err := net.Dial("tcp", at)
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	body := `{"rules":"elements","seats":[{"bot":"random"},{}]}`
	_, err = fmt.Fprintf(conn, "POST /api/games HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	require.NoError(t, err)
	answer, err := io.ReadAll(conn)
	require.NoError(t, err)
	_, id, ok := strings.Cut(string(answer), `"id":"`)
	require.True(t, ok, string(answer))
	id, _, _ = strings.Cut(id, `"`)
	return id
}

// startCuttingProxy forwards connections to another address, and returns its own address. It cuts each
// of the first three connections after 10,000 bytes to the client.
func startCuttingProxy(t *testing.T, to string, cuts *atomic.Int32) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for n := 0; ; n++ {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			conn, err := net.Dial("tcp", to)
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(conn, from)
				_ = conn.Close()
			}()
			go func() {
				if n < 3 {
					if sent, _ := io.CopyN(from, conn, 10_000); sent == 10_000 {
						cuts.Add(1)
					}
				} else {
					_, _ = io.Copy(from, conn)
				}
				_, _ = from.Close(), conn.Close()
			}()
		}
	}()
	return listener.Addr().String()
}

// TestBotJoinsAMatch checks that a built-in bot connects to a match, gets ready for a game and ends
// without an error at the end of the match. A wrong token must end it with an error.
func TestBotJoinsAMatch(t *testing.T) {
	l, err := external.Listen("127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	token := l.Expect()
	code := make(chan int, 1)
	var notes strings.Builder
	go func() {
		code <- run(t.Context(), environ{nil, io.Discard, &notes, builtinGames()}, []string{"bot", "connect", l.URL(), "--token", token, "random"})
	}()
	b, err := l.Accept(t.Context(), token, external.DefaultLimits)
	require.NoError(t, err)
	assert.Equal(t, "random", b.Hello().Name)
	require.NoError(t, b.Begin(t.Context(), protocol.Joined{Game: "match-1", Rules: "elements", Seats: []protocol.Seat{}}))
	require.NoError(t, b.Close())
	assert.Zero(t, <-code, notes.String())

	assert.Equal(t, 1, run(t.Context(), environ{nil, io.Discard, &notes, builtinGames()}, []string{"bot", "connect", l.URL(), "--token", "x", "random"}))
	assert.Equal(t, "gamed bot: the token is wrong or has been revoked: use the token that the match printed, or create a new token on the server\n", notes.String())
}
