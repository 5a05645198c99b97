package state

// Rand is a splitmix64 generator (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014). A Rand is part of the position, so a copy of the position draws the
// same numbers. In a live game, the salts of the requests make the numbers unpredictable.
type Rand uint64

// NewRand returns a generator for seed. Similar seeds give unrelated generators.
func NewRand(seed uint64) Rand {
	r := Rand(seed)
	return Rand(r.Uint64())
}

// RandBefore returns a generator that draws the given number next. With it, a caller can try each
// outcome of one draw.
func RandBefore(next uint64) Rand {
	next ^= next>>31 ^ next>>62
	next *= 0x319642b2d24d8ec3 // the inverse of the second factor of scramble
	next ^= next>>27 ^ next>>54
	next *= 0x96de1b173f119089 // the inverse of the first factor
	next ^= next>>30 ^ next>>60
	return Rand(next - increment)
}

// increment is the amount by which each draw advances the state.
const increment = 0x9e3779b97f4a7c15

// Uint64 returns the next number.
func (r *Rand) Uint64() uint64 {
	*r += increment
	return scramble(uint64(*r))
}

// N returns a number in [0, n) for n in [1, 1<<32). It panics if n is not positive. The
// probability of each number differs from 1/n by less than 1/(1<<32).
func (r *Rand) N(n int) int {
	if n <= 0 {
		panic("state: Rand.N of a number below 1")
	}
	return int(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Mix mixes a salt into the generator. Later numbers depend on the salt and on the previous state
// of the generator.
func (r *Rand) Mix(salt uint64) { *r = Rand(scramble(uint64(*r) ^ salt)) }

func scramble(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Shuffle permutes xs with the Fisher–Yates algorithm, from the end down. The order of the
// draws is part of the rules: after a change of this order, old logs would no longer replay.
func Shuffle[T any](xs []T, r *Rand) {
	local := *r // stays in a register, while *r would be stored at each draw
	for i := len(xs) - 1; i > 0; i-- {
		j := local.N(i + 1)
		xs[i], xs[j] = xs[j], xs[i]
	}
	*r = local
}
