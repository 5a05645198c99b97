package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/server/lobby"
	"gamed/store"
	"gamed/transfer"
)

// TestStorageOfACluster checks that a game can be copied from a file into a cluster, and from there into a
// data folder. A wrong cluster name must be an error. For a damaged value on a cluster, doctor must not
// advise to restore a folder.
func TestStorageOfACluster(t *testing.T) {
	t.Parallel()
	n, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: nats.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	require.NoError(t, err)
	n.Start()
	require.True(t, n.ReadyForConnections(10*time.Second))
	defer func() {
		n.Shutdown()
		n.WaitForShutdown()
	}()
	const log = "{\"t\":\"header\",\"header\":{\"game\":\"0123456789\"}}\n{\"t\":\"end\"}\n"
	file := filepath.Join(t.TempDir(), "all.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(log), 0o600))
	flags := []string{"--cluster", "main", "--nats", n.ClientURL(), "--replicas", "1"}
	var out, said strings.Builder
	code := run(t.Context(), environ{nil, &out, &said, builtinGames()}, append(append([]string{"import"}, flags...), file))
	require.Zero(t, code, said.String())
	assert.Equal(t, "1 game in cluster main\n", out.String())
	for _, command := range []string{"doctor", "export"} {
		code = run(t.Context(), environ{nil, &out, &said, builtinGames()}, []string{command, "--cluster", "mian", "--nats", n.ClientURL()})
		assert.Equal(t, 2, code)
		assert.Equal(t, "gamed "+command+": --cluster: no cluster is called \"mian\"\n", said.String())
		said.Reset()
	}
	out.Reset()
	code = run(t.Context(), environ{nil, &out, &said, builtinGames()}, append([]string{"export"}, flags...))
	require.Zero(t, code, said.String())
	assert.Contains(t, out.String(), log)
	exported := out.String()

	shared, err := store.FindJetStream(t.Context(), natstest.Connect(t, n), "main")
	require.NoError(t, err)
	_, err = shared.Put(t.Context(), lobby.ResultBucket, "0123456789", []byte("no result"), 0)
	require.NoError(t, err)
	require.NoError(t, shared.Close())
	code = run(t.Context(), environ{nil, &out, &said, builtinGames()}, append([]string{"doctor"}, flags[:4]...))
	assert.Equal(t, 1, code)
	assert.Contains(t, said.String(), "1 item damaged or missing: run gamed doctor --repair with the archive of each server, import a backup into a new cluster, or go on without these items")

	s := storageOptions{data: t.TempDir()}
	folder, err := s.open(t.Context(), store.SyncNever, nil)
	require.NoError(t, err)
	games, err := transfer.Import(t.Context(), folder, strings.NewReader(exported))
	require.NoError(t, err)
	assert.Equal(t, 1, games)
	require.NoError(t, folder.Close())
	_, err = (&storageOptions{cluster: clusterOptions{name: "a.b"}, replicas: 1}).openExisting(context.Background(), environ{})
	assert.ErrorContains(t, err, `--cluster: cluster: name "a.b": use 1 to 32 letters from A to Z, digits and dashes`)
}

// TestUnsafeNATS checks that a server refuses NATS servers that may lose acknowledged moves, and that
// --unsafe-nats turns each reason into a warning.
func TestUnsafeNATS(t *testing.T) {
	t.Parallel()
	c := natstest.RunCluster(t, func(i int, o *nats.Options) { o.SyncAlways = i != 2 })
	var said strings.Builder
	serve := func(ctx context.Context, out io.Writer, more ...string) int {
		said.Reset()
		flags := []string{"serve", "--addr", "127.0.0.1:0", "--cluster", "main", "--nats", c.URLs(), "--nats-monitor", c.Monitors(), "--archive", t.TempDir()}
		return run(ctx, environ{nil, out, &said, builtinGames()}, append(flags, more...))
	}
	const unsynced = "this NATS cluster may lose acknowledged moves: NATS server n3 syncs its files every 2m0s: set jetstream { sync_interval: always } and restart it"
	const few = "--replicas 1: a cluster that loses a disk keeps its games with at least 3"
	assert.Equal(t, 1, serve(t.Context(), io.Discard))
	assert.Equal(t, "gamed serve: "+unsynced+"; --unsafe-nats starts the server anyway\n", said.String())
	assert.Equal(t, 2, serve(t.Context(), io.Discard, "--replicas", "1"))
	assert.Equal(t, "gamed serve: "+few+"; --unsafe-nats starts the server anyway\n", said.String())

	ctx, cancel := context.WithCancel(t.Context())
	printed, out := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- serve(ctx, out, "--replicas", "1", "--unsafe-nats")
		_ = out.Close() // unblocks the reader if the server does not start
	}()
	_, err := fmt.Fscanf(printed, "Gamed listens on")
	cancel()
	_, _ = io.Copy(io.Discard, printed)
	assert.Zero(t, <-code, said.String())
	require.NoError(t, err)
	for _, why := range []string{few, unsynced, "stream GAMED_main_0 has fewer than 3 replicas"} {
		assert.Regexp(t, `"level":"warn".*`+regexp.QuoteMeta(why), said.String())
	}
}

// TestReplicated runs the commands that need a cluster of NATS servers on the same three servers.
func TestReplicated(t *testing.T) {
	t.Parallel()
	c := natstest.RunCluster(t, nil)
	t.Run("doctor", func(t *testing.T) { testDoctorReplicas(t, c) })
	t.Run("branch", func(t *testing.T) { testBranchCluster(t, c) })
}

// testDoctorReplicas checks that doctor names a damaged replica on a cluster, and repairs it only with
// --repair. The test repairs a replica only with the flag -all-replicas, because NATS takes several
// attempts of some seconds each. The tests of package store always repair one.
func testDoctorReplicas(t *testing.T, c *natstest.Cluster) {
	const log = "{\"t\":\"header\",\"header\":{\"game\":\"0123456789\"}}\n{\"t\":\"end\"}\n"
	file := filepath.Join(t.TempDir(), "all.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(log), 0o600))
	var out, said strings.Builder
	gamed := func(args ...string) int {
		out.Reset()
		said.Reset()
		return run(t.Context(), environ{nil, &out, &said, builtinGames()}, append(args, "--cluster", "main", "--nats", c.URLs()))
	}
	require.Zero(t, gamed("import", file), said.String())
	for i := range 3 {
		c.AwaitHealthy(i)
	}
	doctor := func(args ...string) (code int) {
		for code = gamed(append([]string{"doctor"}, args...)...); strings.Contains(said.String(), "; try again:"); { // a busy machine answers late
			code = gamed(append([]string{"doctor"}, args...)...)
		}
		return code
	}
	doctor() // fails: the header of the game names no ruleset
	assert.Contains(t, out.String(), "on all replicas of 4 streams: 0 damaged")
	doctor("--repair")
	assert.Contains(t, out.String(), "0 replicas repaired\n")
	assert.Contains(t, out.String(), ": 0 damaged")
	c.Stop(1)
	c.Truncate(1)
	c.Start(1)
	c.AwaitHealthy(1)
	code := doctor()
	for strings.Contains(out.String(), "not compared") { // a replica may still be catching up
		code = doctor()
	}
	assert.Equal(t, 1, code)
	assert.Contains(t, out.String(), "on NATS server n2: the stored data is damaged: missing 2,")
	assert.Contains(t, out.String(), "game 0123456789: the stored data is damaged: a replica on NATS server n2 differs")
	assert.Contains(t, said.String(), "run gamed doctor --repair")
	if *natstest.AllReplicas {
		doctor("--repair")
		assert.Contains(t, out.String(), " repaired\n")
		assert.Contains(t, out.String(), ": 0 damaged")
	}
	out.Reset()
	assert.Equal(t, 2, run(t.Context(), environ{nil, &out, &said, builtinGames()}, []string{"doctor", "--repair"}))
	assert.Contains(t, said.String(), "--repair: a folder has no replicas")
}
