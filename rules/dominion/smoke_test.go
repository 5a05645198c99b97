package dominion

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

// TestRandomGamesEnd plays whole games of random kingdoms.
func TestRandomGamesEnd(t *testing.T) {
	for seats := 1; seats <= state.MaxSeats; seats++ {
		for seed := range uint64(50) {
			s, err := deal(state.Setup{Seats: seats, Seed: seed, Table: map[string]string{"kingdom": "random"}})
			require.NoError(t, err)
			r := state.Rand(seed)
			var opts []state.Option
			for !s.Over {
				seat := s.Next()
				opts = Rules.Options(&s, seat, opts[:0])
				Rules.Apply(&s, seat, opts[r.N(len(opts))], nil)
			}
		}
	}
}
