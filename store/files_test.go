package store_test

import (
	"bytes"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

func TestReopen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deeper", "still")
	log := open(t, dir)
	add(t, log, "g", 0, "a", "b")
	require.NoError(t, log.Close())

	log = open(t, dir)
	require.ErrorIs(t, log.Append(t.Context(), "g", 1, nil), store.ErrFenced)
	add(t, log, "g", 2, "c")
	assert.Equal(t, []string{"a", "b", "c"}, read(t, log, "g"))
	text, err := os.ReadFile(filepath.Join(dir, "g.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, "a\nb\nc\n", string(text))
}

// TestTornLine cuts a file after every byte, as the end of a process in the
// middle of a record does.
func TestTornLine(t *testing.T) {
	const text = "first\nsecond\nthird\n"
	dir := t.TempDir()
	path := filepath.Join(dir, "g.jsonl")
	for end := range len(text) + 1 {
		require.NoError(t, os.WriteFile(path, []byte(text[:end]), 0o600))
		log := open(t, dir)
		whole := strings.SplitAfter(text[:end], "\n")
		whole = whole[:len(whole)-1]
		n := uint64(len(whole))
		if n == 0 {
			_, err := log.Read(t.Context(), "g")
			require.ErrorIs(t, err, store.ErrNotFound)
		} else {
			assert.Equal(t, whole, ends(read(t, log, "g")))
		}
		add(t, log, "g", n, "new")
		assert.Equal(t, append(whole, "new\n"), ends(read(t, log, "g")), "after %d bytes", end)
		require.NoError(t, log.Close())
	}
}

func ends(lines []string) []string {
	for i := range lines {
		lines[i] += "\n"
	}
	return lines
}

func TestFolderInUse(t *testing.T) {
	dir := t.TempDir()
	log := open(t, dir)
	_, err := store.OpenFiles(dir)
	require.ErrorContains(t, err, dir+" is in use")
	require.NoError(t, log.Close())
	open(t, dir)
}

func TestFolderCannotBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := store.OpenFiles(file)
	require.ErrorContains(t, err, file)
	require.NoError(t, os.MkdirAll(filepath.Join(file+"s", "lock"), 0o700))
	_, err = store.OpenFiles(file + "s")
	require.ErrorContains(t, err, "lock")
}

// TestOtherFiles leaves alone what is not the log's.
func TestOtherFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"README", "G.jsonl", ".jsonl", "a b.jsonl", "g.json"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	games, err := open(t, dir).Games(t.Context())
	require.NoError(t, err)
	assert.Empty(t, games)
}

func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	log := open(t, dir)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "g.jsonl"), 0o700))
	require.ErrorIs(t, log.Append(t.Context(), "g", 0, nil), store.ErrUnavailable)
	_, err := log.Read(t.Context(), "g")
	require.ErrorIs(t, err, store.ErrUnavailable)

	add(t, log, "h", 0, "a")
	require.NoError(t, os.Remove(filepath.Join(dir, "h.jsonl")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "h.jsonl"), 0o700))
	require.ErrorIs(t, log.Append(t.Context(), "h", 1, nil), store.ErrUnavailable)
	require.NoError(t, os.RemoveAll(dir))
	_, err = log.Games(t.Context())
	require.ErrorIs(t, err, store.ErrUnavailable)
}

func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	log := open(t, dir)
	path := filepath.Join(dir, "g.jsonl")
	add(t, log, "g", 0, "a")
	require.NoError(t, os.Rename(path, path+".aside"))
	require.NoError(t, os.Symlink("/dev/full", path))
	require.ErrorIs(t, log.Append(t.Context(), "g", 1, []byte("b")), store.ErrFull)
	require.NoError(t, os.Rename(path+".aside", path))
	add(t, log, "g", 1, "b")
	assert.Equal(t, []string{"a", "b"}, read(t, log, "g"))
}

// TestPartOfARecord limits the size of files, so that a write fails half way
// through, and finds the file as it was.
func TestPartOfARecord(t *testing.T) {
	dir := t.TempDir()
	log := open(t, dir)
	add(t, log, "g", 0, "a")
	err := limited(t, 10, func() error {
		return log.Append(t.Context(), "g", 1, []byte(strings.Repeat("b", 100)))
	})
	require.ErrorIs(t, err, syscall.EFBIG)
	require.ErrorIs(t, err, store.ErrUnavailable)
	text, err := os.ReadFile(filepath.Join(dir, "g.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, "a\n", string(text))
	add(t, log, "g", 1, "b")
	assert.Equal(t, []string{"a", "b"}, read(t, log, "g"))
}

// limited runs do while no file of this process may grow past size.
func limited(t *testing.T, size uint64, do func() error) error {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: before.Max}))
	defer func() { require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)) }()
	return do()
}

func TestLinesFails(t *testing.T) {
	_, err := store.Lines(iotest.ErrReader(errors.New("broken pipe")))
	require.ErrorContains(t, err, "broken pipe")
}

// FuzzLines holds the lines of any file to those that are whole, and an append
// to keeping them.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"", "\n", "a", "a\n", "a\nb", "\n\n", "a\r\n", "\x00\xff\n{"} {
		f.Add([]byte(s), []byte("next"))
	}
	f.Fuzz(func(t *testing.T, file, record []byte) {
		lines, err := store.Lines(bytes.NewReader(file))
		require.NoError(t, err)
		whole := file[:bytes.LastIndexByte(file, '\n')+1]
		require.Equal(t, bytes.Count(file, []byte("\n")), len(lines))
		var again []byte
		for _, line := range lines {
			again = append(append(again, line...), '\n')
		}
		require.True(t, bytes.Equal(whole, again))

		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "g.jsonl"), file, 0o600))
		log := open(t, dir)
		if err := log.Append(t.Context(), "g", uint64(len(lines)), record); err != nil {
			require.True(t, slices.Contains(record, '\n'))
			return
		}
		records, err := log.Read(t.Context(), "g")
		require.NoError(t, err)
		require.True(t, slices.EqualFunc(append(lines, record), records, bytes.Equal))
	})
}
