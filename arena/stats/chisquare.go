package stats

import "math"

// A ChiSquare is the outcome of a chi-square test.
type ChiSquare struct {
	Statistic        float64
	DegreesOfFreedom int // degrees of freedom
	// P is the probability, from 0 to 1, that chance alone gives a statistic at least this large.
	P float64
}

// Homogeneity tests whether the rows of a table of counts have the same distribution. A row
// represents a worker, and a column represents an outcome such as won or lost. All rows must have
// the same length. Homogeneity ignores rows and columns of zeros. If fewer than two rows or two
// columns remain, P is 1.
//
// The test assumes independent counts. If the expected count in a cell is less than about five,
// P is too small, so merge rare outcomes first.
func Homogeneity(table [][]int) ChiSquare {
	rows, columns, all := totals(table)
	t := ChiSquare{DegreesOfFreedom: max(nonzero(rows)-1, 0) * max(nonzero(columns)-1, 0)}
	for i, row := range table {
		for j, n := range row {
			if expected := rows[i] * columns[j] / all; expected > 0 {
				off := float64(n) - expected
				t.Statistic += off * off / expected
			}
		}
	}
	t.P = upperTail(t.Statistic, t.DegreesOfFreedom)
	return t
}

// AgainstRest tests each row of a table against the sum of the other rows. Even among equal rows, one
// in a hundred has a P below .01. A suitable threshold is therefore .001 divided by the number of
// rows. An outlier also makes the other rows differ from the rest, so remove only the row with the
// smallest P and test again.
func AgainstRest(table [][]int) []ChiSquare {
	_, columns, _ := totals(table)
	tests := make([]ChiSquare, len(table))
	for i, row := range table {
		rest := make([]int, len(columns))
		for j, n := range row {
			rest[j] = int(columns[j]) - n
		}
		tests[i] = Homogeneity([][]int{row, rest})
	}
	return tests
}

// totals returns the sums of the rows, the columns and the whole table.
func totals(table [][]int) (rows, columns []float64, all float64) {
	rows = make([]float64, len(table))
	if len(table) > 0 {
		columns = make([]float64, len(table[0]))
	}
	for i, row := range table {
		for j, n := range row {
			rows[i] += float64(n)
			columns[j] += float64(n)
			all += float64(n)
		}
	}
	return rows, columns, all
}

// nonzero counts the totals that are not 0.
func nonzero(totals []float64) (n int) {
	for _, total := range totals {
		if total > 0 {
			n++
		}
	}
	return n
}

// upperTail returns the chi-square probability above x: the regularized incomplete gamma function
// Q(freedom/2, x/2). For a first argument that is a multiple of ½, Q is a finite sum (Abramowitz
// and Stegun, 6.5.22): Q(½, x) = erfc √x, Q(1, x) = e^-x, Q(a+1, x) = Q(a, x) + x^a e^-x / Γ(a+1).
func upperTail(x float64, freedom int) float64 {
	if freedom <= 0 || x <= 0 {
		return 1
	}
	x /= 2
	a, q := .5, math.Erfc(math.Sqrt(x))
	if freedom%2 == 0 {
		a, q = 1, math.Exp(-x)
	}
	for ; a < float64(freedom)/2; a++ {
		gamma, _ := math.Lgamma(a + 1)
		q += math.Exp(a*math.Log(x) - x - gamma)
	}
	return min(q, 1)
}
