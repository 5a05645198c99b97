package game_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/rules/elements"
	"gamed/state"
	"gamed/table"
)

// TestDamaged tampers with a log; the error says in which record, and how.
func TestDamaged(t *testing.T) {
	c := deal(t, "duel", 1)
	finish(t, c, 1)
	whole, err := c.Log.Read(t.Context(), "duel")
	require.NoError(t, err)
	end := len(whole) - 1
	tests := []struct {
		name     string
		record   int
		old, new string
		want     string
	}{
		{"no JSON", 3, "{", "", "record 4: "},
		{"no header", 0, `"t":"header","header":`, `"t":"header","other":`, "record 1: the log cannot be replayed: the first record is no header"},
		{"a newer format", 0, `"format":`, `"format":9`, "is newer than"},
		{"other rules", 0, `"rules":"elements"`, `"rules":"go"`, `no rules "go"`},
		{"other cards", 0, `"cards":"`, `"cards":"0`, "other cards of elements"},
		{"another seed", 0, `"seed":1`, `"seed":`, "seed of its deal"},
		{"another key", 0, `"key":"`, `"key":"zz`, "a key is 64 hexadecimal digits"},
		{"another number of seats", 0, `"seats":2`, `"seats":3`, "2 seats are named, 3 were dealt"},
		{"another salt", 1, `"salt":"`, `"salt":"1`, "salt"},
		{"no salt", 1, `"salt":"`, `"salt":"x`, "not hexadecimal"},
		{"an older decision", 2, `"decision":`, `"decision":9`, "stale"},
		{"an illegal option", 2, `"option":[`, `"option":[9`, "illegal"},
		{"an unknown record", 2, `"t":"request","request"`, `"t":"wish","wish"`, `unknown record "wish"`},
		{"another end", end, `"digest":"`, `"digest":"0`, "but the log says that it ends at 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			records := append([][]byte{}, whole...)
			records[tt.record] = bytes.Replace(records[tt.record], []byte(tt.old), []byte(tt.new), 1)
			require.NotEqual(t, string(whole[tt.record]), string(records[tt.record]))
			r, err := table.Open(records, find)
			if err == nil {
				err = r.Run()
			}
			require.ErrorIs(t, err, table.ErrDamaged)
			require.ErrorContains(t, err, fmt.Sprintf("record %d: ", tt.record+1))
			require.ErrorContains(t, err, tt.want)
		})
	}
	_, err = table.Open(nil, find)
	require.ErrorIs(t, err, table.ErrDamaged)
}

// TestReplayPanics runs the log of a game that was set aside on the rules that
// it was set aside for.
func TestReplayPanics(t *testing.T) {
	c := deal(t, "duel", 1)
	finish(t, c, 1)
	records, err := c.Log.Read(t.Context(), "duel")
	require.NoError(t, err)
	r, err := table.Open(records, find)
	require.NoError(t, err)
	r.Table.Machine = &buggy{r.Table.Machine, 10}
	require.ErrorIs(t, r.Run(), table.ErrDamaged)
}

// TestRestore holds for rules that panic where no request is to blame, and for logs that
// go on after their end.
func TestRestore(t *testing.T) {
	c := deal(t, "duel", 1)
	finish(t, c, 1)
	records, err := c.Log.Read(t.Context(), "duel")
	require.NoError(t, err)
	r, err := table.Restore(records, find)
	require.NoError(t, err)
	require.NotNil(t, r.Table.End)
	_, err = table.Restore(records, func(string) (state.Dealer, error) { return panicking{elements.Rules}, nil })
	require.ErrorIs(t, err, table.ErrDamaged)
	require.ErrorContains(t, err, "record 1: the log cannot be replayed: its rules panic: no")
	_, err = table.Restore(append(records, records[len(records)-1]), find)
	require.ErrorContains(t, err, fmt.Sprintf("record %d: the log cannot be replayed: a record follows the last one", len(records)+1))
}

// panicking rules cannot be dealt.
type panicking struct{ state.Dealer }

func (panicking) Deal(state.Setup) (state.Machine, error) { panic("no") }
