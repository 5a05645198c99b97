package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
)

var (
	first = flag.Uint64("seed", 1, "the first seed that TestSeeds plays a series with")
	seeds = flag.Uint64("seeds", 20, "how many seeds TestSeeds plays a series with")
)

// TestSeeds checks that each game of a rated series exists once and counts once. During the series, calls of
// the store fail and the server restarts, at random. A seed determines each run.
func TestSeeds(t *testing.T) {
	for seed := *first; seed < *first+*seeds; seed++ {
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { newFaultyServer(t, seed).play() })
		})
		if !ok {
			t.Fatalf("repeat it with: go test ./server/lobby -run TestSeeds -seeds 1 -seed %d", seed)
		}
	}
}

// A faultyServer is a server whose store fails and whose process restarts at random.
type faultyServer struct {
	t      *testing.T
	memory *store.Memory
	room   *room

	mu          sync.Mutex
	rand        *rand.Rand
	failRate    float64 // the probability that a store call fails
	restartRate float64 // the probability that the server restarts
}

func newFaultyServer(t *testing.T, seed uint64) *faultyServer {
	s := &faultyServer{t: t, memory: store.NewMemory(), rand: rand.New(rand.NewPCG(seed, 0))}
	s.failRate, s.restartRate = 0.3*s.rand.Float64(), 0.3*s.rand.Float64()
	s.room = open(t, s.memory)
	s.memory.InjectFault(s.fault)
	return s
}

func (s *faultyServer) chance(p float64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rand.Float64() < p
}

// fault returns the outcome of a store call. Writes of ratings are never ambiguous: a retry
// waits with a mutex held, which stops the clock of a synctest bubble. See
// TestRatingAmbiguous.
func (s *faultyServer) fault(c store.Call) store.Fault {
	switch {
	case !s.chance(s.failRate):
		return store.Fault{}
	case c.Append && c.Bucket != RatingBucket && s.chance(0.5):
		return store.Fault{Err: store.ErrAmbiguous, TakesEffect: s.chance(0.5)}
	}
	return store.Fault{Err: store.ErrUnavailable}
}

// retry repeats an attempt until it succeeds, and sometimes restarts the server. Settling a game
// takes about 20 store calls, all of which must succeed in one try. So one in (1-failRate)^-20
// tries succeeds: 2 of 3 at a failure rate of 2 %, and 1 of 940 at 29 %. If retry makes ten times
// that number of tries, all of them fail by chance in one of e^10 = 22,000 cases.
func (s *faultyServer) retry(what string, done func() error) {
	s.t.Helper()
	var err error
	for range max(1000, int(10*math.Pow(1-s.failRate, -20))) {
		if s.chance(s.restartRate / 10) {
			s.restart()
		}
		if err = done(); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
	require.NoError(s.t, err, what)
}

// restart restarts the server on the same store.
func (s *faultyServer) restart() {
	s.room.shut()
	s.room = open(s.t, s.memory)
	for range 1000 {
		if _, err := s.room.hub.Recover(context.Background()); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
	s.t.Fatal("Recover has failed 1000 times")
}

var errNotYet = errors.New("not yet")

func (s *faultyServer) play() {
	const of = 3
	ctx := s.t.Context()
	spec := hub.Spec{
		Request: hub.Request{Rules: "elements", BestOf: of, Seats: make([]hub.SeatSpec, 2), TableOptions: protocol.TableOptions{Rated: true}},
		Key:     "a-series-of-three-0123456789",
	}
	var id string
	s.retry("create the first game", func() error {
		info, err := s.room.hub.Create(ctx, spec)
		id = info.ID
		return err
	})
	won, games := map[string]int{ada.Name: 0, bea.Name: 0}, []string{id}
	for {
		winner, loser := ada, bea
		if s.chance(0.5) {
			winner, loser = bea, ada
		}
		s.retry("play "+id, func() error { return s.lose(id, winner, loser) })
		if won[winner.Name]++; won[winner.Name] > of/2 {
			break
		}
		before := id
		s.retry("create the game after "+id, func() (err error) {
			if id, err = s.room.Next(ctx, before); err == nil && id == "" {
				err = errNotYet
			}
			return err
		})
		games = append(games, id)
	}

	s.memory.InjectFault(nil)
	s.restart()
	s.restartRate = 0
	s.retry("settle all games", func() error {
		live, err := s.memory.Live(ctx)
		if err == nil && len(live) > 0 {
			err = errNotYet
		}
		return err
	})
	all, err := s.memory.Games(ctx)
	require.NoError(s.t, err)
	require.ElementsMatch(s.t, games, all, "each game once, and no other")
	info, err := s.room.hub.Get(ctx, id)
	require.NoError(s.t, err)
	series, err := s.room.Series(ctx, info.Series)
	require.NoError(s.t, err)
	require.True(s.t, series.Over)
	require.Equal(s.t, won, map[string]int{series.Names[0]: series.Score[0], series.Names[1]: series.Score[1]})
	list, counted, err := s.room.Ratings(ctx, "elements", 10)
	require.NoError(s.t, err)
	require.Equal(s.t, len(games), counted, "each counts once")
	require.Len(s.t, list, 2)
}

// lose seats both players and makes the loser resign. It succeeds when the game is over.
func (s *faultyServer) lose(id string, winner, loser Player) error {
	ctx := s.t.Context()
	info, err := s.room.hub.Get(ctx, id)
	if err != nil || info.Status == hub.Over {
		return err
	}
	var last *hub.Seating
	for _, who := range []Player{winner, loser} {
		if last, err = s.join(id, who); err != nil {
			return err
		}
		defer last.Leave(ctx)
	}
	if err := last.Submit(&protocol.Resign{}); err != nil {
		return err
	}
	return errNotYet
}

// join stores the player of the seat, as the server does, and then joins a game.
func (s *faultyServer) join(id string, who Player) (*hub.Seating, error) {
	ctx := s.t.Context()
	sum := sha256.Sum256([]byte(claim(who)))
	text, err := json.Marshal(who)
	require.NoError(s.t, err)
	key := id + "/" + hex.EncodeToString(sum[:])
	if _, err := s.memory.Put(ctx, seatBucket, key, text, 0); err != nil && !errors.Is(err, store.ErrConflict) {
		return nil, err
	}
	return s.room.hub.Join(ctx, &protocol.Join{Game: id, Claim: claim(who)}, hub.Player{ID: who.ID, Name: who.Name}, new(listener))
}
