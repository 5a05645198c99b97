package bench

import (
	"runtime"

	"gamed/state"
)

// startPositions returns the start positions of 256 duels.
func startPositions[S comparable](r *state.Ruleset[S]) ([]S, error) {
	starts := make([]S, 256)
	for i := range starts {
		s, err := r.New(state.Setup{Seats: 2, Seed: state.Seed(i)})
		if err != nil {
			return nil, err
		}
		starts[i] = s
	}
	return starts, nil
}

// A meanGame holds the means over games in a loop that calls the rules without an actor, as a search
// does.
type meanGame struct {
	time                        float64 // time of a game in ns
	requests, open, allocations float64 // open counts the requests with two or more options
}

// A chooser returns the option that a bot takes for the seat. If it lists the options, it writes them
// into buf. open reports whether it listed two or more options.
type chooser[S comparable] func(s *S, seat state.Seat, buf []state.Option, rand *state.Rand) (o state.Option, open bool)

// chooseRandom returns a bot that takes each option with the same probability.
func chooseRandom[S comparable](r *state.Ruleset[S]) chooser[S] {
	return func(s *S, seat state.Seat, buf []state.Option, rand *state.Rand) (o state.Option, open bool) {
		options := r.Options(s, seat, buf)
		return options[rand.N(len(options))], len(options) > 1
	}
}

// measureLoop plays games from the given positions and returns their means.
func measureLoop[S comparable](b *benchmark, r *state.Ruleset[S], starts []S, choose chooser[S]) (l meanGame) {
	buf := make([]state.Option, 0, 256)
	rand := state.Rand(1)
	var requests, open, rounds, games int
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l.time = b.timePerRound(func(n int) {
		requests, open, rounds, games = 0, 0, n, games+n
		var s S
		for i := range n {
			s = starts[i%len(starts)]
			r.Core(&s).Rand.Mix(rand.Uint64())
			for c := r.Core(&s); c.Awaiting != 0; requests++ {
				seat := c.Next()
				o, several := choose(&s, seat, buf, &rand)
				if several {
					open++
				}
				r.Apply(&s, seat, o, nil)
			}
		}
	})
	runtime.ReadMemStats(&after)
	l.requests, l.open = float64(requests)/float64(rounds), float64(open)/float64(rounds)
	l.allocations = float64((after.Mallocs - before.Mallocs) / uint64(games))
	return l
}

// measureSteps measures the individual steps of a server: a checked request, a clone, a comparison
// and a view. It uses the positions of one game.
func measureSteps[S comparable](b *benchmark, r *state.Ruleset[S], start S) {
	options := make([]state.Option, 0, 256)
	rand := state.Rand(1)
	var positions []S
	var answers []state.Request
	for s := start; r.Core(&s).Awaiting != 0; {
		c := r.Core(&s)
		seat := c.Next()
		options = r.Options(&s, seat, options[:0])
		q := state.Request{Seat: seat, Decision: c.Decision(seat), Option: options[rand.N(len(options))], Salt: rand.Uint64()}
		positions, answers = append(positions, s), append(answers, q)
		c.Rand.Mix(q.Salt)
		r.Apply(&s, q.Seat, q.Option, nil)
	}
	var next S
	b.add(checkedRequest, b.timePerRound(func(n int) {
		for i := range n {
			i %= len(positions)
			next = positions[i]
			q := &answers[i]
			options, _ = r.Check(&next, *q, options[:0])
			r.Core(&next).Rand.Mix(q.Salt)
			r.Apply(&next, q.Seat, q.Option, nil)
		}
	}))
	clones := make([]S, 2)
	b.add(clone, b.timePerRound(func(n int) {
		for i := range n {
			clones[i&1] = positions[0]
		}
	}))
	equal := 0
	b.add(comparison, b.timePerRound(func(n int) {
		for i := range n {
			if clones[i&1] == positions[0] {
				equal++
			}
		}
	}))
	var view []byte
	b.add(encodedView, b.timePerRound(func(n int) {
		for i := range n {
			view = r.View(view[:0], &positions[i%len(positions)], 0)
		}
	}))
}
