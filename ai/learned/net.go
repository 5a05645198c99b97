package learned

import "math"

// Hidden1 and Hidden2 are the sizes of the hidden layers. Constants let the compiler eliminate
// bounds checks in the inner loops.
const (
	Hidden1 = 32
	Hidden2 = 16
)

// most limits the number of nonzero features. Further features are ignored.
const most = 256

// A Net is a network with two hidden ReLU layers and one logistic output. Concurrent reads are
// safe.
type Net struct {
	Header
	// Weights holds the rows of the first layer by input and its biases. The rows and biases of
	// the second layer follow, then the output weights and the output bias.
	Weights []float32
}

// Inputs returns the number of features that the net reads.
func (n *Net) Inputs() int { return (len(n.Weights) - Size(0)) / Hidden1 }

// Size returns the number of weights for the given number of inputs.
func Size(inputs int) int {
	return inputs*Hidden1 + Hidden1 + Hidden2*Hidden1 + Hidden2 + Hidden2 + 1
}

// Value returns the winning chance of a seat, from 0 to 1, given its features. It
// does not allocate. Features of 0 cost almost nothing.
func (n *Net) Value(features []float32) float32 {
	var rows [most]int32
	var values [most]float32
	some := 0
	in := features[:n.Inputs()]
	for i := 0; i < len(in); i++ {
		for i+4 <= len(in) {
			q := (*[4]float32)(in[i:])
			if math.Float32bits(q[0])|math.Float32bits(q[1])|math.Float32bits(q[2])|math.Float32bits(q[3]) != 0 {
				break
			}
			i += 4
		}
		for end := min(i+4, len(in)); i < end; i++ {
			if in[i] != 0 && some < most-3 {
				rows[some&(most-1)], values[some&(most-1)] = int32(i)*Hidden1, in[i]
				some++
			}
		}
		i--
	}
	base := len(in) * Hidden1
	first := *(*[Hidden1]float32)(n.Weights[base:])
	// Slots past the last feature hold value 0 and row 0.
	for i := 0; i < some; i += 4 {
		v, r := (*[4]float32)(values[i:]), (*[4]int32)(rows[i:])
		a, b := (*[Hidden1]float32)(n.Weights[r[0]:]), (*[Hidden1]float32)(n.Weights[r[1]:])
		c, d := (*[Hidden1]float32)(n.Weights[r[2]:]), (*[Hidden1]float32)(n.Weights[r[3]:])
		x, y, z, u := v[0], v[1], v[2], v[3]
		for j := range first {
			first[j] += x*a[j] + y*b[j] + z*c[j] + u*d[j]
		}
	}
	base += Hidden1
	second := *(*[Hidden2]float32)(n.Weights[base+Hidden1*Hidden2:])
	for j := 0; j < Hidden1; j += 2 {
		x, y := max(first[j], 0), max(first[j+1], 0)
		if x == 0 && y == 0 {
			continue
		}
		a, b := (*[Hidden2]float32)(n.Weights[base+j*Hidden2:]), (*[Hidden2]float32)(n.Weights[base+j*Hidden2+Hidden2:])
		for k := range second {
			second[k] += x*a[k] + y*b[k]
		}
	}
	last := (*[Hidden2 + 1]float32)(n.Weights[base+Hidden1*Hidden2+Hidden2:])
	z := last[Hidden2]
	for k := range second {
		z += last[k] * max(second[k], 0)
	}
	return Logistic(z)
}

// Logistic maps any number to the range 0 to 1.
func Logistic(z float32) float32 { return float32(1 / (1 + math.Exp(-float64(z)))) }
