package replay_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/protocol"
	"gamed/replay"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// newRules is a [table.RulesFinder] that returns another version of the rules of Elements.
func newRules(*table.Header) (state.Dealer, error) {
	changed := *elements.Rules
	changed.Version++
	return &changed, nil
}

// drawnLog returns the log of a game that contains an undo and ended when the players agreed on a
// draw.
func drawnLog(t *testing.T) [][]byte {
	t.Helper()
	a := startMatch(t)
	for range 8 {
		a.chooseLast()
	}
	seat := a.chooseLast()
	a.submit(seat, &protocol.Offer{Kind: protocol.OfferUndo})
	a.submit(1-seat, &protocol.Respond{Kind: protocol.OfferUndo, Accept: true}) // if the undo needs consent
	for range 30 {
		a.chooseLast()
	}
	a.submit(0, &protocol.Offer{Kind: protocol.OfferDraw})
	a.submit(1, &protocol.Respond{Kind: protocol.OfferDraw, Accept: true})
	return a.closeAndRead()
}

// rulesChangedLog returns the log of a game that ended because its rules had changed.
func rulesChangedLog(t *testing.T) [][]byte {
	t.Helper()
	a := startMatch(t)
	for range 8 {
		a.chooseLast()
	}
	lines := a.closeAndRead()
	log := store.NewMemory()
	for n, line := range lines {
		require.NoError(t, log.Append(t.Context(), "cut", uint64(n), line))
	}
	l, err := game.Load(lines, otherRules(t, lines).Find)
	require.NoError(t, err)
	l.Table.ID = "cut"
	require.NoError(t, game.AppendEnd(t.Context(), log, l))
	lines, err = log.Read(t.Context(), "cut")
	require.NoError(t, err)
	return lines
}

// otherRules returns the error that Open reports for a log with newRules.
func otherRules(t *testing.T, lines [][]byte) *table.OtherRules {
	t.Helper()
	_, err := replay.Open(lines, newRules)
	other := new(table.OtherRules)
	require.ErrorAs(t, err, &other)
	require.ErrorIs(t, err, table.ErrDamaged)
	return other
}

// TestTranscript checks that a transcript has the steps as spectators saw them.
func TestTranscript(t *testing.T) {
	lines := drawnLog(t)
	text, err := replay.Transcript(lines, rulesOf)
	require.NoError(t, err)
	g := open(t, lines)
	want, err := g.Page(state.Watcher, 0, 100)
	require.NoError(t, err)
	other := otherRules(t, lines)
	past, err := replay.OpenOtherRules(lines, other, text)
	require.NoError(t, err)
	got, err := past.Page(state.Everything, 0, 100)
	require.NoError(t, err)
	for i := range want.List {
		want.List[i].Awaiting, want.List[i].View = []int{}, []byte("null")
	}
	want.Source = replay.FromTranscript
	assert.Equal(t, want, got)
	part, err := past.Page(0, 5, 2)
	require.NoError(t, err)
	assert.Equal(t, got.List[5:7], part.List)

	past, err = replay.OpenOtherRules(lines, other, nil)
	require.NoError(t, err)
	bare, err := past.Page(state.Everything, 0, 100)
	require.NoError(t, err)
	assert.Equal(t, replay.FromLog, bare.Source)
	assert.Equal(t, []any{want.Won, want.Draw, want.Reason, want.Seats}, []any{bare.Won, bare.Draw, bare.Reason, bare.Seats})
	require.Len(t, bare.List, len(got.List))
	for i, step := range bare.List {
		assert.Equal(t, []any{got.List[i].Seat, got.List[i].At, i}, []any{step.Seat, step.At, step.N})
		assert.Nil(t, step.Chosen)
	}

	_, err = replay.OpenOtherRules(lines, other, []byte("no gzip"))
	require.ErrorContains(t, err, "its transcript")
	_, err = replay.OpenOtherRules(lines[:3], other, text)
	require.ErrorContains(t, err, "steps, but the log has")
}

// TestProveOther checks the part of a proof that does not need the rules of the game.
func TestProveOther(t *testing.T) {
	checks := func(lines [][]byte) map[string]string {
		p, err := replay.Prove(lines, newRules, replay.Evidence{})
		require.NoError(t, err)
		assert.False(t, p.Fair)
		results := make(map[string]string)
		for _, c := range p.Checks {
			results[c.What] = c.Result
		}
		return results
	}
	lines := drawnLog(t)
	want := map[string]string{"commitment": "ok", "nonces": "none", "deal": "none", "chance": "ok", "end": "none"}
	assert.Equal(t, want, checks(lines))
	ended := rulesChangedLog(t)
	assert.Equal(t, want, checks(ended))
	whole, err := replay.Prove(ended, rulesOf, replay.Evidence{})
	require.NoError(t, err)
	assert.True(t, whole.Fair, "the rules of the game can prove it")

	first := slices.IndexFunc(lines, func(line []byte) bool {
		return bytes.Contains(line, []byte(`"salt":"`)) && bytes.Contains(line, []byte(`"request"`))
	})
	line := bytes.Clone(lines[first])
	at := bytes.Index(line, []byte(`"salt":"`)) + len(`"salt":"`)
	line[at] = "12"[line[at]&1]
	lines[first] = line
	assert.Equal(t, "wrong", checks(lines)["chance"])
	want = checks(lines)
	assert.NotContains(t, want, "end")
}
