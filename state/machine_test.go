package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "gamed/state"
)

// A session is a tiny game that a test plays request by request.
type session struct {
	t   *testing.T
	s   tiny
	log Log
}

// startWithHands starts a game in which every seat holds the given cards and no others.
func startWithHands(t *testing.T, hands ...[]Kind) *session {
	s := tiny{Core: Core{Rand: 1, Seats: uint8(len(hands)), Playing: AllSeats(len(hands))}}
	for seat, kinds := range hands {
		for _, k := range kinds {
			s.Hand[seat] = s.Hand[seat].With(Card(k))
		}
	}
	tinyRules.Start(&s, Frame{Phase: turnPhase})
	return &session{t: t, s: s}
}

// request applies q to s, or returns the refusal of q.
func request(s *tiny, q Request, log *Log) error {
	m := tinyRules.At(*s)
	err := m.Check(q)
	if err == nil {
		m.Apply(q, log)
	}
	*s = *m.Position()
	return err
}

// say sends a request that must be accepted.
func (g *session) say(seat Seat, do Do, k Kind) {
	g.t.Helper()
	q := Request{Seat: seat, Decision: g.s.Decision(seat), Option: Option{Do: do, Card: Card(k)}}
	require.NoError(g.t, request(&g.s, q, &g.log))
}

func (g *session) pass(seats ...Seat) {
	g.t.Helper()
	for _, seat := range seats {
		g.say(seat, pass, 0)
	}
}

func (g *session) stackIs(want string) {
	g.t.Helper()
	assert.Equal(g.t, want, g.s.stack())
}

// TestThreeVerdicts checks the three verdicts: nothing, a pushed frame, and a resolved frame.
func TestThreeVerdicts(t *testing.T) {
	g := startWithHands(t, []Kind{gift}, nil)
	g.stackIs("turn(0)")
	g.pass(1)
	g.stackIs("turn(0)") // nothing: seat 0 may still act
	g.say(0, play, gift)
	g.stackIs("turn(0) > play(0 gift)")
	g.pass(0)
	g.stackIs("turn(0) > play(0 gift)")
	g.pass(1)
	g.stackIs("turn(0)") // the play and its effect have resolved
	assert.EqualValues(t, 1, g.s.Score[0])
	g.pass(0, 1)
	g.stackIs("turn(1)") // the next seat in turn order
}

// TestResumeWithoutRestart checks that a turn's frame continues after three plays above it. Enter
// does not run again, and every seat may act again.
func TestResumeWithoutRestart(t *testing.T) {
	g := startWithHands(t, []Kind{gift, offer}, []Kind{hush, storm})
	g.pass(1)
	g.say(0, play, gift)
	g.pass(0)
	g.say(1, play, hush)
	g.pass(1)
	g.say(0, play, offer)
	g.stackIs("turn(0) > play(0 gift) > play(1 hush) > play(0 offer)")
	for _, f := range g.s.Stack.Frames[:g.s.Stack.Depth] {
		assert.Zero(t, f.Passed, "all passes are cleared as something stacks")
	}
	g.pass(0, 1)
	g.say(0, No, 0) // in the middle of the offer
	g.stackIs("turn(0) > play(0 gift) > play(1 hush)")
	assert.Equal(t, AllSeats(2), g.s.Awaiting, "both seats may answer the frame below again")
	g.pass(0, 1)
	g.stackIs("turn(0) > play(0 gift)")
	assert.Equal(t, AllSeats(2), g.s.Awaiting)
	g.pass(1, 0)
	g.stackIs("turn(0)")
	assert.Equal(t, AllSeats(2), g.s.Awaiting)
	assert.Equal(t, [4]uint8{1, 3, 0, 2}, g.s.Entries, "each was entered once; the hushed gift had no effect")
	assert.EqualValues(t, 1, g.s.Score[0])
}

// TestDecisions checks how decision numbers change during a game.
func TestDecisions(t *testing.T) {
	g := startWithHands(t, []Kind{gift}, []Kind{gift}, nil)
	first := g.s.Decision(0)
	assert.NotZero(t, first)
	assert.Equal(t, first, g.s.Decision(1))
	assert.Zero(t, g.s.Decision(3), "there is no such seat")
	assert.Zero(t, g.s.Decision(Watcher))
	assert.Zero(t, g.s.Decision(Everything))

	g.pass(0)
	assert.Zero(t, g.s.Decision(0), "it has answered")
	assert.Equal(t, first, g.s.Decision(1), "two seats may answer at the same time")
	require.NoError(t, request(&g.s, Request{Seat: 1, Decision: first, Option: Option{Do: pass}}, nil))
	assert.Equal(t, first, g.s.Decision(2))

	g.say(2, Resign, 0)
	assert.Greater(t, g.s.Decision(1), first, "the stack has changed")
}

// TestDecisionsAreStale checks that the second of two simultaneous answers is refused as stale if
// the first one changes the stack.
func TestDecisionsAreStale(t *testing.T) {
	g := startWithHands(t, []Kind{gift}, []Kind{gift})
	asked := g.s.Decision(1)
	g.say(0, play, gift)
	before := g.s
	err := request(&g.s, Request{Seat: 1, Decision: asked, Option: Option{Do: play, Card: Card(gift)}}, &g.log)
	assert.Equal(t, &Refusal{Reason: Stale, Seat: 1, Answers: asked, Current: g.s.Decision(1)}, err)
	assert.ErrorContains(t, err, "the open one is 2")
	assert.True(t, g.s == before)
	assert.Len(t, g.log.Events, 1, "only the play is logged")
}

// TestDecisionsAreNeverUsedTwice checks in random games that no decision number is reused with
// different options.
func TestDecisionsAreNeverUsedTwice(t *testing.T) {
	for seed := range uint64(20) {
		s, err := dealTiny(Setup{Seats: 3, Seed: Seed(seed)})
		require.NoError(t, err)
		asked := map[[2]uint32]string{}
		r := Rand(seed)
		for !s.Over {
			for seat := range Seat(3) {
				if id := s.Decision(seat); id != 0 {
					list := s.stack() + string(optionBytes(&s, seat))
					if was, again := asked[[2]uint32{uint32(seat), id}]; again {
						require.Equal(t, was, list, "seat %d, decision %d", seat, id)
					}
					asked[[2]uint32{uint32(seat), id}] = list
				}
			}
			seat := s.Awaiting.From(Seat(r.N(3)))
			options := tinyRules.Options(&s, seat, nil)
			tinyRules.Apply(&s, seat, options[r.N(len(options))], nil)
		}
	}
}

func optionBytes(s *tiny, seat Seat) (b []byte) {
	for _, o := range tinyRules.Options(s, seat, nil) {
		b = append(b, byte(o.Do), byte(o.Card))
	}
	return b
}

// TestCheckForgetsOldOptions checks that Check ignores older options in the buffer. The buffer is
// reused and may contain the rest of a longer list.
func TestCheckForgetsOldOptions(t *testing.T) {
	g := startWithHands(t, []Kind{gift, offer}, nil)
	ask := func(seat Seat, k Kind) Request {
		return Request{Seat: seat, Decision: g.s.Decision(seat), Option: Option{Do: play, Card: Card(k)}}
	}
	buf, err := tinyRules.Check(&g.s, ask(0, offer), nil)
	require.NoError(t, err)
	_, err = tinyRules.Check(&g.s, ask(1, offer), buf)
	assert.ErrorContains(t, err, "illegal")
}

// TestSalt checks that a salt of 0 does not change the random source, and that different salts change it
// in different ways.
func TestSalt(t *testing.T) {
	g := startWithHands(t, nil, nil)
	a, b, c := g.s, g.s, g.s
	for s, salt := range map[*tiny]uint64{&a: 0, &b: 1, &c: 2} {
		require.NoError(t, request(s, Request{Decision: 1, Option: Option{Do: pass}, Salt: salt}, nil))
	}
	assert.Equal(t, g.s.Rand, a.Rand)
	assert.NotEqual(t, a.Rand, b.Rand)
	assert.NotEqual(t, b.Rand, c.Rand)
}

// TestGame checks the methods of a Game as a Machine.
func TestGame(t *testing.T) {
	var m Machine
	m, err := tinyRules.Deal(Setup{Seats: 3, Seed: 1})
	require.NoError(t, err)
	assert.Equal(t, Info{Name: "tiny", About: "A game for tests.", Version: 1, MinSeats: 2, MaxSeats: 4, Worlds: true}, tinyRules.Info())
	assert.Equal(t, []any{3, 1, uint32(0), AllSeats(3), AllSeats(3), Seat(0)},
		[]any{m.Seats(), m.Turn(), m.Seq(), m.Playing(), m.Awaiting(), m.Next()})
	fork := m.Fork()
	fork.Apply(Request{Seat: 0, Option: Option{Do: pass}}, nil)
	assert.Equal(t, []any{uint32(1), seatsOf(1, 2), Seat(1)}, []any{fork.Seq(), fork.Awaiting(), fork.Next()})
	assert.Zero(t, m.Seq(), "a fork is independent")
	m.Set(fork)
	assert.Equal(t, fork.AppendState(nil), m.AppendState(nil))
	_, err = tinyRules.Deal(Setup{Seats: 5})
	assert.EqualError(t, err, "tiny: 5 seats: must be 2 to 4")
}

func TestInfoCheckSeats(t *testing.T) {
	for _, test := range []struct {
		least, most, players int
		refused              string
	}{
		{1, 1, 1, ""},
		{1, 1, 2, "tiny is for one player; you named 2"},
		{1, 1, 0, "tiny is for one player; you named 0"},
		{2, 2, 3, "tiny is for 2 players; you named 3"},
		{2, 4, 2, ""},
		{2, 4, 4, ""},
		{2, 4, 1, "tiny is for 2 to 4 players; you named 1"},
		{1, 6, 7, "tiny is for 1 to 6 players; you named 7"},
	} {
		info := Info{Name: "tiny", MinSeats: test.least, MaxSeats: test.most}
		err := info.CheckSeats(test.players)
		if test.refused == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, test.refused)
		}
	}
}

// TestWrittenWithoutDerivedFacts checks that the serialized position ends before the derived facts.
func TestWrittenWithoutDerivedFacts(t *testing.T) {
	m, err := tinyRules.Deal(Setup{Seats: 2, Seed: 1})
	require.NoError(t, err)
	whole := m.AppendState(nil)
	rules := *tinyRules
	rules.Derived = 5
	assert.Equal(t, whole[:len(whole)-5], rules.At(*m.(*Game[tiny]).Position()).AppendState(nil))
}
