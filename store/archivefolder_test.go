package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An archivedFolder is a data folder with an archive, and the games and values that both must
// contain.
type archivedFolder struct {
	t            *testing.T
	dir, archive string
	games        map[string]int // number of records
	values       map[string]string
	changes      int
}

func newArchivedFolder(t *testing.T) *archivedFolder {
	dir := t.TempDir()
	return &archivedFolder{t, filepath.Join(dir, "data"), filepath.Join(dir, "archive"), make(map[string]int), make(map[string]string), 0}
}

// open opens both folders. It returns the number of restored items, and the errors of the items that
// were not restored.
func (f *archivedFolder) open() (a *FolderArchive, restored int, left []string, err error) {
	a, err = Folder{Dir: f.dir}.OpenArchived(f.t.Context(), f.archive, 1<<30, func(_ *Damage, err error) {
		if restored++; err != nil {
			restored--
			left = append(left, err.Error())
		}
	})
	return a, restored, left, err
}

// use opens both folders, checks that the archive restored nothing, and calls do.
func (f *archivedFolder) use(do func(a *FolderArchive)) {
	f.t.Helper()
	a, restored, left, err := f.open()
	require.NoError(f.t, err)
	assert.Zero(f.t, restored)
	assert.Empty(f.t, left)
	do(a)
	require.NoError(f.t, a.Close())
}

// write writes n new games and values, and changes the games and values that exist.
func (f *archivedFolder) write(log *Embedded, n int) {
	f.t.Helper()
	for range n {
		f.games[fmt.Sprint("game", len(f.games))] = 0
		f.values[fmt.Sprint("key", len(f.values))] = ""
	}
	for game := range f.games {
		f.games[game] += 3
		extend(f.t, log, game, f.games[game])
	}
	for key := range f.values {
		f.changes++
		f.values[key] = fmt.Sprint("change ", f.changes)
		put(f.t, log, key, f.values[key])
	}
}

// check checks that the log has exactly the games and values of f.
func (f *archivedFolder) check(log *Embedded) {
	f.t.Helper()
	games, err := log.Games(f.t.Context())
	require.NoError(f.t, err)
	assert.Equal(f.t, slices.Sorted(maps.Keys(f.games)), games)
	keys, err := log.Keys(f.t.Context(), "guest", "")
	require.NoError(f.t, err)
	assert.Equal(f.t, slices.Sorted(maps.Keys(f.values)), keys)
	for game, n := range f.games {
		lines, err := log.Read(f.t.Context(), game)
		require.NoError(f.t, err)
		assert.Len(f.t, lines, n)
	}
	for key, want := range f.values {
		text, _, err := log.Get(f.t.Context(), "guest", key)
		require.NoError(f.t, err)
		assert.Equal(f.t, want, string(text))
	}
	assert.Empty(f.t, log.Lost())
}

// checkBoth checks that the archive finds no loss in the data folder, and restores everything to a new one.
func (f *archivedFolder) checkBoth() {
	f.t.Helper()
	f.use(func(a *FolderArchive) {
		assert.Empty(f.t, f.lost(a))
		f.check(a.Log())
	})
	require.NoError(f.t, os.RemoveAll(f.dir))
	a, _, left, err := f.open()
	require.NoError(f.t, err)
	assert.Empty(f.t, left)
	f.check(a.Log())
	require.NoError(f.t, a.Close())
}

// lost returns the losses that the archive finds.
func (f *archivedFolder) lost(a *FolderArchive) []*Damage {
	f.t.Helper()
	all, err := a.Lost(f.t.Context(), true, noPace)
	require.NoError(f.t, err)
	return all
}

// TestArchivedFolder damages a data folder in ways that keep it from opening, or that hide acknowledged
// writes. The archive restores all records and values. But items that were deleted come back if an
// older copy replaces the folder, or if the engine's log is cut or damaged.
func TestArchivedFolder(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(t *testing.T, dir string){
		"removed": func(t *testing.T, dir string) { require.NoError(t, os.RemoveAll(dir)) },
		"removed with its heads": func(t *testing.T, dir string) {
			require.NoError(t, os.RemoveAll(dir))
			require.NoError(t, os.Remove(dir+HeadsSuffix))
		},
		"rolled back": func(t *testing.T, dir string) { replaceFolder(t, dir, dir+older) },
		"rolled back without heads": func(t *testing.T, dir string) {
			replaceFolder(t, dir, dir+older)
			require.NoError(t, os.Remove(dir+HeadsSuffix))
		},
		"log of the engine cut": func(t *testing.T, dir string) {
			replaceFolder(t, dir, dir+afterKill)
			names, err := filepath.Glob(filepath.Join(dir, "*.log"))
			require.NoError(t, err)
			require.NoError(t, os.Truncate(slices.Max(names), 100))
		},
		"log of the engine damaged": func(t *testing.T, dir string) {
			replaceFolder(t, dir, dir+afterKill)
			names, err := filepath.Glob(filepath.Join(dir, "*.log"))
			require.NoError(t, err)
			file, err := os.OpenFile(slices.Max(names), os.O_WRONLY, 0)
			require.NoError(t, err)
			_, err = file.WriteAt([]byte("damage"), 1000)
			require.NoError(t, err)
			require.NoError(t, file.Close())
		},
		"MANIFEST removed": func(t *testing.T, dir string) {
			names, err := filepath.Glob(filepath.Join(dir, "MANIFEST-*"))
			require.NoError(t, err)
			for _, name := range names {
				require.NoError(t, os.Remove(name))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newArchivedFolder(t)
			f.use(func(a *FolderArchive) { f.write(a.Log(), 3) })
			copyFolder(t, f.dir, f.dir+older)
			f.use(func(a *FolderArchive) {
				f.write(a.Log(), 3)
				require.NoError(t, a.Log().DeleteGame(t.Context(), "game1"))
				remove(t, a.Log(), "key1")
				delete(f.games, "game1")
				delete(f.values, "key1")
				f.write(a.Log(), 1)
				copyFolder(t, f.dir, f.dir+afterKill)
			})
			damage(t, f.dir)
			a, restored, left, err := f.open()
			if errors.Is(err, ErrDamaged) {
				require.ErrorContains(t, err, "move the folder aside (mv "+f.dir+" "+f.dir+".damaged) and start the server again with --archive "+f.archive)
				require.Equal(t, "MANIFEST removed", name)
				require.NoError(t, os.Rename(f.dir, f.dir+".damaged"))
				a, restored, left, err = f.open()
			}
			require.NoError(t, err)
			assert.Positive(t, restored)
			assert.Empty(t, left)
			if strings.HasPrefix(name, "rolled back") || strings.HasPrefix(name, "log of the engine") { // the deleted items come back
				lines, err := a.Log().Read(t.Context(), "game1")
				require.NoError(t, err)
				text, _, err := a.Log().Get(t.Context(), "guest", "key1")
				require.NoError(t, err)
				f.games["game1"], f.values["key1"] = len(lines), string(text)
			}
			f.check(a.Log())
			assert.Empty(t, f.lost(a))
			f.write(a.Log(), 1)
			require.NoError(t, a.Close())
			f.use(func(a *FolderArchive) {
				f.check(a.Log())
				assert.Empty(t, f.lost(a))
			})
			require.NoError(t, os.RemoveAll(f.dir))
			a, restored, left, err = f.open()
			require.NoError(t, err)
			assert.Equal(t, len(f.games)+len(f.values), restored)
			assert.Empty(t, left)
			f.check(a.Log())
			require.NoError(t, a.Close())
		})
	}
}

// TestArchivedBlock damages files of the engine. The archive restores the games and values in them while
// the log is open. Damage to a game that the archive has dropped stays.
func TestArchivedBlock(t *testing.T) {
	t.Parallel()
	f := newArchivedFolder(t)
	gone := make(map[string]int)
	f.use(func(a *FolderArchive) {
		f.write(a.Log(), 36)
		for i := 0; i < 36; i += 3 {
			game := fmt.Sprint("game", i)
			require.NoError(t, a.Log().Finish(t.Context(), game))
			gone[game] = f.games[game]
			delete(f.games, game)
		}
		a.limit = 1
		assert.Empty(t, f.lost(a))
		require.NoError(t, a.Log().db.Flush())
	})
	names, err := filepath.Glob(filepath.Join(f.dir, "*.sst"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		text[len(text)/2] ^= 1
		require.NoError(t, os.WriteFile(name, text, 0o600))
	}
	check := func(a *FolderArchive) {
		damaged := 0
		for game, n := range gone {
			lines, err := a.Log().Read(t.Context(), game)
			if err != nil {
				require.ErrorIs(t, err, ErrDamaged)
				damaged++
				continue
			}
			assert.Len(t, lines, n)
		}
		assert.Positive(t, damaged)
		assert.Len(t, f.lost(a), damaged)
		for game, n := range f.games {
			lines, err := a.Log().Read(t.Context(), game)
			require.NoError(t, err)
			assert.Len(t, lines, n)
		}
		games, err := a.Log().Games(t.Context())
		require.NoError(t, err)
		assert.Len(t, games, len(f.games)+len(gone))
		for key, want := range f.values {
			text, _, err := a.Log().Get(t.Context(), "guest", key)
			require.NoError(t, err)
			assert.Equal(t, want, string(text))
		}
	}
	f.use(func(a *FolderArchive) {
		restored := 0
		a.Restore(t.Context(), f.lost(a), func(d *Damage, err error) {
			if err == nil {
				restored++
				return
			}
			assert.ErrorIs(t, err, ErrDamaged)
			assert.Contains(t, gone, d.Game)
		})
		assert.Positive(t, restored)
		check(a)
		require.NoError(t, a.Log().db.Compact(t.Context(), []byte{0}, []byte{0xff}, false))
		f.write(a.Log(), 0)
		check(a)
	})
	f.use(check)
}

// TestArchivedFaults damages one file in each of several copies of a folder. The archive restores
// everything each time: into the folder itself or, if the folder does not open, into a new folder.
func TestArchivedFaults(t *testing.T) {
	t.Parallel()
	whole := newArchivedFolder(t)
	whole.use(func(a *FolderArchive) {
		whole.write(a.Log(), 15)
		require.NoError(t, a.Log().db.Flush())
		whole.write(a.Log(), 2)
		copyFolder(t, whole.dir, whole.dir+afterKill)
	})
	opened, of := 0, []string{"*.sst", "*.log", "MANIFEST-*", "marker.*", "*"}
	for n := range uint64(8) {
		r := rand.New(rand.NewPCG(n, 7))
		f := *whole
		f.dir, f.archive = fmt.Sprint(whole.dir, n), fmt.Sprint(whole.archive, n)
		copyFolder(t, whole.archive, f.archive)
		copyFolder(t, whole.dir+afterKill, f.dir)
		text, err := os.ReadFile(whole.dir + HeadsSuffix)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(f.dir+HeadsSuffix, text, 0o600))
		what := damageFile(t, pick(t, f.dir, of[n%uint64(len(of))], r), r)
		a, _, left, err := f.open()
		if errors.Is(err, ErrDamaged) {
			require.NoError(t, os.Rename(f.dir, f.dir+".damaged"))
			a, _, left, err = f.open()
		} else {
			opened++
		}
		require.NoError(t, err, what)
		assert.Empty(t, left, what)
		a.Restore(t.Context(), f.lost(a), func(d *Damage, err error) { assert.NoError(t, err, what) })
		assert.Empty(t, f.lost(a), what)
		f.check(a.Log())
		require.NoError(t, a.Close())
		require.False(t, t.Failed(), what)
	}
	assert.Positive(t, opened)
}

// TestArchivedBoth damages a file of a data folder and a file of its archive, which also lacks the newest
// records. The comparison names the items that neither the folder nor the archive has, and everything else
// stays readable.
func TestArchivedBoth(t *testing.T) {
	t.Parallel()
	whole := newArchivedFolder(t)
	whole.use(func(a *FolderArchive) {
		whole.write(a.Log(), 80) // so that the files have many blocks
		assert.Empty(t, whole.lost(a))
		require.NoError(t, a.archived.db.Flush())
	})
	log, err := OpenEmbedded(whole.dir, SyncAlways) // without the archive
	require.NoError(t, err)
	whole.write(log, 2)
	require.NoError(t, log.db.Flush())
	require.NoError(t, log.Close())
	opened, folders := 0, uint64(10)
	if testing.Short() {
		folders = 4
	}
	for n := range folders {
		r := rand.New(rand.NewPCG(n, 7))
		f := *whole
		f.dir, f.archive = fmt.Sprint(whole.dir, n), fmt.Sprint(whole.archive, n)
		copyFolder(t, whole.archive, f.archive)
		copyFolder(t, whole.dir, f.dir)
		text, err := os.ReadFile(whole.dir + HeadsSuffix)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(f.dir+HeadsSuffix, text, 0o600))
		what := ""
		for _, dir := range []string{f.dir, f.archive} {
			name := pick(t, dir, "*.sst", r)
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			what += flip(t, name, text, len(text)/4+r.IntN(len(text)/2), r) + " "
		}
		a, _, _, err := f.open()
		if errors.Is(err, ErrDamaged) {
			continue
		}
		require.NoError(t, err, what)
		opened++
		a.Restore(t.Context(), f.lost(a), func(d *Damage, err error) {
			if err != nil {
				assert.ErrorIs(t, err, ErrDamaged, what)
			}
		})
		var left []string
		for _, d := range f.lost(a) {
			left = append(left, d.Game+d.Key)
		}
		for game, n := range f.games {
			lines, err := a.Log().Read(t.Context(), game)
			if errors.Is(err, ErrDamaged) {
				assert.Contains(t, left, game, what)
				continue
			}
			require.NoError(t, err, what)
			assert.Len(t, lines, n, what)
		}
		for key, want := range f.values {
			text, _, err := a.Log().Get(t.Context(), "guest", key)
			if errors.Is(err, ErrDamaged) {
				assert.Contains(t, left, key, what)
				continue
			}
			require.NoError(t, err, what)
			assert.Equal(t, want, string(text), what)
		}
		require.NoError(t, a.Close())
		require.False(t, t.Failed(), what)
	}
	assert.Positive(t, opened)
}

// TestArchivedRecords damages single records and values in a way that the engine does not notice. The
// archive restores them while the log is open.
func TestArchivedRecords(t *testing.T) {
	t.Parallel()
	f := newArchivedFolder(t)
	f.use(func(a *FolderArchive) {
		f.write(a.Log(), 4)
		db := a.Log().db
		line, err := a.Log().rawValue(recordKey("game0", 1))
		require.NoError(t, err)
		line[5] ^= 1
		require.NoError(t, db.Set(recordKey("game0", 1), line, pebble.Sync)) // this record has a flipped bit
		require.NoError(t, db.Delete(recordKey("game1", 1), pebble.Sync))    // this record is missing
		require.NoError(t, db.Delete(recordKey("game2", 2), pebble.Sync))    // the last record is missing
		value, err := a.Log().rawValue(valueKey("guest", "key0"))
		require.NoError(t, err)
		value[len(value)-1] ^= 1
		require.NoError(t, db.Set(valueKey("guest", "key0"), value, pebble.Sync))
		lost := f.lost(a)
		var items []string
		for _, d := range lost {
			items = append(items, d.Game+d.Key)
		}
		assert.Equal(t, []string{"game0", "game1", "game2", "key0"}, items)
		a.Restore(t.Context(), lost, func(d *Damage, err error) { require.NoError(t, err, d) })
		assert.Empty(t, f.lost(a))
		f.check(a.Log())
		f.write(a.Log(), 0)
	})
	f.use(func(a *FolderArchive) { f.check(a.Log()) })
}

// TestArchivedLater starts an archive for a log that already has games. It checks that the archive
// also removes the items that were deleted while the log was used without an archive.
func TestArchivedLater(t *testing.T) {
	t.Parallel()
	f := newArchivedFolder(t)
	log, err := OpenEmbedded(f.dir, SyncAlways)
	require.NoError(t, err)
	f.write(log, 4)
	require.NoError(t, log.Close())
	f.use(func(a *FolderArchive) { assert.Empty(t, f.lost(a)) })
	log, err = OpenEmbedded(f.dir, SyncAlways) // without the archive
	require.NoError(t, err)
	require.NoError(t, log.DeleteGame(t.Context(), "game0"))
	remove(t, log, "key0")
	delete(f.games, "game0")
	delete(f.values, "key0")
	f.write(log, 1)
	require.NoError(t, log.Close())
	f.checkBoth()
}

// TestArchiveKilled kills a server, so that the archive lags behind. At the next start nothing
// counts as lost, and the archive gets the changes that it lacks.
func TestArchiveKilled(t *testing.T) {
	t.Parallel()
	f := newArchivedFolder(t)
	f.use(func(a *FolderArchive) {
		f.write(a.Log(), 5)
		require.NoError(t, a.Log().DeleteGame(t.Context(), "game0"))
		delete(f.games, "game0")
		copyFolder(t, f.archive, f.archive+afterKill) // copied before the log, so that it lags further behind
		f.write(a.Log(), 1)
		require.NoError(t, a.Log().DeleteGame(t.Context(), "game1"))
		remove(t, a.Log(), "key1")
		delete(f.games, "game1")
		delete(f.values, "key1")
		copyFolder(t, f.dir, f.dir+afterKill)
	})
	replaceFolder(t, f.dir, f.dir+afterKill)
	replaceFolder(t, f.archive, f.archive+afterKill)
	f.checkBoth()
}

// TestArchiveTorn damages a game and a value of the archive. If the data folder may have lost the
// game and the value too, or may have older versions, opening the folders reports both.
func TestArchiveTorn(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(dir string){
		"removed": func(dir string) {
			require.NoError(t, os.RemoveAll(dir))
			require.NoError(t, os.Remove(dir+HeadsSuffix))
		},
		"rolled back": func(dir string) {
			replaceFolder(t, dir, dir+older)
			require.NoError(t, os.Remove(dir+HeadsSuffix))
		},
	} {
		f := newArchivedFolder(t)
		f.use(func(a *FolderArchive) { f.write(a.Log(), 3) })
		copyFolder(t, f.dir, f.dir+older)
		f.use(func(a *FolderArchive) { f.write(a.Log(), 0) })
		archive, err := OpenEmbedded(f.archive, SyncNever)
		require.NoError(t, err)
		require.NoError(t, archive.db.Set(recordKey("game0", 1), []byte("damage"), pebble.Sync))
		require.NoError(t, archive.db.Set(archivedKey("guest", "key0"), []byte("damage"), pebble.Sync))
		require.NoError(t, archive.Close())
		lose(f.dir)
		a, restored, left, err := f.open()
		require.NoError(t, err, name)
		assert.Equal(t, len(f.games)+len(f.values)-2, restored, name)
		require.Len(t, left, 2, name)
		slices.Sort(left)
		assert.Contains(t, left[0], "game game0: the stored data is damaged: the archive's copy is damaged", name)
		assert.Contains(t, left[1], "key key0 in guest: the stored data is damaged: the archive's copy is damaged", name)
		require.NoError(t, a.Close())
	}
}

// TestArchiveContradicts continues an older copy of a folder without its archive. So the folder and
// the archive have different versions of a game, and both stay as they are.
func TestArchiveContradicts(t *testing.T) {
	t.Parallel()
	f := newArchivedFolder(t)
	f.use(func(a *FolderArchive) { extend(t, a.Log(), "game", 3) })
	copyFolder(t, f.dir, f.dir+older)
	f.use(func(a *FolderArchive) { extend(t, a.Log(), "game", 5) })
	replaceFolder(t, f.dir, f.dir+older)
	require.NoError(t, os.Remove(f.dir+HeadsSuffix))
	log, err := OpenEmbedded(f.dir, SyncAlways)
	require.NoError(t, err)
	lines, err := log.Read(t.Context(), "game")
	require.NoError(t, err)
	chain, err := Verify(lines)
	require.NoError(t, err)
	require.NoError(t, log.Append(t.Context(), "game", 3, chain.Seal([]byte(`{"t":"other"}`))))
	require.NoError(t, log.Close())
	const reason = "game game: record 4: the stored data is damaged: the data folder and the archive have different versions of this record"
	for range 2 {
		a, restored, left, err := f.open()
		require.NoError(t, err)
		require.Len(t, f.lost(a), 1)
		assert.Equal(t, reason, f.lost(a)[0].Error())
		assert.Zero(t, restored)
		assert.LessOrEqual(t, len(left), 1)
		require.NoError(t, a.Close())
	}
}

// TestForeignArchive checks that a folder with games refuses the archive of another folder and of a
// cluster, and that it loses nothing.
func TestForeignArchive(t *testing.T) {
	t.Parallel()
	f, other := newArchivedFolder(t), newArchivedFolder(t)
	f.use(func(a *FolderArchive) { f.write(a.Log(), 1) })
	other.use(func(a *FolderArchive) { other.write(a.Log(), 2) })
	own := f.archive
	f.archive = other.archive
	_, _, _, err := f.open()
	require.ErrorIs(t, err, ErrArchive)
	require.ErrorContains(t, err, "it is the archive of another data folder, and this one is not empty")

	f.archive = filepath.Join(t.TempDir(), "cluster")
	kept, err := OpenEmbedded(f.archive, SyncNever)
	require.NoError(t, err)
	extend(t, kept, "game", 1)
	require.NoError(t, kept.Close())
	_, _, _, err = f.open()
	require.ErrorContains(t, err, "it is the archive of a server in a cluster")
	f.archive = own
	f.use(func(a *FolderArchive) { f.check(a.Log()) })
}

// TestFindArchived checks that a command finds what a log lacks, changes nothing until it restores, and
// then restores everything.
func TestFindArchived(t *testing.T) {
	t.Parallel()
	f := newArchivedFolder(t)
	f.use(func(a *FolderArchive) { f.write(a.Log(), 2) })
	copyFolder(t, f.dir, f.dir+older)
	f.use(func(a *FolderArchive) { f.write(a.Log(), 2) })
	replaceFolder(t, f.dir, f.dir+older)
	for n := range 3 {
		a, err := Folder{Dir: f.dir}.FindArchived(f.archive)
		require.NoError(t, err)
		lost := f.lost(a)
		if n == 2 {
			assert.Empty(t, lost)
			f.check(a.Log())
		} else {
			assert.Len(t, lost, len(f.games)+len(f.values))
		}
		if n == 1 {
			a.Restore(t.Context(), lost, func(d *Damage, err error) { assert.NoError(t, err, d) })
		}
		require.NoError(t, a.Trouble())
		require.NoError(t, a.Close())
	}
	f.use(func(a *FolderArchive) { f.check(a.Log()) })
}

// TestArchiveBounded checks that an archive that is too large drops finished games, and does not
// copy them again.
func TestArchiveBounded(t *testing.T) {
	t.Parallel()
	f := newArchivedFolder(t)
	f.use(func(a *FolderArchive) {
		f.write(a.Log(), 4)
		for _, game := range []string{"game0", "game1", "game2"} {
			require.NoError(t, a.Log().Finish(t.Context(), game))
		}
		a.limit = 1
		assert.Empty(t, f.lost(a))
		for range 2 {
			games, err := a.archived.Games(t.Context())
			require.NoError(t, err)
			assert.Equal(t, []string{"game3"}, games)
			assert.Empty(t, f.lost(a))
		}
		f.check(a.Log())
	})
}

// BenchmarkFolderArchive measures appends without and with an archive.
func BenchmarkFolderArchive(b *testing.B) {
	for _, kind := range []string{"alone", "archive"} {
		b.Run(kind, func(b *testing.B) {
			place := Folder{Dir: filepath.Join(b.TempDir(), "data")}
			var log *Embedded
			var err error
			if kind == "alone" {
				log, err = place.Open(SyncAlways)
				require.NoError(b, err)
				b.Cleanup(func() { require.NoError(b, log.Close()) })
			} else {
				a, err := place.OpenArchived(b.Context(), place.Dir+"-archive", 1<<30, func(*Damage, error) {})
				require.NoError(b, err)
				b.Cleanup(func() { require.NoError(b, a.Close()) })
				log = a.Log()
			}
			appendInParallel(b, log)
		})
	}
}

// appendInParallel appends records from 64 goroutines per processor, each to its own game.
func appendInParallel(b *testing.B, log Log) {
	record := Chain{}.Seal([]byte(`{"t":"request","seat":1,"option":3,"salt":"1234567890123456789","at":1764425000000,"bank":60000}`))
	games := make(chan int, 1)
	games <- 0
	b.SetParallelism(64)
	b.RunParallel(func(pb *testing.PB) {
		i := <-games
		games <- i + 1
		game := fmt.Sprint("g", i)
		for n := uint64(0); pb.Next(); n++ {
			if err := log.Append(context.Background(), game, n, record); err != nil {
				b.Error(err)
				return
			}
		}
	})
}
