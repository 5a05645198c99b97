package bots_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A peer is the other side of a bot's connection, scripted by a test.
type peer struct {
	t       *testing.T
	cmd     *exec.Cmd
	stderr  bytes.Buffer
	send    func(text string)
	receive func() string
	hangUp  func()
	abandon func()      // stops reading the connection, which stays open, and waits for the next connection
	revoked atomic.Bool // refuse new connections, as if the token were revoked
	wait    func()      // waits for the bot to exit
}

// start runs a bot, and kills it after the test.
func (p *peer) start(k kit, env string, args ...string) (stdin io.WriteCloser, stdout io.Reader) {
	ctx, cancel := context.WithTimeout(p.t.Context(), 2*time.Minute)
	c := k.command(k.probe, args...)
	p.cmd = exec.CommandContext(ctx, c.Name, c.Args...)
	p.cmd.Env, p.cmd.Stderr = append(p.cmd.Environ(), append(c.Env, env)...), &p.stderr
	stdin, err := p.cmd.StdinPipe()
	require.NoError(p.t, err)
	stdout, err = p.cmd.StdoutPipe()
	require.NoError(p.t, err)
	require.NoError(p.t, p.cmd.Start())
	p.wait = sync.OnceFunc(func() { _ = p.cmd.Wait() })
	p.t.Cleanup(func() {
		cancel()
		p.wait()
		if p.t.Failed() {
			p.t.Log(p.stderr.String())
		}
	})
	return stdin, stdout
}

// newPipePeer starts a bot and connects to its standard input and output.
func newPipePeer(t *testing.T, k kit, env string) *peer {
	p := &peer{t: t}
	stdin, stdout := p.start(k, env)
	lines := bufio.NewReader(stdout)
	p.send = func(text string) {
		for part := range strings.SplitSeq(text, "|") { // a message arrives in several parts
			_, err := io.WriteString(stdin, strings.ReplaceAll(part, "\\", ""))
			require.NoError(t, err)
		}
		_, err := io.WriteString(stdin, "\n")
		require.NoError(t, err)
	}
	p.receive = func() string {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err.Error()
		}
		return strings.TrimSuffix(line, "\n")
	}
	p.hangUp = func() { require.NoError(t, stdin.Close()) }
	return p
}

// newWebSocketPeer starts a bot and accepts its WebSocket connections, one after another.
func newWebSocketPeer(t *testing.T, k kit, secure bool, env string, args ...string) *peer {
	p := &peer{t: t}
	came := make(chan *websocket.Conn)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "Bearer sesame", r.Header.Get("Authorization"))
		if p.revoked.Load() {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		conn, err := websocket.Accept(w, r, nil)
		if assert.NoError(t, err) {
			came <- conn
		}
	})
	start := httptest.NewServer
	if secure {
		start = httptest.NewTLSServer
	}
	server := start(handler)
	t.Cleanup(server.Close)
	if secure {
		env = trustVariable(t, k, server)
	}
	p.start(k, env, append(args, "--token", "sesame", "--url", "ws"+strings.TrimPrefix(server.URL, "http")+"/bot?x=1")...)
	exited := make(chan struct{})
	go func() {
		p.wait()
		close(exited)
	}()
	var conn *websocket.Conn
	there := func() *websocket.Conn {
		if conn == nil {
			select {
			case conn = <-came:
			case <-exited:
				require.Fail(t, "the bot exited before it connected")
			}
		}
		return conn
	}
	p.send = func(text string) {
		w, err := there().Writer(t.Context(), websocket.MessageText)
		require.NoError(t, err)
		for part := range strings.SplitSeq(text, "|") { // each becomes a frame
			_, err := io.WriteString(w, part)
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
	}
	p.receive = func() string {
		kind, data, err := there().Read(t.Context())
		if err != nil {
			return err.Error()
		}
		assert.Equal(t, websocket.MessageText, kind)
		return string(data)
	}
	p.hangUp = func() {
		require.NoError(t, there().CloseNow())
		conn = nil
	}
	p.abandon = func() {
		frozen := there()
		t.Cleanup(func() { _ = frozen.CloseNow() })
		conn = nil
	}
	return p
}

// expect fails the test unless the next message equals a JSON text.
func (p *peer) expect(want string, args ...any) {
	p.t.Helper()
	got := p.receive()
	require.True(p.t, strings.HasPrefix(got, "{"), got)
	require.JSONEq(p.t, fmt.Sprintf(want, args...), got)
}

// sendDecision sends a decision whose first option tells the probe what to do.
func (p *peer) sendDecision(id int, do string) {
	p.send(fmt.Sprintf(`{"type":"update","game":"g","n":%d,"turn":1,"awaiting":[0],"view":{"lamp":1},"events":[{"n":%d}],`+
		`"decision":{"id":%d,"new":[],"options":[{"id":0,"do":%q,"text":"elf"},{"id":1,"do":"x","text":"zw|ölf","new":1}]}}`, id, id, id, do))
}

// sendPick sends a decision that asks for one or two of three cards.
func (p *peer) sendPick(id int, do string) {
	p.send(fmt.Sprintf(`{"type":"update","game":"g","n":%d,"turn":1,"awaiting":[0],"view":{},"events":[],`+
		`"decision":{"id":%d,"options":[{"id":0,"do":%q,"text":"elf"},{"id":1,"do":"x","text":"zwölf"}],`+
		`"pick":{"min":1,"max":2,"does":"discard","from":"hand","new":1,"cards":[{"id":0,"text":"elf"},{"id":1,"text":"elf"},{"id":2,"text":"ogre","new":1}]}}}`, id, id, do))
}

// exitStatus waits for the bot to exit and returns its status.
func (p *peer) exitStatus() int {
	p.wait()
	return p.cmd.ProcessState.ExitCode()
}
