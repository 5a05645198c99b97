package game_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// TestPersonal checks that names and chat survive a restart and are not in the log. A
// client that connects receives the chat that it may read.
func TestPersonal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := dealOpen(t)
		log := store.NewMemory()
		c.Log, c.KV = log, log
		g := start(t, c)
		for seat, name := range []string{"Ada", "Bob"} {
			who := table.Seat{Kind: protocol.SeatPerson, Name: name, Face: []string{"", "fox"}[seat], KeyHash: strings.Repeat(fmt.Sprint(seat), 64)}
			_, err := g.Sit(t.Context(), table.Sit{Seat: seat, Who: who})
			require.NoError(t, err)
		}
		ada := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: ada, Joined: &protocol.Joined{}}))
		assert.Empty(t, last[*protocol.Joined](t, ada).Chat)
		const said = 210
		for n := range said {
			require.NoError(t, g.Submit(state.Seat(n%2), ada)(&protocol.Chat{Text: fmt.Sprint("line ", n)}))
			time.Sleep(3 * time.Second)
			synctest.Wait()
		}
		require.Empty(t, received[*protocol.Error](ada))
		require.NoError(t, g.Submit(1, nil)(&protocol.Mute{Seat: 0, On: true}))
		require.NoError(t, g.Close(t.Context()))

		lines, err := log.Read(t.Context(), c.Header.Game)
		require.NoError(t, err)
		for _, line := range lines {
			assert.NotContains(t, string(line), "Ada")
			assert.NotContains(t, string(line), "line 2")
			assert.NotContains(t, string(line), "fox")
		}
		people, err := game.LoadPersonalData(t.Context(), log, c.Header.Game)
		require.NoError(t, err)
		assert.Equal(t, []string{"Ada", "Bob"}, people.Names)
		assert.Equal(t, []string{"", "fox"}, people.Faces)
		require.Len(t, people.Chat, 200)

		again := replay(t, c).Config()
		again.Log, again.KV = log, log
		g = start(t, again)
		assert.Equal(t, "Bob", settle(t, g).Seats[1].Name)
		heard := func(seat state.Seat) []protocol.ChatMessage {
			s := newSink()
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: s, Joined: &protocol.Joined{}}))
			return last[*protocol.Joined](t, s).Chat
		}
		all := heard(0)
		require.Len(t, all, 200)
		assert.Equal(t, protocol.ChatMessage{Game: c.Header.Game, Seat: 0, Name: "Ada", Text: "line 10"}, all[0])
		assert.Equal(t, "line 209", all[199].Text)
		assert.Len(t, heard(1), 100, "messages of muted seats are omitted")
		assert.Len(t, heard(state.Watcher), 200)
	})
}

// TestExpected checks that clients see for whom an open seat is reserved, also after a restart, until
// the name is erased or the seat is taken.
func TestExpected(t *testing.T) {
	c := dealOpen(t)
	on := store.NewMemory()
	c.Log, c.KV, c.Expected = on, on, []game.Person{{Name: "Ada"}, {Name: "Bob", Face: "fox"}}
	g := start(t, c)
	open := []protocol.Seat{{Kind: protocol.SeatOpen, Name: "Ada"}, {Seat: 1, Kind: protocol.SeatOpen, Name: "Bob", Face: "fox"}}
	assert.Equal(t, open, settle(t, g).Seats)
	watcher := newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: watcher, Joined: &protocol.Joined{}}))
	assert.Equal(t, open, settle(t, g).Seats)
	assert.Equal(t, open, last[*protocol.Joined](t, watcher).Seats)
	require.NoError(t, g.Close(t.Context()))

	again := replay(t, c).Config()
	again.Log, again.KV = on, on
	g = start(t, again)
	assert.Equal(t, open, settle(t, g).Seats, "after a restart")
	_, err := g.Sit(t.Context(), table.Sit{Seat: 0, Who: table.Seat{Kind: protocol.SeatPerson, KeyHash: "a"}})
	require.NoError(t, err)
	assert.Equal(t, protocol.Seat{Kind: protocol.SeatPerson}, settle(t, g).Seats[0], "a person without a name has the seat")
	require.NoError(t, g.Close(t.Context()))

	require.NoError(t, game.EraseExpected(t.Context(), on, c.Header.Game))
	again = replay(t, c).Config()
	again.Log, again.KV = on, on
	g = start(t, again)
	assert.Equal(t, protocol.Seat{Seat: 1, Kind: protocol.SeatOpen}, settle(t, g).Seats[1])
}

// TestPersonalUnavailable checks that a person gets a seat only once the store has the
// name.
func TestPersonalUnavailable(t *testing.T) {
	c := dealOpen(t)
	kv := store.NewMemory()
	c.KV = kv
	g := start(t, c)
	kv.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} })
	sit := table.Sit{Seat: 0, Who: table.Seat{Kind: protocol.SeatPerson, Name: "Ada", KeyHash: "a"}}
	_, err := g.Sit(t.Context(), sit)
	refusal := new(protocol.Error)
	require.ErrorAs(t, err, &refusal)
	assert.Equal(t, protocol.Unavailable, refusal.Code)
	kv.InjectFault(nil)
	_, err = g.Sit(t.Context(), sit)
	require.NoError(t, err)
	assert.Equal(t, "Ada", settle(t, g).Seats[0].Name)
}

// TestDistinctNames checks that players with the same name get different names at the table.
func TestDistinctNames(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Seats = []table.Seat{{Kind: protocol.SeatBot, Name: "easy"}, {Kind: protocol.SeatOpen}}
	for _, tt := range []struct{ name, want string }{{"EASY ", "EASY (2)"}, {"Ada", "Ada"}, {"", ""}} {
		c.Log, c.KV = store.NewMemory(), store.NewMemory()
		g := start(t, c)
		sit := table.Sit{Seat: -1, Who: table.Seat{Kind: protocol.SeatPerson, Name: tt.name, KeyHash: "k"}}
		seat, err := g.Join(t.Context(), sit, true, game.Attachment{To: newSink()})
		require.NoError(t, err)
		assert.Equal(t, tt.want, settle(t, g).Seats[seat].Name)
	}
}
