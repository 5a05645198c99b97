package ai

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/state"
)

// shape formats a tree as the cards of its options, newest children first.
func shape(t *testing.T, tr *tree, at int32) string {
	text := ""
	for edge := tr.nodes[at].child; edge != root; edge = tr.nodes[edge].sibling {
		require.Equal(t, at, tr.nodes[edge].parent)
		text += string(rune(tr.nodes[edge].option.Card)) + shape(t, tr, edge)
	}
	return "(" + text + ")"
}

// TestReroot checks that reroot keeps the shape and counts of a subtree, and that it clears the
// tree if the subtree is too large.
func TestReroot(t *testing.T) {
	grown := func() (*tree, map[rune]int32) {
		var tr tree
		tr.allocate(12, true)
		tr.clear()
		at := map[rune]int32{'-': root}
		for _, edge := range []string{"-a", "-b", "ac", "ad", "be", "bf", "eg", "-h", "eh", "bi"} {
			from, to := rune(edge[0]), rune(edge[1])
			at[to] = tr.grow(at[from], 0, state.Option{Card: state.Card(to)})
			tr.credit(at[to], &[state.MaxSeats]float32{1})
		}
		return &tr, at
	}
	tr, _ := grown()
	require.Equal(t, "(h()b(i()f()e(h()g()))a(d()c()))", shape(t, tr, root))

	tr, at := grown()
	taken := tr.nodes[at['b']].visits
	tr.reroot(at['b'], 12)
	assert.Equal(t, "(i()f()e(h()g()))", shape(t, tr, root))
	assert.InDelta(t, taken, tr.nodes[root].visits, 0)
	assert.Len(t, tr.nodes, 6)
	assert.Zero(t, tr.rewards)
	tr.reroot(tr.find(root, 0, state.Option{Card: 'e'}), 12)
	assert.Equal(t, "(h()g())", shape(t, tr, root))

	tr, at = grown()
	tr.reroot(at['c'], 12)
	assert.Equal(t, "()", shape(t, tr, root))

	tr, at = grown()
	tr.reroot(at['b'], 4)
	assert.Equal(t, "()", shape(t, tr, root), "a tree that is too large is cleared")
	assert.Len(t, tr.nodes, 1)
}
