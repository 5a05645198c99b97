package table_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/state"
	"gamed/table"
)

// findListed is a [table.RulesFinder] for the rulesets of the tests.
func findListed(h *table.Header) (state.Dealer, error) {
	for _, rules := range []*table.CachedRules{elementsRules, dominionRules, harborRules} {
		if rules.Info().Name == h.Rules {
			return rules, nil
		}
	}
	return nil, fmt.Errorf("no rules %q", h.Rules)
}

// finished returns the log of a duel that was played to its end.
func finished(t testing.TB) *log {
	t.Helper()
	l := duel(t)
	r := state.Rand(1)
	for !l.live.Closed() {
		seat := l.askedSeat()
		next, err := l.live.Decide(l.choice(seat, r.N(len(l.live.Options(seat)))), l.now)
		require.NoError(t, err)
		for ; next != nil; next = l.live.Next(l.now) { // without the checks of add
			line, err := next.Encode()
			require.NoError(t, err)
			l.lines = append(l.lines, line)
			_, err = l.live.Apply(next, nil)
			require.NoError(t, err)
		}
	}
	return l
}

// TestDamaged checks that the error for an altered log names the record and the fault.
func TestDamaged(t *testing.T) {
	whole := finished(t).lines
	end := len(whole) - 1
	tests := []struct {
		name     string
		record   int
		old, new string
		want     string
	}{
		{"no JSON", 3, "{", "", "record 4: "},
		{"no header", 0, `"t":"header","header":`, `"t":"header","other":`, "record 1: the log cannot be replayed: the first record is not a header"},
		{"a newer format", 0, `"format":`, `"format":9`, "this program reads up to format"},
		{"other rules", 0, `"rules":"elements"`, `"rules":"go"`, `no rules "go"`},
		{"other cards", 0, `"cards":"`, `"cards":"0`, "other cards of elements"},
		{"another seed", 0, `"seed":"1`, `"seed":"`, "seed of its deal"},
		{"another key", 0, `"key":"`, `"key":"zz`, "a key is 64 hexadecimal digits"},
		{"another number of seats", 0, `"seats":2`, `"seats":3`, "the header names 2 seats, but the game has 3"},
		{"another salt", 1, `"salt":"`, `"salt":"1`, "salt"},
		{"no salt", 1, `"salt":"`, `"salt":"x`, "not hexadecimal"},
		{"an older decision", 2, `"decision":`, `"decision":9`, "stale"},
		{"an illegal option", 2, `"option":[`, `"option":[9`, "illegal"},
		{"an unknown record", 2, `"t":"request","request"`, `"t":"wish","wish"`, `unknown record "wish"`},
		{"another end", end, `"digest":"`, `"digest":"0`, "but the log says that it ends at 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lines := slices.Clone(whole)
			lines[tt.record] = bytes.Replace(lines[tt.record], []byte(tt.old), []byte(tt.new), 1)
			require.NotEqual(t, string(whole[tt.record]), string(lines[tt.record]))
			_, err := table.Restore(lines, findListed)
			require.ErrorIs(t, err, table.ErrDamaged)
			require.ErrorContains(t, err, fmt.Sprintf("record %d: ", tt.record+1))
			require.ErrorContains(t, err, tt.want)
		})
	}
	_, err := table.Open(nil, findListed)
	require.ErrorIs(t, err, table.ErrDamaged)
	_, err = table.Restore(append(slices.Clip(whole), whole[end]), findListed)
	require.ErrorContains(t, err, fmt.Sprintf("record %d: the log cannot be replayed: a record follows the last one", end+2))
}

// TestReplayPanics checks that a replay returns an error if the rules panic, at a choice or at the
// deal.
func TestReplayPanics(t *testing.T) {
	l := duel(t)
	l.choose(0)
	r, err := table.Open(l.lines, findListed)
	require.NoError(t, err)
	r.Table.Machine = panickingMachine{r.Table.Machine}
	err = r.Run()
	require.ErrorIs(t, err, table.ErrDamaged)
	require.ErrorContains(t, err, "record 2: the log cannot be replayed: its rules panic: no")
	_, err = table.Restore(l.lines, table.SameRules(panickingDealer{elementsRules}))
	require.ErrorIs(t, err, table.ErrDamaged)
	require.ErrorContains(t, err, "record 1: the log cannot be replayed: its rules panic: no")
}

// A panickingMachine is a game whose rules have a bug.
type panickingMachine struct{ state.Machine }

func (panickingMachine) Apply(state.Request, *state.Log) { panic("no") }

// A panickingDealer holds rules that panic at the deal.
type panickingDealer struct{ state.Dealer }

func (panickingDealer) Deal(state.Setup) (state.Machine, error) { panic("no") }

// TestNew checks the errors for headers from which no game can be dealt.
func TestNew(t *testing.T) {
	h := header(elementsRules, "pp")
	broken := errors.New("no such rules")
	_, err := table.New(h, func(*table.Header) (state.Dealer, error) { return nil, broken })
	require.ErrorIs(t, err, broken)
	h.Seats = h.Seats[:1]
	_, err = table.New(h, findListed)
	require.ErrorContains(t, err, "the header names 1 seats, but the game has 2")
	h.From = &table.Origin{Log: []byte("no gzip")}
	_, err = table.New(h, findListed)
	require.ErrorContains(t, err, "the log of the continued game")
}

// TestReplayAdd checks that a replay can apply lines that Add appends one at a time, including
// undos.
func TestReplayAdd(t *testing.T) {
	l := duel(t)
	r, err := table.Open(slices.Clone(l.lines), findListed)
	require.NoError(t, err)
	for n := range 20 {
		seat := l.choose(0)
		if n%3 == 2 {
			l.takeBack(seat)
		}
		for _, line := range l.lines[r.Table.Records:] {
			r.Add(line)
			_, err := r.Next()
			require.NoError(t, err)
		}
		require.Equal(t, string(l.live.AppendState(nil)), string(r.Table.AppendState(nil)))
		require.Equal(t, l.lines, r.Past())
	}
}

// TestMissed checks that MissedEvents returns the events after a given number, as each seat may see
// them.
func TestMissed(t *testing.T) {
	l := begin(t, dominionRules, header(dominionRules, "pp"))
	var told [2][]protocol.Event
	for n := range 30 {
		before := len(l.lines)
		if seat := l.choose(0); n%5 == 4 {
			l.takeBack(seat)
		}
		r, err := table.Open(l.lines, findListed)
		require.NoError(t, err)
		for r.More() {
			at := r.Table.Records
			c, err := r.Next()
			require.NoError(t, err)
			for seat := range told {
				if at >= before {
					told[seat] = append(told[seat], r.Table.Told(&c, state.Seat(seat))...)
				}
			}
		}
	}
	for seat, all := range told {
		require.EqualValues(t, l.live.Events, len(all))
		for _, after := range []uint64{0, 1, 7, l.live.Events - 1, l.live.Events} {
			missed, gap := l.live.MissedEvents(l.lines, state.Seat(seat), after, 1000)
			require.False(t, gap)
			require.Equal(t, all[after:], missed)
		}
		missed, gap := l.live.MissedEvents(l.lines, state.Seat(seat), 2, 5)
		require.True(t, gap)
		require.Equal(t, all[len(all)-5:], missed)
		missed, gap = l.live.MissedEvents(l.lines, state.Seat(seat), l.live.Events+1, 5)
		require.True(t, gap)
		require.Empty(t, missed)
	}
}

// FuzzRestore replaces bytes of a log. It checks that the log then replays, or that Restore reports
// it as damaged.
func FuzzRestore(f *testing.F) {
	lines := finished(f).lines[:12]
	whole := bytes.Join(lines, []byte("\n"))
	f.Add(uint16(0), uint16(0), []byte{})
	f.Add(uint16(0), uint16(len(whole)), []byte(`{"t":"header","header":{}}`))
	f.Add(uint16(len(lines[0])+1), uint16(0), []byte("{\"t\":\"fault\",\"fault\":\"panic\"}\n"))
	for _, line := range []string{
		`{"t":"settings","settings":{"seat":0,"until":"turn","turn":1,"always":[{"options":"0","take":"keep"}]}}`,
		`{"t":"offers","offers":[{"kind":"draw","by":1,"asked":1,"turn":1}]}`,
		`{"t":"standin","standin":{"seat":1,"on":true}}`,
		`{"t":"undo","undo":{"seat":0,"to":1}}`,
		`{"t":"draw","draw":{"reason":"agreed"}}`,
	} {
		f.Add(uint16(len(whole)), uint16(0), []byte("\n"+line))
		f.Add(uint16(len(lines[0])+len(lines[1])+2), uint16(0), []byte(line+"\n"))
	}
	for _, field := range []string{`"seats":2`, `"decks":`, `"option":[`, `"decision":`, `"seat":`} {
		if at := bytes.Index(whole, []byte(field)); at >= 0 {
			f.Add(uint16(at+len(field)), uint16(1), []byte("9"))
		}
	}
	f.Fuzz(func(t *testing.T, at, cut uint16, put []byte) {
		from := min(int(at), len(whole))
		log := slices.Replace(slices.Clone(whole), from, min(from+int(cut), len(whole)), put...)
		r, err := table.Restore(bytes.Split(log, []byte("\n")), findListed)
		if err != nil {
			require.ErrorIs(t, err, table.ErrDamaged)
			return
		}
		require.NotEmpty(t, r.Table.Machine.AppendView(nil, state.Watcher))
		require.NotEmpty(t, r.Table.AppendState(nil))
	})
}

// FuzzDecode decodes any line. It checks that a decoded record encodes to a line with the same
// meaning, and that the parser of requests agrees with encoding/json.
func FuzzDecode(f *testing.F) {
	for _, line := range finished(f).lines[:4] {
		f.Add(line)
	}
	f.Add([]byte(`{"t":"request","request":{"seat":1,"decision":1,"option":[3,21,0,0],"also":[[1,2,3,4]],"salt":"8a","at_ms":1,"bank_ms":5,"by":"auto"}}`))
	f.Add([]byte(`{"t":"undo","undo":{"seat":0,"to":1,"at_ms":3,"banks_ms":[1,2]}}`))
	f.Add([]byte(`{"t":"offers","at_ms":3,"offers":[{"kind":"draw","by":1,"asked":1,"turn":1}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if quick, ok := table.ReadRequest(line); ok {
			slow := new(table.Record)
			require.NoError(t, json.Unmarshal(line, slow))
			require.Equal(t, slow.Request, quick)
		}
		r, err := table.Decode(line)
		if err != nil {
			return
		}
		first, err := r.Encode()
		require.NoError(t, err)
		again, err := table.Decode(first)
		require.NoError(t, err)
		second, err := again.Encode()
		require.NoError(t, err)
		require.Equal(t, string(first), string(second))
		require.Equal(t, r.Time(), again.Time())
	})
}
