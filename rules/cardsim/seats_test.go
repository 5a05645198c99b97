package cardsim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/rules/cardsim"
	"gamed/state"
)

func nations(t *testing.T) *game {
	c := plain("day")
	c.Options = append(c.Options, opt("earn", func(p *player) { p.Stats.Gold += 10 }),
		opt("win", func(p *player) { p.End(cardsim.Ending{Name: "glory", Won: true}) }),
		opt("lose", func(p *player) { p.End(cardsim.Ending{Name: "ruin"}) }),
		opt("fail", func(p *player) { panic("x") }))
	return build(t, game{Seats: 6, Cards: []*card{c}, MaxTurns: 5, Value: func(p *player) int { return 100 + p.Stats.Gold }})
}

// TestSeats checks a table with several separate games.
func TestSeats(t *testing.T) {
	s := deal(t, nations(t), state.Setup{Seats: 3, Seed: 1})
	assert.Equal(t, state.AllSeats(3), s.m.Awaiting(), "no seat waits for another")
	decision := s.m.Decision(1)
	s.do("earn", "earn")
	assert.Equal(t, decision, s.m.Decision(1), "a choice does not affect other seats")
	assert.Equal(t, state.Seat(1), s.m.Next(), "the seat with the fewest turns")
	assert.Equal(t, 1, s.m.Turn())
	assert.Equal(t, []cardsim.NationView{
		{Rank: 1, Seat: 0, Turn: 3, Value: 120}, {Rank: 2, Seat: 1, Turn: 1, Value: 100}, {Rank: 2, Seat: 2, Turn: 1, Value: 100},
	}, s.view().Nations)
	assert.Contains(t, s.m.Draw(1), "rank 1: seat 0, value 120, turn 3\nrank 2: seat 1, value 100, turn 1\n")
	assert.Contains(t, s.m.Draw(state.Everything), "seat 2\nturn 1")

	s.seat = 1
	assert.Zero(t, s.p().Stats.Gold)
	s.do("fail")
	assert.Equal(t, cardsim.EndFailure, s.p().Ended().Name)
	assert.Equal(t, state.Only(0).With(2), s.m.Awaiting(), "the others go on")
	q := state.Request{Seat: 1, Option: state.Option{Do: state.Resign}}
	assert.EqualError(t, s.m.Check(q), "not asked: the game awaits another seat")

	s.seat = 2
	s.do("lose")
	assert.Equal(t, []int{120, 0, 10}, []int{s.m.Value(0), s.m.Value(1), s.m.Value(2)})
	s.seat = 0
	s.do("go on", "go on", "go on")
	over, won := s.m.Result()
	assert.True(t, over)
	assert.Equal(t, state.Only(0), won, "the highest value wins")

	s = deal(t, nations(t), state.Setup{Seats: 3, Seed: 1})
	s.do("win")
	s.seat = 1
	s.do("win")
	s.seat = 2
	s.request(state.Option{Do: state.Resign})
	assert.Equal(t, []string{"choose: resign", "end: the player resigned"}, s.told)
	assert.Equal(t, state.AllSeats(2), s.m.Playing())
	over, won = s.m.Result()
	assert.True(t, over)
	assert.Equal(t, state.AllSeats(2), won)
	assert.Equal(t, "left", s.view().Nations[2].Ending)
	assert.EqualError(t, s.m.Check(q), "game over: the game has ended")

	s = deal(t, nations(t), state.Setup{Seats: 2, Seed: 1})
	s.do("fail")
	s.seat = 1
	s.do("fail")
	_, won = s.m.Result()
	assert.Zero(t, won)
}

// TestWinners checks that winners rank by their headline, before all other players, and
// that equal headlines share the victory.
func TestWinners(t *testing.T) {
	for _, row := range []struct {
		name     string
		earned   []int // times 10 gold, by seat
		endings  []string
		won      state.Seats
		values   []int // for bots
		standing string
	}{
		{"the richer winner wins", []int{51, 0}, []string{"win", "win"}, state.Only(0), []int{1000, 100}, "1: seat 0, 610; 2: seat 1, 100"},
		{"equal winners share", []int{2, 2}, []string{"win", "win"}, state.AllSeats(2), []int{1000, 1000}, "1: seat 0, 120; 1: seat 1, 120"},
		{"a winner is ahead of a richer loser", []int{0, 51}, []string{"win", "lose"}, state.Only(0), []int{1000, 61}, "1: seat 0, 100; 2: seat 1, 61"},
		{"a winner is ahead of a richer player out of time", []int{0, 51}, []string{"win", "wait"}, state.Only(0), []int{1000, 610}, "1: seat 0, 100; 2: seat 1, 610"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := nations(t)
			g.MaxTurns = 60
			s := deal(t, g, state.Setup{Seats: 2, Seed: 1})
			for seat, ending := range row.endings {
				s.seat = state.Seat(seat)
				for range row.earned[seat] {
					s.do("earn")
				}
				for s.p().Ended() == nil {
					s.do(strings.Replace(ending, "wait", "go on", 1))
				}
			}
			over, won := s.m.Result()
			assert.True(t, over)
			assert.Equal(t, row.won, won)
			assert.Equal(t, row.values, []int{s.m.Value(0), s.m.Value(1)})
			var standing []string
			for _, n := range s.view().Nations {
				standing = append(standing, fmt.Sprintf("%d: seat %d, %d", n.Rank, n.Seat, n.Value))
			}
			assert.Equal(t, row.standing, strings.Join(standing, "; "))
		})
	}
	s := deal(t, nations(t), state.Setup{Seats: 2, Seed: 1})
	s.do("win")
	assert.Equal(t, 1000, s.m.Value(0))
	s.seat = 1
	s.do("earn")
	assert.Equal(t, 100, s.m.Value(0), "the other player is ahead and may still win")
}

// TestSeatsDiffer checks that each seat has its own random source and receives the
// events of other seats.
func TestSeatsDiffer(t *testing.T) {
	m := deal(t, build(t, game{Seats: 2, HandLimit: 8, Cards: func() []*card { c, _ := letters(8); return c }()}), state.Setup{Seats: 2, Seed: 3}).m
	assert.NotEqual(t, names(m.At(0).Hand()), names(m.At(1).Hand()))
	var log state.Log
	m.Apply(state.Request{Seat: 1, Option: m.Options(1, nil)[0]}, &log)
	assert.Equal(t, 1, m.Tell(log.Events[0], 0).Seat)
	assert.Regexp(t, "^seat 1: .: go on$", m.Tell(log.Events[0], 0).Text)
	assert.Regexp(t, "^.: go on$", m.Tell(log.Events[0], 1).Text)
}
