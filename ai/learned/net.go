package learned

// Hidden1 and Hidden2 are the sizes of the hidden layers. Constant sizes let the compiler omit
// bounds checks in the inner loops.
const (
	Hidden1 = 32
	Hidden2 = 16
)

// maxNonzero is the number of nonzero features that a net reads. A net ignores further nonzero
// features.
const maxNonzero = 253

// A Net is a network with two hidden ReLU layers and one logistic output. It is safe for concurrent
// reads.
type Net struct {
	Header
	// Weights holds the rows of the first layer, one per input, and then its biases. The rows and
	// biases of the second layer follow, then the output weights and the output bias.
	Weights []float32
}

// Inputs returns the number of features that the net reads.
func (n *Net) Inputs() int { return (len(n.Weights) - Size(0)) / Hidden1 }

// Size returns the number of weights for the given number of inputs.
func Size(inputs int) int {
	return inputs*Hidden1 + Hidden1 + Hidden2*Hidden1 + Hidden2 + Hidden2 + 1
}

// Value returns the winning chance of a seat, from 0 to 1, given its features. It does not
// allocate. The time of a call depends on the number of features that are not 0.
func (n *Net) Value(features []float32) float32 {
	var in inputs
	count := collect(&in, features[:n.Inputs()])
	for ; count%4 != 0; count++ {
		in[count] = input{}
	}
	base := n.Inputs() * Hidden1
	first := *(*[Hidden1]float32)(n.Weights[base:])
	sumFirst(&first, n.Weights, in[:count])
	base += Hidden1
	second := *(*[Hidden2]float32)(n.Weights[base+Hidden1*Hidden2:])
	sumSecond(&second, (*[Hidden1 * Hidden2]float32)(n.Weights[base:]), &first)
	last := (*[Hidden2 + 1]float32)(n.Weights[base+Hidden1*Hidden2+Hidden2:])
	z := last[Hidden2]
	for k, x := range second {
		z += float32(last[k] * x)
	}
	return Logistic(z)
}
