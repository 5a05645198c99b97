package statetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/state"
)

func (k *Kit[S]) testForced(t *testing.T) {
	forced := 0
	for _, setup := range k.Setups {
		forced += Forced(t, k.Rules, setup)
	}
	require.Positive(t, forced, "no seat of any game was forced")
}

// Forced plays random games with PlayForced and random limits. It checks that single requests lead
// to the same positions and choices. Forced stops after 2,000 requests, and returns the number of
// requests that PlayForced applied.
func Forced(t *testing.T, rules state.Dealer, setup state.Setup) (forced int) {
	t.Helper()
	for _, byMoves := range []bool{false, true} {
		m, err := rules.Deal(setup)
		require.NoError(t, err)
		single := m.Fork()
		r, salts, singleSalts := state.Rand(setup.Seed), state.Rand(1), state.Rand(1)
		list := single.Options
		if byMoves {
			list = single.Moves
		}
		for m.Awaiting() != 0 && m.Seq() < 2000 {
			before := m.Seq()
			p := state.ForcedPlay{ByMoves: byMoves, BeforeTurn: m.Turn() + r.N(2) + 1, BeforeSeq: before + uint32(r.N(4)) + 1}
			if r.N(2) == 0 {
				p.Salt = salts.Uint64
			}
			seat, options := m.PlayForced(p, nil)
			forced += int(m.Seq() - before)

			var singleSeat state.Seat
			singleOptions := []state.Option{}
			for single.Awaiting() != 0 && single.Turn() < p.BeforeTurn && single.Seq() < p.BeforeSeq {
				if next, all := single.Next(), list(single.Next(), nil); len(all) > 1 {
					singleSeat, singleOptions = next, all
					break
				}
				q := state.Request{Seat: single.Next(), Option: list(single.Next(), nil)[0]}
				if p.Salt != nil {
					q.Salt = singleSalts.Uint64()
				}
				single.Apply(q, nil)
			}
			require.Equal(t, singleSeat, seat)
			require.Equal(t, singleOptions, append([]state.Option{}, options...))
			require.Equal(t, single.AppendState(nil), m.AppendState(nil))
			if len(options) > 0 {
				q := state.Request{Seat: seat, Option: options[r.N(len(options))]}
				m.Apply(q, nil)
				single.Apply(q, nil)
			}
		}
	}
	return forced
}
