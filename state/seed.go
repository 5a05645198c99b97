package state

import (
	"fmt"
	"strconv"
)

// A Seed starts a random source. In JSON it is a string of decimal digits, because it may use all
// 64 bits and many JSON libraries round numbers above 2^53-1.
type Seed uint64

// MarshalText writes the seed as decimal digits.
func (s Seed) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

// UnmarshalJSON reads a string of decimal digits. It also reads a number, because earlier versions
// wrote seeds as numbers.
func (s *Seed) UnmarshalJSON(text []byte) error {
	digits := string(text)
	if n := len(digits); n > 1 && digits[0] == '"' && digits[n-1] == '"' {
		digits = digits[1 : n-1]
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return fmt.Errorf("seed %s is not a whole number from 0 to %d", text, uint64(1<<64-1))
	}
	*s = Seed(n)
	return nil
}
