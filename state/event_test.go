package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	. "gamed/state"
)

// TestEventFor checks that a seat outside Sees gets the event without its cards.
func TestEventFor(t *testing.T) {
	e := Event{What: 1, Seat: 2, Kind: 3, Card: 4, Target: 5, SecondTarget: 6, TargetKind: 7, SecondTargetKind: 8, Amount: 9, SecondAmount: 10}
	cut := Event{What: 1, Seat: 2, Amount: 9, SecondAmount: 10}
	everyone := []Seat{0, 1, 5, Watcher, Everything}
	for _, test := range []struct {
		sees Seats
		who  []Seat
	}{
		{0, []Seat{Everything}},
		{Only(1), []Seat{1, Everything}},
		{seatsOf(0, 5), []Seat{0, 5, Everything}},
		{AllSeats(MaxSeats), []Seat{0, 1, 5, Everything}},
		{Public, everyone},
	} {
		e.Sees, cut.Sees = test.sees, test.sees
		for _, seat := range everyone {
			want := cut
			for _, who := range test.who {
				if who == seat {
					want = e
				}
			}
			assert.Equal(t, want, e.For(seat), "sees %b, seat %d", test.sees, seat)
		}
	}
}

func TestNilLogDropsEvents(t *testing.T) {
	var log *Log
	assert.NotPanics(t, func() { log.Add(Event{What: 1}) })
}

func TestRefusalTexts(t *testing.T) {
	for _, test := range []struct {
		refusal Refusal
		name    string
		text    string
	}{
		{Refusal{Reason: Illegal, Current: 4}, "illegal", "illegal: not an option of decision 4"},
		{Refusal{Reason: NotAsked}, "not asked", "not asked: the game awaits another seat"},
		{Refusal{Reason: Stale, Answers: 3, Current: 4}, "stale", "stale: decision 3 is closed; the open one is 4"},
		{Refusal{Reason: GameOver}, "game over", "game over: the game has ended"},
		{Refusal{Reason: NoSeat, Seat: 9}, "no such seat", "no such seat: 9 has left the game or does not exist"},
	} {
		assert.Equal(t, test.name, test.refusal.Reason.String())
		assert.EqualError(t, &test.refusal, test.text)
	}
}
