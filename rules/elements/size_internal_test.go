package elements

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"gamed/state"
)

// TestSize limits the size of a game. Go adds eight bytes to it, and would allocate 2,304 bytes for more
// than 2,048 in total.
func TestSize(t *testing.T) {
	assert.LessOrEqual(t, int(unsafe.Sizeof(state.Game[Position]{})), 2048-8)
}
