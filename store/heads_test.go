package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// extend appends sealed records to a game until it has n.
func extend(t *testing.T, log *Embedded, game string, n int) {
	t.Helper()
	lines, err := log.Read(t.Context(), game)
	if !errors.Is(err, ErrNotFound) {
		require.NoError(t, err)
	}
	chain, err := Verify(lines)
	require.NoError(t, err)
	for i := len(lines); i < n; i++ {
		line := chain.Seal(fmt.Appendf(nil, `{"t":"request","n":%d}`, i))
		require.NoError(t, log.Append(t.Context(), game, uint64(i), line))
		chain = After(line)
	}
}

// put sets a value, whether or not the key exists.
func put(t *testing.T, log *Embedded, key, value string) {
	t.Helper()
	_, revision, err := log.Get(t.Context(), "guest", key)
	if !errors.Is(err, ErrNotFound) {
		require.NoError(t, err)
	}
	_, err = log.Put(t.Context(), "guest", key, []byte(value), revision)
	require.NoError(t, err)
}

func remove(t *testing.T, log *Embedded, key string) {
	t.Helper()
	_, revision, err := log.Get(t.Context(), "guest", key)
	require.NoError(t, err)
	require.NoError(t, log.Delete(t.Context(), "guest", key, revision))
}

// replaceFolder replaces a folder by a copy of another one.
func replaceFolder(t *testing.T, dir, by string) {
	t.Helper()
	require.NoError(t, os.RemoveAll(dir))
	copyFolder(t, by, dir)
}

// TestOlderFolder replaces a folder by an older copy, made while the log was open or after its
// close. The log must list the games and values that the copy lacks or has in an older version. It
// must return errors for these items until an operator accepts the loss.
func TestOlderFolder(t *testing.T) {
	t.Parallel()
	for _, running := range []bool{false, true} {
		for _, rewritten := range []bool{false, true} {
			t.Run(fmt.Sprintf("running %t rewritten %t", running, rewritten), func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "data")
				older := dir + "-older"
				log, err := OpenEmbedded(dir, SyncAlways)
				require.NoError(t, err)
				for _, game := range []string{"same", "longer", "deleted"} {
					extend(t, log, game, 3)
				}
				for _, key := range []string{"same", "changed", "deleted"} {
					put(t, log, key, "1")
				}
				if !running {
					require.NoError(t, log.Close())
				}
				copyFolder(t, dir, older)
				if !running {
					log, err = OpenEmbedded(dir, SyncAlways)
					require.NoError(t, err)
				}
				extend(t, log, "longer", 5)
				extend(t, log, "new", 2)
				require.NoError(t, log.DeleteGame(t.Context(), "deleted"))
				put(t, log, "changed", "2")
				put(t, log, "new", "2")
				remove(t, log, "deleted")
				if rewritten {
					require.NoError(t, log.heads.rewrite())
				}
				require.NoError(t, log.Close())
				replaceFolder(t, dir, older)

				lost := func(log *Embedded) {
					t.Helper()
					for _, game := range []string{"longer", "new"} {
						_, err := log.Read(t.Context(), game)
						require.ErrorIs(t, err, ErrDamaged, game)
						require.ErrorContains(t, err, "older copy")
						require.ErrorIs(t, log.Append(t.Context(), game, 0, []byte("x")), ErrDamaged, game)
						require.ErrorIs(t, log.Append(t.Context(), game, 3, []byte("x")), ErrDamaged, game)
					}
					for _, key := range []string{"changed", "new"} {
						_, _, err := log.Get(t.Context(), "guest", key)
						require.ErrorIs(t, err, ErrDamaged, key)
						_, err = log.Put(t.Context(), "guest", key, nil, 0)
						require.ErrorIs(t, err, ErrDamaged, key)
					}
					lines, err := log.Read(t.Context(), "same")
					require.NoError(t, err)
					assert.Len(t, lines, 3)
					value, _, err := log.Get(t.Context(), "guest", "same")
					require.NoError(t, err)
					assert.Equal(t, "1", string(value))
					games, err := log.Games(t.Context())
					require.NoError(t, err)
					assert.Equal(t, []string{"deleted", "longer", "new", "same"}, games)
					keys, err := log.Keys(t.Context(), "guest", "n")
					require.NoError(t, err)
					assert.Equal(t, []string{"new"}, keys)
					assert.Len(t, log.Lost(), 4)
				}
				for n := range 3 { // the restarted log goes on, and forgets nothing
					log, err = OpenEmbedded(dir, SyncAlways)
					require.NoError(t, err)
					lost(log)
					extend(t, log, "same", 3+n)
					extend(t, log, fmt.Sprint("later", n), 4)
					require.NoError(t, log.DeleteGame(t.Context(), fmt.Sprint("later", n)))
					require.NoError(t, log.DeleteGame(t.Context(), "same"))
					extend(t, log, "same", 3)
					if n == 1 {
						require.NoError(t, log.heads.rewrite())
					}
					require.NoError(t, log.Close())
				}
				log, err = FindEmbedded(dir, SyncAlways)
				require.NoError(t, err)
				lost(log)
				require.NoError(t, log.AcceptLoss())
				require.NoError(t, log.Close())

				log, err = OpenEmbedded(dir, SyncAlways)
				require.NoError(t, err)
				require.NoError(t, log.CompareHeads(t.Context(), func(context.Context) error { return nil }))
				assert.Empty(t, log.Lost())
				extend(t, log, "longer", 4)
				extend(t, log, "new", 1)
				put(t, log, "changed", "3")
				require.NoError(t, log.Close())
			})
		}
	}
}

// TestNoFalseLoss kills a log in many states, on disks that keep none, half or all of the unsynced
// writes. The log must not report a loss after any of these restarts.
func TestNoFalseLoss(t *testing.T) {
	t.Parallel()
	for _, unsynced := range []int{0, 50, 100} {
		disk := vfs.NewCrashableMem()
		for n := range 20 {
			log, err := openWhole(Folder{Dir: "d"}, SyncAlways, disk)
			require.NoError(t, err)
			require.NoError(t, log.CompareHeads(t.Context(), func(context.Context) error { return nil }))
			require.Empty(t, log.Lost(), "restart %d, %d %% kept", n, unsynced)
			extend(t, log, "long", 3*n)
			extend(t, log, "short", 2)
			put(t, log, "changed", fmt.Sprint(n))
			put(t, log, "short", "1")
			switch n % 4 {
			case 1:
				require.NoError(t, log.heads.write())
			case 2:
				require.NoError(t, log.heads.rewrite())
			}
			require.NoError(t, log.DeleteGame(t.Context(), "short"))
			remove(t, log, "short")
			after := disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: unsynced, RNG: rand.New(rand.NewPCG(uint64(n), 1))})
			require.NoError(t, log.Close())
			disk = after
		}
	}
}

// TestLostFolder checks that the store refuses an empty folder whose file of heads exists, because
// the folder is not new.
func TestLostFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	extend(t, log, "g", 3)
	require.NoError(t, log.Close())
	require.NoError(t, os.RemoveAll(dir))
	for range 2 {
		_, err = OpenEmbedded(dir, SyncAlways)
		require.ErrorIs(t, err, ErrDamaged)
		require.ErrorContains(t, err, dir+HeadsSuffix+" lists 1 games and values")
	}
	require.NoError(t, os.Remove(dir+HeadsSuffix))
	log, err = OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	require.NoError(t, log.Close())
}

// TestDamagedHeads damages the file of heads. The store must lose nothing and report no loss, and
// the intact blocks must still show that a folder is older.
func TestDamagedHeads(t *testing.T) {
	t.Parallel()
	for _, damage := range []string{"none", "cut", "flip", "empty", "removed"} {
		t.Run(damage, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			log, err := OpenEmbedded(dir, SyncAlways)
			require.NoError(t, err)
			extend(t, log, "first", 3)
			require.NoError(t, log.heads.write())
			copyFolder(t, dir, dir+"-older")
			extend(t, log, "second", 3)
			require.NoError(t, log.Close())
			name := dir + HeadsSuffix
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			switch damage {
			case "cut":
				text = text[:len(text)-3]
			case "flip":
				text[len(headsMagic)+20] ^= 1
			case "empty":
				text = nil
			}
			require.NoError(t, os.WriteFile(name, text, 0o600))
			if damage == "removed" {
				require.NoError(t, os.Remove(name))
			}
			log, err = OpenEmbedded(dir, SyncAlways)
			require.NoError(t, err)
			assert.Empty(t, log.Lost())
			require.NoError(t, log.Close())

			require.NoError(t, os.WriteFile(name, text, 0o600))
			replaceFolder(t, dir, dir+"-older")
			log, err = OpenEmbedded(dir, SyncAlways)
			require.NoError(t, err)
			if damage == "none" || damage == "flip" {
				assert.Len(t, log.Lost(), 1)
			}
			require.NoError(t, log.Close())
		})
	}
}

// TestHeadsInside checks that a log that cannot write beside its folder keeps its heads in the
// folder.
func TestHeadsInside(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.MkdirAll(filepath.Join(dir+HeadsSuffix, "in the way"), 0o700))
	log, err := OpenEmbedded(dir, SyncAlways)
	require.NoError(t, err)
	name, inside := log.HeadsFile()
	assert.Equal(t, filepath.Join(dir, headsInside), name)
	assert.True(t, inside)
	require.NoError(t, log.Close())

	elsewhere := filepath.Join(t.TempDir(), "file")
	log, err = Folder{Dir: dir, Heads: elsewhere}.Open(SyncAlways)
	require.NoError(t, err)
	extend(t, log, "g", 3)
	require.NoError(t, log.Close())
	assert.FileExists(t, elsewhere)
	_, err = Folder{Dir: dir, Heads: filepath.Join(elsewhere, "none")}.Open(SyncAlways)
	require.ErrorContains(t, err, "name another one with --heads")
}

// TestHeadsBounded checks that a rewrite removes outdated heads from the file.
func TestHeadsBounded(t *testing.T) {
	log, err := openEmbedded("d", SyncAlways, vfs.NewMem())
	require.NoError(t, err)
	for i := range 200 {
		extend(t, log, fmt.Sprint("g", i%10), 1+i/10)
		require.NoError(t, log.heads.write())
	}
	grown := log.heads.file.end
	require.NoError(t, log.heads.rewrite())
	assert.Less(t, log.heads.file.end, grown/20)
	require.NoError(t, log.Close())
}

// BenchmarkHeads measures note, which each append calls with its head.
func BenchmarkHeads(b *testing.B) {
	log, err := OpenEmbedded(filepath.Join(b.TempDir(), "data"), SyncAlways)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, log.Close()) })
	games := make([]string, 1000)
	for i := range games {
		games[i] = fmt.Sprintf("game%06d", i)
	}
	line := Chain{}.Seal([]byte(`{"t":"request","seat":1,"option":3,"salt":"1234567890123456789","at":1764425000000,"bank":60000}`))
	for i := 0; b.Loop(); i++ {
		log.heads.note(itemHead{item{"", games[i%len(games)]}, head{uint64(i + 1), After(line).last}})
	}
}
