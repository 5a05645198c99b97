package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
)

// TestRun checks a run of a few fast games on a real server, and that a run fails if the server
// refuses or does not answer in time.
func TestRun(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	url, ended := make(chan string, 1), make(chan error, 1)
	s, err := server.New(server.Config{
		Addr: "127.0.0.1:0", Store: store.NewMemory(), Rules: rules.Of(elements.Rules), Limits: agent.DefaultLimits, Logger: zerolog.Nop(),
		Ready: func(at string) { url <- at },
	})
	require.NoError(t, err)
	go func() { ended <- s.Run(ctx) }()
	defer func() {
		stop()
		http.DefaultClient.CloseIdleConnections()
		require.NoError(t, <-ended)
	}()

	at := <-url
	var out bytes.Buffer
	require.NoError(t, run(ctx, &out, []string{"--server", at, "--games", "4", "--pace", "40ms", "--for", "400ms"}))
	assert.Regexp(t, `^4 games of elements, 8 WebSockets, a choice every 40ms in each game, for 400ms
  choices       \d+ a second, 100 due
  acknowledged  p50 .*, p99 .*, at most .*
  refused       0
  ping          p50 .*, p99 .*
  sync          not measured: name a folder on the server's disk with --dir
$`, out.String())
	out.Reset()
	require.NoError(t, run(ctx, &out, []string{"--server", at, "--games", "4", "--pace", "40ms", "--for", "400ms", "--dir", t.TempDir()}))
	assert.Regexp(t, `
  ping          p50 .*, p99 .*
  sync          p50 .*, p99 .*
  target        p99 at most .* \(ping \+ sync \+ 1ms\): (not )?met
$`, out.String())
	require.Error(t, run(ctx, &out, []string{"--games", "0"}))

	out.Reset()
	require.NoError(t, run(ctx, &out, []string{"--server", at, "--games", "4", "--silent", "--for", "50ms"}))
	assert.Regexp(t, `^4 silent games of elements, 8 WebSockets, opened in .*
  live memory      .* KB a game
  resident memory  .* KB a game
  goroutines       .* a game
  ping             p50 .*, p99 .*
$`, out.String())

	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = w.Write([]byte(`{"code":"bad_game","text":"no such rules"}`))
	}))
	defer refusing.Close()
	require.ErrorContains(t, run(ctx, &out, []string{"--server", refusing.URL, "--games", "4"}), "no such rules")
	require.ErrorIs(t, run(ctx, &out, []string{"--server", at, "--games", "4", "--patience", "1ns"}), context.DeadlineExceeded)
}
