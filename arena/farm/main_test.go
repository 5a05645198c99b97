package farm_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/farm"
	"gamed/internal/test/leaktest"
	"gamed/rules/builtin"
	"gamed/rules/elements"
	"gamed/state"
)

// asWorker is the environment variable that makes the test binary run as a worker. The value of
// the variable has two words: the URL of the server, and the number of the game in which the
// worker blocks.
const asWorker = "GAMED_TEST_WORKER"

func TestMain(m *testing.M) {
	flag.Parse() // a worker process needs -short too, because its bots depend on it
	if spec := os.Getenv(asWorker); spec != "" {
		workForKilling(spec)
		return
	}
	leaktest.Main(m)
}

// startServer starts a NATS server in this process.
func startServer(t testing.TB) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s.ClientURL()
}

func connect(t testing.TB, url string) *nats.Conn {
	t.Helper()
	conn, err := nats.Connect(url)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	return conn
}

// player returns the named bot. With -short, greedy plays its last option instead of trying all
// options. Under the race detector greedy's copies of positions are twenty times slower, and the
// copies have no concurrency to check.
func player(name string) arena.Player {
	bot, err := arena.NewPlayer(ai.Roster{}, "elements", name)
	if err != nil {
		panic(err)
	}
	if name == "greedy" && testing.Short() {
		bot.New = func(uint64) ai.Bot { return lastOption{} }
	}
	return bot
}

type lastOption struct{}

func (lastOption) Choose(a ai.Ask) state.Option { return a.Options[len(a.Options)-1] }

// match returns a match of Elements between the named bots.
func match(games int, bots ...string) arena.Match {
	m := arena.Match{Rules: elements.Rules, Games: games, Seed: 1}
	for _, name := range bots {
		m.Bots = append(m.Bots, player(name))
	}
	return m
}

// buildMatch builds the match for a plan, as an honest worker does.
func buildMatch(p farm.Plan) (arena.Match, error) {
	h := p.Header
	m := match(h.Games, h.Bots...)
	m.Seed, m.Table, m.Decks, m.NoSwap, m.Limit, m.SPRT = uint64(h.Seed), h.Table, h.Decks, h.NoSwap, h.Limit, h.SPRT
	var err error
	if m.OnFault, err = arena.ParsePolicy(h.OnFault); err != nil {
		return m, err
	}
	if p.Faults {
		m.FaultFolder = "kept"
	}
	if p.Usage {
		m.Usage = builtin.Elements().Usage
	}
	return m, nil
}

// logLines collects log lines from several goroutines.
type logLines struct {
	mu    sync.Mutex
	lines []string
}

func (s *logLines) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, line)
}

func (s *logLines) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.lines, "\n")
}

// work starts a worker and stops it at the end of the test.
func work(t testing.TB, url, name string, makes func(farm.Plan) (arena.Match, error)) *logLines {
	t.Helper()
	s := new(logLines)
	w := farm.Worker{Conn: connect(t, url), Cluster: "test", Name: name, Parallel: 1, Make: makes, Say: s.say}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		assert.NoError(t, w.Brisk().Run(ctx))
	}()
	t.Cleanup(func() { cancel(); <-done })
	return s
}

// play plays one match.
func play(ctx context.Context, c farm.Coordinator, m arena.Match) (arena.Result, farm.Shares, error) {
	run, err := c.Open()
	if err != nil {
		return arena.Result{}, nil, err
	}
	return playIn(ctx, run, m)
}

// playIn plays one match in a run and closes the run.
func playIn(ctx context.Context, run *farm.Run, m arena.Match) (arena.Result, farm.Shares, error) {
	r, err := run.Play(ctx, m, nil)
	shares, closed := run.Close(ctx)
	return r, shares, errors.Join(err, closed)
}

// coordinate runs a match on the workers of a server.
func coordinate(ctx context.Context, t testing.TB, url string, m arena.Match) (arena.Result, farm.Shares, *logLines, error) {
	t.Helper()
	s := new(logLines)
	r, shares, err := coordinateBy(ctx, t, farm.Coordinator{Conn: connect(t, url), Cluster: "test", Say: s.say}.Brisk(), m)
	return r, shares, s, err
}

// coordinateBy runs a match with the given coordinator and checks that no data is left in the
// cluster.
func coordinateBy(ctx context.Context, t testing.TB, c farm.Coordinator, m arena.Match) (arena.Result, farm.Shares, error) {
	t.Helper()
	r, shares, err := play(ctx, c, m)
	checkNothingLeft(t, c.Conn)
	return r, shares, err
}

// checkNothingLeft checks that a match leaves no data in the cluster. It waits for workers to delete
// results that were in flight when the match ended.
func checkNothingLeft(t testing.TB, conn *nats.Conn) {
	t.Helper()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	for name, consumed := range map[string]bool{"GAMED_test_WORK": true, "GAMED_test_RESULTS": false} {
		stream, err := js.Stream(t.Context(), name)
		require.NoError(t, err)
		if !assert.Eventually(t, func() bool {
			info, err := stream.Info(t.Context())
			return assert.NoError(t, err) && info.State.Msgs == 0 && (!consumed || info.State.Consumers == 0)
		}, 10*time.Second, 5*time.Millisecond) {
			info, err := stream.Info(t.Context())
			require.FailNow(t, "something is left in "+name, "%+v, %v", info, err)
		}
	}
}

func asJSON(t testing.TB, r arena.Result) string {
	t.Helper()
	b, err := json.Marshal(r)
	require.NoError(t, err)
	return string(b)
}

// playLocally plays a match in this process and returns its result and the lines of its games.
func playLocally(t testing.TB, m arena.Match) (result, lines string) {
	t.Helper()
	m.Out = out(t, filepath.Join(t.TempDir(), "here.jsonl"))
	r, err := m.Run(t.Context())
	require.NoError(t, err)
	return asJSON(t, r), gameLines(t, m.Out.Name())
}

func out(t testing.TB, path string) *os.File {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	require.NoError(t, err)
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// gameLines returns the lines of a file without Times lines.
func gameLines(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var lines strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, `{"type":"times"`) {
			lines.WriteString(line)
		}
	}
	return lines.String()
}

func games(shares farm.Shares) (n int) {
	for _, s := range shares {
		n += s.Games
	}
	return n
}

func workForKilling(spec string) {
	url, games, _ := strings.Cut(spec, " ")
	conn, err := nats.Connect(url)
	if err != nil {
		panic(err)
	}
	var left int
	_, _ = fmt.Sscan(games, &left)
	err = farm.Worker{Conn: conn, Cluster: "test", Name: "victim", Parallel: 1, Say: func(string) {}, Make: func(p farm.Plan) (arena.Match, error) {
		m, err := buildMatch(p)
		first := m.Bots[0].New
		m.Bots[0].New = standStill(first, &left)
		return m, err
	}}.Brisk().Run(context.Background())
	panic(err)
}
