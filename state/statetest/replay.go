package statetest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// testTwins plays each game twice, once while everything that only reads is
// called all the time, and demands the same bytes.
func (k Kit[S]) testTwins(t *testing.T) {
	for g := range k.games(t, 1) {
		m, err := k.Rules.Deal(g.setup)
		require.NoError(t, err)
		twin := m.(*state.Game[S])
		r := g.fork()
		for g.next() {
			var log, ofTwin state.Log
			q := state.Request{Seat: g.seat, Option: g.choice, Decision: m.Decision(g.seat)}
			g.apply(&log)
			require.NoError(t, m.Check(q))
			m.Apply(q, &ofTwin)
			if *twin.Position() != g.s || !slices.Equal(log.Events, ofTwin.Events) {
				g.fatal("a game that is looked at goes another way: %s", difference(&g.s, twin.Position()))
			}
			read(m, &ofTwin, g.viewers(), k.Measures, r.N(256))
			if *twin.Position() != g.s {
				g.fatal("looking at a game changes it: %s", difference(&g.s, twin.Position()))
			}
		}
		require.Equal(t, state.Bytes(&g.s), m.AppendState(nil))
	}
}

// read calls whatever only reads. It leaves a fork of m to be changed.
func read(m state.Machine, log *state.Log, viewers []state.Seat, measures []state.Measure, n int) {
	m.Turn()
	m.Result()
	fork := m.Fork()
	for _, v := range append(viewers, state.Everything) {
		m.AppendView(nil, v)
		m.Draw(v)
		for _, o := range m.Options(v, nil) {
			m.Label(v, o)
		}
		for _, e := range log.Events {
			m.Tell(e, v)
		}
		if v < state.MaxSeats {
			m.Value(v)
			for _, measure := range measures {
				m.Measure(v, measure)
			}
		}
		_ = m.Check(state.Request{Seat: v, Decision: m.Decision(v), Option: state.Option{Do: state.Do(n)}})
		if v != state.Everything {
			r := state.Rand(n)
			fork.Set(m)
			fork.Resample(v, &r)
		}
	}
}

// testReplay records requests with the salts that they came with. On another
// game they come to the same bytes; with other salts they need not.
func (k Kit[S]) testReplay(t *testing.T) {
	salted := false
	for g := range k.games(t, 3) {
		var record []state.Request
		var logs [][]state.Event
		for g.next() {
			q := state.Request{Seat: g.seat, Decision: g.core().Decision(g.seat), Option: g.choice, Salt: g.rand.Uint64() | 1}
			before := g.s
			k.Rules.Apply(&before, q.Seat, q.Option, nil)
			var log state.Log
			if err := k.Rules.Request(&g.s, q, &log); err != nil {
				g.fatal("%v", err)
			}
			salted = salted || before != g.s
			g.check(&g.s)
			record, logs = append(record, q), append(logs, log.Events)
		}
		m, err := k.Rules.Deal(g.setup)
		require.NoError(t, err)
		for i, q := range record {
			require.NoError(t, m.Check(q), "request %d", i)
			var log state.Log
			m.Apply(q, &log)
			if !slices.Equal(log.Events, logs[i]) {
				t.Fatalf("%+v: request %d: the replay has other events: %+v and %+v", g.setup, i, log.Events, logs[i])
			}
		}
		require.Equal(t, state.Bytes(&g.s), m.AppendState(nil), "%+v: the replay ends elsewhere", g.setup)
	}
	assert.True(t, salted, "salts change nothing")
}
