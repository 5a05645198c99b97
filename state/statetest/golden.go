package statetest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite golden files and scripts with the present output of the tests")

// Golden compares got with the file at path. With the flag -update, it writes got to the file
// instead.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update to write the file")
	require.Equal(t, string(want), got, "%s differs; if the change is intended, run the test with -update and review the diff", path)
}
