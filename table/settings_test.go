package table_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

func on(b bool) *bool { return &b }

// TestWish changes settings one by one, and records only changes.
func TestWish(t *testing.T) {
	l := duel(t)
	require.Nil(t, l.live.Seats[0].Settings)
	l.nothing(&table.Wish{Seat: 0})
	l.nothing(&table.Wish{Seat: 0, Until: protocol.UntilOff, Alone: on(false), Forget: true})
	l.nothing(&table.Wish{Seat: 0, Mute: &protocol.Mute{Seat: 1}})
	r := l.do(&table.Wish{Seat: 0, Alone: on(true)})
	require.Equal(t, table.Settings{Seat: 0, Alone: true}, *r.Settings)
	l.nothing(&table.Wish{Seat: 0, Alone: on(true)})
	r = l.do(&table.Wish{Seat: 0, Until: protocol.UntilTurn})
	turn := l.live.Machine.Turn()
	require.Equal(t, table.Settings{Seat: 0, Alone: true, Until: protocol.UntilTurn, Turn: turn}, *r.Settings)
	r = l.do(&table.Wish{Seat: 0, Mute: &protocol.Mute{Seat: -1, On: true}})
	require.Equal(t, uint8(1<<table.Audience), r.Settings.Muted)
	l.do(&table.Wish{Seat: 0, Mute: &protocol.Mute{Seat: 1, On: true}})
	require.Equal(t, uint8(1<<table.Audience|1<<1), l.live.Muted(0))
	require.Equal(t, []int{1, -1}, l.live.Kept(0, l.live.Muted(0)).Muted)
	l.do(&table.Wish{Seat: 0, Mute: &protocol.Mute{Seat: 1}})
	require.Equal(t, uint8(1<<table.Audience), l.live.Muted(0))
	require.Zero(t, l.live.Muted(1))
	require.True(t, l.live.Kept(0, 0).Alone)
	require.Equal(t, protocol.UntilOff, l.live.Kept(1, 0).Until)
}

// TestWishRefused refuses invalid settings and too many changes.
func TestWishRefused(t *testing.T) {
	l := duel(t)
	for _, m := range []protocol.Mute{{Seat: 0, On: true}, {Seat: 2, On: true}} {
		l.refused(&table.Wish{Seat: 0, Mute: &m}, protocol.NoSeat, "another seat of this game")
	}
	l.refused(&table.Wish{Seat: state.Watcher, Mute: &protocol.Mute{Seat: 0, On: true}}, protocol.NoSeat, "another seat")
	l.refused(&table.Wish{Seat: 2, Alone: on(true)}, protocol.NoSeat, "still in the game")
	open := begin(t, elementsRules, header(elementsRules, "po"))
	open.refused(&table.Wish{Seat: 0, Alone: on(true)}, protocol.NotAsked, "all seats are taken")
	require.NotNil(t, open.do(&table.Wish{Seat: 0, Mute: &protocol.Mute{Seat: -1, On: true}}), "chat needs no started game")
	story := begin(t, harborRules, header(harborRules, "pp"))
	for _, w := range []*table.Wish{{Alone: on(true)}, {Until: protocol.UntilTurn}} {
		story.refused(w, protocol.NotNow, "passes in this game")
	}
	most := table.MaxSettings + 5*l.live.Machine.Turn()
	for n := range most {
		l.do(&table.Wish{Seat: 0, Mute: &protocol.Mute{Seat: 1, On: n%2 == 0}})
	}
	l.refused(&table.Wish{Seat: 0, Mute: &protocol.Mute{Seat: 1, On: most%2 == 0}}, protocol.NotNow, "too often")
	l.do(&table.Wish{Seat: 1, Mute: &protocol.Mute{Seat: 0, On: true}})
	l.do(&table.Resignation{Seat: 1})
	l.refused(&table.Wish{Seat: 1, Mute: &protocol.Mute{Seat: 0}}, protocol.GameOver, "over")
	l.refused(&table.Wish{Seat: 1, Alone: on(true)}, protocol.GameOver, "over")
}

// TestAlways answers decisions with the same options, until the seat clears the answer.
func TestAlways(t *testing.T) {
	l := duel(t)
	seat := l.asked()
	answer := l.live.AnswerTo(seat, 0)
	r := l.do(&table.Wish{Seat: seat, Always: &answer})
	require.Equal(t, []table.Answer{answer}, r.Settings.Always)
	records := l.records()
	var auto *table.Request
	for _, r := range records {
		if r.Request != nil && r.Request.Seat == seat {
			auto = r.Request
		}
	}
	require.NotNil(t, auto, "the setting answers at once")
	require.Equal(t, table.ByAuto, auto.By)
	require.Equal(t, []string{answer.Take}, l.live.Kept(seat, 0).Always)
	r = l.do(&table.Wish{Seat: seat, Forget: true})
	require.Empty(t, r.Settings.Always)
	for n := range table.MaxAlways + 2 {
		r, err := l.decide(&table.Wish{Seat: seat, Always: &table.Answer{Options: fmt.Sprint(n), Take: "x"}})
		require.NoError(t, err)
		l.add(r)
	}
	kept := l.live.Kept(seat, 0).Always
	require.Len(t, kept, table.MaxAlways)
	r, err := l.decide(&table.Wish{Seat: seat, Always: &table.Answer{Options: "20", Take: "y"}})
	require.NoError(t, err)
	require.Len(t, r.Settings.Always, table.MaxAlways)
	require.Equal(t, "2", r.Settings.Always[0].Options, "the oldest ones made room")
	require.Equal(t, table.Answer{Options: "20", Take: "y"}, r.Settings.Always[table.MaxAlways-1])
}

// TestAutomatic does not answer for a seat whose bot stands in.
func TestAutomatic(t *testing.T) {
	l := duel(t)
	seat := l.asked()
	answer := l.live.AnswerTo(seat, 0)
	l.now.StandIn = state.Only(seat)
	r, err := l.decide(&table.Wish{Seat: seat, Always: &answer})
	require.NoError(t, err)
	l.add(r)
	require.Nil(t, l.live.Next(l.now))
	l.now.StandIn = 0
	require.Equal(t, table.ByAuto, l.live.Next(l.now).Request.By)
}

// TestPassing passes until the seat's turn, and stops when the seat chooses itself.
func TestPassing(t *testing.T) {
	l := duel(t)
	for l.live.Machine.Turn() < 2 {
		l.choose(0)
	}
	seat := l.asked()
	l.do(&table.Wish{Seat: seat, Until: protocol.UntilTurn})
	for n := 0; l.live.Kept(seat, 0).Until != protocol.UntilOff; n++ {
		require.Less(t, n, 1000, "the seat passes forever")
		l.choose(0)
	}
	l.do(&table.Wish{Seat: seat, Until: protocol.UntilSomething})
	for l.live.Kept(seat, 0).Until != protocol.UntilOff {
		l.choose(0)
	}
}

// TestDamagedSettings applies the settings of a seat that does not exist.
func TestDamagedSettings(t *testing.T) {
	duel(t).damaged(&table.Record{T: "settings", Settings: &table.Settings{Seat: 2}}, "there is no seat 2")
}
