package learned

import "math"

// An input is a feature whose value is not 0.
type input struct {
	row   int32 // index of the first weight of the feature in the first layer
	value float32
}

// inputs has room for the nonzero features that a net reads. It also has room for one more block,
// because collectBlock may write a whole block at once.
type inputs [maxNonzero + block]input

// block is the number of features that the amd64 version of collect reads at once.
const block = 64

// The functions below define the results on every platform, to the bit. The functions in
// layers_amd64.s do the same operations on four numbers at once. Each product is converted to float32
// before the addition. Otherwise Go may fuse multiplication and addition, which rounds differently.

// collectPlain lists the first [maxNonzero] features that are not 0 and returns their number.
func collectPlain(to *inputs, features []float32) (n int) {
	for i := 0; i < len(features); i++ {
		for i+4 <= len(features) { // most features are 0
			q := (*[4]float32)(features[i:])
			if math.Float32bits(q[0])|math.Float32bits(q[1])|math.Float32bits(q[2])|math.Float32bits(q[3]) != 0 {
				break
			}
			i += 4
		}
		for end := min(i+4, len(features)); i < end; i++ {
			if features[i] != 0 && n < maxNonzero {
				to[n] = input{int32(i) * Hidden1, features[i]}
				n++
			}
		}
		i--
	}
	return n
}

// sumFirstPlain adds the weighted rows of the inputs to sums, which holds the biases at first, and
// applies ReLU. The number of inputs must be a multiple of four. The function adds in a local copy,
// because this is faster than through the pointer.
func sumFirstPlain(sums *[Hidden1]float32, weights []float32, in []input) {
	local := *sums
	for ; len(in) >= 4; in = in[4:] {
		q := (*[4]input)(in)
		a, b := (*[Hidden1]float32)(weights[q[0].row:]), (*[Hidden1]float32)(weights[q[1].row:])
		c, d := (*[Hidden1]float32)(weights[q[2].row:]), (*[Hidden1]float32)(weights[q[3].row:])
		x, y, z, u := q[0].value, q[1].value, q[2].value, q[3].value
		for j := range local {
			local[j] += float32(x*a[j]) + float32(y*b[j]) + float32(z*c[j]) + float32(u*d[j])
		}
	}
	for j, x := range local {
		sums[j] = max(x, 0)
	}
}

// sumSecondPlain adds the rows of the second layer, weighted with the values of the first layer, to
// sums, which holds the biases at first. Then it applies ReLU.
func sumSecondPlain(sums *[Hidden2]float32, weights *[Hidden1 * Hidden2]float32, first *[Hidden1]float32) {
	local := *sums
	for j := 0; j < Hidden1; j += 2 {
		x, y := first[j], first[j+1]
		if x == 0 && y == 0 { // the products with finite weights are 0
			continue
		}
		a, b := (*[Hidden2]float32)(weights[j*Hidden2:]), (*[Hidden2]float32)(weights[(j+1)*Hidden2:])
		for k := range local {
			local[k] += float32(x*a[k]) + float32(y*b[k])
		}
	}
	for k, x := range local {
		sums[k] = max(x, 0)
	}
}
