package table_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/dominion"
	"gamed/rules/elements"
	"gamed/rules/polity"
	"gamed/state"
	"gamed/state/statetest"
	"gamed/store"
	"gamed/table"
)

// corpus is the folder of logs that earlier versions wrote. The name of a file consists of the
// format of its records, a word for its contents, and the hash of its card table.
const corpus = "testdata/logs"

func find(h *table.Header) (state.Dealer, error) {
	for _, rules := range []state.Dealer{elements.Rules, dominion.Rules, polity.Game()} {
		if rules.Info().Name == h.Rules {
			return rules, nil
		}
	}
	return nil, fmt.Errorf("no rules %q", h.Rules)
}

// eachLog calls do with the replay of each log of the corpus that has the current card table of its
// ruleset.
func eachLog(t *testing.T, do func(t *testing.T, file string, lines [][]byte)) {
	files, err := filepath.Glob(filepath.Join(corpus, "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		f, err := os.Open(file)
		require.NoError(t, err)
		lines, err := store.Lines(f)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		first, err := table.Decode(lines[0])
		require.NoError(t, err)
		rules, err := find(first.Header)
		require.NoError(t, err)
		if table.CardsHash(rules.Info()) != first.Header.Cards {
			_, err := table.Restore(lines, find)
			require.ErrorContains(t, err, "it was played with other cards")
		} else {
			t.Run(filepath.Base(file), func(t *testing.T) { do(t, file, lines) })
		}
	}
}

// TestCorpus checks that the logs of earlier versions replay to the same outcomes.
func TestCorpus(t *testing.T) {
	eachLog(t, func(t *testing.T, file string, lines [][]byte) {
		r, err := table.Restore(lines, find)
		require.NoError(t, err)
		statetest.Golden(t, strings.TrimSuffix(file, ".jsonl")+".txt", outcome(r.Table))
	})
}

// outcome describes the result of a log.
func outcome(t *table.Table) string {
	over, won := t.Machine.Result()
	type seat struct{ Kind, Name, KeyHash string } // as logs have them
	var seats []seat
	banks, expired := []int64{}, []int{}
	for i, p := range t.Seats {
		seats, expired = append(seats, seat{p.Kind, p.Name, p.KeyHash}), append(expired, p.Expired)
		if t.Clock != nil {
			banks = append(banks, t.Seats[i].Bank)
		}
	}
	return fmt.Sprintf("seats %v\nrequests %d\nevents %d\nbanks %v\nexpired %v\nover %v, won %b, end %v\nfault %q\ndigest %s\n",
		seats, t.Machine.Seq(), t.Events, banks, expired, over, won, t.End != nil, t.Fault, table.Digest(t.Machine))
}

// TestPrefix replays only the first records of a log. It checks that the resulting table equals
// the table of a replay of the whole log after the same records. It also checks that a copy of a
// table does not change with the original.
func TestPrefix(t *testing.T) {
	eachLog(t, func(t *testing.T, _ string, lines [][]byte) {
		whole, err := table.Open(lines, find)
		require.NoError(t, err)
		for n := 1; ; n++ {
			part, err := table.Restore(slices.Clip(lines[:n]), find)
			require.NoError(t, err)
			require.Equal(t, part.Table.AppendState(nil), whole.Table.AppendState(nil), "after %d records", n)
			if !whole.More() {
				break
			}
			fork, before := whole.Fork(), part.Table.AppendState(nil)
			_, err = whole.Next()
			require.NoError(t, err)
			require.Equal(t, before, fork.Table.AppendState(nil))
		}
	})
}

// TestCopied checks that a log still replays after a program without 64-bit integers has copied
// it. In logs of earlier versions the seed is a number, which such a program rounds.
func TestCopied(t *testing.T) {
	eachLog(t, func(t *testing.T, _ string, lines [][]byte) {
		want, err := table.Restore(lines, find)
		require.NoError(t, err)
		var copied [][]byte
		for _, line := range lines {
			var v any
			require.NoError(t, json.Unmarshal(line, &v))
			text, err := json.Marshal(v)
			require.NoError(t, err)
			copied = append(copied, text)
		}
		got, err := table.Restore(copied, find)
		require.NoError(t, err)
		require.Equal(t, want.Table.AppendState(nil), got.Table.AppendState(nil))
	})
}
