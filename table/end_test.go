package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/table"
)

// TestEnd checks the end record of a game that ended by its rules, and that no record may follow
// it.
func TestEnd(t *testing.T) {
	h := header(elementsRules, "pp")
	h.CommitmentSalt = table.KeyFrom(1, 1)
	l := begin(t, elementsRules, h)
	require.Nil(t, l.live.Next(l.now))
	r, err := l.decide(&table.Resignation{Seat: 0})
	require.NoError(t, err)
	l.add(r)
	require.True(t, l.live.Over())
	require.False(t, l.live.Closed())
	end := l.live.Next(l.now)
	require.Equal(t, table.End{Won: []int{1}, Digest: table.Digest(l.live.Machine)}, *end.End)
	wrong := *end.End
	wrong.Digest = "0"
	l.requireDamaged(&table.Record{Kind: "end", End: &wrong}, "but the log says that it ends at 0")
	_, err = l.live.Fork().Apply(&table.Record{Kind: "end", End: &wrong}, nil)
	require.ErrorIs(t, err, table.ErrOtherEnd)
	l.add(end)
	require.True(t, l.live.Closed())
	require.Nil(t, l.live.Next(l.now))
	l.requireDamaged(end, "a record follows the last one")
	require.Equal(t, protocol.Over{
		Game: "g1", N: l.live.Events, Won: []int{1}, Reason: protocol.ReasonEnd, Resigned: []protocol.Resigned{{Seat: 0}}, Key: h.Key.String(), Salt: h.CommitmentSalt.String(),
	}, *l.live.OverMessage())
	l.requireNoRecord(table.Abandon{})
	l.requireNoRecord(table.Panic{Text: "late"})
}

// TestAbandon checks that an abandoned game ends as a draw, with or without open seats.
func TestAbandon(t *testing.T) {
	for _, seats := range []string{"pp", "po"} {
		l := begin(t, elementsRules, header(elementsRules, seats))
		r := l.do(table.Abandon{})
		require.Equal(t, table.Draw{Reason: protocol.ReasonAbandoned, Agreed: []int{}, At: start}, *r.Draw)
		require.True(t, l.live.Closed())
		over := l.live.OverMessage()
		require.Equal(t, protocol.ReasonAbandoned, over.Reason)
		require.True(t, over.Draw)
		require.Empty(t, over.Key, "a game without a commitment reveals no key")
	}
}

// TestRulesChanged checks that a game of older rules ends without the digest of a position. Every
// other end record must have a digest.
func TestRulesChanged(t *testing.T) {
	l := duel(t)
	r := l.do(table.RulesChanged{})
	require.Equal(t, protocol.ReasonRules, r.Draw.Reason)
	require.True(t, l.live.Closed())
	l.requireNoRecord(table.RulesChanged{})
	for _, tt := range []struct {
		in   table.Input
		fits bool
	}{{table.RulesChanged{}, true}, {table.Abandon{}, false}} {
		l := duel(t)
		r, err := l.decide(tt.in)
		require.NoError(t, err)
		l.add(r)
		end := *l.live.Next(l.now)
		end.End = &table.End{Won: []int{}}
		if tt.fits {
			l.add(&end)
		} else {
			l.requireDamaged(&end, "but the log says that it ends at")
		}
	}
}

// TestPanic checks that a panic in the rules sets the game aside.
func TestPanic(t *testing.T) {
	l := duel(t)
	r := l.do(table.Panic{Text: "panic: a bug"})
	require.Equal(t, "panic: a bug", r.Fault)
	require.True(t, l.live.Closed())
	require.Equal(t, protocol.ReasonFault, l.live.OverMessage().Reason)
	require.Nil(t, l.live.Next(l.now))
	l.requireNoRecord(table.Abandon{})
	_, err := l.live.World(l.askedSeat())
	require.ErrorContains(t, err, "set aside")
}

// TestLoop checks that a turn with too many choices ends the game as a draw.
func TestLoop(t *testing.T) {
	l := duel(t)
	l.live.SetChoicesInTurn(table.MaxChoicesInTurn - 1)
	require.Nil(t, l.live.Next(l.now))
	l.live.SetChoicesInTurn(table.MaxChoicesInTurn)
	require.Equal(t, protocol.ReasonLoop, l.live.Next(l.now).Draw.Reason)
}
