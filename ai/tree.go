package ai

import (
	"math"

	"gamed/state"
)

// exploration is the constant of UCB1, for rewards from 0 to 1.
const exploration = 0.4

// A node is an edge of the tree together with what lies behind it.
type node struct {
	option    state.Option
	seat      state.Seat // who takes the option
	parent    int32
	child     int32 // the newest of its children, 0 for none
	sibling   int32 // the next older child of its parent, 0 for none
	taken     float32
	available float32 // how often it could have been taken
	reward    float32 // the sum of what seat got
}

// root is also no node at all where a child or a sibling is meant.
const root int32 = 0

// A tree keeps its nodes in one slice, which serves the next search as well.
type tree struct{ nodes []node }

func (t *tree) clear() { t.nodes = append(t.nodes[:0], node{}) }

// descend goes from a node along one of the options that seat has: the first
// one that has no edge yet, else the one with the highest bound. It returns the
// node that it comes to, and whether that one is new.
func (t *tree) descend(at int32, seat state.Seat, options []state.Option) (to int32, grown bool) {
	best, highest, fresh := root, 0.0, -1
	for i, o := range options {
		edge := t.find(at, seat, o)
		if edge == root {
			if fresh < 0 {
				fresh = i
			}
			continue
		}
		n := &t.nodes[edge]
		n.available++
		if bound := n.bound(); best == root || bound > highest {
			best, highest = edge, bound
		}
	}
	if fresh < 0 {
		return best, false
	}
	return t.grow(at, seat, options[fresh]), true
}

// bound is UCB1's upper confidence bound of what an edge is worth to its seat.
func (n *node) bound() float64 {
	taken := float64(n.taken)
	return float64(n.reward)/taken + exploration*math.Sqrt(math.Log(float64(n.available))/taken)
}

// find returns the edge by which seat takes o at a node, root if there is none.
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

// credit adds rewards to every edge on the way to a node, each for the seat
// that took it.
func (t *tree) credit(at int32, rewards *[state.MaxSeats]float32) {
	for ; at != root; at = t.nodes[at].parent {
		n := &t.nodes[at]
		n.taken++
		n.reward += rewards[n.seat]
	}
}

// best returns the option at the root that was taken most often, the newer edge
// on a tie.
func (t *tree) best() state.Option {
	best := t.nodes[root].child
	for edge := best; edge != root; edge = t.nodes[edge].sibling {
		if t.nodes[edge].taken > t.nodes[best].taken {
			best = edge
		}
	}
	return t.nodes[best].option
}
