package ai

import "gamed/state"

// ismcts is single-observer information-set Monte Carlo tree search (Cowling,
// Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012). One tree
// serves all determinizations: its edges are options of any seat. Each iteration
// descends in its own determinization along edges that are legal there. The bandit
// counts how often each edge was available.
//
// A hidden move of another seat gets its own edge, as if the searching seat saw
// it, so replies are planned with more knowledge than there will be. The
// alternative, one tree per seat, needs each move's public face, which a machine
// does not provide.
//
// Matches at 200 iterations per decision settled the rest. Two choices mattered:
// playing the turn out by the history of the search, and scaling exploration by
// the standard deviation of the rewards. Against a random playout and a constant
// of 0.4 they score 56.5 % [53.4, 59.5] in 1,000 games of Elements and 59.0 %
// [54.1, 63.7] in 400 of Dominion with random kingdoms. Against 50 % more
// iterations, which take the same time, Dominion scores 60.0 % [53.1, 66.5] in
// 200 games. At 20 iterations they win 17 of 20 games of polity instead of 6.
//
// In Elements, judging a leaf at once scores 33 %, a playout greedy for the value
// 42 to 46 % at many times the cost, and a second turn 49 %. The final rule, tree
// reuse, availability counts and up to five iterations per world lie within the
// error of 400 to 1,000 games. Sixteen iterations per world cost some 3 points.
type ismcts struct {
	Search
	rand    state.Rand
	world   state.Machine // of the current iteration
	drawn   state.Machine // start of several iterations
	tried   state.Machine // world after an option
	opts    []state.Option
	tree    tree
	history history

	// The tree is reused below chosen if the next decision comes at this turn
	// and sequence number.
	chosen int32
	turn   int
	seq    uint32
}

func (b *ismcts) Choose(a Ask) state.Option {
	follows := b.chosen != root && a.game.Seq() == b.seq && a.game.Turn() == b.turn
	if len(a.Options) == 1 { // forced moves have no edge
		if b.seq++; !follows {
			b.chosen = root
		}
		return a.Options[0]
	}
	b.prepare(a)
	if b.Forced {
		if o, found := b.winner(a); found {
			b.chosen = root
			return o
		}
	}
	if b.Reuse && follows {
		b.tree.reroot(b.chosen, b.Iterations)
	} else {
		b.tree.clear()
	}
	b.history.fade(float32(b.Keep))
	for i := range b.Iterations {
		b.draw(a, i)
		b.iterate(a.Seat)
	}
	b.chosen, b.turn, b.seq = b.best(a.Seat, a.Options), a.game.Turn(), a.game.Seq()+1
	return b.tree.nodes[b.chosen].option
}

// prepare allocates worlds and the tree on the first decision.
func (b *ismcts) prepare(a Ask) {
	if b.world != nil {
		return
	}
	b.world = a.Fork(&b.rand)
	if b.Worlds > 1 {
		b.drawn = a.Fork(&b.rand)
	}
	if b.Leaf == LeafGreedy {
		b.tried = a.Fork(&b.rand)
	}
	b.tree.allocate(b.Iterations, b.Reuse)
}

// draw sets b.world to the start of iteration i.
func (b *ismcts) draw(a Ask, i int) {
	if b.Worlds == 1 {
		a.World(b.world, &b.rand)
		return
	}
	if i%b.Worlds == 0 {
		a.World(b.drawn, &b.rand)
	}
	b.world.Set(b.drawn)
}

// winner returns an option that wins at once for seat alone in all worlds tried.
func (b *ismcts) winner(a Ask) (o state.Option, found bool) {
	for _, o := range a.Options {
		found = true
		for i := 0; i < greedyWorlds && found; i++ {
			a.World(b.world, &b.rand)
			b.world.Apply(request(a.Seat, o), nil)
			_, won := b.world.Result()
			found = won == state.Only(a.Seat)
		}
		if found {
			return o, true
		}
	}
	return o, false
}

// iterate descends in b.world to a new edge, adds it, plays out, and credits the
// path with the rewards, which it returns. The searcher answers first: other seats
// may be awaited at the same time.
func (b *ismcts) iterate(searcher state.Seat) (rewards [state.MaxSeats]float32) {
	w, at, grown, seat := b.world, root, false, searcher
	for !grown && w.Awaiting() != 0 {
		b.opts = w.Options(seat, b.opts[:0])
		option := b.opts[0]
		if len(b.opts) > 1 { // a forced move is no decision
			at, grown = b.descend(at, seat)
			option = b.tree.nodes[at].option
			b.note(seat, option)
		}
		w.Apply(request(seat, option), nil)
		if w.Awaiting() != 0 {
			seat = w.Next()
		}
	}
	b.playout()
	rewards = b.judgeAll(w, searcher)
	b.tree.credit(at, &rewards)
	b.tree.rewards.add(rewards[searcher])
	b.history.credit(&rewards)
	return rewards
}

// judgeAll returns the standing of each seat in w. In a two-player game one
// evaluation of the net serves both.
func (b *ismcts) judgeAll(w state.Machine, searcher state.Seat) (rewards [state.MaxSeats]float32) {
	if over, _ := w.Result(); b.Value != nil && w.Seats() == 2 && !over {
		rewards[searcher] = b.Value(w, searcher)
		rewards[1-searcher] = 1 - rewards[searcher]
		return rewards
	}
	for seat := range state.Seat(w.Seats()) {
		rewards[seat] = b.judge(w, seat)
	}
	return rewards
}
