package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gamed/table"
)

// TestLinear checks that a client that joins receives every choice acknowledged earlier.
func TestLinear(t *testing.T) {
	for name, tc := range map[string]struct {
		joins uint64 // the event that the second client receives
		lost  bool   // the client starts to reconnect before the acknowledgement
		fits  bool
	}{
		"newest":            {joins: 3, fits: true},
		"older":             {joins: 2},
		"older, concurrent": {joins: 2, lost: true, fits: true},
	} {
		chooses := &journal{seat: 0, entries: []entry{{At: 10, What: sent, Decision: 1}, {At: 20, What: saw, N: 3, Decision: 2}}}
		comes := &journal{seat: 1, entries: []entry{{At: 25, What: lost}, {At: 26, What: joined}, {At: 30, What: saw, N: tc.joins}}}
		if tc.lost {
			comes.entries[0].At = 15
		}
		k := &check{tally: new(tally), requests: []*table.Request{{Seat: 0, Decision: 1}}, eventsAfter: []uint64{2, 3}, walkers: []*walker{newWalker(chooses), newWalker(comes)}}
		k.checkLinearizable()
		assert.Equal(t, tc.fits, len(k.faults) == 0, "%s: %v", name, k.faults)
		assert.Equal(t, 2, k.Operations)
	}
}
