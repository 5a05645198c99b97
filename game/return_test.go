package game_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/agent"
	"gamed/game"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/state"
	"gamed/table"
)

// TestAfter checks which events a reconnecting client receives if it names the last event that it
// has.
func TestAfter(t *testing.T) {
	g := start(t, deal(t, "duel", 2))
	players := playTo(t, g, 1, 60)
	for seat, p := range players {
		var seen []protocol.Event
		for _, u := range received[*protocol.Update](&p.sink) {
			seen = append(seen, u.Events...)
		}
		missed := seen[0].N - 1 // before the player attached
		for i, e := range seen {
			require.Equal(t, missed+uint64(i)+1, e.N, "numbers have no gaps")
		}
		for _, i := range []int{0, 1, len(seen) / 2, len(seen) - 1, len(seen)} {
			after := missed + uint64(i)
			again := newSink()
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Seat(seat), To: again, After: &after}))
			u := last[*protocol.Update](t, again)
			assert.False(t, u.Gap)
			assert.Equal(t, append([]protocol.Event{}, seen[i:]...), u.Events)
			before := last[*protocol.Update](t, &p.sink)
			assert.Equal(t, before.Decision, u.Decision, "the open decision is sent again")
			assert.Equal(t, before.View, u.View)
			require.NoError(t, g.Detach(t.Context(), again))
		}
		beyond := seen[len(seen)-1].N + 5
		again := newSink()
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Seat(seat), To: again, After: &beyond}))
		assert.True(t, last[*protocol.Update](t, again).Gap, "the client names an event that the log does not have")
	}
}

// TestAfterMany checks that a client receives the latest 2,000 of the events that it missed.
func TestAfterMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 2000
		p := gather(t, "pppp", with(dominion.Rules, 3))
		for !settle(t, p.g).Over {
			p.choose(p.firstAwaited(), 0)
		}
		var seen []protocol.Event
		for _, u := range received[*protocol.Update](p.seats[0]) {
			seen = append(seen, u.Events...)
		}
		require.Greater(t, len(seen), most+1)
		for missed, gap := range map[int]bool{most: false, most + 1: true, len(seen): true} {
			late, after := newSink(), seen[len(seen)-1].N-uint64(missed)
			require.NoError(t, p.g.Attach(t.Context(), game.Attachment{Seat: 0, To: late, After: &after}))
			u := last[*protocol.Update](t, late)
			assert.Equal(t, gap, u.Gap, "%d missed events", missed)
			assert.Equal(t, seen[len(seen)-most:], u.Events, "%d missed events", missed)
			require.NoError(t, p.g.Detach(t.Context(), late))
		}
	})
}

// TestJoinFromStart checks that a client that names no event receives all events from the start, undos
// included, in the wording for its seat.
func TestJoinFromStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := gather(t, "ppp", with(dominion.Rules, 3))
		watcher := p.watch(p.g)
		for n := range 40 {
			seat := p.firstAwaited()
			p.choose(seat, 0)
			if n%6 == 5 {
				p.say(seat, offerUndo)
				for other := range 3 {
					if other != seat && len(p.offers(seat)) > 0 {
						p.say(other, agree)
					}
				}
			}
		}
		want := map[state.Seat][]protocol.Event{}
		for i, live := range append(p.seats, &watcher.sink) {
			seat := state.Seat(i)
			if live == &watcher.sink {
				seat = state.Watcher
			}
			for _, u := range received[*protocol.Update](live) {
				want[seat] = append(want[seat], u.Events...)
			}
		}
		joins := func(g *game.Game) {
			for seat, events := range want {
				late := newSink()
				require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: seat, To: late}))
				u := last[*protocol.Update](t, late)
				require.False(t, u.Gap)
				require.EqualValues(t, 1, u.Events[0].N)
				require.Equal(t, events, u.Events)
				require.NoError(t, g.Detach(t.Context(), late))
			}
		}
		joins(p.g)
		joins(p.again())
	})
}

// TestRecover checks that a game that stops and continues from its log ends like one that did not
// stop.
func TestRecover(t *testing.T) {
	whole := deal(t, "duel", 6)
	finish(t, whole, 9)
	for _, limit := range []uint32{1, 2, 30, 75} {
		c := deal(t, "duel", 6)
		g := start(t, c)
		playTo(t, g, 9, limit)
		require.NoError(t, g.Close(t.Context()))

		again := replay(t, c).Config()
		again.Log = c.Log
		g, players := finish(t, again, 9)
		require.Equal(t, replay(t, whole).End, replay(t, c).End)
		updates := received[*protocol.Update](&players[1].sink)
		first, end := updates[0], updates[len(updates)-1]
		require.Equal(t, replay(t, c).Events, end.N)
		require.Less(t, first.N, end.N)
		require.NoError(t, g.Close(context.Background()))
	}
}

// TestOverIsToldAgain checks which messages a client receives when it joins a finished game.
func TestOverIsToldAgain(t *testing.T) {
	g, players := finish(t, deal(t, "duel", 1), 1)
	late := newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 1, To: late}))
	assert.Equal(t, last[*protocol.Over](t, &players[0].sink), last[*protocol.Over](t, late))
	assert.Empty(t, last[*protocol.Update](t, late).Awaiting)
}

// TestPrivate checks that a seat receives the same messages in two games that differ only in cards
// hidden from the seat.
func TestPrivate(t *testing.T) {
	for seed := range uint64(10) {
		c := deal(t, "duel", seed)
		twin := deal(t, "duel", seed)
		r := state.Rand(99)
		twin.Machine.Resample(0, &r)
		twin.altered = true
		var bytes [2][]byte
		for i, c := range []config{c, twin} {
			ada := newSink()
			g := start(t, c)
			require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: 0, To: ada}))
			require.NoError(t, g.Submit(0, ada)(&protocol.Choose{Decision: last[*protocol.Update](t, ada).Decision.ID}))
			settle(t, g)
			for _, v := range ada.all {
				bytes[i] = protocol.Append(bytes[i], v.(protocol.Message))
			}
		}
		assert.Equal(t, string(bytes[0]), string(bytes[1]))
	}
}

// TestWorld checks that a bot in this process receives a world instead of the view, and that the
// first of several awaited bots answers first.
func TestWorld(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Seats = []table.Seat{{Kind: protocol.SeatBot}, {Kind: protocol.SeatBot}}
	g := start(t, c)
	bots := [2]*sink{newSink(), newSink()}
	for seat, b := range bots {
		require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: state.Seat(seat), Bot: b}))
	}
	for seat, b := range bots {
		q := last[agent.Question](t, b)
		require.Len(t, q.Awaiting, 2)
		if q.Awaiting[0] != seat {
			assert.Zero(t, q.Decision)
			continue
		}
		s := state.Seat(seat)
		world := q.Ask.Fork(new(state.Rand))
		assert.Equal(t, c.Machine.AppendView(nil, s), world.AppendView(nil, s))
		assert.Equal(t, c.Machine.Options(s, nil), q.Ask.Options)
		assert.NotEqual(t, c.Machine.AppendState(nil), world.AppendState(nil), "hidden cards are dealt again")
	}
}

// TestNoBotWaitsForAPerson checks that a bot is asked although a person before it in turn order has
// not answered.
func TestNoBotWaitsForAPerson(t *testing.T) {
	c := deal(t, "duel", 1)
	c.Seats = []table.Seat{{Kind: protocol.SeatPerson}, {Kind: protocol.SeatPerson}}
	bot := state.Seat(1)
	if c.Machine.Next() == bot {
		bot = 0
	}
	c.Seats[bot].Kind = protocol.SeatBot
	g := start(t, c)
	told := newSink()
	require.NoError(t, g.Attach(t.Context(), game.Attachment{Seat: bot, Bot: told}))
	q := last[agent.Question](t, told)
	require.Len(t, q.Awaiting, 2)
	require.Equal(t, int(bot), q.Awaiting[1])
	require.NotZero(t, q.Decision)
	assert.Equal(t, c.Machine.Options(bot, nil), q.Ask.Options)
}

func TestTooManyWatch(t *testing.T) {
	g := start(t, deal(t, "duel", 1))
	var refused *protocol.Error
	for n := 0; refused == nil; n++ {
		require.LessOrEqual(t, n, 1000)
		err := g.Attach(t.Context(), game.Attachment{Seat: state.Watcher, To: newSink()})
		if n < 1000 {
			require.NoError(t, err)
		} else {
			require.ErrorAs(t, err, &refused)
		}
	}
	assert.Equal(t, protocol.Busy, refused.Code)
}
