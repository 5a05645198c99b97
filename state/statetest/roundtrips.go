package statetest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// testRoundTrips encodes and decodes every position.
func (k Kit[S]) testRoundTrips(t *testing.T) {
	var buf []byte
	for g := range k.games(t, 1) {
		for more := true; more; {
			var err error
			buf, err = binary.Append(buf[:0], binary.LittleEndian, &g.s)
			require.NoError(t, err)
			if !bytes.Equal(buf, state.Bytes(&g.s)) {
				g.fatal("Bytes differs from encoding/binary")
			}
			var back S
			if n, err := binary.Decode(buf, binary.LittleEndian, &back); err != nil || n != len(buf) || back != g.s {
				g.fatal("binary: %v: %s", err, difference(&g.s, &back))
			}
			text, err := json.Marshal(&g.s)
			require.NoError(t, err)
			var again S
			if err := json.Unmarshal(text, &again); err != nil || again != g.s {
				g.fatal("JSON: %v: %s", err, difference(&g.s, &again))
			}
			if more = g.next(); more {
				g.apply(nil)
			}
		}
	}
}
