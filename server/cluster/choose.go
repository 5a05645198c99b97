package cluster

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// chosenOwner returns the server that should take a game without an owner. It uses rendezvous
// hashing (Thaler and Ravishankar, 1998). Servers that know the same peers choose the same server,
// and the games of a dead server spread over all others.
func (n *Node) chosenOwner(game string) string { return n.candidates(game)[0] }

// candidates returns the servers that may take a game, in order of preference. A stopping server
// ranks itself last, and other servers do not consider it.
func (n *Node) candidates(game string) []string {
	n.mu.Lock()
	now := n.now()
	ids := []string{n.id}
	for id, p := range n.peers {
		if !p.excluded && now.Sub(p.lastHeartbeat) < suspectAfter {
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
