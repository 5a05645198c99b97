package game

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/state"
)

// TestLine: what is written by hand is what encoding/json writes.
func TestLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := RequestOf(state.Request{
			Seat: state.Seat(rapid.Uint8().Draw(t, "seat")), Decision: rapid.Uint32().Draw(t, "decision"), Salt: rapid.Uint64().Draw(t, "salt"),
			Option: state.Option{
				Do: state.Do(rapid.Uint8().Draw(t, "do")), Card: state.Card(rapid.Uint8().Draw(t, "card")),
				On: state.Card(rapid.Uint8().Draw(t, "on")), Also: state.Card(rapid.Uint8().Draw(t, "also")),
			},
		})
		q.At, q.Bank = rapid.Int64().Draw(t, "at"), rapid.Ptr(rapid.Int64(), true).Draw(t, "bank")
		q.By = rapid.SampledFrom([]string{"", byClock, byBot, "auto", "exit"}).Draw(t, "by")
		r := &Record{T: "request", Request: q}
		want, err := json.Marshal(r)
		require.NoError(t, err)
		line, err := r.line()
		require.NoError(t, err)
		require.Equal(t, string(want), string(line))
	})
}

func BenchmarkLine(b *testing.B) {
	left := int64(1234)
	r := &Record{T: "request", Request: &Request{Decision: 1234, Option: [4]uint8{3, 40, 2}, Salt: "123456789abcdef", At: 1_790_000_000_000, Bank: &left}}
	for b.Loop() {
		_, _ = r.line()
	}
}
