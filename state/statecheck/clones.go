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
			old = append(old, g.Machine.Fork())
			bytesOfOld = append(bytesOfOld, g.Machine.AppendState(nil))
		}
		before := g.Machine.AppendState(nil)
		fork := g.Machine.Fork()
		if !same(fork, g.Machine) {
			g.Fail("a fork is not equal: %s", g.Difference(g.Machine, fork))
		}
		if twin.Set(g.Machine); !same(twin, g.Machine) {
			g.Fail("Set gives an unequal game: %s", g.Difference(g.Machine, twin))
		}
		var ofFork, ofTwin, ofGame state.Log
		fork.Apply(g.Pending, &ofFork)
		twin.Apply(g.Pending, &ofTwin)
		if !bytes.Equal(g.Machine.AppendState(nil), before) {
			g.Fail("a request to a fork changes the original: %s", g.Difference(g.Machine, fork))
		}
		g.Apply(&ofGame)
		for _, other := range []struct {
			m   state.Machine
			log *state.Log
		}{{fork, &ofFork}, {twin, &ofTwin}} {
			if !same(g.Machine, other.m) {
				g.Fail("a clone diverges: %s", g.Difference(g.Machine, other.m))
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
	again := g.Machine.Fork()
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
	if !same(g.Machine, again) {
		g.Fail("the replay ends in another position: %s", g.Difference(g.Machine, again))
	}
}

// checkReaders checks that no read-only method changes a game. It plays the game on two machines
// and calls the read-only methods on one of them.
func checkReaders(g *Game) {
	twin := g.Machine.Fork()
	fork := g.Machine.Fork()
	r := g.Branch()
	for g.Next() {
		var log, ofTwin state.Log
		g.Apply(&log)
		twin.Apply(g.Pending, &ofTwin)
		if !same(twin, g.Machine) || !slices.Equal(log.Events, ofTwin.Events) {
			g.Fail("a game diverges from its twin that is read: %s", g.Difference(g.Machine, twin))
		}
		g.read(twin, fork, &ofTwin, r.N(256))
		if !same(twin, g.Machine) {
			g.Fail("reading a game changes it: %s", g.Difference(g.Machine, twin))
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
