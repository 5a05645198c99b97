package arena

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// TestDense reads back what appendDense has written: nothing is lost.
func TestDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := make([]byte, rapid.IntRange(0, 300).Draw(t, "length"))
		for range rapid.IntRange(0, 10).Draw(t, "set") {
			if len(b) > 0 {
				b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
		}
		dense := appendDense([]byte("before"), b)
		assert.Equal(t, "before", string(dense[:6]))
		assert.Equal(t, b, expand(dense[6:], len(b)))
	})
}

// expand returns the text of that length of which dense was made.
func expand(dense []byte, length int) []byte {
	b := make([]byte, 0, length)
	for length-len(b) >= 8 {
		which := dense[0]
		dense = dense[1:]
		for i := 0; i < 8 && length-len(b) >= 8; i++ {
			if which>>i&1 != 0 {
				b, dense = append(b, dense[:8]...), dense[8:]
			} else {
				b = append(b, make([]byte, 8)...)
			}
		}
	}
	return append(b, dense...)
}
