package statecheck

import (
	"bytes"
	"slices"

	"gamed/state"
)

// checkClones applies every request to a fork and to a set copy first. Old forks must stay as
// they were.
func checkClones(g *game) {
	var old []state.Machine
	var bytesOfOld [][]byte
	twin, err := g.Rules.Deal(g.Setup)
	if err != nil {
		g.fail("%v", err)
	}
	for g.next() {
		if len(g.requests)%16 == 0 {
			old = append(old, g.m.Fork())
			bytesOfOld = append(bytesOfOld, g.m.AppendState(nil))
		}
		before := g.m.AppendState(nil)
		fork := g.m.Fork()
		if !same(fork, g.m) {
			g.fail("a fork is not equal: %s", g.difference(g.m, fork))
		}
		if twin.Set(g.m); !same(twin, g.m) {
			g.fail("Set gives an unequal game: %s", g.difference(g.m, twin))
		}
		var ofFork, ofTwin, ofGame state.Log
		fork.Apply(g.q, &ofFork)
		twin.Apply(g.q, &ofTwin)
		if !bytes.Equal(g.m.AppendState(nil), before) {
			g.fail("a request to a fork changes the original: %s", g.difference(g.m, fork))
		}
		g.apply(&ofGame)
		for _, other := range []struct {
			m   state.Machine
			log *state.Log
		}{{fork, &ofFork}, {twin, &ofTwin}} {
			if !same(g.m, other.m) {
				g.fail("a clone diverges: %s", g.difference(g.m, other.m))
			}
			if !slices.Equal(ofGame.Events, other.log.Events) {
				g.fail("a clone has other events: %+v and %+v", ofGame.Events, other.log.Events)
			}
		}
	}
	for i := range old {
		if !bytes.Equal(old[i].AppendState(nil), bytesOfOld[i]) {
			g.fail("a fork at request %d has changed", 16*i)
		}
	}
}

// checkReplay applies the requests to a new deal of the same setup.
func checkReplay(g *game) {
	var logs [][]state.Event
	for g.next() {
		var log state.Log
		g.apply(&log)
		logs = append(logs, log.Events)
	}
	again := g.m.Fork()
	if err := again.Redeal(g.Setup); err != nil {
		g.fail("%v", err)
	}
	for i, q := range g.requests {
		if err := again.Check(q); err != nil {
			g.fail("request %d is refused in a replay: %v", i, err)
		}
		var log state.Log
		again.Apply(q, &log)
		if !slices.Equal(log.Events, logs[i]) {
			g.fail("request %d has other events in a replay: %+v and %+v", i, log.Events, logs[i])
		}
	}
	if !same(g.m, again) {
		g.fail("the replay ends in another position: %s", g.difference(g.m, again))
	}
}

// checkReaders plays the game twice, once while calling all methods that only read.
func checkReaders(g *game) {
	twin := g.m.Fork()
	fork := g.m.Fork()
	r := g.branch()
	for g.next() {
		var log, ofTwin state.Log
		g.apply(&log)
		twin.Apply(g.q, &ofTwin)
		if !same(twin, g.m) || !slices.Equal(log.Events, ofTwin.Events) {
			g.fail("a game diverges from its twin that is read: %s", g.difference(g.m, twin))
		}
		g.read(twin, fork, &ofTwin, r.N(256))
		if !same(twin, g.m) {
			g.fail("reading a game changes it: %s", g.difference(g.m, twin))
		}
	}
}

// read calls the methods that only read m. It changes fork.
func (g *game) read(m, fork state.Machine, log *state.Log, n int) {
	m.Turn()
	m.Result()
	m.Fork()
	for _, v := range append(g.viewers(), state.Everything) {
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
