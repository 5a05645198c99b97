package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/ai"
	"gamed/internal/test/leaktest"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
)

// asBot is the environment variable that makes the test binary run as the bot that its value names.
const asBot = "GAMED_TEST_BOT"

var examples = map[string]func(){"random": Example, "greedy": Example_greedy, "flat": Example_search}

func TestMain(m *testing.M) {
	if name := os.Getenv(asBot); name != "" {
		examples[name]()
		return
	}
	leaktest.Main(m)
}

// TestExamples checks that each example bot, as a process, can play a game.
func TestExamples(t *testing.T) {
	for name := range examples {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := external.Command{Name: os.Args[0], Env: []string{asBot + "=" + name, "GORACE=atexit_sleep_ms=0"}}
			b, err := external.Start(t.Context(), c, external.DefaultLimits)
			require.NoError(t, err)
			assert.Equal(t, name, b.Hello().Name)
			play(t, b)
			require.NoError(t, b.Close())
			assert.Empty(t, b.Stderr())
		})
	}
}

// play plays a game of Elements with b in seat 0. Seat 1 always chooses the first option.
func play(t *testing.T, b *external.Conn) {
	t.Helper()
	m, err := elements.Rules.Deal(state.Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	seed, r := uint64(1), state.Rand(1)
	require.NoError(t, b.Begin(t.Context(), protocol.Joined{
		Game: "g", Rules: "elements", Seats: []protocol.Seat{}, Seed: &seed, Budget: &protocol.Budget{Worlds: 4, Steps: 200},
	}))
	for m.Awaiting() != 0 {
		seat := m.Next()
		options := m.Options(seat, nil)
		option := options[0]
		if seat == 0 {
			u := &protocol.Update{Game: "g", Awaiting: []int{0}, View: m.AppendView(nil, seat), Decision: &protocol.Decision{ID: m.Decision(seat)}}
			for i, o := range options {
				u.Decision.Options = append(u.Decision.Options, protocol.OptionOf(i, m.Label(seat, o)))
			}
			answer, err := b.Ask(t.Context(), u, ai.NewAsk(m, seat, options))
			require.NoError(t, err)
			option = options[answer.Option]
		}
		m.Apply(state.Request{Seat: seat, Option: option, Salt: r.Uint64()}, nil)
	}
}

const (
	joined   = `{"type":"joined","game":"g","rules":"r","seat":0,"seats":[],"seed":1,"budget":{"worlds":1,"steps":1}}`
	decision = `{"type":"update","game":"g","view":{},"decision":{"id":7,"options":[{"id":0},{"id":1}]}}`
	chosen   = `{"type":"choose","decision":7,"option":1}`
	pick     = `{"type":"update","game":"g","view":{},"decision":{"id":7,"options":[{"id":0},{"id":1}],` +
		`"pick":{"min":0,"max":2,"does":"discard","from":"hand","cards":[{"id":0},{"id":1},{"id":2}]}}}`
)

// TestRun runs a bot per case and sends it the messages of the case. It checks what the bot sends,
// and the error of Run.
func TestRun(t *testing.T) {
	last := func(_ context.Context, d *client.Decision) (int, error) { return len(d.Options) - 1, nil }
	forks := func(ctx context.Context, d *client.Decision) (int, error) {
		w, err := d.Fork(ctx, protocol.Fork{Seed: 1})
		if err != nil {
			return 0, err
		}
		return int(w.WorldID), nil
	}
	cards := func(ids ...int) client.Choose {
		return func(_ context.Context, d *client.Decision) (int, error) { return d.Cards(ids...) }
	}
	for name, tt := range map[string]struct {
		choose client.Choose
		join   *protocol.Join
		told   []string
		says   []string
		fails  string
	}{
		"bye":                {last, nil, []string{`{"type":"bye"}`}, nil, ""},
		"no bye":             {last, nil, nil, nil, "the connection ended without a bye: EOF"},
		"type last":          {last, nil, []string{`{"t":3, "type":"ping"}`, `{"type":"bye"}`}, []string{`{"type":"pong","t":3}`}, ""},
		"unknown":            {last, nil, []string{`{"type":"news","x":[]}`, `{"type":"bye","x":1}`}, nil, ""},
		"answers once":       {last, nil, []string{joined, decision, decision, `{"type":"bye"}`}, []string{chosen}, ""},
		"answers again":      {last, nil, []string{joined, decision, `{"type":"error","code":"busy"}`, `{"type":"bye"}`}, []string{chosen, chosen}, ""},
		"retries a new code": {last, nil, []string{joined, decision, `{"type":"error","code":"eclipse","retry_ms":1}`, `{"type":"bye"}`}, []string{chosen, chosen}, ""},
		"retries a fork": {forks, nil, []string{joined, decision, `{"type":"error","code":"too_fast","retry_ms":1}`, `{"type":"world","fork":1}`, `{"type":"bye"}`},
			[]string{`{"type":"fork","seed":1}`, `{"type":"fork","seed":1}`, chosen}, ""},
		"answers after coming": {last, nil, []string{joined, decision, joined, decision, `{"type":"bye"}`}, []string{chosen, chosen}, ""},
		"stale":                {last, nil, []string{joined, `{"type":"error","code":"stale"}`, `{"type":"bye"}`}, nil, ""},
		"new code":             {last, nil, []string{joined, `{"type":"error","code":"eclipse"}`, `{"type":"bye"}`}, nil, ""},
		"refused":              {last, nil, []string{`{"type":"error","code":"bad_version","text":"no"}`}, nil, "bad_version: no"},
		"joins": {last, &protocol.Join{Game: "g", Key: "k"}, []string{`{"type":"welcome"}`, joined, `{"type":"over"}`},
			[]string{`{"type":"join","game":"g","key":"k"}`, `{"type":"settings","stops":["*"]}`}, ""},
		"resigns": {func(context.Context, *client.Decision) (int, error) { return client.Resign, nil }, nil,
			[]string{joined, decision, `{"type":"bye"}`}, []string{`{"type":"resign"}`}, ""},
		"picks":          {cards(2, 0), nil, []string{joined, pick, `{"type":"bye"}`}, []string{`{"type":"pick","decision":7,"cards":[2,0]}`}, ""},
		"picks none":     {cards(), nil, []string{joined, pick, `{"type":"bye"}`}, []string{`{"type":"pick","decision":7,"cards":[]}`}, ""},
		"picks too many": {cards(0, 1, 2), nil, []string{joined, pick}, nil, "3 cards: pick 0 to 2"},
		"picks no card":  {cards(0, 3), nil, []string{joined, pick}, nil, "there is no card 3: the cards are numbered from 0 to 2"},
		"picks twice":    {cards(1, 1), nil, []string{joined, pick}, nil, "card 1 is picked twice"},
		"option beyond": {func(context.Context, *client.Decision) (int, error) { return 2, nil }, nil, []string{joined, decision}, nil,
			"Choose returned option 2 of 2, counted from 0; return the ID of an option, the result of Cards, or Resign"},
		"option below": {func(context.Context, *client.Decision) (int, error) { return -3, nil }, nil, []string{joined, decision}, nil,
			"Choose returned option -3 of 2, counted from 0; return the ID of an option, the result of Cards, or Resign"},
		"seed of a fork": {func(ctx context.Context, d *client.Decision) (int, error) {
			_, err := d.Fork(ctx, protocol.Fork{Seed: 1 << 60})
			return 0, err
		}, nil, []string{joined, decision}, nil, `invalid message: bad_field: "seed": a seed is a whole number from 0 to 9007199254740991`},
		"seed of rollouts": {func(ctx context.Context, d *client.Decision) (int, error) {
			_, err := d.Rollouts(ctx, protocol.Rollouts{Seeds: []uint64{1, 1 << 60}})
			return 0, err
		}, nil, []string{joined, decision}, nil, `invalid message: bad_field: "seeds": a seed is a whole number from 0 to 9007199254740991`},
		"too long": {func(ctx context.Context, d *client.Decision) (int, error) {
			_, err := d.Rollouts(ctx, protocol.Rollouts{Seeds: slices.Repeat([]uint64{1<<53 - 1}, 1024)})
			return 0, err
		}, nil, []string{joined, decision}, nil, "invalid message: too_big: the message has 17437 bytes; at most 16384 are allowed"},
		"picks unasked":         {cards(1), nil, []string{joined, decision}, nil, "the decision asks for no cards: choose an option"},
		"takes a pick's option": {last, nil, []string{joined, pick, `{"type":"bye"}`}, []string{chosen}, ""},
		"fork": {forks, nil, []string{joined, decision, `{"type":"ping","t":1}`, `{"type":"table"}`, `{"type":"world","fork":1}`, `{"type":"bye"}`},
			[]string{`{"type":"fork","seed":1}`, `{"type":"pong","t":1}`, chosen}, ""},
		"fork is refused": {forks, nil, []string{joined, decision, `{"type":"error","code":"over_budget","text":"no"}`},
			[]string{`{"type":"fork","seed":1}`}, "over_budget: no"},
		"no model": {forks, nil, []string{strings.Replace(joined, "budget", "wallet", 1), decision}, nil, client.ErrNoModel.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var said strings.Builder
			in := strings.Join(append(tt.told, ""), "\n")
			err := client.Bot{Choose: tt.choose, Join: tt.join}.Run(t.Context(), client.Lines(strings.NewReader(in), &said))
			if tt.fails == "" {
				require.NoError(t, err)
			} else {
				require.EqualError(t, err, tt.fails)
			}
			want := strings.Join(append([]string{`{"type":"hello","protocol":1}`}, append(tt.says, "")...), "\n")
			assert.Equal(t, want, said.String())
		})
	}
}

// TestRunClaims checks that a second Run, after a lost connection, joins with the same claim.
func TestRunClaims(t *testing.T) {
	var said strings.Builder
	join := &protocol.Join{Game: "g"}
	for range 2 {
		err := client.Bot{Choose: client.Random, Join: join}.Run(t.Context(), client.Lines(strings.NewReader("{\"type\":\"welcome\"}\n"), &said))
		require.ErrorIs(t, err, io.EOF)
	}
	require.Len(t, join.Claim, 26)
	assert.Equal(t, 2, strings.Count(said.String(), `{"type":"join","game":"g","claim":"`+join.Claim+`"}`))
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	in, out := io.Pipe()
	context.AfterFunc(ctx, func() { _ = out.CloseWithError(ctx.Err()) })
	err := client.Bot{Choose: client.Random}.Run(ctx, client.Lines(in, io.Discard))
	require.ErrorIs(t, err, context.DeadlineExceeded)

	_, err = client.Dial(t.Context(), "ws://127.0.0.1:1/ws", "")
	require.Error(t, err)
	assert.False(t, errors.Is(err, client.ErrToken))
}

// TestDialOtherPath checks the error of Dial for a page, and for a path that the server does not have.
func TestDialOtherPath(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for path, status := range map[string]string{"/": "200 OK", "/w": "404 Not Found"} {
		_, err := client.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+path, "")
		assert.ErrorContains(t, err, path+": "+status+": this address has no WebSocket; the path of a server is /ws, such as ws://127.0.0.1:8080/ws")
	}
}

// TestRunWithToken checks that a bot with a token joins without a claim, and that a bot without a
// token joins with a claim.
func TestRunWithToken(t *testing.T) {
	joins := make(chan protocol.Join, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if !assert.NoError(t, err) {
			return
		}
		defer func() { _ = conn.CloseNow() }()
		_, _, err = conn.Read(r.Context()) // hello
		assert.NoError(t, err)
		assert.NoError(t, conn.Write(r.Context(), websocket.MessageText, []byte(`{"type":"welcome"}`)))
		var join protocol.Join
		assert.NoError(t, wsjson.Read(r.Context(), conn, &join))
		joins <- join
		assert.NoError(t, conn.Write(r.Context(), websocket.MessageText, []byte(`{"type":"bye"}`)))
		_, _, _ = conn.Read(r.Context()) // until the client closes
	}))
	defer server.Close()
	for token, claims := range map[string]bool{"": true, "gmd_secret": false} {
		conn, err := client.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"), token)
		require.NoError(t, err)
		require.NoError(t, client.Bot{Choose: client.Random, Join: &protocol.Join{Game: "g"}}.Run(t.Context(), conn))
		assert.Equal(t, claims, (<-joins).Claim != "")
		require.NoError(t, conn.Close())
	}
}
