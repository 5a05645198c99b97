package store

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// faults is the number of damaged folders that TestFaults tries.
var faults = flag.Int("faults", 40, "number of damaged folders to try")

// A folderContents holds the games and values that a folder must return.
type folderContents struct {
	games  map[string][]string
	values map[string]string
}

// The function fill makes a folder for each of these suffixes. All these folders have the heads of
// the newest folder, except the backup, which has no heads.
const (
	afterClose = ""        // after Close
	afterKill  = "-killed" // after a kill, with the newest records in the engine's log
	older      = "-older"  // an older copy, as after a kill
	backedUp   = "-backup" // a backup from the same time as older
)

// fill writes games and values into a folder. Some games and values are in sorted files, and the
// newest are only in the engine's log. earlier is the content that the older folders must return.
func fill(t *testing.T, dir string) (newest, earlier folderContents) {
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	newest = folderContents{make(map[string][]string), make(map[string]string)}
	r := rand.New(rand.NewPCG(1, 2))
	chains := make(map[string]Chain)
	for part := range 4 {
		for range 400 {
			game := fmt.Sprintf("g%03d", r.IntN(100)*7)
			chain := chains[game]
			line := chain.Seal(fmt.Appendf(nil, `{"t":"request","x":"%x"}`, r.Uint64()))
			require.NoError(t, chain.Next(line))
			require.NoError(t, log.Append(t.Context(), game, uint64(len(newest.games[game])), line))
			chains[game], newest.games[game] = chain, append(newest.games[game], string(line))
		}
		for range 50 {
			key, value := fmt.Sprintf("k%02d", r.IntN(80)), fmt.Sprintf(`{"x":"%x"}`, r.Uint64())
			_, revision, err := log.Get(t.Context(), "guest", key)
			if !errors.Is(err, ErrNotFound) {
				require.NoError(t, err)
			}
			_, err = log.Put(t.Context(), "guest", key, []byte(value), revision)
			require.NoError(t, err)
			newest.values[key] = value
		}
		if part == 2 {
			earlier = folderContents{maps.Clone(newest.games), maps.Clone(newest.values)}
			copyFolder(t, dir, dir+older)
			require.NoError(t, log.Backup(dir+backedUp))
		}
		if part < 3 {
			require.NoError(t, log.db.Flush())
		}
	}
	copyFolder(t, dir, dir+afterKill) // Close would empty the engine's log
	require.NoError(t, log.Close())
	return newest, earlier
}

func copyFolder(t *testing.T, from, to string) {
	require.NoError(t, os.CopyFS(to, os.DirFS(from)))
}

// A folderFault damages a copy of a folder. Its function do gets the path of the folder that fill
// made, and the path of the copy. It returns a description of the damage.
type folderFault struct {
	name string
	of   []string // the folders to choose from
	do   func(t *testing.T, dir, to string, r *rand.Rand) string
}

var diskFaults = []folderFault{
	{"sorted file", []string{afterClose, afterKill}, damageFiles("*.sst", 1)},
	{"index of a sorted file", []string{afterClose, afterKill}, func(t *testing.T, _, to string, r *rand.Rand) string {
		name := pick(t, to, "*.sst", r)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return flip(t, name, text, max(0, len(text)-1-r.IntN(3000)), r) // the index, the filter and the footer are at the end
	}},
	{"log of the engine", []string{afterKill, afterClose}, damageFiles("*.log", 1)},
	{"MANIFEST", []string{afterClose, afterKill}, damageFiles("MANIFEST-*", 1)},
	{"marker", []string{afterClose, afterKill}, damageFiles("marker.*", 1)},
	{"OPTIONS", []string{afterClose, afterKill}, damageFiles("OPTIONS-*", 1)},
	{"numbers of commits", []string{afterClose, afterKill}, damageFiles(marksName, 1)},
	{"heads", []string{afterClose, afterKill}, func(t *testing.T, _, to string, r *rand.Rand) string {
		return damageFile(t, to+HeadsSuffix, r)
	}},
	{"several files", []string{afterClose, afterKill}, damageFiles("*", 3)},
	{"backup", []string{backedUp}, damageFiles("*", 1)},
	{"older folder", []string{older}, func(*testing.T, string, string, *rand.Rand) string { return "as a whole" }},
	{"older folder with new numbers", []string{older}, func(t *testing.T, dir, to string, _ *rand.Rand) string {
		restoreFile(t, filepath.Join(dir+afterKill, marksName), to)
		return marksName
	}},
	{"older files", []string{afterClose, afterKill}, func(t *testing.T, dir, to string, r *rand.Rand) string {
		names, err := os.ReadDir(dir + older)
		require.NoError(t, err)
		what := ""
		for _, name := range names {
			if r.IntN(2) == 0 {
				restoreFile(t, filepath.Join(dir+older, name.Name()), to)
				what += name.Name() + " "
			}
		}
		return what
	}},
	{"older list of files", []string{afterClose, afterKill}, func(t *testing.T, dir, to string, _ *rand.Rand) string {
		for _, pattern := range []string{"MANIFEST-*", "marker.*"} {
			for _, name := range glob(t, to, pattern) {
				require.NoError(t, os.Remove(name))
			}
			for _, name := range glob(t, dir+older, pattern) {
				restoreFile(t, name, to)
			}
		}
		return "MANIFEST and markers"
	}},
}

// damageFiles returns a fault that damages a number of files whose names match a pattern.
func damageFiles(pattern string, files int) func(*testing.T, string, string, *rand.Rand) string {
	return func(t *testing.T, _, to string, r *rand.Rand) (what string) {
		for range files {
			what += damageFile(t, pick(t, to, pattern, r), r) + " "
		}
		return what
	}
}

func glob(t *testing.T, dir, pattern string) []string {
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	require.NoError(t, err)
	return names
}

func pick(t *testing.T, dir, pattern string, r *rand.Rand) string {
	names := glob(t, dir, pattern)
	require.NotEmpty(t, names, pattern)
	return names[r.IntN(len(names))]
}

// restoreFile copies a file into a folder.
func restoreFile(t *testing.T, name, dir string) {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o600))
}

// damageFile removes or truncates a file, or flips a bit in it.
func damageFile(t *testing.T, name string, r *rand.Rand) string {
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) { // another fault has removed it
		return ""
	}
	require.NoError(t, err)
	switch n := r.IntN(8); {
	case n == 0:
		require.NoError(t, os.Remove(name))
		return filepath.Base(name) + " removed"
	case len(text) == 0:
		return filepath.Base(name) + " is empty"
	case n < 4:
		at := r.IntN(len(text))
		require.NoError(t, os.Truncate(name, int64(at)))
		return fmt.Sprintf("%s cut to %d of %d bytes", filepath.Base(name), at, len(text))
	}
	return flip(t, name, text, r.IntN(len(text)), r)
}

func flip(t *testing.T, name string, text []byte, at int, r *rand.Rand) string {
	text[at] ^= 1 << r.IntN(8)
	require.NoError(t, os.WriteFile(name, text, 0o600))
	return fmt.Sprintf("%s: a bit flipped in byte %d of %d", filepath.Base(name), at, len(text))
}

// TestFaults damages copies of a folder. No acknowledged record or value may be lost or changed
// silently: the store must refuse to open the folder, or reads must return errors.
func TestFaults(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "whole")
	newest, earlier := fill(t, dir)
	type counts struct{ harmless, refused, named, silent int }
	all, sum := make(map[string]*counts), new(counts)
	folders := uint64(*faults)
	if testing.Short() {
		folders = min(folders, 12) // more folders would show the race detector nothing new
	}
	for seed := range folders {
		r := rand.New(rand.NewPCG(seed, 7))
		f := diskFaults[seed%uint64(len(diskFaults))]
		n := all[f.name]
		if n == nil {
			n = new(counts)
			all[f.name] = n
		}
		from, want := f.of[r.IntN(len(f.of))], newest
		to := filepath.Join(t.TempDir(), "damaged")
		copyFolder(t, dir+from, to)
		if from == backedUp { // a backup has no file of heads
			want = earlier
		} else {
			text, err := os.ReadFile(dir + HeadsSuffix)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(to+HeadsSuffix, text, 0o600))
		}
		what := f.name + ": " + f.do(t, dir, to, r)
		log, err := OpenEmbedded(to, SyncAlways)
		hurt, silent := 0, 0
		if err == nil {
			hurt, silent = want.compare(t, log, seed, what)
			require.NoError(t, log.Close())
		}
		switch {
		case err != nil:
			if f.name == "numbers of commits" || f.name == "heads" || !errors.Is(err, ErrDamaged) {
				t.Errorf("seed %d: %s: %v", seed, what, err)
			}
			n.refused++
		case silent > 0:
			n.silent++
		case hurt > 0:
			n.named++
		case f.name == "older folder":
			t.Errorf("seed %d: %s is not noticed", seed, what)
			n.silent++
		default:
			n.harmless++
		}
		require.NoError(t, os.RemoveAll(to))
		require.NoError(t, os.RemoveAll(to+HeadsSuffix))
	}
	t.Logf("%-30s %8s %8s %8s %8s", "fault", "harmless", "refused", "named", "silent")
	for _, f := range diskFaults {
		if n := all[f.name]; n != nil {
			t.Logf("%-30s %8d %8d %8d %8d", f.name, n.harmless, n.refused, n.named, n.silent)
			*sum = counts{sum.harmless + n.harmless, sum.refused + n.refused, sum.named + n.named, sum.silent + n.silent}
		}
	}
	t.Logf("totals: %d folders, %d lost nothing, %d refused, %d named what they lacked, %d silent", folders, sum.harmless, sum.refused, sum.named, sum.silent)
}

// compare checks all games and values in a folder. It returns the number of refused reads, and the
// number of losses for which no read returned an error.
func (c folderContents) compare(t *testing.T, log *Embedded, seed uint64, what string) (hurt, silent int) {
	t.Helper()
	lost := func(format string, arguments ...any) {
		t.Helper()
		silent++
		t.Errorf("seed %d: %s: "+format, append([]any{seed, what}, arguments...)...)
	}
	for game, want := range c.games {
		lines, err := log.Read(t.Context(), game)
		if errors.Is(err, ErrDamaged) {
			hurt++
			d := (*Damage)(nil)
			require.ErrorAs(t, err, &d)
			assert.Equal(t, game, d.Game)
			continue
		}
		got := make([]string, len(lines))
		for i := range lines {
			got[i] = string(lines[i])
		}
		if err != nil || !assert.Equal(t, want, got) {
			lost("game %s is lost: %v", game, err)
		}
	}
	for key, want := range c.values {
		value, _, err := log.Get(t.Context(), "guest", key)
		if errors.Is(err, ErrDamaged) {
			hurt++
			continue
		}
		if err != nil || string(value) != want {
			lost("key %s is lost: %q, %v", key, value, err)
		}
	}
	games, err := log.Games(t.Context())
	if err == nil && len(games) != len(c.games) {
		lost("%d of %d games are listed", len(games), len(c.games))
	}
	keys, err2 := log.Keys(t.Context(), "guest", "")
	if err2 == nil && len(keys) != len(c.values) {
		lost("%d of %d keys are listed", len(keys), len(c.values))
	}
	if hurt == 0 && (err != nil || err2 != nil) {
		hurt++
	}
	return hurt, silent
}
