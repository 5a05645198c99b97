package table_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// maxShare is the maximum size of all patches, as a share of the size of all updates.
const maxShare = 0.35

// TestPatches checks that patches rebuild the updates of all recorded games byte for byte, for
// every seat and a spectator. It also checks that the patches are not larger than maxShare
// allows.
func TestPatches(t *testing.T) {
	eachLog(t, func(t *testing.T, _ string, lines [][]byte) {
		r, err := table.Open(lines, find)
		require.NoError(t, err)
		var have [state.MaxSeats + 1][]byte
		full, sent := 0, 0
		for r.More() {
			c, err := r.Next()
			if err != nil || r.Table.Fault != "" {
				break
			}
			if !r.Table.Started() {
				continue
			}
			for i := range len(r.Table.Seats) + 1 {
				seat := state.Seat(i)
				if i == len(r.Table.Seats) {
					seat = state.Watcher
				}
				u := r.Table.Update(seat, r.Table.Told(&c, seat), false)
				r.Table.Encode(u, seat)
				want := u.JSON()
				full += len(want)
				patch, ok := protocol.AppendPatch(nil, have[i], want)
				if !ok {
					sent += len(want)
				} else {
					sent += len(patch)
					require.Equal(t, string(want), string(applyPatch(t, have[i], patch)), string(patch))
				}
				have[i] = want
			}
		}
		t.Logf("%d of %d bytes", sent, full)
		require.LessOrEqual(t, float64(sent), maxShare*float64(full))
	})
}

func applyPatch(t *testing.T, base, patch []byte) []byte {
	t.Helper()
	var p protocol.Patch
	require.NoError(t, json.Unmarshal(patch, &p))
	text, err := p.Apply(base)
	require.NoError(t, err)
	return text
}
