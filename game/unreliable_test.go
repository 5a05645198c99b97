package game_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// TestUnreliable plays games on a log that fails at random, between players whose
// connections fail now and then. It checks that the games end as they do without failures, and that
// each player receives each event once.
func TestUnreliable(t *testing.T) {
	for seed := range uint64(6) {
		plain := deal(t, "duel", seed)
		finish(t, plain, seed)

		c := deal(t, "duel", seed)
		c.Log = &unreliableLog{Memory: store.NewMemory(), r: state.Rand(seed)}
		g := start(t, c)
		var players [2]*unreliablePlayer
		for i := range players {
			p := &unreliablePlayer{g: g, t: t, seat: state.Seat(i), seed: seed + uint64(i), r: state.Rand(seed*2 + uint64(i)), over: make(chan struct{})}
			players[i] = p
		}
		for _, p := range players {
			p.connect()
		}
		for _, p := range players {
			<-p.over
			p.group.Wait()
		}
		require.NoError(t, g.Close(t.Context()))
		require.Equal(t, table.Digest(plain.Machine), table.Digest(c.Machine), "game %d", seed)
		for _, p := range players {
			require.Equal(t, expectedEvents(t, plain, p.seat), p.events, "game %d, seat %d", seed, p.seat)
		}
	}
}

// expectedEvents returns the events that a seat should receive in a game.
func expectedEvents(t *testing.T, c config, seat state.Seat) []protocol.Event {
	records, err := c.Log.Read(t.Context(), c.Header.Game)
	require.NoError(t, err)
	r, err := table.Open(records, find)
	require.NoError(t, err)
	var events []protocol.Event
	for r.More() {
		c, err := r.Next()
		require.NoError(t, err)
		for _, e := range c.Events {
			events = append(events, protocol.EventOf(uint64(len(events))+1, r.Table.Machine.Tell(e, seat)))
		}
	}
	return events
}

// An unreliableLog returns an error for a quarter of its appends, although it stores some of these
// records.
type unreliableLog struct {
	*store.Memory
	r state.Rand
}

func (s *unreliableLog) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	if expect == 0 {
		return s.Memory.Append(ctx, id, expect, record)
	}
	switch s.r.N(12) {
	case 0:
		return store.ErrUnavailable
	case 1:
		return store.ErrAmbiguous
	case 2:
		return errors.Join(store.ErrAmbiguous, s.Memory.Append(ctx, id, expect, record))
	}
	return s.Memory.Append(ctx, id, expect, record)
}

// An unreliablePlayer plays like [player]. It also repeats requests that could not be stored, and
// sometimes loses its connection.
type unreliablePlayer struct {
	g     *game.Game
	t     *testing.T
	seat  state.Seat
	seed  uint64
	over  chan struct{}
	group sync.WaitGroup

	mu     sync.Mutex
	r      state.Rand
	events []protocol.Event
	ended  bool
}

// A connection is one of the connections of an unreliablePlayer. A broken connection stays broken.
type connection struct {
	*unreliablePlayer
	broken bool
	submit agent.Submit
	last   *protocol.Choose
}

var errBroken = errors.New("the connection is broken")

func (l *connection) WriteJSON(v protocol.ServerMessage) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.broken:
		return errBroken
	case !l.ended && l.r.N(6) == 0:
		l.broken = true
		l.group.Go(func() {
			_ = l.g.Detach(l.t.Context(), l)
			l.connect()
		})
		return errBroken
	}
	switch m := v.(type) {
	case *protocol.Update:
		l.note(m)
		if m.Decision != nil && m.Awaiting[0] == int(l.seat) {
			r := state.Rand(l.seed + uint64(m.Decision.ID))
			l.last = &protocol.Choose{Decision: m.Decision.ID, Option: r.N(len(m.Decision.Options))}
			return l.submit(l.last)
		}
	case *protocol.Error:
		if m.Code == protocol.Unavailable {
			return l.submit(l.last)
		}
	case *protocol.Over:
		if !l.ended {
			l.ended = true
			close(l.over)
		}
	}
	return nil
}

func (p *unreliablePlayer) note(u *protocol.Update) {
	if u.Gap {
		p.t.Errorf("seat %d did not receive all missed events", p.seat)
	}
	for _, e := range u.Events {
		if int(e.N) != len(p.events)+1 {
			p.t.Errorf("seat %d is told of event %d after %d", p.seat, e.N, len(p.events))
		}
		p.events = append(p.events, e)
	}
}

// connect opens a new connection, which may fail at once.
func (p *unreliablePlayer) connect() {
	p.mu.Lock()
	after := uint64(len(p.events))
	p.mu.Unlock()
	l := &connection{unreliablePlayer: p}
	l.submit = p.g.Submit(p.seat, l)
	_ = p.g.Attach(p.t.Context(), game.Attachment{Seat: p.seat, To: l, After: &after})
}
