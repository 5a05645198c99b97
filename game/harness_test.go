package game_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// deal returns the configuration of a duel with its own log.
func deal(t testing.TB, id string, seed uint64) game.Config {
	t.Helper()
	info := elements.Rules.Info()
	key := game.KeyFrom(seed, 0)
	setup := state.Setup{Seats: 2, Seed: game.NewChance(key).Next()}
	m, err := elements.Rules.Deal(setup)
	require.NoError(t, err)
	seats := []game.Seat{{Kind: protocol.SeatPerson, Name: "Ada"}, {Kind: protocol.SeatPerson, Name: "Bob"}}
	return game.Config{
		Header: game.Header{
			Format: game.Format, Program: "test", Game: id, Rules: info.Name, Version: info.Version,
			Cards: game.CardsHash(info), Key: key, Setup: setup, Seats: seats,
		},
		Machine: m, Rules: elements.Rules, Log: store.NewMemory(), Seats: seats,
	}
}

func start(t testing.TB, c game.Config) *game.Game {
	t.Helper()
	g, err := game.Start(t.Context(), c)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Close(context.Background())) })
	return g
}

// find is where replays find their rules.
func find(name string) (state.Dealer, error) {
	switch name {
	case elements.Rules.Name:
		return elements.Rules, nil
	case dominion.Rules.Name:
		return dominion.Rules, nil
	}
	return nil, fmt.Errorf("no rules %q", name)
}

func replay(t testing.TB, c game.Config) *game.Replay {
	t.Helper()
	records, err := c.Log.Read(context.Background(), c.Header.Game)
	require.NoError(t, err)
	r, err := game.Open(records, find)
	require.NoError(t, err)
	require.NoError(t, r.Run())
	return r
}

// A sink keeps what it is told.
type sink struct {
	mu   sync.Mutex
	all  []any
	over chan struct{} // closed by the end of the game
	fail bool
}

func newSink() *sink { return &sink{over: make(chan struct{})} }

func (s *sink) WriteJSON(v protocol.ServerMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail {
		return errors.New("gone")
	}
	s.all = append(s.all, v)
	if _, ok := v.(*protocol.Over); ok {
		close(s.over)
	}
	return nil
}

// Ask keeps the question among the messages.
func (s *sink) Ask(q agent.Question) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, q)
	return nil
}

// told returns the messages of one type, oldest first.
func told[T any](s *sink) []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []T
	for _, v := range s.all {
		if m, ok := v.(T); ok {
			all = append(all, m)
		}
	}
	return all
}

func last[T any](t testing.TB, s *sink) T {
	t.Helper()
	all := told[T](s)
	require.NotEmpty(t, all)
	return all[len(all)-1]
}

// A player answers as soon as its seat is the first that is awaited, by chance
// but always alike. With a limit it stops at the first decision past it.
type player struct {
	sink
	seat   state.Seat
	seed   uint64
	limit  uint32
	halted chan struct{} // closed when it has stopped
	submit agent.Submit
}

func (p *player) WriteJSON(v protocol.ServerMessage) error {
	if u, ok := v.(*protocol.Update); ok {
		p.answer(u)
	}
	return p.sink.WriteJSON(v)
}

func (p *player) answer(u *protocol.Update) {
	if u.Decision == nil || u.Awaiting[0] != int(p.seat) {
		return
	}
	if p.limit != 0 && u.Decision.ID > p.limit {
		close(p.halted)
		return
	}
	r := state.Rand(p.seed + uint64(u.Decision.ID))
	n := len(u.Decision.Options)
	if err := p.submit(&protocol.Choose{Decision: u.Decision.ID, Option: r.N(n)}); err != nil {
		panic(err) // nobody else fills the queue
	}
}

func join(t testing.TB, g *game.Game, seat state.Seat, seed uint64, limit uint32) *player {
	t.Helper()
	p := &player{sink: sink{over: make(chan struct{})}, seat: seat, seed: seed, limit: limit, halted: make(chan struct{})}
	p.submit = g.Submit(seat, p)
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: p}))
	return p
}

// playTo plays a game until a decision past limit is open.
func playTo(t testing.TB, g *game.Game, seed uint64, limit uint32) [2]*player {
	t.Helper()
	players := [2]*player{join(t, g, 0, seed, limit), join(t, g, 1, seed+1, limit)}
	select {
	case <-players[0].halted:
	case <-players[1].halted:
	}
	settle(t, g)
	return players
}

// finish plays a game to its end.
func finish(t testing.TB, c game.Config, seed uint64) (*game.Game, [2]*player) {
	t.Helper()
	g := start(t, c)
	players := [2]*player{join(t, g, 0, seed, 0), join(t, g, 1, seed+1, 0)}
	<-players[0].over
	<-players[1].over
	return g, players
}

// settle waits until the game has handled what is queued.
func settle(t testing.TB, g *game.Game) game.Status {
	t.Helper()
	status, err := g.Status(t.Context()) // answered after all that was queued before
	require.NoError(t, err)
	return status
}
