//go:build !amd64

package learned

func collect(to *inputs, features []float32) int { return collectPlain(to, features) }

func sumFirst(sums *[Hidden1]float32, weights []float32, in []input) {
	sumFirstPlain(sums, weights, in)
}

func sumSecond(sums *[Hidden2]float32, weights *[Hidden1 * Hidden2]float32, first *[Hidden1]float32) {
	sumSecondPlain(sums, weights, first)
}
