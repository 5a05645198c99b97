package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/game"
	"gamed/store"
)

// TestStorageOfACluster moves a game from a folder into a cluster and back.
func TestStorageOfACluster(t *testing.T) {
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
	code := run(t.Context(), environ{nil, &out, &said, builtinGames}, append(append([]string{"import"}, flags...), file))
	require.Zero(t, code, said.String())
	assert.Equal(t, "1 game in cluster main\n", out.String())
	for _, command := range []string{"doctor", "export"} {
		code = run(t.Context(), environ{nil, &out, &said, builtinGames}, []string{command, "--cluster", "mian", "--nats", n.ClientURL()})
		assert.Equal(t, 2, code)
		assert.Equal(t, "gamed "+command+": --cluster: no cluster is called \"mian\"\n", said.String())
		said.Reset()
	}
	out.Reset()
	code = run(t.Context(), environ{nil, &out, &said, builtinGames}, append([]string{"export"}, flags...))
	require.Zero(t, code, said.String())
	assert.Contains(t, out.String(), log)

	s := storage{data: t.TempDir()}
	folder, err := s.open(t.Context(), store.SyncNever, nil)
	require.NoError(t, err)
	games, err := game.Import(t.Context(), folder, strings.NewReader(out.String()))
	require.NoError(t, err)
	assert.Equal(t, 1, games)
	require.NoError(t, folder.Close())
	_, err = (&storage{cluster: cluster{name: "a.b"}, replicas: 1}).existing(context.Background(), environ{})
	assert.ErrorContains(t, err, `--cluster: cluster: name "a.b": use up to 32 letters, digits and dashes`)
}
