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

// A Header describes the purpose and origin of a net. The first line of a net file is a header in
// JSON. The weights follow as little-endian float32.
type Header struct {
	Rules   string       `json:"rules"`
	Layout  state.Layout `json:"layout"` // names of the inputs
	Hidden  [2]int       `json:"hidden"`
	Command string       `json:"command"` // command that reproduces the file, with the cards of the layout
	Seed    uint64       `json:"seed"`
	Games   int          `json:"games"` // number of training games
	Hash    string       `json:"hash"`  // SHA-256 of the layout and the weights
}

// Append appends the net to dst in its file format. It sets the layer sizes and the hash in the header.
func (n *Net) Append(dst []byte) []byte {
	var weights []byte
	for _, w := range n.Weights {
		weights = binary.LittleEndian.AppendUint32(weights, math.Float32bits(w))
	}
	n.Hidden = [2]int{Hidden1, Hidden2}
	n.Hash = hash(&n.Layout, weights)
	header, err := json.Marshal(n.Header)
	if err != nil {
		panic(err) // a header can always be encoded
	}
	return append(append(append(dst, header...), '\n'), weights...)
}

// Parse parses a file written by Append and returns the net for the given ruleset and layout. The
// layout in the file and the given layout may name different features and cards, but must have the
// same version.
func Parse(file []byte, rules string, layout *state.Layout) (*Net, error) {
	head, weights, found := bytes.Cut(file, []byte("\n"))
	n := new(Net)
	if err := json.Unmarshal(head, &n.Header); err != nil || !found {
		return nil, fmt.Errorf("the file has no JSON header: use a file that gamed train has written")
	}
	switch {
	case n.Rules != rules:
		return nil, fmt.Errorf("the weights are for %s, not for %s", n.Rules, rules)
	case n.Layout.Version != layout.Version:
		return nil, fmt.Errorf("the weights for %s expect features version %d, not version %d: run gamed train %s",
			rules, n.Layout.Version, layout.Version, rules)
	case n.Hidden != [2]int{Hidden1, Hidden2}:
		return nil, fmt.Errorf("the weights for %s are for hidden layers of %v, not %v: run gamed train %s", rules, n.Hidden, [2]int{Hidden1, Hidden2}, rules)
	case len(weights) != 4*Size(n.Layout.Len()):
		return nil, fmt.Errorf("the weights for %s have %d bytes instead of %d: the file is damaged", rules, len(weights), 4*Size(n.Layout.Len()))
	case hash(&n.Layout, weights) != n.Hash:
		return nil, fmt.Errorf("the weights for %s are damaged: hash %s instead of %s", rules, hash(&n.Layout, weights), n.Hash)
	}
	for at := 0; at < len(weights); at += 4 {
		n.Weights = append(n.Weights, math.Float32frombits(binary.LittleEndian.Uint32(weights[at:])))
	}
	n.adapt(layout)
	return n, nil
}

// adapt moves the weights of each input to the position of the same name in the layout. Inputs that
// the net was not trained with get weight 0. So a new card affects the value only through the Facts
// of the layout.
func (n *Net) adapt(layout *state.Layout) {
	rows := make(map[string][]float32)
	for i, name := range n.Layout.Names() {
		rows[name] = n.Weights[i*Hidden1:][:Hidden1]
	}
	inputs := layout.Len()
	weights := make([]float32, Size(inputs))
	for i, name := range layout.Names() {
		copy(weights[i*Hidden1:], rows[name])
	}
	copy(weights[inputs*Hidden1:], n.Weights[n.Inputs()*Hidden1:])
	n.Layout, n.Weights = *layout, weights
}

func hash(layout *state.Layout, weights []byte) string {
	names, err := json.Marshal(layout)
	if err != nil {
		panic(err) // a layout can always be encoded
	}
	h := sha256.New()
	h.Write(names)
	h.Write(weights)
	return hex.EncodeToString(h.Sum(nil))
}
