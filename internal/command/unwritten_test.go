package command

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// A fullDisk fails every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestUnwritten checks that a command fails if its output cannot be written.
func TestUnwritten(t *testing.T) {
	dir := t.TempDir()
	log, err := store.OpenEmbedded(dir, store.SyncNever)
	require.NoError(t, err)
	require.NoError(t, log.Close())
	for _, args := range [][]string{
		{"bots"}, {"cards", "elements"}, {"doctor", "--data", dir}, {"export", "--data", dir}, {"help"}, {"rules"}, {"rules", "dominion"}, {"schema"},
		{"token", "list", "--data", dir}, {"verify", "../../table/testdata/logs/1-polity-e75a56bd.jsonl"}, {"version"},
	} {
		var said bytes.Buffer
		assert.NotZero(t, run(t.Context(), environ{nil, fullDisk{}, &said, builtinGames()}, args), "%v", args)
		assert.Contains(t, said.String(), "no space left", "%v", args)
	}
}
