package table_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/table"
)

// TestSummarize checks the summary of a game at each stage.
func TestSummarize(t *testing.T) {
	decks := elementsRules.Info().Decks
	h := header(elementsRules, "po")
	h.Setup.Decks = []string{decks[1].Name}
	h.Spectators = &protocol.Spectators{Delay: 5000}
	l := begin(t, elementsRules, h)
	s := sit(1)
	s.Deck = decks[2].Name
	l.do(s)
	l.now.At += 1000
	l.choose(0)
	l.now.At += 1000 // the records that follow do not change the game
	l.do(&table.SettingsChange{Seat: 0, Mute: &protocol.Mute{Seat: 1, On: true}})
	l.do(draw(0))
	l.add(&table.Record{Kind: "epoch", At: l.now.At, Epoch: "server"})
	sum, err := table.Summarize(l.lines)
	require.NoError(t, err)
	require.Equal(t, []table.Seat{h.Seats[0], s.Who}, sum.Seats)
	require.Equal(t, []string{decks[1].Name, decks[2].Name}, sum.Decks)
	require.EqualValues(t, start+1000, sum.LastChange)
	require.EqualValues(t, start+6000, sum.ShownAt())
	require.Equal(t, "server", sum.Epoch)
	require.False(t, sum.Closed())
	require.False(t, table.Closed(l.lines))
	require.Nil(t, sum.Won())
	l.do(&table.Resignation{Seat: 0})
	sum, err = table.Summarize(l.lines)
	require.NoError(t, err)
	require.True(t, sum.Closed())
	require.True(t, table.Closed(l.lines))
	require.Equal(t, []int{1}, sum.Won())
	require.Equal(t, protocol.ReasonEnd, sum.Reason)
	require.EqualValues(t, 0, (&table.Summary{Header: header(elementsRules, "pp"), LastChange: 1}).ShownAt())
}

// TestSummarizeReason checks the reason of a game that did not end by its rules.
func TestSummarizeReason(t *testing.T) {
	for in, want := range map[table.Input]string{table.Abandon{}: protocol.ReasonAbandoned, table.Panic{Text: "x"}: protocol.ReasonFault} {
		l := duel(t)
		l.do(in)
		sum, err := table.Summarize(l.lines)
		require.NoError(t, err)
		require.Equal(t, want, sum.Reason)
		require.Empty(t, sum.Won())
		l.checkSummary()
	}
}

// TestSummarizeDamaged checks that the error names the record that cannot be read.
func TestSummarizeDamaged(t *testing.T) {
	l := duel(t)
	l.choose(0)
	for text, lines := range map[string][][]byte{
		"record 1: ":                         nil,
		"record 1: the log cannot":           l.lines[1:],
		"record 2: ":                         {l.lines[0], []byte("{")},
		"record 3: the log cannot":           append(slices.Clone(l.lines), l.lines[0]),
		"record 1: the log cannot be replay": {[]byte("[]")},
	} {
		_, err := table.Summarize(lines)
		require.ErrorIs(t, err, table.ErrDamaged)
		require.ErrorContains(t, err, text)
	}
	require.False(t, table.Closed(nil))
	require.False(t, table.Closed([][]byte{[]byte("{")}))
}
