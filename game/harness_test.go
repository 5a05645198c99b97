package game_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/game"
	"gamed/internal/test/leaktest"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// A config describes a game to start: a new game, or a game that continues from its log.
type config struct {
	Header     table.Header
	Machine    state.Machine // the machine of the game
	Rules      state.Dealer
	Log        store.Log
	KV         store.KV
	Seats      []table.Seat
	Expected   []game.Person
	Timers     *game.Timers
	Pause      time.Duration
	Substitute func(*game.Game, state.Seat)
	Observe    func(game.Observation)
	BotNote    func(game.BotNote)
	logged     bool         // the log has the header
	altered    bool         // the test has changed the deal
	table      *table.Table // set for a game that continues from its log
	chain      store.Chain
}

// noPassing is a ruleset without automatic passing.
type noPassing struct{ state.Dealer }

func (r noPassing) Abilities() state.Abilities {
	can := r.Dealer.Abilities()
	can.Passing, can.Stop = nil, nil
	return can
}

// deal returns the config of a duel in which no seat passes automatically. The duel has its own log.
func deal(t testing.TB, id string, seed uint64) config {
	t.Helper()
	info := elements.Rules.Info()
	key := table.KeyFrom(seed, 0)
	setup := state.Setup{Seats: 2, Seed: state.Seed(table.NewChance(key).Next())}
	m, err := elements.Rules.Deal(setup)
	require.NoError(t, err)
	seats := []table.Seat{{Kind: protocol.SeatPerson, Name: "Ada"}, {Kind: protocol.SeatPerson, Name: "Bob"}}
	return config{
		Header: table.Header{
			Format: table.Format, Program: "test", Game: id, Rules: info.Name, Version: info.Version,
			Cards: table.CardsHash(info), Key: key, Setup: setup, Seats: seats,
		},
		Machine: m, Rules: noPassing{elements.Rules}, Log: store.NewMemory(), Seats: seats,
	}
}

// start starts the game.
func (c *config) start(ctx context.Context) (*game.Game, error) {
	run := game.Config{
		Table: c.table, Chain: c.chain, Log: c.Log, KV: c.KV, Expected: c.Expected, Timers: c.Timers, Pause: c.Pause, Substitute: c.Substitute, Observe: c.Observe, BotNote: c.BotNote,
	}
	if c.table == nil {
		header := c.Header
		if c.Seats != nil {
			header.Seats = c.Seats
		}
		rules := c.Rules
		var err error
		if run.Table, err = table.New(&header, func(h *table.Header) (state.Dealer, error) {
			if h.Rules == header.Rules {
				return rules, nil
			}
			return find(h)
		}); err != nil {
			return nil, err
		}
		if !c.logged {
			run.Header = &header
		}
	}
	run.Table.Machine = c.Machine
	return game.Start(ctx, run)
}

// start starts a game. At the end of the test, it compares the game's table with a replay of the
// log.
func start(t testing.TB, c config) *game.Game {
	t.Helper()
	g, err := c.start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() {
		live, err := g.Table(context.Background())
		require.NoError(t, g.Close(context.Background()))
		if err == nil && live.Fault == "" {
			requireReplay(t, c, live)
		}
	})
	return g
}

// requireReplay requires that a replay of the records that led to the table gives the same bytes.
func requireReplay(t testing.TB, c config, live *table.Table) {
	t.Helper()
	lines, err := c.Log.Read(context.Background(), c.Header.Game)
	dealt, wrong := c.Rules.Deal(c.Header.Setup)
	if c.altered || err != nil || len(lines) < live.Records || wrong != nil || reflect.TypeOf(dealt) != reflect.TypeOf(c.Machine) {
		return // the log of the test stores nothing, or the rules cannot deal the test's machine
	}
	_, err = game.Verify(lines)
	require.NoError(t, err)
	r, err := table.Restore(lines[:live.Records:live.Records], table.SameRules(c.Rules))
	require.NoError(t, err)
	require.True(t, bytes.Equal(r.Table.AppendState(nil), live.AppendState(nil)), "the live table is not the fold of its log")
}

// find returns the ruleset that the header of a log names.
func find(h *table.Header) (state.Dealer, error) {
	switch h.Rules {
	case elements.Rules.Name:
		return elements.Rules, nil
	case dominion.Rules.Name:
		return dominion.Rules, nil
	}
	return nil, fmt.Errorf("no rules %q", h.Rules)
}

// A restoredGame holds a game that was restored from its log.
type restoredGame struct {
	*table.Table
	*table.Replay
	Header *table.Header
}

func replay(t testing.TB, c config) *restoredGame {
	t.Helper()
	records, err := c.Log.Read(context.Background(), c.Header.Game)
	require.NoError(t, err)
	r, err := table.Restore(records, func(h *table.Header) (state.Dealer, error) {
		if h.Rules == c.Header.Rules {
			return c.Rules, nil
		}
		return find(h)
	})
	require.NoError(t, err)
	return &restoredGame{r.Table, r, r.Header}
}

// Config returns a config that continues the game.
func (r *restoredGame) Config() config {
	chain, err := game.Verify(r.Past())
	if err != nil {
		panic(err)
	}
	c := config{Header: *r.Header, Machine: r.Machine, Rules: r.Rules, table: r.Table, chain: chain}
	for _, p := range r.Table.Seats {
		c.Seats = append(c.Seats, p.Seat)
	}
	return c
}

// A sink records the messages that it receives.
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

// Ask records the question among the messages.
func (s *sink) Ask(q agent.Question) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, q)
	return nil
}

// received returns the received messages of type T, oldest first.
func received[T any](s *sink) []T {
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
	all := received[T](s)
	require.NotEmpty(t, all)
	return all[len(all)-1]
}

// A player answers as soon as its seat is the first awaited seat. It draws its options
// from its seed. If limit is set, the player stops at the first decision
// with a higher ID.
type player struct {
	sink
	seat   state.Seat
	seed   uint64
	limit  uint32
	halted chan struct{} // closed when the player stops
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
		panic(err) // the queue has room
	}
}

func join(t testing.TB, g *game.Game, seat state.Seat, seed uint64, limit uint32) *player {
	t.Helper()
	p := &player{sink: sink{over: make(chan struct{})}, seat: seat, seed: seed, limit: limit, halted: make(chan struct{})}
	p.submit = g.Submit(seat, p)
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: p}))
	return p
}

// playTo plays a game until a decision with an ID above limit is open.
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
func finish(t testing.TB, c config, seed uint64) (*game.Game, [2]*player) {
	t.Helper()
	g := start(t, c)
	players := [2]*player{join(t, g, 0, seed, 0), join(t, g, 1, seed+1, 0)}
	<-players[0].over
	<-players[1].over
	return g, players
}

// settle waits until the game has handled its queue, and returns its status.
func settle(t testing.TB, g *game.Game) game.Status {
	t.Helper()
	status, err := g.Status(t.Context()) // the game answers after all earlier inputs
	require.NoError(t, err)
	return status
}
