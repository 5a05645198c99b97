package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
	"gamed/transfer"
)

// TestFlippedBit checks that an export continues after a flipped bit in an .sst file, in which
// the storage engine keeps sorted values. It also checks that export and doctor both report the
// damaged values.
func TestFlippedBit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log, err := store.OpenEmbedded(dir, store.SyncNever)
	require.NoError(t, err)
	for i := range 2000 {
		value := fmt.Sprintf(`{"n":%d,"text":"%x"}`, i, i*i*1_000_003)
		for _, bucket := range []string{"guest", "mine", "name"} {
			_, err := log.Put(t.Context(), bucket, fmt.Sprintf("k%05d", i), []byte(value), 0)
			require.NoError(t, err)
		}
	}
	require.NoError(t, log.Close())
	log, err = store.OpenEmbedded(dir, store.SyncNever) // opening moves the values into an .sst file
	require.NoError(t, err)
	require.NoError(t, log.Close())
	files, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	text, err := os.ReadFile(files[0])
	require.NoError(t, err)
	text[len(text)/4] ^= 1
	require.NoError(t, os.WriteFile(files[0], text, 0o600))

	log, err = store.FindEmbedded(dir, store.SyncAlways)
	require.NoError(t, err)
	defer func() { require.NoError(t, log.Close()) }()
	var out bytes.Buffer
	err = transfer.ExportAll(t.Context(), &out, log)
	require.ErrorIs(t, err, store.ErrDamaged)
	kept := bytes.Count(out.Bytes(), []byte(`{"bucket":`))
	assert.Greater(t, kept, 5700, "of 6000 values")
	copied := store.NewMemory()
	_, err = transfer.Import(t.Context(), copied, &out)
	require.NoError(t, err, "the export is complete apart from the damaged values")

	out.Reset()
	err = errors.Join(examine(t.Context(), environ{out: &out, err: &out}, log), auditStore(t.Context(), environ{out: &out, err: &out}, log, new(storageOptions).damageAdvice()))
	require.ErrorContains(t, err, "restore the folder from a backup, or go on")
	assert.Regexp(t, `(?m)^key k\d+ in \w+: the stored data is damaged: .*checksum`, out.String())
}
