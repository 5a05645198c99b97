package learned

import "math"

// Logistic maps any number to the range 0 to 1. It gives the same bits on every platform, unlike
// [math.Exp].
func Logistic(z float32) float32 {
	const most = 700 // beyond ±700, the result is 0 or 1 as float32
	return float32(1 / (1 + exp(min(max(-float64(z), -most), most))))
}

// exp returns e to the power of x, for x from -700 to 700. It uses the method of math.Exp on amd64. x is
// the sum of a multiple of ln 2 and a remainder. A Taylor series gives e to the power of a 16th of the
// remainder (N. Shibata, Efficient evaluation methods of elementary functions suitable for SIMD
// computation, ISC 2010). The calls of FMA and the conversions fix each rounding.
func exp(x float64) float64 {
	const (
		ln2High = 0.69314718055966295651160180568695068359375
		ln2Low  = 0.28235290563031577122588448175013436025525412068e-12
	)
	n := math.RoundToEven(x * math.Log2E)
	x = math.FMA(-ln2Low, n, math.FMA(-ln2High, n, x)) / 16
	series := 2.4801587301587301587e-5 // 1/8!
	for _, c := range [...]float64{1.9841269841269841270e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3, 4.1666666666666666667e-2, 1.6666666666666666667e-1, 0.5, 1} {
		series = math.FMA(series, x, c)
	}
	y := float64(series * x) // e^x - 1
	for range 3 {
		y = float64(y * (y + 2)) // e^2x - 1
	}
	return float64(math.FMA(y, y+2, 1) * math.Float64frombits(uint64(1023+int64(n))<<52))
}
