package learned

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"

	"gamed/state"
)

// A Header describes the purpose and origin of a net. It is the first line of a net file, as
// JSON. The weights follow as little-endian float32.
type Header struct {
	Rules   string `json:"rules"`
	Layout  int    `json:"layout"` // the version: see [state.Layout]
	Inputs  int    `json:"inputs"`
	Hidden  [2]int `json:"hidden"`
	Command string `json:"command"` // reproduces the file
	Seed    uint64 `json:"seed"`
	Games   int    `json:"games"` // number of training games
	Hash    string `json:"hash"`  // SHA-256 of the weights
}

// Append appends the net to dst in its file format. It sets the hash in the header.
func (n *Net) Append(dst []byte) []byte {
	var weights []byte
	for _, w := range n.Weights {
		weights = binary.LittleEndian.AppendUint32(weights, math.Float32bits(w))
	}
	n.Hidden = [2]int{Hidden1, Hidden2}
	n.Hash = hash(weights)
	header, err := json.Marshal(n.Header)
	if err != nil {
		panic(err) // a header can always be encoded
	}
	return append(append(append(dst, header...), '\n'), weights...)
}

// Parse parses a file written by Append and checks that it fits the given ruleset and layout.
func Parse(file []byte, rules string, layout *state.Layout) (*Net, error) {
	head, weights, found := bytes.Cut(file, []byte("\n"))
	n := new(Net)
	if err := json.Unmarshal(head, &n.Header); err != nil || !found {
		return nil, fmt.Errorf("the file has no JSON header")
	}
	switch {
	case n.Rules != rules:
		return nil, fmt.Errorf("the weights are for %s, not for %s", n.Rules, rules)
	case n.Layout != layout.Version || n.Inputs != len(layout.Names):
		return nil, fmt.Errorf("the weights for %s expect features version %d (%d features), not version %d (%d features): run gamed train %s",
			rules, n.Layout, n.Inputs, layout.Version, len(layout.Names), rules)
	case n.Hidden != [2]int{Hidden1, Hidden2}:
		return nil, fmt.Errorf("the net has layers of %v, not %v: run gamed train %s", n.Hidden, [2]int{Hidden1, Hidden2}, rules)
	case len(weights) != 4*Size(n.Inputs):
		return nil, fmt.Errorf("the weights for %s have %d bytes instead of %d", rules, len(weights), 4*Size(n.Inputs))
	case hash(weights) != n.Hash:
		return nil, fmt.Errorf("the weights for %s are damaged: hash %s instead of %s", rules, hash(weights), n.Hash)
	}
	for at := 0; at < len(weights); at += 4 {
		n.Weights = append(n.Weights, math.Float32frombits(binary.LittleEndian.Uint32(weights[at:])))
	}
	return n, nil
}

func hash(weights []byte) string {
	sum := sha256.Sum256(weights)
	return hex.EncodeToString(sum[:])
}
