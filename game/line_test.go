package game

import (
	"encoding/json"
	"strings"
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
		read, err := readLine(line)
		require.NoError(t, err)
		require.Equal(t, r, read)
		if q.At >= 0 && (q.Bank == nil || *q.Bank >= 0) {
			_, ok := readRequest(line)
			require.True(t, ok, "it is read by hand")
		}
	})
}

// TestReadLine: what is not written as line does it is read as by encoding/json.
func TestReadLine(t *testing.T) {
	const usual = `{"t":"request","request":{"seat":1,"decision":17,"option":[3,21,0,0],"salt":"8a6c","at_ms":1790000000000,"bank_ms":5,"by":"clock"}}`
	lines := []string{usual, `{"t":"fault","fault":"x"}`, ``, `{}`, usual + " ", usual[:len(usual)-1], usual + "}", "x" + usual}
	for _, change := range [][2]string{
		{`"seat":1`, `"seat":256`}, {`"seat":1`, `"seat":01`}, {`"seat":1`, `"seat":-1`}, {`"seat":1`, `"seat":`}, {`:17`, `:4294967296`}, {`:17`, `:1.0`}, {`21`, `300`},
		{`[3,21,0,0]`, `[3,21,0]`}, {`[3,21,0,0]`, `[3,21,0,0,0]`}, {`8a6c`, `8A6C`}, {`8a6c`, `\u0038a6c`}, {`8a6c`, ``}, {`1790000000000`, `-1`}, {`1790000000000`, `9223372036854775808`},
		{`"bank_ms":5`, `"bank_ms":null`}, {`"bank_ms":5`, `"bank_ms":-5`}, {`"clock"`, `""`}, {`,"by":"clock"`, ``}, {`"clock"`, `"clock","seat":2`}, {`"at_ms"`, ` "at_ms"`},
	} {
		lines = append(lines, strings.Replace(usual, change[0], change[1], 1))
	}
	for _, line := range lines {
		var want Record
		wrong := json.Unmarshal([]byte(line), &want)
		read, err := readLine([]byte(line))
		if wrong != nil {
			require.Error(t, err, line)
			continue
		}
		require.NoError(t, err, line)
		require.Equal(t, &want, read, line)
	}
}

func BenchmarkReadLine(b *testing.B) {
	line := []byte(`{"t":"request","request":{"seat":1,"decision":17,"option":[3,21,0,0],"salt":"8a6c1de8b3a6f2d1","at_ms":1790000000000}}`)
	for b.Loop() {
		_, _ = readLine(line)
	}
}

func BenchmarkLine(b *testing.B) {
	left := int64(1234)
	r := &Record{T: "request", Request: &Request{Decision: 1234, Option: [4]uint8{3, 40, 2}, Salt: "123456789abcdef", At: 1_790_000_000_000, Bank: &left}}
	for b.Loop() {
		_, _ = r.line()
	}
}
