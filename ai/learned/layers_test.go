package learned

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestLayers compares collect, sumFirst and sumSecond on this processor with their plain versions, to
// the bit.
func TestLayers(t *testing.T) {
	r := state.Rand(1)
	special := []float32{0, float32(math.Copysign(0, -1)), 1, -1, math.SmallestNonzeroFloat32, 1e-30}
	draw := func() float32 {
		if r.N(50) == 0 {
			return special[r.N(len(special))]
		}
		return float32(r.N(2001)-1000) / float32(1+r.N(1_000_000))
	}
	for range 2000 {
		features, weights := make([]float32, r.N(800)), []float32(nil)
		for range Size(len(features)) {
			weights = append(weights, draw())
		}
		share := 1 + r.N(20)
		for i := range features {
			if r.N(share) == 0 {
				features[i] = draw()
			}
		}
		var in, plainIn inputs
		n := collect(&in, features)
		require.Equal(t, collectPlain(&plainIn, features), n)
		require.Equal(t, plainIn[:n], in[:n])

		first := [Hidden1]float32(weights)
		plainFirst := first
		sumFirst(&first, weights, in[:n&^3])
		sumFirstPlain(&plainFirst, weights, in[:n&^3])
		require.Equal(t, bits(plainFirst[:]), bits(first[:]))

		second := [Hidden2]float32(weights)
		plainSecond := second
		rows := (*[Hidden1 * Hidden2]float32)(weights[Hidden2:])
		sumSecond(&second, rows, &first)
		sumSecondPlain(&plainSecond, rows, &first)
		require.Equal(t, bits(plainSecond[:]), bits(second[:]))
	}
}

// bits returns the bits of numbers. The bits of 0 and -0 differ, although the numbers are equal.
func bits(xs []float32) (all []uint32) {
	for _, x := range xs {
		all = append(all, math.Float32bits(x))
	}
	return all
}
