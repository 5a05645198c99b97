package server_test

import (
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	driver "github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/server/cluster"
	"gamed/server/hub"
	"gamed/store"
)

// startCluster starts servers that share their games. Each function in adapt changes each Config.
func startCluster(t *testing.T, n int, adapt ...func(i int, c *server.Config)) []*testServer {
	t.Helper()
	s, err := nats.NewServer(&nats.Options{
		Host: "127.0.0.1", Port: nats.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(responseTimeout))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	servers := make([]*testServer, n)
	for i := range servers {
		conn, err := driver.Connect(s.ClientURL(), cluster.Options()...)
		require.NoError(t, err)
		t.Cleanup(conn.Close)
		log, err := store.OpenJetStream(t.Context(), conn, "test", 1)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, log.Close()) })
		c := server.Config{
			Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: log, Limits: fast(),
			OpenGames: func(c hub.Config) (*hub.Hub, hub.Games) {
				n := cluster.New(conn, "test", c)
				return n.Hub, n
			},
		}
		for _, do := range adapt {
			do(i, &c)
		}
		servers[i] = startConfig(t, c)
	}
	return servers
}

// TestCluster checks a game of one server that clients play through another server, with a forward
// model. When the first server stops, the second must take over the game, and the players return by
// key.
func TestCluster(t *testing.T) {
	t.Parallel()
	servers := startCluster(t, 2)
	first, second := servers[0], servers[1]
	id := first.create(t, `{"rules":"elements","seats":[{},{}],"table":{"turns":"20"},"forks":{"worlds":4,"steps":1000}}`)
	ada, bea := second.join(t, id), second.join(t, id)
	assert.Contains(t, ada.seen[len(ada.seen)-1], `"budget":{"worlds":4,"steps":1000}`)
	asked := ada.openDecision()["decision"].(map[string]any)
	assert.Equal(t, asked["options"], ada.world(`{"type":"fork","seed":1}`)["options"])
	ada.choose(asked["id"], 0)
	ada.next("update")

	require.Eventually(t, func() bool {
		_, list := second.get(t, "/api/games")
		games := object(t, list)["games"].([]any)
		return len(games) == 1 && games[0].(map[string]any)["id"] == id
	}, responseTimeout, 10*time.Millisecond)
	require.NoError(t, first.stop())
	ends := make(chan map[string]any)
	for seed, c := range []*client{ada, bea} {
		go func() {
			var over map[string]any
			for over == nil {
				if over, _ = c.play(uint64(seed)); over == nil {
					again := second.greet(t)
					again.send(`{"type":"join","game":"` + id + `","key":"` + c.key + `"}`)
					c.conn, again.conn = again.conn, c.conn
				}
			}
			ends <- over
		}()
	}
	assert.Equal(t, (<-ends)["won"], (<-ends)["won"])
	status, log := second.get(t, "/api/games/"+id+"/log")
	assert.Equal(t, 200, status)
	assert.Contains(t, log, `"t":"epoch"`)
}
