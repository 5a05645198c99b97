package ai

// allocate gets room for a search of so many iterations, each of which grows the
// tree by a node at most, and with keep for a tree of as many that goes on.
func (t *tree) allocate(iterations int, keep bool) {
	most := 1 + iterations
	if keep {
		most *= 2
		t.spare = make([]node, 0, most)
	}
	t.nodes = make([]node, 0, most)
}

// reroot makes what lies behind a node the tree. If there are more than most nodes,
// the tree begins anew.
func (t *tree) reroot(at int32, most int) {
	kept, old := append(t.spare[:0], t.nodes[at]), t.nodes
	kept[root].sibling = root
	// Each node that has been copied still points at its old children. Those are
	// copied in their order, and so are theirs in turn.
	for i := int32(0); int(i) < len(kept); i++ {
		last := root
		child := kept[i].child
		kept[i].child = root
		for ; child != root; child = old[child].sibling {
			if len(kept) > most {
				t.clear()
				return
			}
			to := int32(len(kept))
			kept = append(kept, old[child])
			kept[to].parent, kept[to].sibling = i, root
			if last == root {
				kept[i].child = to
			} else {
				kept[last].sibling = to
			}
			last = to
		}
	}
	t.nodes, t.spare, t.rewards = kept, old, spread{}
}
