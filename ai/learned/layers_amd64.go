package learned

// collect does the same as collectPlain.
func collect(to *inputs, features []float32) (n int) {
	at := 0
	for ; at+block <= len(features) && n < maxNonzero; at += block {
		n += collectBlock(&to[n], (*[block]float32)(features[at:]), at*Hidden1)
	}
	if at < len(features) && n < maxNonzero {
		var rest [block]float32
		copy(rest[:], features[at:])
		n += collectBlock(&to[n], &rest, at*Hidden1)
	}
	return min(n, maxNonzero)
}

// collectBlock lists the features of a block that are not 0 and returns their number. row is the
// index of the first weight of the first feature.
//
//go:noescape
func collectBlock(to *input, features *[block]float32, row int) (n int)

// sumFirst does the same as sumFirstPlain.
//
//go:noescape
func sumFirst(sums *[Hidden1]float32, weights []float32, in []input)

// sumSecond does the same as sumSecondPlain.
//
//go:noescape
func sumSecond(sums *[Hidden2]float32, weights *[Hidden1 * Hidden2]float32, first *[Hidden1]float32)
