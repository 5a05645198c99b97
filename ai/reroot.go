package ai

// allocate reserves memory for a search with the given number of iterations. Each iteration adds
// at most one node. If keep is set, allocate also reserves memory for a reused tree of the same
// size.
func (t *tree) allocate(iterations int, keep bool) {
	most := 1 + iterations
	if keep {
		most *= 2
		t.spare = make([]node, 0, most)
	}
	t.nodes = make([]node, 0, most)
}

// reroot makes the node at the given index the root and drops all nodes outside its subtree. If
// the number of nodes below the new root exceeds limit, reroot clears the tree.
func (t *tree) reroot(at int32, limit int) {
	kept, old := append(t.spare[:0], t.nodes[at]), t.nodes
	kept[root].sibling, kept[root].firstMove = root, root
	// Copied nodes initially point to their old children. The loop copies the children in the
	// same order, breadth first.
	for i := int32(0); int(i) < len(kept); i++ {
		last := root
		child := kept[i].child
		kept[i].child = root
		for ; child != root; child = old[child].sibling {
			if len(kept) > limit {
				t.clear()
				return
			}
			to := int32(len(kept))
			kept = append(kept, old[child])
			kept[to].parent, kept[to].sibling, kept[to].firstMove, kept[to].nextMove = i, root, root, root
			if last == root {
				kept[i].child = to
			} else {
				kept[last].sibling = to
			}
			last = to
		}
	}
	t.nodes, t.spare, t.rewards = kept, old, moments{}
}
