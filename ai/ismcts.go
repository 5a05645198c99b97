package ai

import "gamed/state"

// ismcts is single-observer information-set Monte Carlo tree search (Cowling,
// Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012). One tree serves all
// determinizations. Its edges are the options of all seats. Each iteration samples a
// determinization and descends along edges that are legal in it. The tree counts in how many
// iterations each edge was legal.
//
// A hidden move of another seat gets its own edge, as if the searching seat saw it. Replies are
// therefore planned with more information than the seat will have. The alternative, one tree per
// seat, needs the public part of each move, which a machine does not provide.
//
// The default parameters were tuned in matches at 200 iterations per decision. Two choices
// mattered: using the history of the search in playouts, and scaling exploration by the standard
// deviation of the rewards. A plain search has random playouts and an exploration constant of 0.4.
// Against the plain search, the defaults of Elements score 56.5 % [53.4, 59.5] in 1,000 games. The
// defaults of Dominion score 59.0 % [54.1, 63.7] in 400 games with random kingdoms. A plain search
// with 50 % more iterations takes the same time in Dominion. Against this search, the defaults
// score 60.0 % [53.1, 66.5] in 200 games.
//
// In Elements, a plain search that evaluates leaves without a playout scores 33 % against the plain
// search. A plain search with greedy playouts takes several times as long and scores 45 %. With
// random playouts of two turns, a plain search scores 49 %. The final rule, tree reuse,
// availability counts and up to five iterations per world have no significant effect. Sixteen
// iterations per world cost about 3 percentage points. docs/strength.md lists these matches.
type ismcts struct {
	Search
	rand        state.Rand
	start       state.Machine  // copy of the decision's game, presorted for sampling
	path        []waypoint     // the sampled world, then a waypoint for each depth of the tree
	world       state.Machine  // where the current iteration ends, in one of the waypoints
	afterOption state.Machine  // world after an option that a greedy playout tries
	moves       []state.Option // moves of the searching seat
	opts        []state.Option
	tree        tree
	history     history
	// forecasting is true while Chances runs.
	forecasting bool

	// lastChoice is the edge of the last choice, or root. With ReuseTree, the subtree below
	// lastChoice serves the next decision if that decision has the turn and the sequence number in
	// the following fields.
	lastChoice int32
	turn       int
	seq        uint32
}

// A waypoint is a position that iterations in the same world share. Such iterations have the same
// position after the same edge, so a later iteration need not play the options again.
type waypoint struct {
	world state.Machine
	edge  int32          // the edge before the position, or noEdge for a position that is not shared
	seat  state.Seat     // the seat to choose
	moves []state.Option // the moves of that seat; empty if the game is over
}

const noEdge int32 = -1

// maxWaypoints limits the path. A longer path would take more memory and gain no time, because few
// iterations share its end.
const maxWaypoints = 6

func (b *ismcts) Choose(a Ask) state.Option {
	follows := b.lastChoice != root && a.game.Seq() == b.seq && a.game.Turn() == b.turn
	if b.moves = a.moves(b.moves[:0]); len(b.moves) == 1 { // a forced move has no edge in the tree
		if b.seq++; !follows {
			b.lastChoice = root
		}
		return b.moves[0]
	}
	a = b.prepare(a)
	if b.PlayImmediateWin {
		if o, found := b.immediateWin(a); found {
			b.lastChoice = root
			return o
		}
	}
	if b.ReuseTree && follows {
		b.tree.reroot(b.lastChoice, b.Iterations)
	} else {
		b.tree.clear()
	}
	b.history.decay(float32(b.KeepHistory))
	iterations := b.Iterations
	if b.Time > 0 && a.Stop == nil {
		iterations = min(iterations, DefaultSearch.Iterations)
	}
	for i := range iterations {
		if a.Stop != nil && i%pollInterval == pollInterval-1 && a.Stop() {
			break
		}
		b.drawWorld(a, i)
		b.iterate(a.Seat, b.moves)
	}
	b.lastChoice, b.turn, b.seq = b.best(a.Seat, a.Options), a.game.Turn(), a.game.Seq()+1
	return b.tree.nodes[b.lastChoice].option
}

// pollInterval is the number of iterations between two calls of Ask.Stop.
const pollInterval = 8

// Budget implements [Timed].
func (b *ismcts) Budget() int { return b.Time }

// prepare returns the given decision with a copy of its game. The search draws worlds faster from
// this copy. On the first decision it also allocates the worlds and the tree.
func (b *ismcts) prepare(a Ask) Ask {
	if b.path == nil {
		b.allocate(a)
	}
	b.start.Set(a.game)
	b.start.Presort(a.Seat)
	a.game = b.start
	return a
}

func (b *ismcts) allocate(a Ask) {
	b.start = a.game.Fork()
	b.path = append(b.path, waypoint{world: a.Fork(&b.rand)})
	if b.IterationsPerWorld > 1 {
		b.path = append(b.path, waypoint{world: a.Fork(&b.rand)})
		for len(b.path) < maxWaypoints {
			b.path = append(b.path, waypoint{world: b.path[0].world.Fork()}) // draws nothing from b.rand
		}
	}
	if b.Leaf == LeafGreedy {
		b.afterOption = a.Fork(&b.rand)
	}
	b.tree.allocate(b.Iterations, b.ReuseTree)
}

// drawWorld sets b.path[0] to the sampled world in which iteration i starts.
func (b *ismcts) drawWorld(a Ask, i int) {
	if i%b.IterationsPerWorld == 0 {
		a.SetWorld(b.path[0].world, &b.rand)
		for depth := range b.path {
			b.path[depth].edge = noEdge
		}
	}
}

// immediateWin looks for an option that ends the game in each of a few sampled worlds, with the
// seat as the only winner.
func (b *ismcts) immediateWin(a Ask) (o state.Option, found bool) {
	w := b.path[0].world
	for _, o := range a.Options {
		found = true
		for i := 0; i < greedyWorlds && found; i++ {
			a.SetWorld(w, &b.rand)
			w.Apply(request(a.Seat, o), nil)
			_, won := w.Result()
			found = won == state.Only(a.Seat)
		}
		if found {
			return o, true
		}
	}
	return o, false
}

// iterate descends in the sampled world until it has added an edge or the game is over, and then
// runs a playout. It adds the rewards to the edges of the path and returns the rewards. The searching
// seat moves first, with the given moves, even if other seats are awaited at the same time. Beyond the
// last waypoint, iterate plays on in that waypoint.
func (b *ismcts) iterate(searcher state.Seat, moves []state.Option) (rewards [state.MaxSeats]float32) {
	at, grown, seat := root, false, searcher
	unit := 1.0
	if b.ScaleByDeviation {
		unit = b.tree.rewards.deviation()
	}
	here, depth := &b.path[0], 0
	for {
		option := moves[0]
		if len(moves) > 1 { // a forced move is not a decision
			at, grown = b.descend(at, seat, moves, unit)
			option = b.tree.nodes[at].option
			b.recordOption(seat, option)
		}
		from := here
		if depth < len(b.path)-1 {
			depth++
			here = &b.path[depth]
		}
		if here.edge != at {
			if here != from {
				here.world.Set(from.world)
			}
			here.world.Apply(request(seat, option), nil)
			if here.edge = at; grown {
				here.edge = noEdge // the playout changes the position
				break
			}
			here.seat, here.moves = here.world.PlayForced(state.ForcedPlay{ByMoves: true}, here.moves[:0])
		}
		if seat, moves = here.seat, here.moves; len(moves) == 0 {
			break
		}
	}
	b.world = here.world
	b.playout()
	rewards = b.evaluateAll(b.world, searcher)
	b.tree.credit(at, &rewards)
	b.tree.rewards.add(rewards[searcher])
	b.history.credit(&rewards)
	return rewards
}

// evaluateAll returns the value of w for each seat. In an unfinished two-player game, a search with a
// Value calls it for the searching seat only, and the other seat gets the difference to 1. A
// forecast must not depend on which seat chooses next, and the values of both seats may not add up
// to 1. So a forecast averages the searching seat's value and the difference of the other seat's
// value to 1.
func (b *ismcts) evaluateAll(w state.Machine, searcher state.Seat) (rewards [state.MaxSeats]float32) {
	over, _ := w.Result()
	switch duel := w.Seats() == 2 && !over; {
	case duel && b.Value != nil:
		rewards[searcher] = b.Value(w, searcher)
		if b.forecasting {
			rewards[searcher] = (rewards[searcher] + 1 - b.Value(w, 1-searcher)) / 2
		}
		rewards[1-searcher] = 1 - rewards[searcher]
	case duel && b.ConstantSum:
		v := w.Value(searcher)
		rewards[searcher], rewards[1-searcher] = float32(v)/1000, float32(1000-v)/1000
	default:
		for seat := range state.Seat(w.Seats()) {
			rewards[seat] = b.evaluate(w, seat)
		}
	}
	return rewards
}
