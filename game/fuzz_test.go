package game_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/state"
	"gamed/store"
	"gamed/table"
)

// FuzzOpen runs a log again in which somebody has put some bytes in place of
// others: it replays or is reported as damaged, and does not bring the program
// down.
func FuzzOpen(f *testing.F) {
	c := deal(f, "duel", 1)
	playTo(f, start(f, c), 1, 12)
	records, err := c.Log.Read(f.Context(), "duel")
	require.NoError(f, err)
	whole := bytes.Join(records, []byte("\n"))
	f.Add(uint16(0), uint16(0), []byte{})
	f.Add(uint16(0), uint16(len(whole)), []byte(`{"t":"header","header":{}}`))
	f.Add(uint16(len(records[0])+1), uint16(0), []byte("{\"t\":\"fault\",\"fault\":\"panic\"}\n"))
	for _, line := range []string{
		`{"t":"settings","settings":{"seat":0,"until":"turn","turn":1,"always":[{"options":"0","take":"keep"}]}}`,
		`{"t":"offers","offers":[{"kind":"draw","by":1,"asked":1,"turn":1}]}`,
		`{"t":"standin","standin":{"seat":1,"on":true}}`,
		`{"t":"undo","undo":{"seat":0,"to":1}}`,
		`{"t":"draw","draw":{"reason":"agreed"}}`,
	} {
		f.Add(uint16(len(whole)), uint16(0), []byte("\n"+line))
		f.Add(uint16(len(records[0])+len(records[1])+2), uint16(0), []byte(line+"\n"))
	}
	for _, field := range []string{`"seats":2`, `"decks":`, `"option":[`, `"decision":`, `"seat":`} {
		if at := bytes.Index(whole, []byte(field)); at >= 0 {
			f.Add(uint16(at+len(field)), uint16(1), []byte("9"))
		}
	}
	f.Fuzz(func(t *testing.T, at, cut uint16, put []byte) {
		from := min(int(at), len(whole))
		log := slices.Replace(slices.Clone(whole), from, min(from+int(cut), len(whole)), put...)
		r, err := table.Open(bytes.Split(log, []byte("\n")), find)
		if err == nil {
			err = r.Run()
		}
		if err != nil {
			require.ErrorIs(t, err, table.ErrDamaged)
			return
		}
		require.NotEmpty(t, r.Table.Machine.AppendView(nil, state.Watcher))
	})
}

// FuzzImport imports an export in which somebody has put some bytes in place of others: it
// is imported to the last byte or the error says what is not, and the same export once more
// completes what is there or finds that it is another one.
func FuzzImport(f *testing.F) {
	from := store.NewMemory()
	c := deal(f, "duel", 1)
	c.Log = from
	playTo(f, start(f, c), 1, 12)
	_, err := from.Put(f.Context(), "result", "a/b", []byte("1"), 0)
	require.NoError(f, err)
	var file bytes.Buffer
	require.NoError(f, game.ExportAll(f.Context(), &file, from))
	whole := file.Bytes()
	f.Add(uint16(0), uint16(0), []byte{})
	f.Add(uint16(len(whole)/2), uint16(len(whole)), []byte{})
	f.Add(uint16(0), uint16(0), []byte(`{"t":"exported","lines":0}`+"\n"))
	f.Add(uint16(0), uint16(1), []byte(`{"t":"export","version":1}`+"\n{"))
	f.Add(uint16(len(whole)), uint16(0), []byte(`{"bucket":"result","key":"../x","value":"MQ=="}`+"\n"))
	f.Fuzz(func(t *testing.T, at, cut uint16, put []byte) {
		begin := min(int(at), len(whole))
		changed := slices.Replace(slices.Clone(whole), begin, min(begin+int(cut), len(whole)), put...)
		to := store.NewMemory()
		_, err := game.Import(t.Context(), to, bytes.NewReader(changed))
		if err == nil && bytes.HasPrefix(changed, whole[:1+bytes.IndexByte(whole, '\n')]) && len(changed) <= len(whole) {
			require.Equal(t, whole, changed, "it is not whole, and nobody is told")
		}
		if _, err := game.Import(t.Context(), to, bytes.NewReader(whole)); err != nil {
			require.ErrorIs(t, err, game.ErrLeftOut)
		}
	})
}
