package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/internal/test/natstest"
	"gamed/store"
)

// A forkedCluster is a cluster with the second version of a game. The archive of a stopped server
// has the first version.
type forkedCluster struct {
	*forkedGame
	nats    *natstest.Cluster
	archive string
}

// open opens the cluster's store with the archive.
func (f *forkedCluster) open(t *testing.T) *store.Archive {
	t.Helper()
	log, err := store.OpenJetStream(t.Context(), f.nats.Connect(), "branch", 3)
	require.NoError(t, err)
	a, err := store.OpenArchive(log, f.archive, 1<<30)
	require.NoError(t, err)
	return a
}

// fork removes the game from the cluster, as damaged NATS servers may, and stores the second version. The
// server that stores it has no archive.
func (f *forkedCluster) fork(t *testing.T) {
	t.Helper()
	conn := f.nats.Connect()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	for i := range 3 {
		stream, err := js.Stream(t.Context(), fmt.Sprintf("GAMED_branch_%d", i))
		require.NoError(t, err)
		require.NoError(t, stream.Purge(t.Context()))
	}
	log, err := store.OpenJetStream(t.Context(), conn, "branch", 3)
	require.NoError(t, err)
	f.appendTo(t, log, f.second, 0)
	require.NoError(t, log.Close())
}

// testBranchCluster checks that gamed branch shows the versions of a game in a cluster and in the archive of
// a stopped server. With --keep the command must keep one version and write the other one to a file.
func testBranchCluster(t *testing.T, c *natstest.Cluster) {
	f := &forkedCluster{newForkedGame(t, later), c, filepath.Join(t.TempDir(), "archive")}
	a := f.open(t)
	f.appendTo(t, a, f.first, 0)
	require.NoError(t, a.Close())
	var out, said bytes.Buffer
	gamed := func(args ...string) int {
		out.Reset()
		said.Reset()
		return run(t.Context(), environ{nil, &out, &said, builtinGames()}, append(args, "--cluster", "branch", "--nats", c.URLs(), "--archive", f.archive))
	}
	for _, keep := range []string{"archive", "cluster"} {
		f.fork(t)
		require.Equal(t, 0, gamed("branch", f.id), said.String())
		assert.Contains(t, out.String(), "the cluster and the archive have the same")
		assert.Regexp(t, `cluster  1 record after these, with \d choices?; the last at 2\d`, out.String())
		assert.Contains(t, out.String(), "archive  3 records after these, with ")
		assert.Contains(t, out.String(), "keep one with --keep cluster or --keep archive")
		file := filepath.Join(t.TempDir(), "other.jsonl")
		assert.Equal(t, 2, gamed("branch", f.id, "--keep", "folder", "--out", file))
		assert.Contains(t, said.String(), `--keep "folder": use archive or cluster`)
		require.Equal(t, 0, gamed("branch", f.id, "--keep", keep, "--out", file), said.String())
		assert.Contains(t, out.String(), "the version of the "+keep+" is kept")
		want, other := f.first, f.second
		if keep == "cluster" {
			want, other = other, want
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(bytes.Join(other, []byte("\n")))+"\n", string(text))
		a := f.open(t)
		lost, err := a.Lost(t.Context(), true, noPace)
		require.NoError(t, err)
		assert.Empty(t, lost)
		lines, err := a.JetStream.Read(t.Context(), f.id)
		require.NoError(t, err)
		assert.Equal(t, want, lines)
		require.NoError(t, a.Close())
		assert.Equal(t, 1, gamed("branch", f.id))
		assert.Contains(t, said.String(), store.ErrNoBranches.Error())
	}
}
