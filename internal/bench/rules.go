package bench

import (
	"runtime"

	"gamed/internal/columns"
	"gamed/state"
)

// measureRules measures the rules without an actor: random games as in a search, and
// the individual steps of a server.
func measureRules[S comparable](b *benchmark, r *state.Ruleset[S]) error {
	const deals = 256
	starts := make([]S, deals)
	for i := range starts {
		s, err := r.New(state.Setup{Seats: 2, Seed: uint64(i)})
		if err != nil {
			return err
		}
		starts[i] = s
	}
	options := make([]state.Option, 0, 256)
	rand := state.Rand(1)
	var requests, rounds int
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	game := b.time(func(n int) {
		requests, rounds = 0, n
		var s S
		for i := range n {
			s = starts[i%deals]
			r.Core(&s).Rand.Mix(rand.Uint64())
			for c := r.Core(&s); c.Awaiting != 0; requests++ {
				seat := c.Next()
				options = r.Options(&s, seat, options[:0])
				r.Apply(&s, seat, options[rand.N(len(options))], nil)
			}
		}
	})
	runtime.ReadMemStats(&after)
	b.atLeast(r.Name+", random games, direct lane", 1e9/game, 50_000, "games/s")
	b.atMost(r.Name+", a decision in them", game*float64(rounds)/float64(requests), 200, "ns")
	b.atMost(r.Name+", allocations in such a game", float64((after.Mallocs-before.Mallocs)/uint64(rounds)), 0, "allocations")

	// The individual steps are measured over all positions of one game.
	var positions []S
	var answers []state.Request
	for s := starts[0]; r.Core(&s).Awaiting != 0; {
		c := r.Core(&s)
		seat := c.Next()
		options = r.Options(&s, seat, options[:0])
		q := state.Request{Seat: seat, Decision: c.Decision(seat), Option: options[rand.N(len(options))], Salt: rand.Uint64()}
		positions, answers = append(positions, s), append(answers, q)
		c.Rand.Mix(q.Salt)
		r.Apply(&s, q.Seat, q.Option, nil)
	}
	var next S
	b.atMost(r.Name+", a checked request", b.time(func(n int) {
		for i := range n {
			i %= len(positions)
			next = positions[i]
			q := &answers[i]
			options, _ = r.Check(&next, *q, options[:0])
			r.Core(&next).Rand.Mix(q.Salt)
			r.Apply(&next, q.Seat, q.Option, nil)
		}
	}), 500, "ns")
	clones := make([]S, 2)
	b.atMost(r.Name+", a clone", b.time(func(n int) {
		for i := range n {
			clones[i&1] = positions[0]
		}
	}), 50, "ns")
	equal := 0
	b.atMost(r.Name+", a comparison", b.time(func(n int) {
		for i := range n {
			if clones[i&1] == positions[0] {
				equal++
			}
		}
	}), 50, "ns")
	var view []byte
	bytes := 0
	encoded := b.time(func(n int) {
		bytes = 0
		for i := range n {
			view = r.View(view[:0], &positions[i%len(positions)], 0)
			bytes += len(view)
		}
		bytes /= n
	})
	b.add(r.Name+", a view encoded", amount(encoded)+" ns, "+columns.Thousands(bytes)+" bytes")
	return nil
}
