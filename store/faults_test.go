package store

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// faults is the number of damaged folders that TestFaults tries.
var faults = flag.Int("faults", 40, "number of damaged folders to try")

// A contents is what a folder must return.
type contents struct {
	games  map[string][]string
	values map[string]string
}

// fill writes games and values into a folder. Some of them end up in sorted files and the
// newest ones only in the engine's log.
func fill(t *testing.T, dir string) contents {
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	all := contents{make(map[string][]string), make(map[string]string)}
	r := rand.New(rand.NewPCG(1, 2))
	chains := make(map[string]Chain)
	for part := range 4 {
		for range 400 {
			game := fmt.Sprintf("g%03d", r.IntN(100)*7)
			chain := chains[game]
			line := chain.Seal(fmt.Appendf(nil, `{"t":"request","x":"%x"}`, r.Uint64()))
			require.NoError(t, chain.Next(line))
			require.NoError(t, log.Append(t.Context(), game, uint64(len(all.games[game])), line))
			chains[game], all.games[game] = chain, append(all.games[game], string(line))
		}
		for range 50 {
			key, value := fmt.Sprintf("k%02d", r.IntN(80)), fmt.Sprintf(`{"x":"%x"}`, r.Uint64())
			_, revision, err := log.Get(t.Context(), "guest", key)
			if !errors.Is(err, ErrNotFound) {
				require.NoError(t, err)
			}
			_, err = log.Put(t.Context(), "guest", key, []byte(value), revision)
			require.NoError(t, err)
			all.values[key] = value
		}
		if part < 3 {
			require.NoError(t, log.db.Flush())
		}
	}
	copyFolder(t, dir, dir+"-killed") // Close would empty the engine's log
	require.NoError(t, log.Close())
	return all
}

func copyFolder(t *testing.T, from, to string) {
	require.NoError(t, os.CopyFS(to, os.DirFS(from)))
}

// damage damages a file of a folder and describes how.
func damage(t *testing.T, dir string, r *rand.Rand) string {
	kinds := []string{"*.sst", "*.log", "MANIFEST-*", "marker.*", "OPTIONS-*", marksName}
	kind := kinds[min(r.IntN(10), 9)%len(kinds)]
	names, err := filepath.Glob(filepath.Join(dir, kind))
	require.NoError(t, err)
	require.NotEmpty(t, names, kind)
	name := names[r.IntN(len(names))]
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	what := "removed"
	switch n := r.IntN(8); {
	case n == 0:
		require.NoError(t, os.Remove(name))
	case len(text) == 0:
		return name + " is empty"
	case n < 4:
		at := r.IntN(len(text))
		what = fmt.Sprintf("cut to %d of %d bytes", at, len(text))
		require.NoError(t, os.Truncate(name, int64(at)))
	default:
		at := r.IntN(len(text))
		text[at] ^= 1 << r.IntN(8)
		what = fmt.Sprintf("a bit flipped in byte %d of %d", at, len(text))
		require.NoError(t, os.WriteFile(name, text, 0o600))
	}
	return filepath.Base(name) + " " + what
}

// TestFaults damages copies of a folder. Nothing that the folder has acknowledged may be lost
// or changed silently: either the folder is refused, or reads are.
func TestFaults(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "whole")
	all := fill(t, dir)
	harmless, refused, named := 0, 0, 0
	for seed := range uint64(*faults) {
		r := rand.New(rand.NewPCG(seed, 7))
		from := dir
		if r.IntN(3) > 0 {
			from += "-killed"
		}
		to := filepath.Join(t.TempDir(), "damaged")
		copyFolder(t, from, to)
		what := damage(t, to, r)
		log, err := OpenEmbedded(to, SyncAlways)
		if err != nil {
			if strings.Contains(what, marksName) || !errors.Is(err, ErrDamaged) {
				t.Errorf("seed %d: %s: %v", seed, what, err)
			}
			refused++
			require.NoError(t, os.RemoveAll(to))
			continue
		}
		if hurt := all.compare(t, log, seed, what); hurt > 0 {
			named++
		} else {
			harmless++
		}
		require.NoError(t, log.Close())
		require.NoError(t, os.RemoveAll(to))
	}
	t.Logf("%d folders: %d harmless, %d refused, %d with named damage", *faults, harmless, refused, named)
}

// compare checks everything in a folder and returns the number of refused reads.
func (c contents) compare(t *testing.T, log *Embedded, seed uint64, what string) (hurt int) {
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
			t.Errorf("seed %d: %s: game %s is lost: %v", seed, what, game, err)
		}
	}
	for key, want := range c.values {
		value, _, err := log.Get(t.Context(), "guest", key)
		if errors.Is(err, ErrDamaged) {
			hurt++
			continue
		}
		if err != nil || string(value) != want {
			t.Errorf("seed %d: %s: key %s is lost: %q, %v", seed, what, key, value, err)
		}
	}
	games, err := log.Games(t.Context())
	if err == nil && len(games) != len(c.games) {
		t.Errorf("seed %d: %s: %d of %d games are listed", seed, what, len(games), len(c.games))
	}
	keys, err2 := log.Keys(t.Context(), "guest", "")
	if err2 == nil && len(keys) != len(c.values) {
		t.Errorf("seed %d: %s: %d of %d keys are listed", seed, what, len(keys), len(c.values))
	}
	if hurt == 0 && (err != nil || err2 != nil) {
		hurt++
	}
	return hurt
}
