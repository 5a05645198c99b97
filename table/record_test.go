package table_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// TestEncodeRequest checks that the encoder and the parser of requests agree with encoding/json.
func TestEncodeRequest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := table.RequestOf(state.Request{
			Seat: state.Seat(rapid.Uint8().Draw(t, "seat")), Decision: rapid.Uint32().Draw(t, "decision"), Salt: rapid.Uint64().Draw(t, "salt"),
			Option: state.Option{
				Do: state.Do(rapid.Uint8().Draw(t, "do")), Card: state.Card(rapid.Uint8().Draw(t, "card")),
				Target: state.Card(rapid.Uint8().Draw(t, "on")), SecondTarget: state.Card(rapid.Uint8().Draw(t, "also")),
			},
		})
		q.At, q.Bank = rapid.Int64().Draw(t, "at"), rapid.Ptr(rapid.Int64(), true).Draw(t, "bank")
		q.By = rapid.SampledFrom([]string{"", table.ByClock, table.ByBot, table.ByAuto, table.ByExit}).Draw(t, "by")
		for range rapid.IntRange(0, 2).Draw(t, "more") {
			q.FurtherOptions = append(q.FurtherOptions, table.EncodedOption{rapid.Uint8().Draw(t, "more do"), rapid.Uint8().Draw(t, "more card")})
		}
		r := &table.Record{Kind: "request", Request: q}
		want, err := json.Marshal(r)
		require.NoError(t, err)
		line, err := r.Encode()
		require.NoError(t, err)
		require.Equal(t, string(want), string(line))
		read, err := table.Decode(line)
		require.NoError(t, err)
		require.Equal(t, r, read)
		if q.At >= 0 && (q.Bank == nil || *q.Bank >= 0) && q.FurtherOptions == nil {
			_, ok := table.ReadRequest(line)
			require.True(t, ok, "encoding/json reads %s", line)
		}
	})
}

// TestDecodeRequest checks that Decode agrees with encoding/json on lines that Encode would not
// write.
func TestDecodeRequest(t *testing.T) {
	const usual = `{"t":"request","request":{"seat":1,"decision":17,"option":[3,21,0,0],"salt":"8a6c","at_ms":1790000000000,"bank_ms":5,"by":"clock"}}`
	lines := []string{usual, `{"t":"fault","fault":"x"}`, ``, `{}`, usual + " ", usual[:len(usual)-1], usual + "}", "x" + usual}
	for _, change := range [][2]string{
		{`"seat":1`, `"seat":256`}, {`"seat":1`, `"seat":01`}, {`"seat":1`, `"seat":-1`}, {`"seat":1`, `"seat":`}, {`:17`, `:4294967296`}, {`:17`, `:1.0`}, {`21`, `300`},
		{`[3,21,0,0]`, `[3,21,0]`}, {`[3,21,0,0]`, `[3,21,0,0,0]`}, {`8a6c`, `8A6C`}, {`8a6c`, `x`}, {`8a6c`, `\u0038a6c`}, {`8a6c`, ``}, {`1790000000000`, `-1`}, {`1790000000000`, `9223372036854775808`},
		{`"bank_ms":5`, `"bank_ms":null`}, {`"bank_ms":5`, `"bank_ms":-5`}, {`"clock"`, `""`}, {`,"by":"clock"`, ``}, {`"clock"`, `"clock","seat":2`}, {`"at_ms"`, ` "at_ms"`},
		{`"salt"`, `"also":[[1,2,0,0]],"salt"`},
	} {
		lines = append(lines, strings.Replace(usual, change[0], change[1], 1))
	}
	for _, line := range lines {
		var want table.Record
		wrong := json.Unmarshal([]byte(line), &want)
		read, err := table.Decode([]byte(line))
		if wrong != nil {
			require.Error(t, err, line)
			continue
		}
		require.NoError(t, err, line)
		require.Equal(t, &want, read, line)
	}
}

// TestRoundTrip checks that a record of each kind is unchanged after Encode and Decode.
func TestRoundTrip(t *testing.T) {
	bank := int64(5)
	h := header(dominionRules, "pob")
	h.CommitmentSalt, h.Idempotency, h.Series = table.KeyFrom(1, 1), &table.Idempotency{Key: "k", Spec: "s"}, &table.Series{ID: "g0", BestOf: 3, Number: 2}
	h.From, h.Reserved = &table.Origin{Game: "g0", Step: 4, Log: []byte{1, 2}}, []string{"", "player", ""}
	h.Clock, h.Spectators = &protocol.Clock{Bank: 1, PerDecision: 2, Increment: 3, Absent: protocol.AbsentBot}, &protocol.Spectators{Delay: 5000}
	h.Name, h.Rated, h.Private, h.Setup.Decks, h.Setup.Table = "Name", true, true, []string{"", "d"}, map[string]string{"kingdom": "first"}
	records := []*table.Record{
		{Kind: "header", Header: h},
		{Kind: "seat", Sit: &table.Sit{Seat: 1, Who: table.Seat{Kind: protocol.SeatPerson, KeyHash: "h"}, At: 6, Nonce: "n", Deck: "d"}},
		{Kind: "request", Request: &table.Request{Seat: 1, Decision: 2, Option: table.EncodedOption{3, 4, 5, 6}, Salt: 10, At: 7, Bank: &bank, By: table.ByAuto}},
		{Kind: "request", Request: &table.Request{Option: table.EncodedOption{3, 4, 5, 6}, FurtherOptions: []table.EncodedOption{{7}, {8, 9}}, Salt: 10, At: 7}},
		{Kind: "undo", Undo: &table.Undo{Seat: 1, To: 3, At: 8, Banks: []int64{1, 2}}},
		{Kind: "draw", Draw: &table.Draw{Reason: protocol.ReasonAgreed, Agreed: []int{0, 1}, At: 9}},
		{Kind: "offers", At: 10, Offers: []table.Offer{{Kind: protocol.OfferDraw, By: 1, Asked: 5, Accepted: 4, Reason: protocol.ReasonAgreed, Turn: 3, Closed: true}}},
		{Kind: "standin", At: 11, StandIn: &table.StandIn{Seat: 1, On: true}},
		{Kind: "settings", At: 12, Settings: &table.Settings{Seat: 1, Muted: 3, Alone: boolPointer(true), Always: []table.Answer{{Options: "o", Take: "t"}}, Stops: []string{"main"}}},
		{Kind: "epoch", At: 13, Epoch: "server"},
		{Kind: "end", At: 14, End: &table.End{Won: []int{1}, Digest: "d"}},
		{Kind: "fault", At: 15, Fault: "panic"},
	}
	times := map[int64]bool{}
	for _, r := range records {
		line, err := r.Encode()
		require.NoError(t, err)
		read, err := table.Decode(line)
		require.NoError(t, err)
		require.Equal(t, r, read)
		require.Equal(t, r.Kind == "end" || r.Kind == "fault", read.Last())
		require.NotZero(t, read.Time(), "%s", line)
		times[read.Time()] = true
	}
	require.Len(t, times, len(records)-1, "each record has its own time")
}

// TestUnknownRecords checks that a log with a record of an unknown kind counts as damaged.
func TestUnknownRecords(t *testing.T) {
	l := duel(t)
	l.requireDamaged(&table.Record{Kind: "wish"}, `unknown record "wish"`)
	l.requireDamaged(&table.Record{}, `unknown record ""`)
	l.requireDamaged(&table.Record{Kind: strings.Repeat("x", 100)}, fmt.Sprintf("unknown record %q", strings.Repeat("x", 40)))
	l.requireDamaged(&table.Record{Kind: "header", Header: header(elementsRules, "pp")}, `unknown record "header"`)
}

// TestEpoch checks that an epoch record names the server that runs the game.
func TestEpoch(t *testing.T) {
	l := duel(t)
	l.add(&table.Record{Kind: "epoch", At: start + 1, Epoch: "a"})
	l.add(&table.Record{Kind: "epoch", At: start + 2, Epoch: "b"})
	require.Equal(t, "b", l.live.Epoch)
	require.EqualValues(t, start+2, l.live.LastAt)
}

// TestEncodeEscapes checks that Encode writes the characters of names as JavaScript does. So a copy
// of the line by another JSON library has the same bytes and the same checksum.
func TestEncodeEscapes(t *testing.T) {
	line, err := (&table.Record{Kind: "header", Header: &table.Header{Seats: []table.Seat{{Kind: "bot", Name: `<a & b>é"`}}}}).Encode()
	require.NoError(t, err)
	require.Contains(t, string(line), `"name":"<a & b>é\""}`)
	require.NotContains(t, string(line), "\n")
}
