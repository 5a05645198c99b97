package cluster

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"
)

// chosen returns which server is to have a game that nobody has: the one with the
// highest hash of both, so that all come to the same one, and each server's share
// falls to all others when it dies (rendezvous hashing; Thaler and Ravishankar, 1998).
func (n *Node) chosen(game string) string { return n.ranked(game)[0] }

// ranked returns the servers that may be given a game, the one that is to have it first. A
// server that stops comes last, and only here.
func (n *Node) ranked(game string) []string {
	n.mu.Lock()
	now := time.Now()
	ids := []string{n.id}
	for id, p := range n.peers {
		if !p.leaving && now.Sub(p.heard) < doubt {
			ids = append(ids, id)
		}
	}
	leaving := n.leaving
	n.mu.Unlock()
	weights := make(map[string]uint64, len(ids))
	for _, id := range ids {
		if weights[id] = weight(id, game); leaving && id == n.id {
			weights[id] = 0
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(weights[b], weights[a]) })
	return ids
}

func weight(node, game string) uint64 {
	sum := sha256.Sum256([]byte(node + "." + game))
	return binary.BigEndian.Uint64(sum[:])
}
