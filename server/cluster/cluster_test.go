package cluster

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"gamed/ai"
	"gamed/internal/test/leaktest"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/state"
	"gamed/store"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// maxWait is the longest wait for an event. It exceeds the time limit of go test, because an event may
// take minutes on a busy machine.
const maxWait = time.Hour

// startNATS starts a NATS server in this process.
func startNATS(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(maxWait))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s.ClientURL()
}

// A testNode is a node with its connection and its log. The node's clock stands still, so the node never
// takes a slow server for a dead one.
type testNode struct {
	*Node
	t    *testing.T
	conn *nats.Conn
	log  *blockingLog
}

// A blockingLog is a log that can block appends, as a frozen server does.
type blockingLog struct {
	store.Log
	held chan string // the game of each blocked append
	errs chan error  // of blocked appends

	silent   atomic.Bool  // if set, Live returns an error
	lists    func()       // called by Live, unless nil
	appended func()       // called after a record is in the log, unless nil
	read     func() error // called by Read, which returns its error, unless nil

	mu      sync.Mutex
	blocked chan struct{} // blocks appends until it is closed; nil while appends are not blocked
}

func (g *blockingLog) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	g.mu.Lock()
	blocked := g.blocked
	g.mu.Unlock()
	if blocked == nil {
		err := g.Log.Append(ctx, id, expect, record)
		if err == nil && g.appended != nil {
			g.appended()
		}
		return err
	}
	g.held <- id
	<-blocked
	err := g.Log.Append(ctx, id, expect, record)
	g.errs <- err
	return err
}

func (g *blockingLog) Live(ctx context.Context) ([]string, error) {
	if g.silent.Load() {
		return nil, store.ErrUnavailable
	}
	if g.lists != nil {
		g.lists()
	}
	return g.Log.Live(ctx)
}

func (g *blockingLog) Read(ctx context.Context, id string) ([][]byte, error) {
	if g.read != nil {
		if err := g.read(); err != nil {
			return nil, err
		}
	}
	return g.Log.Read(ctx, id)
}

func (g *blockingLog) freeze() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.blocked = make(chan struct{})
}

func (g *blockingLog) thaw() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.blocked)
	g.blocked = nil
}

func startNode(t *testing.T, url string) *testNode {
	t.Helper()
	return startNodeOf(t, url, elements.Rules)
}

// startNodeOf starts a node with the given rulesets.
func startNodeOf(t *testing.T, url string, rules ...state.Dealer) *testNode {
	t.Helper()
	b := newNode(t, url, rules...)
	_, err := b.Recover(t.Context())
	require.NoError(t, err)
	return b
}

// newNode returns a node that has not joined the cluster.
func newNode(t *testing.T, url string, rules ...state.Dealer) *testNode {
	t.Helper()
	conn, err := nats.Connect(url, Options()...)
	require.NoError(t, err)
	log, err := store.OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	b := &testNode{t: t, conn: conn, log: &blockingLog{Log: log, held: make(chan string, 10), errs: make(chan error, 10)}}
	b.Node = New(conn, "test", hub.Config{
		Rules: rules, Bots: ai.Roster{}, Log: b.log, KV: log, Program: "test", MaxGames: 100, MaxUnfinished: 100, KeepFinished: 3,
	})
	stopClock(b.Node)
	t.Cleanup(func() {
		if conn.IsClosed() { // disconnect has closed the connection, and the node's games wait for the log
			require.NoError(t, log.Close())
		}
		_ = b.Close(context.Background())
		require.NoError(t, log.Close())
		conn.Close()
	})
	return b
}

// stopClock stops the clock of a node that has not joined the cluster, and its routine inventories,
// which would hide a missed event.
func stopClock(n *Node) {
	n.now = func() time.Time { return time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC) }
	n.listWait, n.interval = maxWait, maxWait
}

// startNodes starts nodes and waits until they have received each other's heartbeats.
func startNodes(t *testing.T, url string, n int) []*testNode {
	t.Helper()
	var nodes []*testNode
	for range n {
		nodes = append(nodes, startNode(t, url))
	}
	awaitPeers(t, nodes)
	return nodes
}

// awaitPeers waits until all nodes have received each other's heartbeats and know no other node.
func awaitPeers(t *testing.T, nodes []*testNode) {
	t.Helper()
	for _, b := range nodes {
		require.Eventually(t, func() bool {
			b.mu.Lock()
			defer b.mu.Unlock()
			for _, other := range nodes {
				if other.id != b.id && b.peers[other.id] == nil {
					return false
				}
			}
			return len(b.peers) == len(nodes)-1
		}, maxWait, time.Millisecond)
	}
}

// disconnect closes the connection of a node, as if its process were killed.
func (b *testNode) disconnect() { b.conn.Close() }

// expirePeer makes a dead peer silent for longer than deadAfter, and waits until the heartbeat of
// this node has removed the peer.
func (b *testNode) expirePeer(dead *testNode) {
	b.t.Helper()
	require.Eventually(b.t, func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		p := b.peers[dead.id]
		if p != nil { // the peer's last heartbeat may arrive late
			p.lastHeartbeat = b.now().Add(-2 * deadAfter)
		}
		return p == nil
	}, maxWait, time.Millisecond)
}

func (b *testNode) duel() string {
	b.t.Helper()
	info, err := b.Create(b.t.Context(), hub.Spec{Request: hub.Request{Rules: "elements", Seats: make([]hub.SeatSpec, 2), RulesOptions: map[string]string{"turns": "30"}}})
	require.NoError(b.t, err)
	return info.ID
}

type recorder chan any

func (r recorder) WriteJSON(v protocol.ServerMessage) error {
	r <- v
	return nil
}
