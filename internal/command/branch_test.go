package command

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
	"gamed/table"
)

// A forkedGame is a game with two versions. In the second version, another record is in the place of the
// last three records of the first version, which a store has lost.
type forkedGame struct {
	id            string
	common        int // records in both versions
	first, second [][]byte
}

// newForkedGame returns a game with both versions. replace receives the first of the lost records, and
// returns the record of the second version.
func newForkedGame(t *testing.T, replace func(payload []byte) []byte) *forkedGame {
	text, err := os.ReadFile(filepath.FromSlash("../../table/testdata/logs/3-dominion-ac6c0adc.jsonl"))
	require.NoError(t, err)
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	header, err := table.Decode(lines[0])
	require.NoError(t, err)
	g := &forkedGame{id: header.Header.Game, common: len(lines) - 3, first: lines}
	payload, _, _ := bytes.Cut(lines[g.common], []byte(`,"prev":"`))
	other := store.After(lines[g.common-1]).Seal(replace(append(slices.Clone(payload), '}')))
	g.second = append(append([][]byte{}, lines[:g.common]...), other)
	return g
}

// appendTo appends records to a store.
func (g *forkedGame) appendTo(t *testing.T, to store.Log, lines [][]byte, from int) {
	t.Helper()
	for n := from; n < len(lines); n++ {
		require.NoError(t, to.Append(t.Context(), g.id, uint64(n), lines[n]))
	}
}

// A forkedFolder is a data folder with the second version of a game. Its archive has the first
// version.
type forkedFolder struct {
	*forkedGame
	data, archive string
}

func newForkedFolder(t *testing.T, replace func(payload []byte) []byte) *forkedFolder {
	dir := t.TempDir()
	f := &forkedFolder{newForkedGame(t, replace), filepath.Join(dir, "data"), filepath.Join(dir, "archive")}
	add := func(lines [][]byte, from int) {
		a, err := store.Folder{Dir: f.data}.OpenArchived(t.Context(), f.archive, 1<<30, func(_ *store.Damage, err error) { require.NoError(t, err) })
		require.NoError(t, err)
		f.appendTo(t, a.Log(), lines, from)
		require.NoError(t, a.Close())
	}
	add(f.first[:f.common], 0)
	require.NoError(t, os.CopyFS(f.data+"-older", os.DirFS(f.data)))
	add(f.first, f.common)
	require.NoError(t, os.RemoveAll(f.data))
	require.NoError(t, os.Remove(f.data+store.HeadsSuffix))
	require.NoError(t, os.Rename(f.data+"-older", f.data))
	log, err := store.OpenEmbedded(f.data, store.SyncAlways)
	require.NoError(t, err)
	f.appendTo(t, log, f.second, f.common)
	require.NoError(t, log.Close())
	return f
}

// later returns the record with another time.
func later(payload []byte) []byte {
	return bytes.Replace(payload, []byte(`"at_ms":1`), []byte(`"at_ms":2`), 1)
}

func takeover([]byte) []byte { return []byte(`{"t":"epoch","at_ms":1800000000000,"epoch":"other"}`) }

// TestBranch checks that gamed branch shows the versions of a game in a folder and its archive. With --keep
// the command must keep one version and write the other one to a file.
func TestBranch(t *testing.T) {
	for _, keep := range []string{"archive", "folder"} {
		f := newForkedFolder(t, later)
		var out, said bytes.Buffer
		gamed := func(args ...string) int {
			out.Reset()
			said.Reset()
			return run(t.Context(), environ{nil, &out, &said, builtinGames()}, append(args, "--data", f.data, "--archive", f.archive))
		}
		require.Equal(t, 1, gamed("doctor", "--repair"), said.String())
		require.Contains(t, said.String(), "run gamed branch "+f.id)
		require.Equal(t, 0, gamed("branch", f.id), said.String())
		assert.Contains(t, out.String(), "the folder and the archive have the same")
		assert.Regexp(t, `folder   1 record after these, with \d choices?; the last at 2\d`, out.String())
		assert.Contains(t, out.String(), "archive  3 records after these, with ")
		assert.Equal(t, 2, gamed("branch", f.id, "--keep", keep))
		file := filepath.Join(t.TempDir(), "other.jsonl")
		require.Equal(t, 0, gamed("branch", f.id, "--keep", keep, "--out", file), said.String())
		want, other := f.first, f.second
		if keep == "folder" {
			want, other = other, want
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(bytes.Join(other, []byte("\n")))+"\n", string(text))
		f.check(t, want)
		assert.Equal(t, 1, gamed("branch", f.id))
		assert.Contains(t, said.String(), store.ErrNoBranches.Error())
		assert.Equal(t, 2, gamed("branch", f.id, "--keep", keep, "--out", ""))
		assert.Equal(t, 1, gamed("branch", "0000000000"))
	}
}

// TestRepairTakeover checks that doctor --repair keeps the version of the archive if the folder has only a
// takeover in place of the lost records.
func TestRepairTakeover(t *testing.T) {
	f := newForkedFolder(t, takeover)
	var out, said bytes.Buffer
	run(t.Context(), environ{nil, &out, &said, builtinGames()}, []string{"doctor", "--repair", "--data", f.data, "--archive", f.archive})
	assert.Contains(t, out.String(), "1 item restored", said.String())
	f.check(t, f.first)
}

// check checks that the folder and the archive have exactly the given records of the game, after each
// of two restarts.
func (f *forkedFolder) check(t *testing.T, records [][]byte) {
	t.Helper()
	for range 2 {
		a, err := store.Folder{Dir: f.data}.OpenArchived(t.Context(), f.archive, 1<<30, func(_ *store.Damage, err error) { require.NoError(t, err) })
		require.NoError(t, err)
		lost, err := a.Lost(t.Context(), true, noPace)
		require.NoError(t, err)
		assert.Empty(t, lost)
		require.NoError(t, a.Log().CompareHeads(t.Context(), noPace))
		assert.Empty(t, a.Log().Lost())
		lines, err := a.Log().Read(t.Context(), f.id)
		require.NoError(t, err)
		assert.Equal(t, records, lines)
		_, err = a.Branches(t.Context(), f.id)
		require.ErrorIs(t, err, store.ErrNoBranches)
		require.NoError(t, a.Close())
	}
}
