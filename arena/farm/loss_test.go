package farm_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/farm"
)

// TestKilledWorker checks that another worker plays a killed worker's tasks, and that each game
// counts once.
func TestKilledWorker(t *testing.T) {
	m := match(300, "random", "greedy")
	want, _ := playLocally(t, m)
	url := startServer(t)
	killed := make(chan error)
	go func() {
		defer close(killed)
		killed <- killWorker(url, 100)
		// Start another worker to continue the match.
		work(t, url, "heir", buildMatch)
	}()
	type end struct {
		arena.Result
		farm.Shares
		err error
	}
	said := new(logLines)
	ended := make(chan end)
	go func() {
		r, shares, err := coordinateBy(context.Background(), t, farm.Coordinator{Conn: connect(t, url), Cluster: "test", Say: said.say}.Lossy(), m)
		ended <- end{r, shares, err}
	}()
	require.NoError(t, <-killed)
	<-killed
	e := <-ended
	require.NoError(t, e.err, said)
	assert.JSONEq(t, want, asJSON(t, e.Result))
	assert.Equal(t, 300, games(e.Shares), e.Shares)
	assert.Len(t, e.Shares, 2, e.Shares)
}

// killWorker starts a worker process and kills it in the middle of a game, after the given number
// of games.
func killWorker(url string, games int) error {
	victim := exec.Command(os.Args[0], fmt.Sprintf("-test.short=%t", testing.Short()))
	victim.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", asWorker, url, games))
	victim.Stderr = os.Stderr
	lines, err := victim.StdoutPipe()
	if err != nil {
		return err
	}
	if err := victim.Start(); err != nil {
		return err
	}
	_, err = bufio.NewReader(lines).ReadString('\n')
	err = errors.Join(err, victim.Process.Kill())
	_ = victim.Wait()
	return err
}

// standStill wraps a bot constructor. Each call decrements *left, and the call that reaches 0
// prints a line and blocks forever.
func standStill(bot func(uint64) ai.Bot, left *int) func(uint64) ai.Bot {
	return func(seed uint64) ai.Bot {
		if *left--; *left == 0 {
			fmt.Println("now")
			select {}
		}
		return bot(seed)
	}
}

// TestResumed checks that a match resumes from the results of an interrupted coordinator.
func TestResumed(t *testing.T) {
	m := match(600, "random", "greedy")
	want, lines := playLocally(t, m)
	url := startServer(t)
	work(t, url, "a", buildMatch)
	work(t, url, "b", buildMatch)
	path := filepath.Join(t.TempDir(), "out.jsonl")
	ctx, cancel := context.WithCancel(t.Context())
	m.Out = out(t, path)
	m.Progress = func(p arena.Progress) {
		if p.Games >= 200 {
			cancel()
		}
	}
	r, _, said, err := coordinate(ctx, t, url, m)
	require.ErrorIs(t, err, context.Canceled, said)
	assert.GreaterOrEqual(t, r.Games, 200)
	assert.Less(t, r.Games, 600)
	m.Out, m.Progress = out(t, path), nil
	r, shares, said, err := coordinate(t.Context(), t, url, m)
	require.NoError(t, err, said)
	assert.JSONEq(t, want, asJSON(t, r))
	assert.Equal(t, lines, gameLines(t, path))
	assert.Less(t, games(shares), 600)
}

// TestLostTasks checks that the coordinator sends tasks again that the cluster has lost.
func TestLostTasks(t *testing.T) {
	m := match(20, "random", "random")
	want, _ := playLocally(t, m)
	url := startServer(t)
	conn := connect(t, url)
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	alone := make(chan struct{})
	go func() {
		<-alone
		stream, err := js.Stream(context.Background(), "GAMED_test_WORK")
		assert.NoError(t, err)
		assert.NoError(t, stream.Purge(context.Background()))
		work(t, url, "late", buildMatch)
		close(alone)
	}()
	said := new(logLines)
	run, err := farm.Coordinator{Conn: conn, Cluster: "test", Say: func(line string) {
		if said.say(line); strings.HasPrefix(line, "waiting for workers") {
			alone <- struct{}{}
		}
	}}.Brisk().Open()
	require.NoError(t, err)
	run.Impatient()
	r, shares, err := playIn(t.Context(), run, m)
	<-alone
	require.NoError(t, err, said)
	assert.JSONEq(t, want, asJSON(t, r))
	assert.Equal(t, 20, games(shares))
}
