package game_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
)

// A failOnceLog returns err once, for the record with the given number. If kept is set, the log
// stores that record nevertheless.
type failOnceLog struct {
	*store.Memory
	number uint64
	err    error
	kept   bool
	other  []byte // the record that another server writes in its place
}

func (f *failOnceLog) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	if f.err == nil || expect != f.number {
		return f.Memory.Append(ctx, id, expect, record)
	}
	err := fmt.Errorf("flaky: %w", f.err)
	f.err = nil
	if f.other != nil {
		record = f.other
	}
	if f.kept || f.other != nil {
		if err := f.Memory.Append(ctx, id, expect, record); err != nil {
			return err
		}
	}
	return err
}

// TestStoreFails checks what clients receive when the append of a request fails, and after a retry.
func TestStoreFails(t *testing.T) {
	tests := []struct {
		name   string
		log    failOnceLog
		stored bool // the log stores the request and fails
		moved  bool // another server runs the game
	}{
		{"unavailable", failOnceLog{err: store.ErrUnavailable}, false, false},
		{"full", failOnceLog{err: store.ErrFull}, false, false},
		{"unknown result: the record was not stored", failOnceLog{err: store.ErrAmbiguous}, false, false},
		{"unknown result: the record was stored", failOnceLog{err: store.ErrAmbiguous, kept: true}, true, false},
		{"unknown result: another record was stored", failOnceLog{err: store.ErrAmbiguous, other: []byte(`{"t":"request"}`)}, false, true},
		{"fenced", failOnceLog{err: store.ErrFenced}, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := &tt.log
			log.Memory, log.number = store.NewMemory(), 1
			c := deal(t, "duel", 1)
			c.Log = log
			g := start(t, c)
			ada, bob := newSink(), newSink()
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}))
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: bob}))
			before := len(received[*protocol.Update](bob))
			choice := &protocol.Choose{Decision: last[*protocol.Update](t, ada).Decision.ID}
			require.NoError(t, g.Submit(0, ada)(choice))
			if tt.moved {
				<-g.Done()
				assert.NotEmpty(t, received[*protocol.Bye](ada))
				assert.NotEmpty(t, received[*protocol.Bye](bob))
				assert.Len(t, received[*protocol.Update](bob), before)
				return
			}
			settle(t, g)
			if tt.stored {
				assert.Len(t, received[*protocol.Update](bob), before+1)
				assert.Empty(t, received[*protocol.Error](ada))
				return
			}
			assert.Len(t, received[*protocol.Update](bob), before, "a refused request publishes nothing")
			assert.Empty(t, received[*protocol.Error](bob))
			assert.Equal(t, protocol.Unavailable, last[*protocol.Error](t, ada).Code)
			require.NoError(t, g.Submit(0, ada)(choice))
			settle(t, g)
			assert.Len(t, received[*protocol.Update](bob), before+1, "the retry is accepted")
			require.NoError(t, g.Close(t.Context()))
			assert.Equal(t, c.Machine.AppendState(nil), replay(t, c).Machine.AppendState(nil))
		})
	}
}

// A panickingMachine panics at a request.
type panickingMachine struct {
	state.Machine
	at uint32
}

func (b *panickingMachine) Apply(q state.Request, log *state.Log) {
	if b.Seq() == b.at {
		panic("a card nobody thought of")
	}
	b.Machine.Apply(q, log)
}

// TestPanic checks that a panic in the rules sets one game aside and does not affect another game.
func TestPanic(t *testing.T) {
	c := deal(t, "bad", 1)
	c.Machine = &panickingMachine{c.Machine, 10}
	var seen []game.Observation
	c.Observe = func(o game.Observation) { seen = append(seen, o) }
	bad, good := start(t, c), start(t, deal(t, "good", 1))
	ada, bob := join(t, bad, 0, 1, 0), join(t, bad, 1, 2, 0)
	<-ada.over
	<-bob.over
	for _, p := range []*player{ada, bob} {
		assert.Equal(t, protocol.Internal, last[*protocol.Error](t, &p.sink).Code)
		assert.Equal(t, &protocol.Over{Game: "bad", N: last[*protocol.Over](t, &p.sink).N, Won: []int{}, Reason: "fault"},
			last[*protocol.Over](t, &p.sink))
	}
	status := settle(t, bad)
	assert.True(t, status.Fault)
	require.NoError(t, bad.Submit(0, ada)(&protocol.Resign{}))
	late := newSink()
	require.NoError(t, bad.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: late}))
	assert.Equal(t, "fault", last[*protocol.Over](t, late).Reason)
	assert.Empty(t, received[*protocol.Update](late), "the game does not read the position after a fault")
	assert.Equal(t, protocol.GameOver, last[*protocol.Error](t, &ada.sink).Code)
	require.NoError(t, bad.Close(t.Context()))
	faults := 0
	for _, o := range seen {
		if o.Outcome == game.Faulted {
			faults++
			assert.Contains(t, string(o.Stack), "panickingMachine")
		}
	}
	assert.Equal(t, 1, faults)

	records, err := c.Log.Read(t.Context(), "bad")
	require.NoError(t, err)
	assert.Len(t, records, 1+11+1, "the log has the request that caused the fault")
	r := replay(t, c)
	assert.Contains(t, r.Fault, "a card nobody thought of")
	assert.Equal(t, uint32(11), r.Machine.Seq(), "the log replays with corrected rules")

	playTo(t, good, 5, 30)
}

// TestQueueIsBounded checks that a game that waits for its log refuses inputs once its queue is
// full.
func TestQueueIsBounded(t *testing.T) {
	c := deal(t, "duel", 1)
	slow := &slowLog{Memory: store.NewMemory(), begun: make(chan struct{}), release: make(chan struct{})}
	c.Log, c.logged = slow, true
	g := start(t, c)
	ada := newSink()
	submit := g.Submit(0, ada)
	require.NoError(t, submit(&protocol.Resign{}))
	<-slow.begun
	var err error
	taken := 0
	for ; err == nil; taken++ {
		err = submit(&protocol.Chat{Text: "hello?"})
	}
	require.ErrorIs(t, err, game.ErrBusy)
	assert.Equal(t, 17, taken)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, g.Attach(ctx, game.Attachment{Seat: 0, To: ada}), context.Canceled)
	close(slow.release)
	assert.True(t, settle(t, g).Over)
	require.NoError(t, submit(&protocol.Chat{Text: "better"}))
}

type slowLog struct {
	*store.Memory
	begun, release chan struct{}
	once           sync.Once
}

func (s *slowLog) Append(context.Context, string, uint64, []byte) error {
	s.once.Do(func() { close(s.begun) })
	<-s.release
	return nil
}

// TestDeafAgentsAreDropped checks that the game drops an agent whose connection fails, and goes on.
func TestDeafAgentsAreDropped(t *testing.T) {
	g := start(t, deal(t, "duel", 1))
	eve := newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: eve}))
	players := playTo(t, g, 1, 10)
	heard := len(received[*protocol.Update](eve))
	eve.mu.Lock()
	eve.fail = true
	eve.mu.Unlock()
	players[0].mu.Lock()
	players[0].fail = true
	players[0].mu.Unlock()
	require.NoError(t, g.Submit(0, nil)(&protocol.Resign{}))
	<-players[1].over
	status := settle(t, g)
	assert.Zero(t, status.WatcherCount)
	assert.False(t, status.Seats[0].Here)
	assert.True(t, status.Seats[1].Here)
	assert.Len(t, received[*protocol.Update](eve), heard)
	assert.False(t, last[*protocol.Table](t, &players[1].sink).Seats[0].Here, "the other clients see that the player has left")
}

// TestNothingAfterTheFault checks that requests after a fault append nothing to the log.
func TestNothingAfterTheFault(t *testing.T) {
	c := deal(t, "bad", 1)
	c.Machine = &panickingMachine{c.Machine, 10}
	bad := start(t, c)
	ada, bob := join(t, bad, 0, 1, 0), join(t, bad, 1, 2, 0)
	<-ada.over
	<-bob.over
	require.NoError(t, ada.submit(&protocol.Mute{Seat: 1, On: true}))
	settle(t, bad)
	assert.Equal(t, []int{1}, last[*protocol.SeatSettings](t, &ada.sink).Muted)
	assert.NotEmpty(t, replay(t, c).Fault)
}
