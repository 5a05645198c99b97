package farm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/arena"
	"gamed/arena/farm"
	"gamed/arena/tournament"
)

// newTournament returns a tournament of Elements between the named bots.
func newTournament(format tournament.Format, seats, games int, names ...string) tournament.Tournament {
	tour := tournament.Tournament{
		Match: match(games), Seats: seats, Format: format, Pairings: 500, Rounds: 4, Anchor: names[0],
	}
	for _, name := range names {
		tour.Bots = append(tour.Bots, player(name))
	}
	return tour
}

// roundRobin returns a tournament with 120 games.
func roundRobin() tournament.Tournament {
	return newTournament(tournament.RoundRobin, 2, 20, "random", "greedy", "ismcts:2", "ismcts:3")
}

// tournamentHere plays a tournament in this process and returns its result and the lines of its
// games.
func tournamentHere(t testing.TB, tour tournament.Tournament) (result, lines string) {
	t.Helper()
	tour.Out = out(t, filepath.Join(t.TempDir(), "here.jsonl"))
	r, err := tour.Run(t.Context())
	require.NoError(t, err)
	return summary(t, r), gameLines(t, tour.Out.Name())
}

func summary(t testing.TB, r tournament.Result) string {
	t.Helper()
	b, err := json.Marshal(r)
	require.NoError(t, err)
	return string(b)
}

// playOnWorkers plays a tournament on the workers of a server.
func playOnWorkers(ctx context.Context, t testing.TB, url string, tour tournament.Tournament) (tournament.Result, farm.Shares, *logLines, error) {
	t.Helper()
	s := new(logLines)
	r, shares, err := playOnWorkersBy(ctx, t, farm.Coordinator{Conn: connect(t, url), Cluster: "test", Say: s.say}.Brisk(), tour)
	return r, shares, s, err
}

// playOnWorkersBy plays a tournament with the given coordinator.
func playOnWorkersBy(ctx context.Context, t testing.TB, c farm.Coordinator, tour tournament.Tournament) (tournament.Result, farm.Shares, error) {
	t.Helper()
	for _, bot := range tour.Bots {
		c.Bots = append(c.Bots, bot.Name)
	}
	run, err := c.Open()
	require.NoError(t, err)
	tour.PlayElsewhere = run.Play
	r, err := tour.Run(ctx)
	shares, closed := run.Close(ctx)
	checkNothingLeft(t, c.Conn)
	return r, shares, errors.Join(err, closed)
}

// TestTournamentSameAsHere checks that a tournament on workers writes the same bytes as in one
// process.
func TestTournamentSameAsHere(t *testing.T) {
	for kind, tour := range map[string]tournament.Tournament{
		"round robin":       roundRobin(),
		"gauntlet of three": newTournament(tournament.Gauntlet, 3, 30, "random", "greedy", "ismcts:2", "ismcts:3"),
		"four at a table":   newTournament(tournament.RoundRobin, 4, 40, "random", "greedy", "ismcts:2", "ismcts:3"),
		"ladder":            newTournament(tournament.Ladder, 2, 20, "random", "greedy", "ismcts:2", "ismcts:3", "ismcts:4"),
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			want, lines := tournamentHere(t, tour)
			url := startServer(t)
			work(t, url, "a", buildMatch)
			work(t, url, "b", buildMatch)
			tour.Out = out(t, filepath.Join(t.TempDir(), "out.jsonl"))
			r, shares, said, err := playOnWorkers(t.Context(), t, url, tour)
			require.NoError(t, err, said)
			assert.Equal(t, want, summary(t, r))
			assert.Equal(t, lines, gameLines(t, tour.Out.Name()))
			assert.Equal(t, tour.Games(), games(shares), said)
			assert.Zero(t, shares.DifferingCount(), shares)
		})
	}
}

// TestTournamentResumed checks that a tournament that was interrupted in this process can resume on
// workers, and vice versa.
func TestTournamentResumed(t *testing.T) {
	want, lines := tournamentHere(t, roundRobin())
	url := startServer(t)
	work(t, url, "a", buildMatch)
	work(t, url, "b", buildMatch)
	here := func(ctx context.Context, tour tournament.Tournament) (tournament.Result, error) { return tour.Run(ctx) }
	there := func(ctx context.Context, tour tournament.Tournament) (tournament.Result, error) {
		r, _, _, err := playOnWorkers(ctx, t, url, tour)
		return r, err
	}
	places := []func(context.Context, tournament.Tournament) (tournament.Result, error){here, there, here, there}
	for first := range 2 {
		path := filepath.Join(t.TempDir(), "out.jsonl")
		for i, end := range []int{30, 70} {
			ctx, cancel := context.WithCancel(t.Context())
			tour := roundRobin()
			tour.Out = out(t, path)
			tour.Progress = func(p arena.Progress) {
				if p.Games >= end {
					cancel()
				}
			}
			r, err := places[first+i](ctx, tour)
			require.ErrorIs(t, err, context.Canceled)
			games, _ := r.GameCounts()
			assert.GreaterOrEqual(t, games, end-1, "the result covers the games before the interruption")
			assert.Less(t, games, 120)
		}
		tour := roundRobin()
		tour.Out = out(t, path)
		r, err := places[first+2](t.Context(), tour)
		require.NoError(t, err)
		assert.Equal(t, want, summary(t, r))
		assert.Equal(t, lines, gameLines(t, path))
	}
}

// TestTournamentKilledWorker checks that another worker plays a killed worker's tasks.
func TestTournamentKilledWorker(t *testing.T) {
	want, _ := tournamentHere(t, roundRobin())
	url := startServer(t)
	killed := make(chan error, 1)
	go func() {
		killed <- killWorker(url, 70)
		work(t, url, "heir", buildMatch)
		close(killed)
	}()
	said := new(logLines)
	r, shares, err := playOnWorkersBy(t.Context(), t, farm.Coordinator{Conn: connect(t, url), Cluster: "test", Say: said.say}.Lossy(), roundRobin())
	require.NoError(t, <-killed)
	<-killed
	require.NoError(t, err, said)
	assert.Equal(t, want, summary(t, r))
	assert.Equal(t, 120, games(shares))
	assert.Len(t, shares, 2, shares)
}

// TestAhead checks that an idle worker starts the next match before the current match ends.
func TestAhead(t *testing.T) {
	tour := newTournament(tournament.RoundRobin, 2, 2, "random", "greedy", "ismcts:2")
	want, _ := tournamentHere(t, tour)
	url := startServer(t)
	last := make(chan struct{})
	startLast := sync.OnceFunc(func() { close(last) })
	makes := func(p farm.Plan) (arena.Match, error) {
		m, err := buildMatch(p)
		bot := m.Bots[0].New
		m.Bots[0].New = func(seed uint64) ai.Bot {
			if slices.Equal(p.Header.Bots, []string{"greedy", "ismcts:2"}) {
				startLast()
			} else if slices.Equal(p.Header.Bots, []string{"random", "greedy"}) {
				<-last
			}
			return bot(seed)
		}
		return m, err
	}
	work(t, url, "a", makes)
	work(t, url, "b", makes)
	r, shares, said, err := playOnWorkers(t.Context(), t, url, tour)
	require.NoError(t, err, said)
	assert.Equal(t, want, summary(t, r))
	assert.Equal(t, 6, games(shares))
}

// TestLackingBot checks that a worker without all bots of a tournament joins none of its
// pairings.
func TestLackingBot(t *testing.T) {
	want, _ := tournamentHere(t, roundRobin())
	url := startServer(t)
	work(t, url, "a", buildMatch)
	work(t, url, "b", func(p farm.Plan) (arena.Match, error) {
		if slices.Contains(p.Bots, "ismcts:3") {
			return arena.Match{}, errors.New("no ismcts:3 here")
		}
		return buildMatch(p)
	})
	r, shares, said, err := playOnWorkers(t.Context(), t, url, roundRobin())
	require.NoError(t, err, said)
	assert.Contains(t, said.String(), "worker b refused: no ismcts:3 here")
	assert.Len(t, shares, 1, shares)
	assert.Equal(t, want, summary(t, r))
}

// TestSharesOfMatches checks that workers that played different matches are not flagged.
func TestSharesOfMatches(t *testing.T) {
	url := startServer(t)
	run, err := farm.Coordinator{Conn: connect(t, url), Cluster: "test", Say: func(string) {}}.Brisk().Open()
	require.NoError(t, err)
	for i, m := range []arena.Match{match(200, "greedy", "random"), match(200, "random", "greedy")} {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		w := farm.Worker{Conn: connect(t, url), Cluster: "test", Name: fmt.Sprint("worker-", i), Parallel: 1, Make: buildMatch, Say: func(string) {}}
		go func() { done <- w.Brisk().Run(ctx) }()
		_, err := run.Play(t.Context(), m, nil)
		cancel()
		require.NoError(t, errors.Join(err, <-done))
	}
	shares, err := run.Close(t.Context())
	require.NoError(t, err)
	require.Len(t, shares, 2)
	for _, s := range shares {
		assert.Equal(t, 200, s.Games)
		assert.Empty(t, s.Differs)
	}
}
