package filelock_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/filelock"
)

func TestLockExcludesAnotherOpenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results")
	a, err := os.Create(name)
	require.NoError(t, err)
	defer a.Close()
	b, err := os.OpenFile(name, os.O_RDWR, 0)
	require.NoError(t, err)
	defer b.Close()

	require.NoError(t, filelock.Lock(a))
	assert.EqualError(t, filelock.Lock(b), "another process is writing to "+name+": wait for it, or name another file")
	_, err = b.WriteString("a lock does not prevent reading or writing")
	assert.NoError(t, err)
	filelock.Unlock(a)
	assert.NoError(t, filelock.Lock(b))
}
