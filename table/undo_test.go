package table_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

func undo(seat state.Seat) *table.Proposal {
	return &table.Proposal{Seat: seat, Kind: protocol.OfferUndo}
}

func accept(seat state.Seat, kind string) *table.Response {
	return &table.Response{Seat: seat, Kind: kind, Accept: true}
}

// takeBack takes back the latest choice of a seat, with the consent of the other seats.
func (l *log) takeBack(seat state.Seat) {
	l.t.Helper()
	l.do(undo(seat))
	for i := range l.live.Seats {
		if other := state.Seat(i); other != seat && len(l.live.Offers) > 0 {
			l.do(accept(other, protocol.OfferUndo))
		}
	}
}

// TestUndo checks that an undo restores the position before the choice, and that the numbers of
// events and decisions continue.
func TestUndo(t *testing.T) {
	l := begin(t, dominionRules, header(dominionRules, "pp"))
	l.requireRefused(undo(0), protocol.NotNow, "no choice to take back")
	before := l.live.Fork()
	l.now.At += 5
	seat := l.choose(0)
	events := l.live.Events
	l.now.At += 5
	l.takeBack(seat)
	records := l.records()
	u := records[len(records)-1].Undo
	require.Equal(t, table.Undo{Seat: seat, To: 1, At: start + 10, Informed: true}, *u)
	require.Equal(t, string(before.Machine.AppendView(nil, seat)), string(l.live.Machine.AppendView(nil, seat)))
	require.Greater(t, l.live.Machine.Decision(seat), before.Machine.Decision(seat))
	require.Equal(t, events+1, l.live.Events)
	require.EqualValues(t, start+10, l.live.Seats[seat].Asked)
	l.requireRefused(undo(seat), protocol.NotNow, "no choice to take back")
}

// TestUndoOthers checks that an undo also takes back later choices of other seats, and that these
// seats must agree.
func TestUndoOthers(t *testing.T) {
	l := duel(t)
	views := func() (all []string) {
		for seat := range state.Seat(2) {
			all = append(all, string(l.live.Machine.AppendView(nil, seat)))
		}
		return all
	}
	before := views()
	first := l.choose(0)
	second := l.choose(0)
	require.NotEqual(t, first, second)
	r := l.do(undo(first))
	require.Equal(t, state.Only(second), r.Offers[0].Asked, "the other seat acted since")
	l.do(accept(second, protocol.OfferUndo))
	require.Equal(t, before, views())
	require.Empty(t, l.live.Offers)
}

// TestUndoBanks checks that an undo takes back the increments of the undone choices.
func TestUndoBanks(t *testing.T) {
	h := header(elementsRules, "pp")
	h.Clock = &protocol.Clock{Bank: 10_000, Increment: 500, Absent: protocol.AbsentForfeit}
	l := begin(t, elementsRules, h)
	l.now.Bank = [state.MaxSeats]int64{9000, 8000}
	seat := l.choose(0)
	c := l.choice(1-seat, 0)
	c.By = table.ByClock // earns nothing
	l.do(c)
	l.now.Bank = [state.MaxSeats]int64{7000, 300}
	l.takeBack(seat)
	want := []int64{7000, 300}
	want[seat] = max(want[seat]-500, 0)
	require.Equal(t, want, l.live.Left())
}

// TestUndoRefused checks the errors of undos that are not possible.
func TestUndoRefused(t *testing.T) {
	l := duel(t)
	seat := l.choose(0)
	l.broken = true
	l.requireRefused(undo(seat), protocol.Unavailable, "log cannot be read")
	l.broken = false
	good := l.lines
	l.lines = append(append([][]byte{}, good[0]), []byte("no record"))
	l.requireRefused(undo(seat), protocol.Internal, "cannot be replayed")
	l.lines = good

	c := l.choice(l.askedSeat(), 0)
	c.By = table.ByBot
	l.do(c)
	l.requireRefused(undo(c.Seat), protocol.NotNow, "no choice to take back")

	l = begin(t, elementsRules, header(elementsRules, "ppp"))
	for range 3 {
		seat = l.choose(0)
	}
	l.do(&table.Resignation{Seat: (seat + 1) % 3})
	l.requireRefused(undo(seat), protocol.NotNow, "resigned since your choice, which is final")
}

// TestUndoLimit checks that a seat can take back only a limited number of choices in a game.
func TestUndoLimit(t *testing.T) {
	l := begin(t, harborRules, header(harborRules, "p"))
	seat := l.choose(0)
	for range table.MaxUndos {
		l.lines = append(l.lines, encode(t, &table.Record{Kind: "undo", Undo: &table.Undo{Seat: seat, To: len(l.lines) - 1, At: start}}))
		r, err := table.Restore(slices.Clip(l.lines), table.SameRules(l.rules))
		require.NoError(t, err)
		l.live = r.Table
		again, err := l.decide(l.choice(seat, 0))
		require.NoError(t, err)
		l.lines = append(l.lines, encode(t, again))
		_, err = l.live.Apply(again, nil)
		require.NoError(t, err)
	}
	l.requireRefused(undo(seat), protocol.NotNow, "100 choices in this game, which is the limit")
}

// TestUndoHolds checks that an undone automatic answer is not repeated, so that the player decides.
func TestUndoHolds(t *testing.T) {
	l := duel(t)
	seat := l.askedSeat()
	answer := l.live.AnswerTo(seat, 0)
	l.choose(0)
	l.do(&table.SettingsChange{Seat: seat, Always: &answer})
	l.takeBack(seat)
	require.NotZero(t, l.live.Machine.Decision(seat), "the setting does not answer again")
	require.Nil(t, l.live.Next(l.now))
}

// TestDamagedUndo checks that a log counts as damaged if an undo names a record that is not a
// choice.
func TestDamagedUndo(t *testing.T) {
	l := duel(t)
	l.do(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: 1, On: true}})
	seat := l.choose(0)
	for _, to := range []int{-1, 0, 1, 3, 99} {
		_, err := table.Restore(append(l.lines[:3:3], encode(t, &table.Record{Kind: "undo", Undo: &table.Undo{Seat: seat, To: to}})), table.SameRules(l.rules))
		require.ErrorIs(t, err, table.ErrDamaged)
		require.ErrorContains(t, err, "record 4: ")
		require.ErrorContains(t, err, "there is no choice at record")
	}
	l.requireDamaged(&table.Record{Kind: "undo", Undo: &table.Undo{Seat: 2, To: 2}}, "there is no seat 2")
}

func encode(t *testing.T, r *table.Record) []byte {
	t.Helper()
	line, err := r.Encode()
	require.NoError(t, err)
	return line
}

// TestUndoBanksOnce checks that a second undo does not take back the increment of a choice that is
// already undone.
func TestUndoBanksOnce(t *testing.T) {
	h := header(elementsRules, "pp")
	h.Clock = &protocol.Clock{Bank: 10_000, Increment: 500, Absent: protocol.AbsentForfeit}
	l := begin(t, elementsRules, h)
	l.now.Bank = [state.MaxSeats]int64{10_000, 10_000}
	first := l.choose(0)
	second := l.choose(0)
	require.NotEqual(t, first, second)
	for _, seat := range []state.Seat{second, first} {
		copy(l.now.Bank[:], l.live.Left())
		l.takeBack(seat)
	}
	require.Equal(t, []int64{10_000, 10_000}, l.live.Left())
}
