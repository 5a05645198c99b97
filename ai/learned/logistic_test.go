package learned

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLogistic compares a million values with math.Exp. It also compares their bits with a digest,
// because they must be the same on every platform.
func TestLogistic(t *testing.T) {
	var all []byte
	for bits := uint64(0); bits < 1<<32; bits += 4297 {
		z := math.Float32frombits(uint32(bits))
		if z != z {
			continue
		}
		got := Logistic(z)
		assert.InDelta(t, 1/(1+math.Exp(-float64(z))), got, 1e-7)
		all = binary.LittleEndian.AppendUint32(all, math.Float32bits(got))
	}
	sum := sha256.Sum256(all)
	assert.Equal(t, "6efef927a18333e5", hex.EncodeToString(sum[:8]))
	assert.True(t, math.IsNaN(float64(Logistic(float32(math.NaN())))))
}
