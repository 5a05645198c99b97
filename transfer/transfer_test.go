package transfer_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
	"gamed/transfer"
)

// The games of these tests come from the corpus of package table. Both have ended.
const duel, kingdom = "elements", "dominion"

// corpus has the file of each game.
var corpus = map[string]string{
	duel:    "../table/testdata/logs/3-elements-f189ee18.jsonl",
	kingdom: "../table/testdata/logs/3-dominion-df9c24b0.jsonl",
}

// load adds a game to the store, without the given number of its last records.
func load(t testing.TB, to store.Log, id string, omitted int) {
	t.Helper()
	file, err := os.Open(corpus[id])
	require.NoError(t, err)
	records, err := store.Lines(file)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	for n, r := range records[:len(records)-omitted] {
		require.NoError(t, to.Append(t.Context(), id, uint64(n), r))
	}
	if omitted == 0 {
		require.NoError(t, to.Finish(t.Context(), id))
	}
}

func TestTransfer(t *testing.T) {
	log := store.NewMemory()
	load(t, log, duel, 0)
	load(t, log, kingdom, 20)
	ids, err := log.Games(t.Context())
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, transfer.Export(t.Context(), &file, log, ids))
	var rest bytes.Buffer
	err = transfer.Export(t.Context(), &rest, log, append([]string{"none"}, ids...))
	require.ErrorIs(t, err, store.ErrNotFound)
	require.ErrorIs(t, err, transfer.ErrSkipped)
	require.EqualError(t, err, "export: 1 of 3 games are left out: store: game none: there is no such game")
	assert.Equal(t, file.String(), rest.String())

	// An import of a truncated export succeeds in part, and an import of the whole export completes
	// it.
	for _, end := range []int{0, 1, 1000, file.Len() / 2, file.Len()} {
		to := store.NewMemory()
		_, err := transfer.Import(t.Context(), to, bytes.NewReader(file.Bytes()[:end]))
		switch {
		case end == 0:
			require.ErrorIs(t, err, transfer.ErrIncomplete)
		case file.Bytes()[end-1] != '\n':
			require.ErrorIs(t, err, transfer.ErrTruncated)
		default:
			require.NoError(t, err)
		}
		for range 2 {
			games, err := transfer.Import(t.Context(), to, bytes.NewReader(file.Bytes()))
			require.NoError(t, err)
			assert.Equal(t, 2, games)
		}
		var again bytes.Buffer
		require.NoError(t, transfer.Export(t.Context(), &again, to, ids))
		assert.Equal(t, file.String(), again.String())
		left, err := to.Live(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{kingdom}, left)
	}

	records, err := log.Read(t.Context(), duel)
	require.NoError(t, err)
	other := store.NewMemory()
	require.NoError(t, other.Append(t.Context(), duel, 0, records[0]))
	require.NoError(t, other.Append(t.Context(), duel, 1, records[2]))
	_, err = transfer.Import(t.Context(), other, strings.NewReader(string(bytes.Join(records, []byte("\n")))))
	require.ErrorIs(t, err, transfer.ErrDiffers)
	require.ErrorContains(t, err, "line 2: game elements: record 1")
	_, err = transfer.Import(t.Context(), other, strings.NewReader("{}\n"))
	require.ErrorContains(t, err, "line 1: the first record is not a header")
	_, err = transfer.Import(t.Context(), other, strings.NewReader("x\n"))
	require.ErrorContains(t, err, "line 1: the line is not a record")

	// A damaged header affects neither the game before it nor the one after it.
	three := slices.Concat(records, [][]byte{[]byte(`{"t":"header","head`), records[1], []byte("x")}, bytes.Split(bytes.TrimSpace(file.Bytes()), []byte("\n")))
	second := store.NewMemory()
	n, err := transfer.Import(t.Context(), second, bytes.NewReader(append(bytes.Join(three, []byte("\n")), '\n')))
	require.ErrorIs(t, err, transfer.ErrSkipped)
	require.ErrorContains(t, err, fmt.Sprintf("1 of 4 games are left out: line %d: the line is not a record", len(records)+1))
	assert.Equal(t, 3, n, "one game is in the file twice")
	kept, err := second.Read(t.Context(), duel)
	require.NoError(t, err)
	assert.Equal(t, records, kept)

	// No record of a damaged game is imported. Later games are imported.
	third := store.NewMemory()
	games, err := transfer.Import(t.Context(), third, strings.NewReader(string(records[0])+"\nx\n"+file.String()[:strings.Index(file.String(), string(records[0]))]))
	require.ErrorIs(t, err, transfer.ErrSkipped)
	require.ErrorContains(t, err, "1 of 2 games are left out: game elements: line 2: the line is not a record")
	assert.Equal(t, 1, games)
	there, err := third.Games(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{kingdom}, there)
}

// TestExportAll checks that an import detects a missing or altered line anywhere in a full export.
func TestExportAll(t *testing.T) {
	from := store.NewMemory()
	load(t, from, duel, 0)
	load(t, from, kingdom, 0)
	_, err := from.Put(t.Context(), "result", "a", []byte("1"), 0)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, transfer.ExportAll(t.Context(), &file, from))
	lines := strings.SplitAfter(file.String(), "\n")
	lines = lines[:len(lines)-1]
	read := func(text string) (*store.Memory, int, error) {
		to := store.NewMemory()
		games, err := transfer.Import(t.Context(), to, strings.NewReader(text))
		return to, games, err
	}

	to, games, err := read(file.String())
	require.NoError(t, err)
	assert.Equal(t, 2, games)
	var again bytes.Buffer
	require.NoError(t, transfer.ExportAll(t.Context(), &again, to))
	assert.Equal(t, file.String(), again.String())
	_, games, err = read(file.String() + file.String())
	require.NoError(t, err)
	assert.Equal(t, 4, games)

	for n := 1; n < len(lines); n++ {
		part, _, err := read(strings.Join(lines[:n], ""))
		require.ErrorIs(t, err, transfer.ErrIncomplete, "%d lines", n)
		ids, listed := part.Games(t.Context())
		require.NoError(t, listed)
		for _, id := range ids {
			got, err := part.Read(t.Context(), id)
			require.NoError(t, err)
			want, err := to.Read(t.Context(), id)
			require.NoError(t, err)
			assert.Len(t, got, len(want), "a part of a game was imported after %d lines", n)
		}
		require.ErrorContains(t, err, fmt.Sprintf("line %d: ", n+1))
		_, err = transfer.Import(t.Context(), part, strings.NewReader(file.String()))
		require.NoError(t, err, "the whole after %d lines", n)

		_, _, err = read(strings.Join(slices.Delete(slices.Clone(lines), n, n+1), ""))
		if strings.HasPrefix(lines[n], `{"t":"header"`) && n == 1 {
			require.ErrorContains(t, err, "the first record is not a header")
		} else {
			require.ErrorIs(t, err, transfer.ErrIncomplete, "without line %d", n+1)
		}
	}
	for what, text := range map[string]string{
		"its last line is missing":        file.String()[:file.Len()/2],
		"begins in line 1, and its last":  strings.Join(lines[:len(lines)-1], "") + file.String(),
		"its first line is missing":       strings.Join(lines[1:], ""),
		"do not match the digest in line": strings.Replace(file.String(), `"salt":"`, `"salt":"0`, 1),
	} {
		_, _, err := read(text)
		require.ErrorIs(t, err, transfer.ErrIncomplete, what)
		require.ErrorContains(t, err, what)
	}
	_, _, err = read(`{"t":"export","version":2}` + "\n")
	require.ErrorContains(t, err, "line 1: the export has version 2, and this program reads version 1")
	for _, line := range []string{`{"t":"export","vers`, `{"t":"export","version":"1"}`} {
		_, _, err = read(line + "\n")
		require.ErrorContains(t, err, "line 1 is damaged: ")
	}
}

// TestTransferOfValues checks an export and import of games and values together. Values that the
// store already has do not change.
func TestTransferOfValues(t *testing.T) {
	from, to := store.NewMemory(), store.NewMemory()
	load(t, from, duel, 0)
	for key, value := range map[string]string{"a": "1", "b/c": "\x00\n", "d": ""} {
		_, err := from.Put(t.Context(), "result", key, []byte(value), 0)
		require.NoError(t, err)
	}
	_, err := to.Put(t.Context(), "result", "a", []byte("another"), 0)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, transfer.Export(t.Context(), &file, from, []string{duel}))
	require.NoError(t, store.ExportValues(t.Context(), &file, from))
	for range 2 {
		games, err := transfer.Import(t.Context(), to, bytes.NewReader(file.Bytes()))
		require.NoError(t, err)
		assert.Equal(t, 1, games)
	}
	for key, value := range map[string]string{"a": "another", "b/c": "\x00\n", "d": ""} {
		got, _, err := to.Get(t.Context(), "result", key)
		require.NoError(t, err)
		assert.Equal(t, value, string(got))
	}
	_, err = transfer.Import(t.Context(), to, strings.NewReader(`{"bucket":"B","key":"k","value":""}`+"\n"))
	require.ErrorContains(t, err, "line 1: store: bucket")
}
