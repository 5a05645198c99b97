package farm_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/farm"
	"gamed/state"
)

// TestLyingWorker checks that a worker with wrong results is dismissed before any of its games
// counts. The honest worker waits until the liar has a chunk.
func TestLyingWorker(t *testing.T) {
	m := match(800, "random", "greedy")
	want, _ := playLocally(t, m)
	url := startServer(t)
	known, lying := make(chan struct{}), make(chan struct{})
	lie := sync.OnceFunc(func() { close(lying) })
	work(t, url, "honest", func(p farm.Plan) (arena.Match, error) {
		m, err := buildMatch(p)
		bot := m.Bots[0].New
		m.Bots[0].New = func(seed uint64) ai.Bot {
			<-lying
			return bot(seed)
		}
		return m, err
	})
	work(t, url, "liar", func(p farm.Plan) (arena.Match, error) {
		<-known
		m, err := buildMatch(p)
		random := m.Bots[1].New
		m.Bots[0].New = func(seed uint64) ai.Bot { // the bot poses as random
			lie()
			return random(seed)
		}
		return m, err
	})
	said, know := new(logLines), sync.OnceFunc(func() { close(known) })
	t.Cleanup(func() { know(); lie() }) // unblocks the workers after a failure
	c := farm.Coordinator{Conn: connect(t, url), Cluster: "test", Say: func(line string) {
		if said.say(line); line == "worker honest: 1 cores" {
			know() // a slow worker may be announced again
		}
	}}.Brisk()
	r, shares, err := play(t.Context(), c, m)
	require.NoError(t, err)
	assert.Contains(t, said.String(), "worker liar dismissed: results differ (games ")
	assert.Contains(t, shares.String(), "worker liar: results differ (games ")
	assert.Equal(t, 1, shares.DifferingCount(), shares)
	assert.Equal(t, 800, shares[0].Games, "all games of the honest worker count: %v", shares)
	assert.JSONEq(t, want, asJSON(t, r))
}

// newer is a ruleset with a higher version.
type newer struct{ state.Dealer }

func (n newer) Info() state.Info {
	info := n.Dealer.Info()
	info.Version++
	return info
}

// TestRefused checks that a worker with other rules and a worker that lacks a bot report the
// reason and do not join.
func TestRefused(t *testing.T) {
	url := startServer(t)
	updated := work(t, url, "new", func(p farm.Plan) (arena.Match, error) {
		m, err := buildMatch(p)
		m.Rules = newer{m.Rules}
		return m, err
	})
	work(t, url, "other", func(farm.Plan) (arena.Match, error) { return arena.Match{}, errors.New("no such bot here") })
	said := new(logLines)
	var run *farm.Run
	refusals := 0
	run, err := farm.Coordinator{Conn: connect(t, url), Cluster: "test", Say: func(line string) {
		said.say(line)
		if strings.Contains(line, " refused: ") {
			refusals++
		}
		if refusals == 2 {
			run.Impatient()
		}
	}}.Brisk().Open()
	require.NoError(t, err)
	_, shares, err := playIn(t.Context(), run, match(10, "random", "random"))
	require.ErrorContains(t, err, "farm: no worker plays these games: worker new refused: the coordinator's match differs from this worker's match: cards is ")
	require.ErrorContains(t, err, "; worker other refused: no such bot here")
	assert.Empty(t, shares)
	assert.Contains(t, said.String(), "worker new refused: the coordinator's match differs from this worker's match: cards is ")
	assert.Contains(t, said.String(), "version is 3 instead of 4")
	assert.Contains(t, said.String(), "worker other refused: no such bot here")
	assert.Contains(t, updated.String(), "refused: the coordinator's match differs from this worker's match: cards is ")
}

// TestNeeds checks that a coordinator without workers says what workers must allow, and continues to
// wait.
func TestNeeds(t *testing.T) {
	url := startServer(t)
	var run *farm.Run
	ctx, cancel := context.WithCancel(t.Context())
	var waiting []string
	run, err := farm.Coordinator{Conn: connect(t, url), Cluster: "test", Needs: "--allow-commands, since bot \"mine\" is a program", Say: func(line string) {
		waiting = append(waiting, line)
		cancel()
	}}.Brisk().Open()
	require.NoError(t, err)
	run.Impatient()
	_, _, err = playIn(ctx, run, match(10, "random", "random"))
	assert.ErrorIs(t, err, context.Canceled, "the coordinator waits until the context is canceled")
	assert.Equal(t, []string{"waiting for workers: start one with gamed worker --nats URL and --allow-commands, since bot \"mine\" is a program; see gamed help worker"}, waiting)
}

// TestOutcomes checks that only the worker with a different distribution of outcomes is flagged.
func TestOutcomes(t *testing.T) {
	even := []int{20, 80, 200, 80, 20, 0}
	shares := farm.Shares{
		{Worker: "a", Pairs: 400, Outcomes: even},
		{Worker: "b", Pairs: 400, Outcomes: []int{22, 75, 203, 81, 19, 0}},
		{Worker: "c", Pairs: 400, Outcomes: []int{40, 140, 160, 50, 10, 0}},
		{Worker: "d", Pairs: 40, Outcomes: []int{2, 8, 20, 8, 2, 0}},
		{Worker: "e", Outcomes: nil},
	}
	shares.Test()
	assert.Equal(t, 1, shares.DifferingCount())
	assert.Contains(t, shares.String(), "worker c: results differ (chi-square ")
	shares = farm.Shares{{Worker: "a", Pairs: 3, Outcomes: []int{0, 0, 3, 0, 0, 0}}, {Worker: "b", Pairs: 3, Outcomes: []int{3, 0, 0, 0, 0, 0}}}
	shares.Test()
	assert.Zero(t, shares.DifferingCount(), "six pairs are too few for a verdict")
}
