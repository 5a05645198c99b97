package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

func draw(seat state.Seat) *table.Proposal {
	return &table.Proposal{Seat: seat, Kind: protocol.OfferDraw}
}

func decline(seat state.Seat, kind string) *table.Response {
	return &table.Response{Seat: seat, Kind: kind}
}

// TestDraw checks that a draw offer ends the game once all other people have accepted it.
func TestDraw(t *testing.T) {
	l := begin(t, elementsRules, header(elementsRules, "ppp"))
	r := l.do(draw(1))
	require.Equal(t, []table.Offer{{Kind: protocol.OfferDraw, By: 1, Asked: 5, Reason: protocol.ReasonAgreed, Turn: l.live.Machine.Turn()}}, r.Offers)
	require.Equal(t, []protocol.Offered{{Kind: protocol.OfferDraw, Seat: 1, Accepted: []int{}, Asked: []int{0, 2}}}, l.live.Offered())
	l.requireNoRecord(draw(1))
	l.requireRefused(draw(0), protocol.NotNow, "another player has already offered that")
	l.requireRefused(accept(1, protocol.OfferDraw), protocol.NotNow, "does not ask you")
	l.requireRefused(accept(0, protocol.OfferUndo), protocol.NotNow, "no such offer")
	l.do(accept(2, protocol.OfferDraw))
	require.Equal(t, []protocol.Offered{{Kind: protocol.OfferDraw, Seat: 1, Accepted: []int{2}, Asked: []int{0}}}, l.live.Offered())
	l.requireNoRecord(accept(2, protocol.OfferDraw))
	r = l.do(accept(0, protocol.OfferDraw))
	require.Equal(t, table.Draw{Reason: protocol.ReasonAgreed, Agreed: []int{0, 1, 2}, At: start}, *r.Draw)
	require.NotNil(t, l.live.End, "the end follows")
	require.Empty(t, l.live.Offers)
	over := l.live.OverMessage()
	require.True(t, over.Draw)
	require.Equal(t, protocol.ReasonAgreed, over.Reason)
	l.requireRefused(draw(0), protocol.GameOver, "over")
	l.requireRefused(accept(0, protocol.OfferDraw), protocol.GameOver, "over")
}

// TestDecline checks that a declined or withdrawn offer cannot be repeated in the same turn.
func TestDecline(t *testing.T) {
	for _, closer := range []state.Seat{0, 1} { // declined, and withdrawn
		l := duel(t)
		l.do(draw(0))
		l.do(decline(closer, protocol.OfferDraw))
		require.Empty(t, l.live.Offered())
		l.requireRefused(draw(0), protocol.NotNow, "declined")
		l.requireRefused(accept(1, protocol.OfferDraw), protocol.NotNow, "no such offer")
		r := l.do(draw(1))
		require.Len(t, r.Offers, 2)
	}
}

// TestOfferLapses checks that an undo offer ends at the next choice, a draw offer after the next
// turn, and every offer when a seat that must agree has resigned.
func TestOfferLapses(t *testing.T) {
	l := duel(t)
	seat := l.choose(0)
	l.choose(0)
	l.do(draw(0))
	l.do(undo(seat))
	require.Len(t, l.live.Offered(), 2)
	turn := l.live.Machine.Turn()
	l.choose(0)
	require.Len(t, l.live.Offered(), 1)
	for l.live.Machine.Turn() <= turn+1 {
		require.Len(t, l.live.Offered(), 1)
		l.choose(0)
	}
	require.Empty(t, l.live.Offers)

	three := begin(t, elementsRules, header(elementsRules, "ppp"))
	three.do(draw(0))
	three.do(&table.Resignation{Seat: 1})
	require.Empty(t, three.live.Offers, "a seat that was asked has left")
}

// TestOfferWith checks which seats must agree, for each kind of opponent.
func TestOfferWith(t *testing.T) {
	play := func(seats string, rated bool) *log {
		h := header(elementsRules, seats)
		h.Rated = rated
		l := begin(t, elementsRules, h)
		for l.live.Machine.Turn() < 1 || l.askedSeat() != 0 {
			l.choose(0)
		}
		l.choose(0)
		return l
	}
	play("pb", true).requireRefused(draw(0), protocol.NotNow, "rated")
	play("pbp", false).requireRefused(draw(0), protocol.NotNow, "a bot plays in this game")
	require.NotNil(t, play("pb", false).do(draw(0)).Draw, "bots agree in a casual game")
	play("pb", true).requireRefused(undo(0), protocol.NotNow, "rated game another player must agree")
	require.NotNil(t, play("pb", false).do(undo(0)).Undo)
	require.Equal(t, state.Only(1), play("pp", true).do(undo(0)).Offers[0].Asked)

	l := play("pp", false)
	for l.askedSeat() != 1 {
		l.choose(0)
	}
	l.now.Away[1] = start
	l.now.At = start + 10*60*1000 - 1
	require.NotNil(t, l.do(draw(0)).Offers)
	l = play("pp", false)
	for l.askedSeat() != 1 {
		l.choose(0)
	}
	l.now.Away[1] = start
	l.now.At = start + 10*60*1000
	r := l.do(draw(0))
	require.Equal(t, protocol.ReasonClaimed, r.Draw.Reason)
	require.Equal(t, []int{0}, r.Draw.Agreed)
}

// TestOfferSeats checks that a game with an open seat refuses offers. It also refuses the offers of a seat
// that has resigned or does not exist, of a spectator, and of a sole player.
func TestOfferSeats(t *testing.T) {
	open := begin(t, elementsRules, header(elementsRules, "po"))
	open.requireRefused(draw(0), protocol.NotAsked, "all seats are taken")
	open.requireRefused(accept(0, protocol.OfferDraw), protocol.NotAsked, "all seats are taken")
	l := begin(t, elementsRules, header(elementsRules, "ppp"))
	l.do(&table.Resignation{Seat: 2})
	for _, seat := range []state.Seat{2, 3, state.Watcher} {
		l.requireRefused(draw(seat), protocol.NoSeat, "still in the game")
		l.requireRefused(undo(seat), protocol.NoSeat, "still in the game")
		l.requireRefused(accept(seat, protocol.OfferDraw), protocol.NoSeat, "still in the game")
	}
	alone := begin(t, harborRules, header(harborRules, "p"))
	alone.requireRefused(draw(0), protocol.NotNow, "resign instead")
}
