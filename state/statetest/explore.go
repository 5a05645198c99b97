package statetest

import (
	"bytes"
	"flag"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
	"testing"

	"gamed/state"
	"gamed/state/statecheck"
)

var explore = flag.Int("explore", 1000, "number of positions that the exploration visits in each small game")

// carefulEvery is the average interval, in positions, at which the exploration does the slow checks:
// all labels, Check of each option, and the comparison with resampled positions.
const carefulEvery = 100

// testExplore visits the positions that the small games can reach: every option of every awaited
// seat, in every order, with every outcome of chance. It checks that
//
//   - each request settles: the game is over or awaits a seat, and Kit.Check holds;
//   - each awaited seat has an option;
//   - in one position of carefulEvery, all options are legal and different, and no viewer can
//     distinguish the position from one with other hidden cards;
//   - the game can end: if the next seat always chooses its first option, the game ends.
//
// The exploration keeps a 64-bit fingerprint of each position, so it skips a position by mistake
// with a probability of about positions² / 2^65.
//
// A request may draw from the random source. If the request draws once, the exploration tries up to
// 64 outcomes of the draw. If the request draws several times, such as for a new hand, the
// exploration tries 896 random outcomes. It then misses an outcome of probability 1/64 in about one
// of a million requests. If the first 64 random outcomes all end the game, the exploration tries no
// more. Of the outcomes that end the game with the same winners, it visits one.
func (k *Kit[S]) testExplore(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(k.SmallGames)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := explorer[S]{
				Kit: k, t: t, complete: true, seed: maphash.MakeSeed(), seen: newFingerprints(), nextPosition: make([]uint32, 2),
				game: k.Rules.At(k.SmallGames[name][0]), distinct: make(map[uint64]bool),
			}
			for i := range k.SmallGames[name] {
				x.visit(&k.SmallGames[name][i])
			}
			x.checkEnds()
			t.Logf("%d deals, %d positions, %d requests, %d of them the last of a game; %d resampled; complete: %v",
				len(k.SmallGames[name]), x.positions, x.requests, x.ends, x.compared, x.complete)
		})
	}
}

// An explorer is the state of an exploration.
type explorer[S comparable] struct {
	*Kit[S]
	t *testing.T

	positions, requests, ends, compared int
	complete                            bool // the limit on positions has excluded no position

	seed         maphash.Seed
	dealt        S // the start position
	seen         fingerprints
	nextPosition []uint32 // by position: the position after the first option of the next seat
	path         []step[S]
	tries        []state.Request // the requests of all steps of the path
	game         *state.Game[S]  // reused for each request

	outcomes []S
	distinct map[uint64]bool // the fingerprints of outcomes
	options  []state.Option
	a, b     []byte
}

// These values in nextPosition do not stand for positions.
const (
	unvisited = 0 // the limit left out the next position
	ended     = 1 // the game has ended
)

// A step is a position with its requests, which are tries[first:end] of the explorer. The requests
// tries[first:left] remain to be tried, from the last one down.
type step[S comparable] struct {
	number           uint32
	position         S
	first, left, end int
}

// visit explores all positions that requests can reach from a position. A request with several
// outcomes appends several steps to the path, so a step in the path need not follow from the
// step before it.
func (x *explorer[S]) visit(start *S) {
	x.dealt = *start
	x.enter(start)
	for len(x.path) > 0 {
		top := &x.path[len(x.path)-1]
		if top.left == top.first {
			x.tries = x.tries[:top.first]
			x.path = x.path[:len(x.path)-1]
			continue
		}
		isFirst, at := top.left == top.end, top.number
		top.left--
		x.apply(top.position, x.tries[top.left])
		for i := range x.outcomes {
			x.requests++
			to := x.enter(&x.outcomes[i])
			if isFirst && i == 0 {
				x.nextPosition[at] = to
			}
		}
	}
}

// apply sets x.outcomes to the positions after a request, one for each outcome of chance.
func (x *explorer[S]) apply(from S, q state.Request) {
	const faces = 64
	x.outcomes = x.outcomes[:0]
	clear(x.distinct)
	draws := x.attempt(&from, q, state.RandBefore(0))
	if draws == 1 {
		for i := range uint64(faces) {
			draws = max(draws, x.attempt(&from, q, state.RandBefore(i<<58)))
		}
	}
	if draws > 1 {
		r := state.NewRand(uint64(x.requests))
		for i := range 14 * faces { // 63/64 to the power of 896 is 7e-7
			if i == faces && x.allOver() {
				break
			}
			x.attempt(&from, q, state.Rand(r.Uint64()))
		}
	}
}

// attempt applies a request with the given random source, and appends the position to
// x.outcomes if it is not in the list. It returns the number of draws from the random source,
// or 2 for two or more.
func (x *explorer[S]) attempt(from *S, q state.Request, r state.Rand) (draws int) {
	s := x.game.Position()
	*s = *from
	core := x.Rules.Core(s)
	core.Rand = r
	x.game.Apply(q, nil)
	for ; r != core.Rand && draws < 2; draws++ {
		_ = r.Uint64()
	}
	hash := uint64(core.Won)
	if !core.Over && draws > 0 {
		hash = x.fingerprint(s)
	}
	if !x.distinct[hash] {
		x.distinct[hash] = true
		x.outcomes = append(x.outcomes, *s)
	}
	return draws
}

// allOver reports whether all outcomes end the game.
func (x *explorer[S]) allOver() bool {
	for i := range x.outcomes {
		if !x.Rules.Core(&x.outcomes[i]).Over {
			return false
		}
	}
	return true
}

// enter checks a new position and appends it to the path. It returns the number of the position.
func (x *explorer[S]) enter(s *S) uint32 {
	if err := x.Check(&x.dealt, s); err != nil {
		x.fail(x.Rules.At(*s), "the position is invalid: %v", err)
	}
	core := x.Rules.Core(s)
	if core.Over {
		x.ends++
		return ended
	}
	hash := x.fingerprint(s)
	at, isNew := x.seen.add(hash, uint32(len(x.nextPosition)), x.positions < *explore)
	if at == unvisited {
		x.complete = false
	}
	if !isNew {
		return at
	}
	x.positions++
	x.nextPosition = append(x.nextPosition, unvisited)
	g := x.Rules.At(*s)
	careful := hash%carefulEvery == 0
	if careful {
		x.compare(g, hash)
	}
	if core.Awaiting == 0 {
		x.fail(g, "the game neither is over nor awaits a seat")
	}
	first := len(x.tries)
	x.list(g, careful)
	x.path = append(x.path, step[S]{at, *s, first, len(x.tries), len(x.tries)})
	return at
}

// list appends the requests of all awaited seats to tries. The last one is the first option of the
// next seat.
func (x *explorer[S]) list(g *state.Game[S], careful bool) {
	first := len(x.tries)
	for seats, next := g.Awaiting(), g.Next(); seats != 0; seats &= seats - 1 {
		seat := seats.First()
		x.options = g.Options(seat, x.options[:0])
		if len(x.options) == 0 {
			x.fail(g, "seat %d is awaited and has no option", seat)
		}
		if careful {
			if err := statecheck.CheckOptions(g, seat, x.options); err != nil {
				x.fail(g, "%v", err)
			}
		}
		for i, o := range x.options {
			q := state.Request{Seat: seat, Decision: g.Decision(seat), Option: o}
			if careful {
				if err := g.Check(q); err != nil {
					x.fail(g, "an option is refused: %v", err)
				}
			}
			x.tries = append(x.tries, q)
			if seat == next && i == 0 {
				first = len(x.tries) - 1
			}
		}
	}
	last := len(x.tries) - 1
	x.tries[first], x.tries[last] = x.tries[last], x.tries[first]
}

// compare checks that no viewer can distinguish the position from one with other hidden cards.
func (x *explorer[S]) compare(g *state.Game[S], hash uint64) {
	x.compared++
	world := g.Fork()
	for seat := range state.Seat(g.Seats() + 1) {
		if int(seat) == g.Seats() {
			seat = state.Watcher
		}
		r := state.NewRand(hash)
		world.Set(g)
		world.Resample(seat, &r)
		x.a = statecheck.AppendKnown(x.a[:0], g, seat, x.Measures, nil)
		x.b = statecheck.AppendKnown(x.b[:0], world, seat, x.Measures, nil)
		if !bytes.Equal(x.a, x.b) {
			x.fail(g, "seat %d can distinguish the worlds\n%s\nand\n%s", seat, x.a, x.b)
		}
	}
}

// checkEnds checks that the game ends from each position if the next seat always chooses its first
// option.
func (x *explorer[S]) checkEnds() {
	ends := make([]bool, len(x.nextPosition))
	ends[unvisited], ends[ended] = true, true
	visited := make(map[uint32]bool)
	for at := range x.nextPosition {
		clear(visited)
		for i := uint32(at); !ends[i]; i = x.nextPosition[i] {
			if visited[i] {
				x.t.Fatalf("the first options lead from position %d in a circle of %d positions", at, len(visited))
			}
			visited[i] = true
		}
		for i := uint32(at); !ends[i]; i = x.nextPosition[i] {
			ends[i] = true
		}
	}
}

// fingerprint returns a hash of the position without its random source, its request numbers and the
// fields that Kit.ClearUnread clears.
func (x *explorer[S]) fingerprint(s *S) uint64 {
	blank := *s
	c := x.Rules.Core(&blank)
	c.Rand, c.Seq, c.StackSeq = 0, 0, 0
	clear(c.Answered[:])
	if x.ClearUnread != nil {
		x.ClearUnread(&blank)
	}
	return maphash.Bytes(x.seed, state.Bytes(&blank))
}

// fail ends the test with the position and the path to it.
func (x *explorer[S]) fail(g *state.Game[S], format string, args ...any) {
	x.t.Helper()
	path := ""
	for i := range x.path {
		if step := &x.path[i]; step.left < step.end {
			q := x.tries[step.left]
			path += fmt.Sprintf("seat %d: %s\n", q.Seat, x.Rules.At(step.position).Label(q.Seat, q.Option).Text)
		}
	}
	x.t.Fatalf("position %d: %s\n%safter\n%s", x.positions, fmt.Sprintf(format, args...), g.Draw(state.Watcher), path)
}

// fingerprints is a hash table from fingerprints to numbers of positions.
type fingerprints struct {
	slots []fingerprint
	used  int
}

type fingerprint struct {
	hash   uint64 // 0 for an empty slot
	number uint32
}

func newFingerprints() fingerprints { return fingerprints{slots: make([]fingerprint, 1<<16)} }

// add returns the number of a fingerprint. If the fingerprint is new and canAdd is set, add stores
// it with the number newNumber. If it is new and canAdd is not set, add returns unvisited.
func (f *fingerprints) add(hash uint64, newNumber uint32, canAdd bool) (at uint32, isNew bool) {
	hash = max(hash, 1)
	mask := uint64(len(f.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		switch s := &f.slots[i]; {
		case s.hash == hash:
			return s.number, false
		case s.hash == 0 && !canAdd:
			return unvisited, false
		case s.hash == 0:
			*s = fingerprint{hash, newNumber}
			if f.used++; f.used > len(f.slots)/4*3 {
				f.grow()
			}
			return newNumber, true
		}
	}
}

// grow doubles the table.
func (f *fingerprints) grow() {
	old := f.slots
	f.slots = make([]fingerprint, 2*len(old))
	mask := uint64(len(f.slots) - 1)
	for _, s := range old {
		if s.hash != 0 {
			i := s.hash & mask
			for f.slots[i].hash != 0 {
				i = (i + 1) & mask
			}
			f.slots[i] = s
		}
	}
}
