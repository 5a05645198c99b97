package cardsim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// nationsGame returns a game for up to six seats. Its card has options to earn, to win, to lose and to fail.
func nationsGame(t *testing.T) *game {
	c := plainCard("day")
	c.Options = append(c.Options, simpleOption(cardsim.Text("earn"), func(p *player) { p.Stats.Gold += 10 }),
		simpleOption(cardsim.Text("win"), func(p *player) { p.End(cardsim.Ending{Name: "glory", Won: true}) }),
		simpleOption(cardsim.Text("lose"), func(p *player) { p.End(cardsim.Ending{Name: "ruin"}) }),
		simpleOption(cardsim.Text("fail"), func(p *player) { panic("x") }))
	return build(t, game{Seats: 6, Cards: []*card{c}, MaxTurns: 5, Value: func(p *player) int { return 100 + p.Stats.Gold }})
}

// TestSeats checks that the games at a table do not affect each other, and checks the ranking, the
// privacy of endings and the result.
func TestSeats(t *testing.T) {
	s := deal(t, nationsGame(t), state.Setup{Seats: 3, Seed: 1})
	assert.Equal(t, state.AllSeats(3), s.m.Awaiting(), "no seat waits for another")
	decision := s.m.Decision(1)
	s.choose("earn", "earn")
	assert.Equal(t, decision, s.m.Decision(1), "a choice does not affect other seats")
	assert.Equal(t, state.Seat(1), s.m.Next(), "the seat with the fewest turns")
	assert.Equal(t, 1, s.m.Turn())
	assert.Equal(t, []cardsim.RankedPlayer{
		{Rank: 1, Seat: 0, Turn: 3, Value: 120}, {Rank: 2, Seat: 1, Turn: 1, Value: 100}, {Rank: 2, Seat: 2, Turn: 1, Value: 100},
	}, s.view().Nations)
	assert.Contains(t, s.m.Draw(1), "rank 1: seat 0, value 120, turn 3\nrank 2: seat 1, value 100, turn 1\n")
	assert.Contains(t, s.m.Draw(state.Everything), "seat 2\nturn 1")

	s.seat = 1
	assert.Zero(t, s.p().Stats.Gold)
	s.choose("fail")
	assert.Equal(t, cardsim.EndFailure, s.p().Ended().Name)
	assert.Equal(t, state.Only(0).With(2), s.m.Awaiting(), "the others go on")
	q := state.Request{Seat: 1, Option: state.Option{Do: state.Resign}}
	assert.EqualError(t, s.m.Check(q), "not asked: the game awaits another seat")

	s.seat = 2
	s.choose("lose")
	assert.Equal(t, cardsim.RankedPlayer{Rank: 2, Seat: 2, Turn: 1, Value: 10, Ended: true, Ending: "ruin"}, s.view().Nations[1])
	s.seat = 0
	assert.Equal(t, cardsim.RankedPlayer{Rank: 2, Seat: 2, Turn: 1, Value: 10, Ended: true}, s.view().Nations[1], "the ending is private until all have ended")
	assert.Equal(t, []int{120, 0, 10}, []int{s.m.Value(0), s.m.Value(1), s.m.Value(2)})
	s.seat = 0
	s.choose("go on", "go on", "go on")
	over, won := s.m.Result()
	assert.True(t, over)
	assert.Equal(t, state.Only(0), won, "the highest value wins")

	s = deal(t, nationsGame(t), state.Setup{Seats: 3, Seed: 1})
	s.choose("win")
	s.seat = 1
	s.choose("win")
	s.seat = 2
	s.request(state.Option{Do: state.Resign})
	assert.Equal(t, []string{"choose: resign\nthe player resigned"}, s.told)
	assert.Equal(t, state.AllSeats(2), s.m.Playing())
	over, won = s.m.Result()
	assert.True(t, over)
	assert.Equal(t, state.AllSeats(2), won)
	assert.Equal(t, "left", s.view().Nations[2].Ending)
	assert.Equal(t, "glory", s.view().Nations[0].Ending, "all have ended")
	assert.EqualError(t, s.m.Check(q), "game over: the game has ended")

	s = deal(t, nationsGame(t), state.Setup{Seats: 2, Seed: 1})
	s.choose("fail")
	s.seat = 1
	s.choose("fail")
	_, won = s.m.Result()
	assert.Zero(t, won)
}

// TestWinners checks that winners rank by Value before all other players, and that winners with
// equal values share the victory.
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
			g := nationsGame(t)
			g.MaxTurns = 60
			s := deal(t, g, state.Setup{Seats: 2, Seed: 1})
			for seat, ending := range row.endings {
				s.seat = state.Seat(seat)
				for range row.earned[seat] {
					s.choose("earn")
				}
				for s.p().Ended() == nil {
					s.choose(strings.Replace(ending, "wait", "go on", 1))
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
	s := deal(t, nationsGame(t), state.Setup{Seats: 2, Seed: 1})
	s.choose("win")
	assert.Equal(t, 1000, s.m.Value(0))
	s.seat = 1
	s.choose("earn")
	assert.Equal(t, 100, s.m.Value(0), "the other player is ahead and may still win")
}

// TestSeatsDiffer checks that each seat has its own random source, and learns only that the
// other seats made a choice.
func TestSeatsDiffer(t *testing.T) {
	m := deal(t, build(t, game{Seats: 2, HandLimit: 8, Cards: func() []*card { c, _ := letters(8); return c }()}), state.Setup{Seats: 2, Seed: 3}).m
	assert.NotEqual(t, names(m.PlayerAt(0).Hand()), names(m.PlayerAt(1).Hand()))
	var log state.Log
	m.Apply(state.Request{Seat: 1, Option: m.Options(1, nil)[0]}, &log)
	assert.Equal(t, 1, m.Tell(log.Events[0], 0).Seat)
	require.Len(t, log.Events, 1)
	for _, other := range []state.Seat{0, state.Watcher} {
		assert.Equal(t, "seat 1 made a choice", m.Tell(log.Events[0], other).Text)
	}
	assert.Regexp(t, "^.: go on\n", m.Tell(log.Events[0], 1).Text)
	assert.Regexp(t, "^seat 1: .: go on\n", m.Tell(log.Events[0], state.Everything).Text)
}

// TestStrangers checks that a world contains nothing of the other players but the ranking,
// and leaves the result open.
func TestStrangers(t *testing.T) {
	for name, clone := range map[string]func(*town) *town{"library": nil, "Clone": func(n *town) *town { c := *n; return &c }} {
		t.Run(name, func(t *testing.T) {
			g := nationsGame(t)
			g.Clone = clone
			s := deal(t, build(t, *g), state.Setup{Seats: 3, Seed: 1})
			s.choose("earn", "earn")
			s.seat = 2
			s.choose("lose")
			r := state.Rand(5)
			s = &session{t: t, m: s.m.Fork().(*cardsim.Machine[*town]), seat: 1}
			s.m.Resample(1, &r)
			assert.Equal(t, state.AllSeats(2), s.m.Awaiting())
			require.Equal(t, []state.Option{{Do: cardsim.Pass}}, s.m.Options(0, nil))
			s.seat = 0
			s.choose(passes)
			assert.Equal(t, state.Only(1), s.m.Awaiting())
			assert.ErrorContains(t, s.m.Check(state.Request{Seat: 0, Option: state.Option{Do: state.Resign}}), "not asked")
			s.seat = 1
			assert.Equal(t, []cardsim.RankedPlayer{
				{Rank: 1, Seat: 0, Turn: 3, Value: 120, Ended: true}, {Rank: 2, Seat: 1, Turn: 1, Value: 100}, {Rank: 3, Seat: 2, Turn: 1, Value: 10, Ended: true},
			}, s.view().Nations)
			again := s.m.Fork()
			assert.Equal(t, string(s.m.AppendState(nil)), string(again.AppendState(nil)))
			s.choose("win")
			assert.Zero(t, s.m.Awaiting())
			over, _ := s.m.Result()
			assert.False(t, over)
			assert.Equal(t, 100, s.m.Value(1), "the stranger is ahead and may still win")
			assert.Empty(t, s.view().Nations[1].Ending)
		})
	}
}
