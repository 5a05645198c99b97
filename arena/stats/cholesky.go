package stats

import "math"

// A matrix is square, symmetric and positive definite.
type matrix [][]float64

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// factor replaces the lower triangle of m by the Cholesky factor. It leaves the upper triangle as it
// is.
func (m matrix) factor() {
	for i := range m {
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= m[i][k] * m[j][k]
			}
			if i == j {
				m[i][i] = math.Sqrt(sum)
			} else {
				m[i][j] = sum / m[j][j]
			}
		}
	}
}

// solve returns x with Mx = b for a factored matrix M.
func (m matrix) solve(b []float64) []float64 {
	x := make([]float64, len(b))
	for i := range x {
		sum := b[i]
		for k := range i {
			sum -= m[i][k] * x[k]
		}
		x[i] = sum / m[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= m[k][i] * x[k]
		}
		x[i] /= m[i][i]
	}
	return x
}
