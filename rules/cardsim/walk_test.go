package cardsim_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim"
	"gamed/state"
)

// A walk is a random game: its requests and the results.
type walk struct {
	requests []state.Request
	states   []string
	views    []string
}

// requireSame compares two long texts. If they differ, it fails the test and prints both around the first
// difference.
func requireSame(t *testing.T, want, got, what string) {
	t.Helper()
	if want == got {
		return
	}
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	from := max(0, at-200)
	t.Fatalf("%s: got\n%s\nwant\n%s", what, got[from:min(at+200, len(got))], want[from:min(at+200, len(want))])
}

// randomWalk plays a game to its end, or for a number of requests, and checks the contract
// of the machine at each step.
func randomWalk(t *testing.T, m state.Machine, seed uint64, most int) (w walk) {
	r := state.Rand(seed)
	var fork, world state.Machine
	for m.Awaiting() != 0 && len(w.requests) < most {
		seat := m.Next()
		before := string(m.AppendState(nil))
		fork = m.Fork()
		requireSame(t, before, string(fork.AppendState(nil)), "a fork is equal")
		checkRefusals(t, m, seat)

		if world == nil {
			world = m.Fork()
		} else {
			world.Set(m)
		}
		requireSame(t, before, string(world.AppendState(nil)), "a set machine is equal")
		deal := state.Rand(r.Uint64())
		known := shown(m, seat, state.Watcher)
		world.Resample(seat, &deal)
		requireSame(t, known, shown(world, seat, state.Watcher), "a world looks the same")
		again := world.Fork()
		requireSame(t, string(world.AppendState(nil)), string(again.AppendState(nil)), "a copy of a world is that world")
		playOut(again, r.Uint64())

		options := m.Options(seat, nil)
		q := state.Request{Seat: seat, Decision: m.Decision(seat), Option: options[r.N(len(options))], Salt: r.Uint64() % 3}
		if r.N(500) == 0 {
			q.Option = state.Option{Do: state.Resign}
		}
		require.NoError(t, m.Check(q))
		requireSame(t, before, string(m.AppendState(nil)), "looking changes nothing")
		turn := m.Turn()
		var log state.Log
		m.Apply(q, &log)
		if q.Do != cardsim.DebugUndo {
			require.GreaterOrEqual(t, m.Turn(), turn)
		}
		require.NotEmpty(t, log.Events)
		for _, e := range log.Events {
			for _, v := range everyone {
				told := m.Tell(e, v)
				require.NotEmpty(t, told.What)
				require.NotEmpty(t, told.Text)
			}
		}
		// A fork without a log reaches the same position, unless showing the game fails.
		fork.Apply(q, nil)
		if !bytes.Contains(m.AppendView(nil, seat), []byte(`"kind":"failure"`)) {
			requireSame(t, string(m.AppendState(nil)), string(fork.AppendState(nil)), "with a log or without")
		}
		w.requests = append(w.requests, q)
		w.states = append(w.states, string(m.AppendState(nil)))
		w.views = append(w.views, shown(m, everyone...))
	}
	return w
}

var everyone = []state.Seat{0, 1, state.Watcher, state.Everything}

// shown returns everything that the viewers see.
func shown(m state.Machine, viewers ...state.Seat) string {
	text := ""
	for _, v := range viewers {
		text += string(m.AppendView(nil, v)) + m.Draw(v)
		for _, o := range m.Options(v, nil) {
			text += m.Label(v, o).Text + "\n"
		}
	}
	return text
}

func playOut(m state.Machine, seed uint64) {
	r := state.Rand(seed)
	for range 50 {
		if m.Awaiting() == 0 {
			return
		}
		seat := m.Next()
		options := m.Options(seat, nil)
		m.Apply(state.Request{Seat: seat, Option: options[r.N(len(options))]}, nil)
		m.Value(seat)
	}
}

// checkRefusals sends each kind of invalid request and checks the reason and that nothing
// changes.
func checkRefusals(t *testing.T, m state.Machine, seat state.Seat) {
	before := string(m.AppendState(nil))
	option := m.Options(seat, nil)[0]
	good := state.Request{Seat: seat, Decision: m.Decision(seat), Option: option}
	old, illegal, absent, watcher := good, good, good, good
	old.Decision--
	illegal.SecondTarget = 77
	absent.Seat, watcher.Seat = 6, state.Watcher
	for _, row := range []struct {
		q   state.Request
		why state.RefusalReason
	}{{old, state.Stale}, {illegal, state.Illegal}, {absent, state.NoSeat}, {watcher, state.NoSeat}} {
		refusal := new(state.Refusal)
		require.True(t, errors.As(m.Check(row.q), &refusal))
		require.Equal(t, row.why, refusal.Reason)
	}
	requireSame(t, before, string(m.AppendState(nil)), "a refusal changes nothing")
	require.Empty(t, m.Options(6, nil))
	require.Zero(t, m.Decision(6))
}

// replay repeats a walk on another machine with the same rules.
func replay(t *testing.T, rules state.Dealer, setup state.Setup, w walk) {
	m, err := rules.Deal(setup)
	require.NoError(t, err)
	for i, q := range w.requests {
		require.NoError(t, m.Check(q))
		m.Apply(q, new(state.Log))
		requireSame(t, w.states[i], string(m.AppendState(nil)), "the state after a replay")
		requireSame(t, w.views[i], shown(m, everyone...), "the view after a replay")
	}
}
