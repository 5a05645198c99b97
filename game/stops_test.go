package game_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// paused returns a change that gives a game the pause of a server.
func paused(t *testing.T) func(*config) {
	return func(c *config) {
		c.Timers, c.Pause = game.NewTimers(), game.Pause
		t.Cleanup(c.Timers.Close)
	}
}

// playUntilPause plays a game with the pause of a server until the server is about to pass for the
// second seat.
func playUntilPause(t *testing.T, change func(*config)) *party {
	p := gatherAndBegin(t, "pp", func(c *config) {
		with(elements.Rules, 1)(c)
		paused(t)(c)
		if change != nil {
			change(c)
		}
	})
	p.say(1, stops("block"))
	for p.decision(1) == nil || p.decision(1).Auto == nil {
		p.choose(p.firstAwaited(), 0)
	}
	return p
}

// TestPause checks that the game passes for a seat after the pause, with or without its client.
func TestPause(t *testing.T) {
	for _, absent := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			p := playUntilPause(t, nil)
			require.Equal(t, game.Pause.Milliseconds(), *p.decision(1).Auto)
			before := p.requestsBy(1)
			if absent {
				require.NoError(t, p.g.Detach(t.Context(), p.seats[1]))
			}
			time.Sleep(game.Pause - time.Millisecond)
			synctest.Wait()
			require.Equal(t, before, p.requestsBy(1))
			time.Sleep(time.Millisecond)
			synctest.Wait()
			require.Equal(t, append(before, "auto"), p.requestsBy(1))
		})
	}
}

// TestPauseIsFree checks that the pause is charged to no clock, and that no clock expires during
// the pause.
func TestPauseIsFree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := playUntilPause(t, func(c *config) {
			c.Header.Clock = &protocol.Clock{Bank: 200, Increment: 0, PerDecision: 0, Absent: protocol.AbsentForfeit}
		})
		require.Nil(t, p.decision(1).Ends)
		time.Sleep(game.Pause)
		synctest.Wait()
		by := p.requestsBy(1)
		require.Equal(t, "auto", by[len(by)-1])
		require.NotContains(t, by, "clock")
		require.Equal(t, int64(200), replay(t, p.c).Table.Seats[1].Bank)
	})
}

// TestPauseEnds checks that a seat can prevent a pass during the pause by a new stop, and that the
// seat's time runs from then on.
func TestPauseEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := playUntilPause(t, func(c *config) {
			c.Header.Clock = &protocol.Clock{PerDecision: 5000, Absent: protocol.AbsentWait}
		})
		time.Sleep(100 * time.Millisecond)
		p.say(1, stops(protocol.AllStops))
		d := p.decision(1)
		require.Nil(t, d.Auto)
		require.Equal(t, int64(5000), *d.Ends)
		time.Sleep(time.Second)
		require.NotContains(t, p.requestsBy(1), "auto")
		p.say(1, stops("block"))
		require.Contains(t, p.requestsBy(1), "auto", "the decision has been open for longer than the pause")
	})
}

// TestPauseAfterCrash checks that a restart does not prolong the pause.
func TestPauseAfterCrash(t *testing.T) {
	for _, down := range []time.Duration{100 * time.Millisecond, time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			p := playUntilPause(t, nil)
			before, opened := p.requestsBy(1), time.Now()
			require.NoError(t, p.g.Close(t.Context()))
			time.Sleep(down)
			c := replay(t, p.c).Config()
			c.Log, c.Timers, c.Pause = p.c.Log, p.c.Timers, p.c.Pause
			p.g = start(t, c)
			synctest.Wait()
			if left := game.Pause - time.Since(opened); left > 0 {
				require.Equal(t, before, p.requestsBy(1))
				time.Sleep(left)
				synctest.Wait()
			}
			require.Equal(t, append(before, "auto"), p.requestsBy(1)[:len(before)+1])
		})
	}
}

// TestPauseOfRepeats checks that a repeated answer and a pass without alternatives also wait for the
// pause.
func TestPauseOfRepeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := playUntilPause(t, nil)
		p.say(1, stops(protocol.AllStops))
		require.Nil(t, p.decision(1).Auto)
		p.say(1, alone(true))
		p.say(1, &protocol.Always{Decision: p.decision(1).ID})
		for n := 0; ; n++ {
			require.Less(t, n, 500)
			if d := p.decision(1); d != nil && d.Auto != nil {
				require.Equal(t, game.Pause.Milliseconds(), *d.Auto)
				return
			}
			p.choose(p.firstAwaited(), 0)
		}
	})
}

// An arrival is a message with the time from the start of the game to its arrival.
type arrival struct {
	after time.Duration
	data  string
}

// A timedClient is a client that records its messages with their times.
type timedClient struct {
	begun time.Time
	all   []arrival
}

func (c *timedClient) WriteJSON(m protocol.ServerMessage) error {
	c.all = append(c.all, arrival{time.Since(c.begun), string(protocol.Append(nil, m))})
	return nil
}

// TestPauseLeaks starts pairs of games that look the same to a viewer and differ in hidden cards.
// The server passes for the other seats. The test checks that the viewer receives the same bytes
// at the same times.
func TestPauseLeaks(t *testing.T) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules} {
		t.Run(rules.Info().Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := twinGames{t: t, rules: rules, timers: game.NewTimers()}
				defer w.timers.Close()
				for seed := range uint64(24) {
					w.setup = state.Setup{Seats: 3, Seed: state.Seed(seed)}
					if rules == state.Dealer(dominion.Rules) {
						w.setup.Table = map[string]string{"kingdom": "Moat, Militia, Watchtower, Witch"}
					}
					m, err := rules.Deal(w.setup)
					require.NoError(t, err)
					r := state.Rand(seed)
					for n := 0; n < 300 && m.Awaiting() != 0 && w.pairs < 200; n++ {
						viewers := []state.Seat{0, 1, 2, state.Watcher}
						w.compare(m, viewers[n%4], &r)
						seat := m.Next()
						options := m.Options(seat, nil)
						m.Apply(state.Request{Seat: seat, Decision: m.Decision(seat), Option: options[r.N(len(options))], Salt: r.Uint64()}, nil)
					}
				}
				t.Logf("%d pairs with %d automatic answers", w.pairs, w.passes)
				require.Greater(t, w.pairs, 10)
				require.GreaterOrEqual(t, w.passes, w.pairs)
			})
		})
	}
}

// twinGames compares pairs of games that look the same to one viewer.
type twinGames struct {
	t      *testing.T
	rules  state.Dealer
	setup  state.Setup
	timers *game.Timers
	pairs  int
	passes int // automatic answers in one game of each pair
}

// compare plays from m and from a world that looks the same to the viewer. It skips positions in
// which no seat passes, and positions in which the passes use chance or show the viewer hidden cards.
func (w *twinGames) compare(m state.Machine, viewer state.Seat, r *state.Rand) {
	twin := m.Fork()
	twin.Resample(viewer, r)
	noChance, one, passes := w.after(m, viewer)
	if _, other, _ := w.after(twin, viewer); !passes || !noChance || one != other {
		return
	}
	seen, answers := w.play(m.Fork(), viewer)
	again, others := w.play(twin, viewer)
	require.Equal(w.t, seen, again)
	require.Equal(w.t, answers, others)
	w.pairs++
	w.passes += answers
}

// after returns the viewer's view after the other seats have passed. noChance reports whether the
// passes used no chance. passes reports whether any seat passes.
func (w *twinGames) after(m state.Machine, viewer state.Seat) (noChance bool, view string, passes bool) {
	can, m := w.rules.Abilities(), m.Fork()
	chance := can.Chance(m)
	for seat := range state.Seat(m.Seats()) {
		if seat == viewer || m.Decision(seat) == 0 || can.Stop(m, seat) < 0 {
			continue
		}
		if o := m.Options(seat, nil)[0]; m.Label(seat, o).Do == can.Passing.Pass {
			passes = true
			m.Apply(state.Request{Seat: seat, Decision: m.Decision(seat), Option: o}, nil)
		}
	}
	return chance == can.Chance(m), string(m.AppendView(nil, viewer)), passes
}

// play runs a game for less than two pauses. Only the viewer is connected, and the other seats have no
// stops. It returns the viewer's messages, and the number of automatic answers.
func (w *twinGames) play(m state.Machine, viewer state.Seat) (all []arrival, answers int) {
	c := deal(w.t, "twin", 1)
	with(w.rules, 1)(&c)
	c.Machine, c.altered, c.Timers, c.Pause, c.Header.Setup = m, true, w.timers, game.Pause, w.setup
	c.Header.At, c.Seats = time.Now().UnixMilli(), nil
	for range w.setup.Seats {
		c.Seats = append(c.Seats, table.Seat{Kind: protocol.SeatPerson})
	}
	c.Observe = func(o game.Observation) {
		if o.Outcome == game.Accepted {
			answers++
		}
	}
	g, err := c.start(w.t.Context())
	require.NoError(w.t, err)
	client := &timedClient{begun: time.Now()}
	require.NoError(w.t, g.Attach(w.t.Context(), game.Attachment{Seat: viewer, To: client}))
	for seat := range state.Seat(w.setup.Seats) {
		wish := stops()
		if seat == viewer {
			wish = stops(protocol.AllStops)
		}
		require.NoError(w.t, g.Submit(seat, nil)(wish))
	}
	time.Sleep(game.Pause * 3 / 2)
	require.NoError(w.t, g.Close(w.t.Context()))
	return client.all, answers
}
