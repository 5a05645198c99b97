package learned_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/ai/learned"
	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/state"
)

// layouts maps the name of each ruleset with a net to its feature layout.
var layouts = map[string]*state.Layout{"elements": &elements.Rules.Layout, "dominion": &dominion.Rules.Layout}

// factLayout returns a layout without cards.
func factLayout(version, n int) *state.Layout {
	l := &state.Layout{Version: version}
	for i := range n {
		l.Facts = append(l.Facts, fmt.Sprint("fact ", i))
	}
	return l
}

// randomNet returns a net with random weights, and features for the net, most of which are 0.
func randomNet(inputs int, seed uint64) (*learned.Net, []float32) {
	r := state.Rand(seed)
	draw := func() float32 { return float32(r.N(2001)-1000) / 2000 }
	n := &learned.Net{Header: learned.Header{Rules: "odd", Layout: *factLayout(3, inputs), Seed: seed}}
	for range learned.Size(inputs) {
		n.Weights = append(n.Weights, draw())
	}
	features := make([]float32, inputs)
	for i := range features {
		if r.N(4) == 0 {
			features[i] = draw()
		}
	}
	return n, features
}

// plain computes the output of a net in a simple, slow way.
func plain(n *learned.Net, features []float32) float32 {
	layer := func(in []float32, w []float32, size int) (out []float32) {
		for k := range size {
			sum := w[len(in)*size+k]
			for i, x := range in {
				sum += x * w[i*size+k]
			}
			out = append(out, max(sum, 0))
		}
		return out
	}
	w := n.Weights
	first := layer(features, w, learned.Hidden1)
	w = w[len(features)*learned.Hidden1+learned.Hidden1:]
	second := layer(first, w, learned.Hidden2)
	w = w[learned.Hidden1*learned.Hidden2+learned.Hidden2:]
	z := w[learned.Hidden2]
	for k, x := range second {
		z += x * w[k]
	}
	return learned.Logistic(z)
}

// TestValue compares a net's output with a simple computation.
func TestValue(t *testing.T) {
	for seed := range uint64(50) {
		n, features := randomNet(1+int(seed)*7, seed)
		value := n.Value(features)
		assert.InDelta(t, plain(n, features), value, 1e-5, "of %d features", len(features))
		assert.Equal(t, value, n.Value(features))
	}
	n, features := randomNet(500, 1)
	assert.Zero(t, testing.AllocsPerRun(10, func() { n.Value(features) }))
}

// TestFileComesBack checks that Parse returns the net that Append has written.
func TestFileComesBack(t *testing.T) {
	n, _ := randomNet(70, 1)
	file := n.Append(nil)
	back, err := learned.Parse(file, "odd", factLayout(3, 70))
	require.NoError(t, err)
	assert.Equal(t, n, back)
}

// TestOtherCards checks that weights follow the names of their inputs if the layout has new, moved and
// removed cards and facts.
func TestOtherCards(t *testing.T) {
	old := &state.Layout{Version: 3, Facts: []string{"turn", "life"}, Planes: []string{"hand", "mine"}, Cards: []string{"", "Ant", "Bee", "Cat"}}
	n, features := randomNet(old.Len(), 1)
	n.Layout = *old
	now := &state.Layout{Version: 3, Facts: []string{"life", "karma", "turn"}, Planes: []string{"mine", "deck", "hand"}, Cards: []string{"", "Cat", "Dog", "Ant"}}
	back, err := learned.Parse(n.Append(nil), "odd", now)
	require.NoError(t, err)
	assert.Equal(t, now.Len(), back.Inputs())
	assert.Equal(t, *now, back.Layout)

	value := map[string]float32{} // the features of the old net by name
	for i, name := range old.Names() {
		if strings.HasSuffix(name, " Bee") {
			features[i] = 0
		}
		value[name] = features[i]
	}
	moved := make([]float32, now.Len())
	for i, name := range now.Names() {
		x, known := value[name]
		if !known {
			x = 1
		}
		moved[i] = x
	}
	assert.InDelta(t, n.Value(features), back.Value(moved), 1e-6)
}

// TestFilesThatAreRefused checks the error of each kind of unusable file.
func TestFilesThatAreRefused(t *testing.T) {
	n, _ := randomNet(70, 1)
	file := n.Append(nil)
	damaged := bytes.Clone(file)
	damaged[len(damaged)-1] ^= 1
	layout := factLayout(3, 70)
	renamed := bytes.Replace(file, []byte("fact 69"), []byte("fact 99"), 1)
	for _, test := range []struct {
		name   string
		file   []byte
		rules  string
		layout *state.Layout
		says   string
	}{
		{"another game", file, "elements", layout, "the weights are for odd, not for elements"},
		{"an older layout", file, "odd", factLayout(4, 70), "the weights for odd expect features version 3, not version 4: run gamed train odd"},
		{"another name", renamed, "odd", layout, "the weights for odd are damaged"},
		{"cut off", file[:len(file)-4], "odd", layout, fmt.Sprintf("the weights for odd have %d bytes instead of %d", 4*learned.Size(70)-4, 4*learned.Size(70))},
		{"damaged", damaged, "odd", layout, "the weights for odd are damaged"},
		{"no header", []byte("weights"), "odd", layout, "no JSON header"},
		{"other layers", bytes.Replace(file, []byte(`"hidden":[32,16]`), []byte(`"hidden":[99,16]`), 1), "odd", layout, "layers of [99 16]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := learned.Parse(test.file, test.rules, test.layout)
			require.ErrorContains(t, err, test.says)
		})
	}
}

// TestWeights checks that the embedded files fit the current rulesets.
func TestWeights(t *testing.T) {
	for rules, layout := range layouts {
		n, err := learned.Load(rules, layout)
		require.NoError(t, err)
		assert.Contains(t, n.Command, "gamed train "+rules)
		assert.Positive(t, n.Games)
		assert.Less(t, len(n.Append(nil)), 300_000, "bytes, with 255 cards")
	}
	_, err := learned.Load("chess", &state.Layout{})
	assert.EqualError(t, err, "this program has no built-in weights for chess: run gamed train chess, and name its file with weights=FILE")
}

// BenchmarkValue evaluates a mid-game position with the built-in net.
func BenchmarkValue(b *testing.B) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules} {
		name := rules.Info().Name
		n, err := learned.Load(name, layouts[name])
		require.NoError(b, err)
		m, err := rules.Deal(state.Setup{Seats: 2, Seed: 1})
		require.NoError(b, err)
		for r := state.Rand(1); m.Seq() < 60; {
			options := m.Options(m.Next(), nil)
			m.Apply(state.Request{Seat: m.Next(), Option: options[r.N(len(options))]}, nil)
		}
		value := learned.NewValue(n)
		features := m.AppendFeatures(nil, 0)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				value(m, 0)
			}
		})
		b.Run(name+"/net", func(b *testing.B) {
			for b.Loop() {
				n.Value(features)
			}
		})
	}
}
