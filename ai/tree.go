package ai

import (
	"math"
	"slices"

	"gamed/state"
)

// A node is an option of a seat at its parent node, with the statistics of the iterations that took
// the option. The code also calls a node the edge from its parent.
type node struct {
	option    state.Option
	seat      state.Seat // the seat that takes the option
	parent    int32
	child     int32   // newest child, or 0 if none
	sibling   int32   // next older sibling, or 0 if none
	firstMove int32   // child for the first move of the latest visit, or 0: see descend
	nextMove  int32   // sibling for the move after this one at the latest visit of the parent, or 0
	visits    float32 // iterations that took the option
	available float32 // iterations in which the option was legal
	reward    float32 // sum of the rewards of seat
}

// root is the index of the root node. As a child or sibling it means "no node".
const root int32 = 0

// A tree keeps its nodes in one slice, which the next search reuses.
type tree struct {
	nodes   []node
	spare   []node  // memory to which reroot copies
	rewards moments // rewards of the searching seat in all iterations
}

// moments holds the sums from which the standard deviation of numbers follows.
type moments struct{ n, sum, squares float64 }

func (s *moments) add(x float32) {
	s.n++
	s.sum += float64(x)
	s.squares += float64(x) * float64(x)
}

// deviation returns the standard deviation, or 0 without any numbers.
func (s *moments) deviation() float64 {
	n := max(s.n, 1)
	mean := s.sum / n
	return math.Sqrt(max(s.squares/n-mean*mean, 0))
}

func (t *tree) clear() {
	t.nodes = append(t.nodes[:0], node{})
	t.rewards = moments{}
}

// descend returns the edge of the seat's move with the highest upper confidence bound, and
// reports whether the edge is new. Without Urgency, untried moves come first. With Urgency, they
// come first only if the best bound is low enough. The bounds measure Exploration and Urgency in
// the given unit.
//
// Most visits of a node have the same moves in the same order. So descend keeps the order of the edges
// in firstMove and nextMove, and looks there before it searches the children.
func (b *ismcts) descend(at int32, seat state.Seat, moves []state.Option, unit float64) (to int32, grown bool) {
	t := &b.tree
	visits := t.nodes[at].visits + 1
	best, highest, fresh, prior := root, 0.0, -1, float32(0)
	var taken, reward float64
	next := &t.nodes[at].firstMove
	for i, o := range moves {
		edge := *next
		if edge == root || t.nodes[edge].option != o || t.nodes[edge].seat != seat {
			edge = t.find(at, seat, o)
		}
		if edge == root {
			if p := b.prior(seat, o); fresh < 0 || p > prior {
				fresh, prior = i, p
			}
			continue
		}
		n := &t.nodes[edge]
		*next, next = edge, &n.nextMove
		n.available++
		taken += float64(n.visits)
		reward += float64(n.reward)
		chances := visits
		if b.UseAvailability {
			chances = n.available
		}
		if bound := n.mean() + b.Exploration*unit*math.Sqrt(log(chances)/float64(n.visits)); best == root || bound > highest {
			best, highest = edge, bound
		}
	}
	if fresh < 0 || best != root && b.Urgency > 0 && highest > reward/taken+b.Urgency*unit {
		return best, false
	}
	return t.grow(at, seat, moves[fresh]), true
}

// logs holds the natural logarithms of small counts. A search needs many of them.
var logs = func() (l [4096]float64) {
	for n := range l {
		l[n] = math.Log(float64(n))
	}
	return l
}()

// log returns the natural logarithm of a count.
func log(count float32) float64 {
	if n := int(count); n < len(logs) {
		return logs[n]
	}
	return math.Log(float64(count))
}

// prior returns the priority of an untried option.
func (b *ismcts) prior(seat state.Seat, o state.Option) float32 {
	if b.Leaf == LeafHistory {
		return b.history.mean(seat, o)
	}
	return 0
}

func (n *node) mean() float64 { return float64(n.reward) / float64(n.visits) }

// find returns the edge for a seat's option o at a node, or root if there is none.
func (t *tree) find(at int32, seat state.Seat, o state.Option) int32 {
	edge := t.nodes[at].child
	for edge != root && (t.nodes[edge].option != o || t.nodes[edge].seat != seat) {
		edge = t.nodes[edge].sibling
	}
	return edge
}

func (t *tree) grow(at int32, seat state.Seat, o state.Option) int32 {
	edge := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{option: o, seat: seat, parent: at, sibling: t.nodes[at].child, available: 1})
	t.nodes[at].child = edge
	return edge
}

// credit counts a visit of every edge on the path to a node. It adds to each edge the reward of the
// seat that took the edge.
func (t *tree) credit(at int32, rewards *[state.MaxSeats]float32) {
	for ; at != root; at = t.nodes[at].parent {
		n := &t.nodes[at]
		n.visits++
		n.reward += rewards[n.seat]
	}
	t.nodes[root].visits++
}

// best returns the best edge at the root according to the final rule. Ties go to the newest edge.
// best skips options that are no longer legal, which a reused tree may contain.
func (b *ismcts) best(seat state.Seat, options []state.Option) int32 {
	t := &b.tree
	best, highest := root, 0.0
	for edge := t.nodes[root].child; edge != root; edge = t.nodes[edge].sibling {
		n := &t.nodes[edge]
		if n.seat != seat || !slices.Contains(options, n.option) {
			continue
		}
		score := n.mean()
		switch b.Final {
		case FinalVisits:
			score = float64(n.visits)
		case FinalLower:
			score -= t.rewards.deviation() / math.Sqrt(float64(n.visits))
		}
		if best == root || score > highest {
			best, highest = edge, score
		}
	}
	return best
}
