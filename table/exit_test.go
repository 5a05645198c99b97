package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/table"
)

const minute = 60_000

// waitingGame returns a game that waits for seat 1, whose player has been disconnected since the start.
func waitingGame(t *testing.T, seats string, clock *protocol.Clock) *log {
	t.Helper()
	h := header(elementsRules, seats)
	h.Clock = clock
	l := begin(t, elementsRules, h)
	for l.askedSeat() != 1 {
		l.choose(0)
	}
	l.now.Away[1] = start
	return l
}

func exit(way string) *table.Exit { return &table.Exit{Seat: 0, Delayer: 1, Way: way} }

// TestExitIn checks when the other players may leave a game that waits for a seat.
func TestExitIn(t *testing.T) {
	wait := &protocol.Clock{Bank: 2 * minute, PerDecision: minute, Absent: protocol.AbsentWait}
	for name, tt := range map[string]struct {
		seats  string
		clock  *protocol.Clock
		change func(*table.Now)
		want   int64
		none   bool
	}{
		"away":              {want: 10 * minute},
		"away for long":     {change: func(n *table.Now) { n.At += 60 * minute }},
		"here":              {change: func(n *table.Now) { n.Away[1] = 0 }, want: 24 * 60 * minute},
		"away since later":  {change: func(n *table.Now) { n.At += minute; n.Away[1] = start + minute }, want: 10 * minute},
		"server restarted":  {change: func(n *table.Now) { n.At += 60 * minute; n.Resumed = n.At }, want: 2 * minute},
		"bot stands in":     {change: func(n *table.Now) { n.StandIn = 2 }, none: true},
		"clock runs":        {clock: wait, change: func(n *table.Now) { n.Away[1] = 0 }, none: true},
		"left a live clock": {clock: wait, want: minute},
		"left before that":  {clock: wait, change: func(n *table.Now) { n.Away[1] = start - 2*minute }, want: 0},
		"left, restarted":   {clock: wait, change: func(n *table.Now) { n.Resumed = n.At }, want: 2 * minute},
		"correspondence":    {clock: &protocol.Clock{PerDecision: 24 * 60 * minute, Absent: protocol.AbsentWait}, none: true},
		"clock gave up":     {clock: wait, change: func(n *table.Now) { n.Untimed = 2 }, want: 3 * minute},
		"clock forfeits":    {clock: &protocol.Clock{Absent: protocol.AbsentForfeit}, change: func(n *table.Now) { n.Untimed = 2 }, want: minute},
		"short clock":       {clock: &protocol.Clock{Bank: 5, Absent: protocol.AbsentWait}, change: func(n *table.Now) { n.Untimed = 2 }, want: minute},
		"bot's seat":        {seats: "pb", none: true},
		"seat is not asked": {seats: "ppp", change: nil, want: 10 * minute},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.seats == "" {
				tt.seats = "pp"
			}
			l := waitingGame(t, tt.seats, tt.clock)
			if tt.change != nil {
				tt.change(&l.now)
			}
			in, ok := l.live.ExitIn(1, &l.now)
			require.Equal(t, !tt.none, ok)
			require.Equal(t, tt.want, in)
		})
	}
	l := waitingGame(t, "pp", nil)
	for l.live.Machine.Decision(0) != 0 {
		l.do(l.choice(0, 0))
	}
	_, ok := l.live.ExitIn(0, &l.now)
	require.False(t, ok, "seat 0 is not asked")
}

// TestExit checks each way to leave a game that another seat delays.
func TestExit(t *testing.T) {
	l := waitingGame(t, "pp", nil)
	l.requireRefused(exit(protocol.ExitWin), protocol.NotNow, "ask again in 600 s")
	l.requireRefused(&table.Exit{Seat: 0, Delayer: 0, Way: protocol.ExitWin}, protocol.NoSeat, "name another seat")
	l.requireRefused(&table.Exit{Seat: 0, Delayer: 2, Way: protocol.ExitWin}, protocol.NoSeat, "name another seat")
	l.requireRefused(&table.Exit{Seat: 2, Delayer: 1, Way: protocol.ExitWin}, protocol.NoSeat, "still in the game")
	l.now.At += 10 * minute
	l.now.Bots = false
	l.requireRefused(exit(protocol.ExitBot), protocol.NotNow, "no bots")
	l.now.Bots = true
	r := l.do(exit(protocol.ExitWin))
	require.Equal(t, table.ByExit, r.Request.By)
	require.EqualValues(t, 1, r.Request.Seat)
	require.Equal(t, []int{0}, l.live.OverMessage().Won)
	l.requireRefused(exit(protocol.ExitWin), protocol.GameOver, "over")

	l = waitingGame(t, "pp", nil)
	l.now.At += 10 * minute
	require.Equal(t, protocol.ReasonClaimed, l.do(exit(protocol.ExitDraw)).Draw.Reason)

	l = waitingGame(t, "pb", nil)
	l.requireRefused(exit(protocol.ExitBot), protocol.NotNow, "does not wait for a person")
}

// TestStandIn checks that players can call a bot for an absent person, and that the bot stops
// playing when the person returns.
func TestStandIn(t *testing.T) {
	l := waitingGame(t, "pp", nil)
	l.requireNoRecord(&table.Return{Seat: 1})
	l.now.At += 10 * minute
	r := l.do(exit(protocol.ExitBot))
	require.Equal(t, table.StandIn{Seat: 1, On: true}, *r.StandIn)
	require.True(t, l.live.StandInsCalled.Has(1))
	l.now.StandIn = l.live.StandInsCalled
	l.requireRefused(exit(protocol.ExitBot), protocol.NotNow, "does not wait for a person")
	r = l.do(&table.Return{Seat: 1})
	require.Equal(t, table.StandIn{Seat: 1}, *r.StandIn)
	require.Zero(t, l.live.StandInsCalled)
	l.requireNoRecord(&table.Return{Seat: 1})
	l.requireDamaged(&table.Record{Kind: "standin", StandIn: &table.StandIn{Seat: 2, On: true}}, "there is no seat 2")
}
