package farm_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/farm"
	"gamed/arena/stats"
	"gamed/rules/builtin"
	"gamed/state"
)

// TestSameAsHere checks that a match on one to three workers writes the same bytes as in one process.
func TestSameAsHere(t *testing.T) {
	fewest := 1
	if testing.Short() {
		fewest = 3 // enough for the race detector
	}
	for kind, m := range map[string]arena.Match{
		"pairs":     match(400, "random", "greedy"),
		"rotations": withUsage(withDecks(match(120, "random", "greedy", "random"))),
		"SPRT":      withSPRT(match(2000, "random", "random")),
		"alone":     withoutSwap(match(101, "random", "greedy")),
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			want, lines := playLocally(t, m)
			for workers := fewest; workers <= 3; workers++ {
				url := startServer(t)
				for i := range workers {
					work(t, url, fmt.Sprint("worker-", i), buildMatch)
				}
				m.Out = out(t, filepath.Join(t.TempDir(), "out.jsonl"))
				r, shares, said, err := coordinate(t.Context(), t, url, m)
				require.NoError(t, err, said)
				assert.JSONEq(t, want, asJSON(t, r))
				assert.Equal(t, lines, gameLines(t, m.Out.Name()))
				assert.Equal(t, r.Games, games(shares), said)
				assert.Zero(t, shares.DifferingCount(), shares)
			}
		})
	}
}

func withDecks(m arena.Match) arena.Match {
	m.Decks = [][]string{{"wildfire", "orchard", "lullaby"}, {"orchard", "lullaby", "wildfire"}}
	return m
}

func withUsage(m arena.Match) arena.Match {
	m.Usage = builtin.Elements().Usage
	return m
}

func withSPRT(m arena.Match) arena.Match {
	m.SPRT = &stats.SPRT{Elo0: 0, Elo1: 60, Alpha: .05, Beta: .05, Model: stats.Normalized}
	return m
}

func withoutSwap(m arena.Match) arena.Match {
	m.NoSwap = true
	return m
}

// TestFaults checks that the coordinator receives the logs of games with faults.
func TestFaults(t *testing.T) {
	bad := func(m arena.Match) arena.Match {
		random := m.Bots[1].New
		m.Bots[1].New = func(seed uint64) ai.Bot { return &moody{Bot: random(seed), panics: seed%5 == 0} }
		return m
	}
	m := bad(match(40, "greedy", "random"))
	m.FaultFolder = t.TempDir()
	want, lines := playLocally(t, m)
	kept, err := filepath.Glob(filepath.Join(m.FaultFolder, "*"))
	require.NoError(t, err)
	require.NotEmpty(t, kept)

	url := startServer(t)
	work(t, url, "a", func(p farm.Plan) (arena.Match, error) {
		m, err := buildMatch(p)
		return bad(m), err
	})
	again := m
	again.FaultFolder, again.Out = t.TempDir(), out(t, filepath.Join(t.TempDir(), "out.jsonl"))
	r, _, said, err := coordinate(t.Context(), t, url, again)
	require.NoError(t, err, said)
	assert.JSONEq(t, want, asJSON(t, r))
	assert.Equal(t, lines, gameLines(t, again.Out.Name()))
	for _, path := range kept {
		a, err := os.ReadFile(path)
		require.NoError(t, err)
		b, err := os.ReadFile(filepath.Join(again.FaultFolder, filepath.Base(path)))
		require.NoError(t, err)
		assert.Equal(t, string(a), string(b), path)
	}
}

// A moody bot plays like another bot. If the field panics is set, the moody bot panics at its fifth
// decision.
type moody struct {
	ai.Bot
	panics bool
	asked  int
}

func (m *moody) Choose(a ai.Ask) state.Option {
	if m.asked++; m.panics && m.asked == 5 {
		panic("out of ideas")
	}
	return m.Bot.Choose(a)
}

// TestTwoMatches checks that the same workers can play two matches concurrently.
func TestTwoMatches(t *testing.T) {
	url := startServer(t)
	work(t, url, "a", buildMatch)
	work(t, url, "b", buildMatch)
	var both errgroup.Group
	for _, m := range []arena.Match{match(200, "random", "greedy"), match(200, "greedy", "random")} {
		want, _ := playLocally(t, m)
		conn := connect(t, url)
		both.Go(func() error {
			r, _, err := play(context.Background(), farm.Coordinator{Conn: conn, Cluster: "test", Say: func(string) {}}.Brisk(), m)
			assert.JSONEq(t, want, asJSON(t, r))
			return err
		})
	}
	require.NoError(t, both.Wait())
	checkNothingLeft(t, connect(t, url))
}

// TestNames checks which names of clusters and workers are valid.
func TestNames(t *testing.T) {
	for name, good := range map[string]bool{"a-B_9": true, "": false, "a.b": false, "a b": false, "ä": false, "*": false} {
		assert.Equal(t, good, farm.CheckName(name) == nil, name)
	}
	_, err := farm.Coordinator{Cluster: "a.b"}.Open()
	require.ErrorContains(t, err, `farm: the name "a.b"`)
}

// TestUnreadableAnnouncements checks that a worker reports why it cannot read an announcement.
func TestUnreadableAnnouncements(t *testing.T) {
	conn := connect(t, startServer(t))
	asked := make(chan *nats.Msg, 1)
	_, err := conn.ChanSubscribe("gamed.test.arena.ask", asked)
	require.NoError(t, err)
	require.NoError(t, conn.Flush())
	lines := make(chan string, 1)
	w := farm.Worker{Conn: connect(t, conn.ConnectedUrl()), Cluster: "test", Name: "a", Make: buildMatch, Say: func(line string) { lines <- line }}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.Brisk().Run(ctx) }()
	<-asked // the worker listens before it asks
	for announcement, want := range map[string]string{
		`{`:                   "unreadable announcement: unexpected end of JSON input",
		`{"match":"no name"}`: `unreadable announcement: the name "no name" must be 1 to 64 letters, digits, - and _`,
	} {
		require.NoError(t, conn.Publish("gamed.test.arena.open", []byte(announcement)))
		assert.Equal(t, want, <-lines)
	}
	cancel()
	require.NoError(t, <-done)
}
