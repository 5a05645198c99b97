package gamefile_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules/cardsim/gamefile"
)

var update = flag.Bool("update", false, "write the golden files")

// TestWrong loads faulty files and compares the errors with the golden files.
func TestWrong(t *testing.T) {
	files, err := filepath.Glob("testdata/wrong/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			game, err := gamefile.Load(name, data)
			require.Error(t, err)
			assert.Nil(t, game)
			golden := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(err.Error()+"\n"), 0o644))
			}
			expected, readErr := os.ReadFile(golden)
			require.NoError(t, readErr)
			assert.Equal(t, string(expected), err.Error()+"\n", "review, then run with -update")
		})
	}
}
