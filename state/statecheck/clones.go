package statecheck

import (
	"bytes"
	"slices"

	"gamed/state"
)

// checkClones checks that forks, and copies made with Set, are independent of the game and equal to
// it. It applies each request to a new fork, to a copy and to the game. Older forks must not
// change.
func checkClones(g *Game) {
	var old []state.Machine
	var bytesOfOld [][]byte
	twin, err := g.Rules.Deal(g.Setup)
	if err != nil {
		g.Fail("%v", err)
	}
	for g.Next() {
		if len(g.requests)%16 == 0 {
			old = append(old, g.M.Fork())
			bytesOfOld = append(bytesOfOld, g.M.AppendState(nil))
		}
		before := g.M.AppendState(nil)
		fork := g.M.Fork()
		if !same(fork, g.M) {
			g.Fail("a fork is not equal: %s", g.Difference(g.M, fork))
		}
		if twin.Set(g.M); !same(twin, g.M) {
			g.Fail("Set gives an unequal game: %s", g.Difference(g.M, twin))
		}
		var ofFork, ofTwin, ofGame state.Log
		fork.Apply(g.Q, &ofFork)
		twin.Apply(g.Q, &ofTwin)
		if !bytes.Equal(g.M.AppendState(nil), before) {
			g.Fail("a request to a fork changes the original: %s", g.Difference(g.M, fork))
		}
		g.Apply(&ofGame)
		for _, other := range []struct {
			m   state.Machine
			log *state.Log
		}{{fork, &ofFork}, {twin, &ofTwin}} {
			if !same(g.M, other.m) {
				g.Fail("a clone diverges: %s", g.Difference(g.M, other.m))
			}
			if !slices.Equal(ofGame.Events, other.log.Events) {
				g.Fail("a clone has other events: %+v and %+v", ofGame.Events, other.log.Events)
			}
		}
	}
	for i := range old {
		if !bytes.Equal(old[i].AppendState(nil), bytesOfOld[i]) {
			g.Fail("a fork at request %d has changed", 16*i)
		}
	}
}

// checkReplay deals the game again and applies the same requests. It checks that the events and
// the final position are the same.
func checkReplay(g *Game) {
	var logs [][]state.Event
	for g.Next() {
		var log state.Log
		g.Apply(&log)
		logs = append(logs, log.Events)
	}
	again := g.M.Fork()
	if err := again.Redeal(g.Setup); err != nil {
		g.Fail("%v", err)
	}
	for i, q := range g.requests {
		if err := again.Check(q); err != nil {
			g.Fail("request %d is refused in a replay: %v", i, err)
		}
		var log state.Log
		again.Apply(q, &log)
		if !slices.Equal(log.Events, logs[i]) {
			g.Fail("request %d has other events in a replay: %+v and %+v", i, log.Events, logs[i])
		}
	}
	if !same(g.M, again) {
		g.Fail("the replay ends in another position: %s", g.Difference(g.M, again))
	}
}

// checkReaders checks that no read-only method changes a game. It plays the game on two machines
// and calls the read-only methods on one of them.
func checkReaders(g *Game) {
	twin := g.M.Fork()
	fork := g.M.Fork()
	r := g.Branch()
	for g.Next() {
		var log, ofTwin state.Log
		g.Apply(&log)
		twin.Apply(g.Q, &ofTwin)
		if !same(twin, g.M) || !slices.Equal(log.Events, ofTwin.Events) {
			g.Fail("a game diverges from its twin that is read: %s", g.Difference(g.M, twin))
		}
		g.read(twin, fork, &ofTwin, r.N(256))
		if !same(twin, g.M) {
			g.Fail("reading a game changes it: %s", g.Difference(g.M, twin))
		}
	}
}

// read calls the read-only methods of m. It overwrites fork with resampled copies of m.
func (g *Game) read(m, fork state.Machine, log *state.Log, n int) {
	m.Turn()
	m.Result()
	m.Fork()
	for _, v := range append(g.Viewers(), state.Everything) {
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
			for _, measure := range g.Measures {
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
