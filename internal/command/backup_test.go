package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBackupAcrossKills checks the backups of a server that creates games, makes a backup every 20
// ms and is killed repeatedly. Four of the complete backups must restore to a folder that passes
// the doctor and has every game acknowledged before the backup began. The data folder must stay
// undamaged too.
func TestBackupAcrossKills(t *testing.T) {
	t.Parallel()
	const kills, interval = 8, 20 * time.Millisecond
	dir := filepath.Join(t.TempDir(), "data")
	created := make(map[string]time.Time) // when the server had answered
	partly, before := 0, 0
	for n := range kills {
		server, url := startServe(t, dir, "--backup-every", interval.String(), "--keep-backups", "0")
		var until time.Time // each kill comes at a different moment after a backup
		for i := 0; until.IsZero() || time.Now().Before(until); i++ {
			if names, _ := listBackups(filepath.Join(dir, backupsName)); until.IsZero() && len(names) > before {
				until = time.Now().Add(time.Duration(n) * interval / kills)
			}
			id, err := createWith(url, fmt.Sprintf("a-key-that-is-long-enough-%d-%d", n, i))
			require.NoError(t, err)
			created[id] = time.Now()
		}
		require.NoError(t, server.Process.Kill()) // a backup is in progress, or about to begin
		_ = server.Wait()
		left, err := filepath.Glob(filepath.Join(dir, backupsName, "*.partial"))
		require.NoError(t, err)
		assert.LessOrEqual(t, len(left), 1, "the next backup removes an interrupted one")
		partly += len(left)
		names, err := listBackups(filepath.Join(dir, backupsName))
		require.NoError(t, err)
		before = len(names)
	}
	names, err := listBackups(filepath.Join(dir, backupsName))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(names), kills)
	t.Logf("%d backups, %d interrupted, %d games", len(names), partly, len(created))
	last := names[len(names)-1]
	const some = 4
	for i := range some {
		name := names[i*(len(names)-1)/(some-1)] // from the first to the last
		made, err := time.Parse(backupTime, name)
		require.NoError(t, err)
		restored := filepath.Join(t.TempDir(), fmt.Sprint(i))
		out, err := exec.Command("gamed", "restore", filepath.Join(dir, backupsName), "--at", made.Add(time.Millisecond).Format(time.RFC3339Nano), "--data", restored).CombinedOutput()
		require.NoError(t, err, string(out))
		assert.Contains(t, string(out), name)
		text, err := exec.Command("gamed", "doctor", "--data", restored).CombinedOutput()
		require.NoError(t, err, string(text))
		export, err := exec.Command("gamed", "export", "--data", restored).Output()
		require.NoError(t, err)
		for id, at := range created {
			if at.Before(made) {
				assert.Contains(t, string(export), `"game":"`+id+`"`)
			}
		}
	}
	text, err := exec.Command("gamed", "doctor", "--data", dir).CombinedOutput()
	require.NoError(t, err, string(text))
	assert.Contains(t, string(text), plural(len(created), "game"))

	info, err := os.Stat(filepath.Join(dir, backupsName, last))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0), info.Mode().Perm()&0o077, "only the owner may read it")
	out, err := exec.Command("gamed", "restore", filepath.Join(dir, backupsName), "--data", dir).CombinedOutput()
	require.Error(t, err)
	assert.True(t, strings.Contains(string(out), "file already exists: name a new folder"), string(out))
}
