package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/store"
)

// An archivedServer has one NATS server, whose files a test damages, and the folders of two
// archives.
type archivedServer struct {
	t       *testing.T
	options server.Options
	archive [2]string // folders of the archives of the two gamed servers
}

func newArchivedServer(t *testing.T) *archivedServer {
	return &archivedServer{t: t, archive: [2]string{t.TempDir(), t.TempDir()}, options: server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true, SyncAlways: true,
	}}
}

// run starts the NATS server, calls do with the stores of two gamed servers, and stops the NATS server.
func (s *archivedServer) run(do func(ctx context.Context, js jetstream.JetStream, one, two *store.Archive)) {
	s.t.Helper()
	running, err := server.NewServer(&s.options)
	require.NoError(s.t, err)
	running.Start()
	require.True(s.t, running.ReadyForConnections(time.Minute))
	var all [2]*store.Archive
	var js jetstream.JetStream
	for i := range all {
		log, conn := dialJetStream(s.t, running, "test")
		defer conn.Close()
		all[i], err = store.OpenArchive(log, s.archive[i], 1<<30)
		require.NoError(s.t, err)
		js, err = jetstream.New(conn)
		require.NoError(s.t, err)
	}
	do(s.t.Context(), js, all[0], all[1])
	for _, a := range all {
		require.NoError(s.t, a.Close())
	}
	running.Shutdown()
	running.WaitForShutdown()
}

// files returns the stopped server's files that match a pattern, of the logs or of a bucket.
func (s *archivedServer) files(pattern string) []string {
	s.t.Helper()
	files, err := filepath.Glob(filepath.Join(s.options.StoreDir, "jetstream/*/streams", pattern))
	require.NoError(s.t, err)
	require.NotEmpty(s.t, files)
	return files
}

// lost returns the losses that an archive finds.
func lost(ctx context.Context, t *testing.T, a *store.Archive, thorough bool) []*store.Damage {
	t.Helper()
	all, err := a.Lost(ctx, thorough, unpaced)
	require.NoError(t, err)
	return all
}

// restore restores the losses that an archive finds. It returns the number of losses, and an error for each
// loss that the archive cannot restore.
func restore(ctx context.Context, t *testing.T, a *store.Archive, thorough bool) (done int, left []error) {
	t.Helper()
	a.Restore(ctx, lost(ctx, t, a, thorough), func(_ *store.Damage, err error) {
		if done++; err != nil {
			left = append(left, err)
		}
	})
	return done, left
}

// TestArchiveRestores damages the files of a NATS server that has the only replica. Two gamed
// servers have written games and values to the NATS server. Each gamed server restores its own
// games and values.
func TestArchiveRestores(t *testing.T) {
	t.Parallel() // the test mostly waits
	truncate := func(name string) error {
		info, err := os.Stat(name)
		if err == nil {
			err = os.Truncate(name, info.Size()/2)
		}
		return err
	}
	for name, c := range map[string]struct {
		pattern string
		damage  func(name string) error
		rest    bool // a part of the games and values remains
	}{
		"logs cut":        {"GAMED_test_[0-9]/msgs/*.blk", truncate, true},
		"values cut":      {"GAMED_test_KV_guest/msgs/*.blk", truncate, true},
		"values gone":     {"GAMED_test_KV_guest", os.RemoveAll, true},
		"everything cut":  {"*/msgs/*.blk", truncate, true},
		"everything gone": {"GAMED*", os.RemoveAll, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newArchivedServer(t)
			w := &gameWriter{lines: make(map[string][]string), values: make(map[string]string)}
			s.run(func(ctx context.Context, _ jetstream.JetStream, one, two *store.Archive) {
				for range 6 {
					w.log = one
					w.write(ctx, t, 1)
					w.log = two
					w.write(ctx, t, 1)
				}
				assert.Empty(t, lost(ctx, t, one, true))
				assert.Empty(t, lost(ctx, t, two, true))
			})
			for _, file := range s.files(c.pattern) {
				require.NoError(t, c.damage(file))
			}
			s.run(func(ctx context.Context, _ jetstream.JetStream, one, two *store.Archive) {
				all := 0
				for _, a := range []*store.Archive{one, two} {
					n, left := restore(ctx, t, a, true)
					assert.Empty(t, left)
					all += n
				}
				assert.Positive(t, all)
				assert.Equal(t, c.rest, all < len(w.lines)+len(w.values), "%d of %d", all, len(w.lines)+len(w.values))
				assert.Empty(t, lost(ctx, t, one, true))
				assert.Empty(t, lost(ctx, t, two, true))
				w.check(ctx, t, one.JetStream)
				live, err := two.Live(ctx)
				require.NoError(t, err)
				assert.Empty(t, live, "all games are finished")
				w.log = one
				w.write(ctx, t, 1)
				w.check(ctx, t, two.JetStream)
			})
		})
	}
}

// TestArchiveSilentStream checks that an archive finds and restores a lost value while the stream of another
// bucket does not respond.
func TestArchiveSilentStream(t *testing.T) {
	t.Parallel() // the test mostly waits
	s := newArchivedServer(t)
	s.run(func(ctx context.Context, _ jetstream.JetStream, one, _ *store.Archive) {
		for _, bucket := range []string{"guest", "later"} {
			_, err := one.Put(ctx, bucket, "k", []byte("v"), 0)
			require.NoError(t, err)
		}
		assert.Empty(t, lost(ctx, t, one, false))
	})
	for _, folder := range s.files("GAMED_test_KV_later") {
		require.NoError(t, os.RemoveAll(folder))
	}
	s.options.NoAuthUser = "gamed"
	s.options.Users = []*server.User{{Username: "gamed", Password: "gamed", Permissions: &server.Permissions{
		Publish: &server.SubjectPermission{Deny: []string{"$JS.API.STREAM.INFO.GAMED_test_KV_guest"}},
	}}}
	s.run(func(ctx context.Context, _ jetstream.JetStream, one, _ *store.Archive) {
		all, err := one.Lost(ctx, false, unpaced)
		require.ErrorIs(t, err, store.ErrUnavailable)
		assert.ErrorContains(t, err, "bucket guest")
		require.Len(t, all, 1)
		assert.Equal(t, "later", all[0].Bucket)
		one.Restore(ctx, all, func(_ *store.Damage, err error) { assert.NoError(t, err) })
		value, _, err := one.Get(ctx, "later", "k")
		require.NoError(t, err)
		assert.Equal(t, "v", string(value))
	})
}

// TestArchiveMissingStart removes the first records of a game, and checks that Read reports damage until the
// archive has written the whole game again.
func TestArchiveMissingStart(t *testing.T) {
	t.Parallel()
	s := newArchivedServer(t)
	s.run(func(ctx context.Context, js jetstream.JetStream, one, _ *store.Archive) {
		w := &gameWriter{log: one, lines: make(map[string][]string), values: make(map[string]string)}
		w.write(ctx, t, 3)
		purge(ctx, t, js, "g1", jetstream.WithPurgeKeep(8))
		_, err := one.Read(ctx, "g1")
		require.ErrorIs(t, err, store.ErrDamaged)
		n, left := restore(ctx, t, one, false)
		assert.Equal(t, 1, n)
		assert.Empty(t, left)
		w.check(ctx, t, one.JetStream)
	})
}

// TestArchiveRepeatedRecords stores records of a finished game a second time, as a change of the leader can
// do. The archive restores the log so that it has each record once.
func TestArchiveRepeatedRecords(t *testing.T) {
	t.Parallel()
	s := newArchivedServer(t)
	s.run(func(ctx context.Context, js jetstream.JetStream, one, _ *store.Archive) {
		w := &gameWriter{log: one, lines: make(map[string][]string), values: make(map[string]string)}
		w.write(ctx, t, 3)
		assert.Empty(t, lost(ctx, t, one, true))
		for i := range 3 {
			subject := fmt.Sprintf("gamed.test.log.%d.g1", i)
			stream, err := js.Stream(ctx, fmt.Sprintf("GAMED_test_%d", i))
			require.NoError(t, err)
			if _, err := stream.GetLastMsgForSubject(ctx, subject); err != nil {
				continue
			}
			for n := 15; n < 18; n++ {
				_, err := js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: []byte(w.lines["g1"][n]), Header: nats.Header{"Gamed-Record": {fmt.Sprint(n)}}})
				require.NoError(t, err)
			}
		}
		n, left := restore(ctx, t, one, false)
		assert.Equal(t, 1, n)
		assert.Empty(t, left)
		w.check(ctx, t, one.JetStream)
	})
}

// purge removes messages of a game directly in NATS, so that the gamed servers do not know of the
// removal.
func purge(ctx context.Context, t *testing.T, js jetstream.JetStream, game string, options ...jetstream.StreamPurgeOpt) {
	t.Helper()
	for i := range 3 {
		stream, err := js.Stream(ctx, fmt.Sprintf("GAMED_test_%d", i))
		require.NoError(t, err)
		require.NoError(t, stream.Purge(ctx, append(options, jetstream.WithPurgeSubject(fmt.Sprintf("gamed.test.log.%d.%s", i, game)))...))
	}
}

// TestArchiveOwner checks that the owner of a game can continue the game after the cluster has lost
// it. If another server has begun the lost game anew, the archive reports the game and does not
// restore it.
func TestArchiveOwner(t *testing.T) {
	t.Parallel()
	s := newArchivedServer(t)
	s.run(func(ctx context.Context, js jetstream.JetStream, one, two *store.Archive) {
		lines := sealedLog("first", 6)
		add(t, one, "mine", 0, lines[:4]...)
		add(t, one, "ours", 0, lines[:4]...)
		assert.Empty(t, lost(ctx, t, one, true))
		purge(ctx, t, js, "mine")
		purge(ctx, t, js, "ours")
		add(t, one, "mine", 4, lines[4:]...)
		assert.Equal(t, lines, read(t, one.JetStream, "mine"))

		// The second server begins the same game anew, so its records contradict the first ones.
		other := sealedLog("second", 6)
		add(t, two, "ours", 0, other...)
		require.ErrorIs(t, one.Append(ctx, "ours", 4, []byte(lines[4])), store.ErrFenced)
		_, err := one.Read(ctx, "ours")
		var d *store.Damage
		require.ErrorAs(t, err, &d)
		assert.Equal(t, "game ours: record 1: the stored data is damaged: the cluster lost this record, which it had acknowledged, and then stored another one; the archive has the first", d.Error())
		assert.Equal(t, other, read(t, two, "ours"), "the second server knows no other log")
		purge(ctx, t, js, "ours", jetstream.WithPurgeKeep(3))
		n, left := restore(ctx, t, one, false)
		assert.Equal(t, 1, n)
		assert.Len(t, left, 1)
		n, left = restore(ctx, t, two, false)
		assert.Equal(t, 1, n)
		assert.Empty(t, left)
		assert.Equal(t, other, read(t, two, "ours"))
	})
	// An operator chooses the first version, for the archives of both servers.
	s.run(func(ctx context.Context, _ jetstream.JetStream, one, _ *store.Archive) {
		b, err := one.Branches(ctx, "ours")
		require.NoError(t, err)
		assert.Equal(t, []int{0, 6, 4}, []int{b.Common, len(b.Store), len(b.Archive)})
		require.NoError(t, one.KeepArchive(ctx, b))
	})
	s.run(func(ctx context.Context, _ jetstream.JetStream, one, two *store.Archive) {
		b, err := two.Branches(ctx, "ours")
		require.NoError(t, err)
		require.NoError(t, two.KeepStore(ctx, b))
		lines := sealedLog("first", 6)
		add(t, one, "ours", 4, lines[4:]...)
		for _, a := range []*store.Archive{one, two} {
			assert.Equal(t, lines, read(t, a, "ours"))
			assert.Empty(t, lost(ctx, t, a, true))
			_, err = a.Branches(ctx, "ours")
			require.ErrorIs(t, err, store.ErrNoBranches)
		}
	})
}

// sealedLog returns a log of n records.
func sealedLog(name string, n int) (lines []string) {
	var chain store.Chain
	for range n {
		line := chain.Seal(fmt.Appendf(nil, `{"by":%q,"n":%d}`, name, len(lines)))
		chain = store.After(line)
		lines = append(lines, string(line))
	}
	return lines
}

// TestArchiveDeletions checks that no archive counts a deleted game or value as lost, whichever server
// has deleted it.
func TestArchiveDeletions(t *testing.T) {
	t.Parallel()
	s := newArchivedServer(t)
	s.run(func(ctx context.Context, _ jetstream.JetStream, one, two *store.Archive) {
		w := &gameWriter{log: one, lines: make(map[string][]string), values: make(map[string]string)}
		w.write(ctx, t, 4)
		require.NoError(t, two.DeleteGame(ctx, "g0"))
		require.NoError(t, one.DeleteGame(ctx, "g1"))
		for i, log := range []*store.Archive{two, one} {
			_, revision, err := one.Get(ctx, "guest", fmt.Sprintf("g%d", i))
			require.NoError(t, err)
			require.NoError(t, log.Delete(ctx, "guest", fmt.Sprintf("g%d", i), revision))
		}
		assert.Empty(t, lost(ctx, t, one, true))
		assert.Empty(t, lost(ctx, t, two, true))
		for _, log := range []*store.Archive{one, two} {
			games, err := log.Games(ctx)
			require.NoError(t, err)
			assert.Equal(t, []string{"g2", "g3"}, games)
			keys, err := log.Keys(ctx, "guest", "")
			require.NoError(t, err)
			assert.Equal(t, []string{"g2", "g3"}, keys)
		}
	})
}

// TestArchiveAdoption checks that an archive also gets the records that another server wrote,
// once its server continues the game.
func TestArchiveAdoption(t *testing.T) {
	t.Parallel()
	s := newArchivedServer(t)
	lines := sealedLog("both", 9)
	s.run(func(ctx context.Context, _ jetstream.JetStream, one, two *store.Archive) {
		add(t, one, "g", 0, lines[:5]...)
		add(t, two, "g", 5, lines[5:]...)
		assert.Empty(t, lost(ctx, t, two, false))
	})
	log, err := store.FindEmbedded(s.archive[1], store.SyncNever)
	require.NoError(t, err)
	assert.Equal(t, lines, read(t, log, "g"))
	require.NoError(t, log.Close())
}

// BenchmarkArchive appends records of 64 games to one NATS server that syncs every record, alone and
// with an archive.
func BenchmarkArchive(b *testing.B) {
	for _, kind := range []string{"alone", "archive"} {
		b.Run(kind, func(b *testing.B) {
			var log store.Log = openJetStream(b, natstest.RunServer(b), "test")
			if kind == "archive" {
				archived, err := store.OpenArchive(log.(*store.JetStream), b.TempDir(), 1<<30)
				require.NoError(b, err)
				b.Cleanup(func() { require.NoError(b, archived.Close()) })
				log = archived
			}
			record := []byte(strings.Repeat("x", 160))
			var games atomic.Int64
			b.SetParallelism(64 / runtime.GOMAXPROCS(0))
			b.RunParallel(func(pb *testing.PB) {
				game := fmt.Sprint("g", games.Add(1))
				for n := uint64(0); pb.Next(); n++ {
					if err := log.Append(context.Background(), game, n, record); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
