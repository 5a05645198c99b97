// Package cluster lets several servers share their games over NATS.
//
// Each game has one owner, the server that the last epoch record in the game's log names.
// Ownership does not depend on a clock or a lease. The log accepts a record only at its next
// position, so a server that was replaced cannot write, even if it was frozen and wakes up.
// All other mechanisms only help to find the owner quickly. Errors in them are harmless:
//
//   - An owner subscribes to a subject for each of its games. If a request to this subject gets no
//     answer, the server that the hash of the game's id selects takes over the game.
//   - Servers send heartbeats. When a server stops or its heartbeats cease, the others make an
//     inventory of all games and adopt those without an owner.
//   - A server forwards the messages between its clients and games on other servers.
//
// Players never connect to NATS.
package cluster

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/server/hub"
)

// A Node is a server in a cluster. It holds its own games and gives access to the games on
// other servers. Its methods may be called from any goroutine.
type Node struct {
	Hub *hub.Hub // the games that this server owns

	config hub.Config
	conn   *nats.Conn
	name   string // of the cluster
	id     string // unique to this run of the server

	now                     func() time.Time
	listWait, inventoryWait time.Duration // for the answers of the other servers
	interval                time.Duration // between routine inventories

	group           sync.WaitGroup
	closing         context.Context
	stop            context.CancelFunc
	recovered       chan struct{}
	ownerRequests   chan *nats.Msg // requests for the owner of a game
	outgoing        chan *nats.Msg
	outgoingBytes   atomic.Int64  // bytes in outgoing
	reconcileWanted chan struct{} // holds an element when reconcile must run
	lastBeat        atomic.Int64  // the time of the last own heartbeat, in ns since 1970
	staleHeartbeat  atomic.Int64  // counts.lateHeartbeats at the last late heartbeat, 0 after reconcile
	beats           int           // heartbeats with a connection; only the heartbeat goroutine uses it
	adopting        atomic.Int64  // games that reconcile is taking
	adoptingKnown   atomic.Bool   // there has been an inventory since the start
	logSilent       atomic.Bool   // the log did not list the games
	isolatedSince   atomic.Int64  // the start of isolation, in ns since 1970, or 0
	counts          counts

	mu        sync.Mutex
	gameSubs  map[string]*nats.Subscription // by game
	goneGames []string                      // games whose subscriptions the next heartbeat drops
	peers     map[string]*peer
	sessions  map[string]*remoteSession
	clients   map[string]*proxiedClient
	subs      []*nats.Subscription
	leaving   bool
}

// A peer is another server of the cluster, known by its heartbeats.
type peer struct {
	lastHeartbeat time.Time
	excluded      bool
}

// New returns a server in a cluster, without games. All servers in the cluster share the log
// of config. The caller opens the connection with [Options] and closes it after the Node.
func New(conn *nats.Conn, name string, config hub.Config) *Node {
	n := &Node{
		config: config, conn: conn, name: name, id: strings.ToLower(rand.Text()[:16]),
		now: time.Now, listWait: listTimeout, inventoryWait: inventoryTimeout, interval: inventoryInterval,
		recovered: make(chan struct{}), ownerRequests: make(chan *nats.Msg, maxOutgoing), outgoing: make(chan *nats.Msg, maxOutgoing),
		reconcileWanted: make(chan struct{}, 1), gameSubs: make(map[string]*nats.Subscription), peers: make(map[string]*peer),
		sessions: make(map[string]*remoteSession), clients: make(map[string]*proxiedClient),
	}
	n.config.Node, n.config.Gone = n.id, n.noteGone
	n.closing, n.stop = context.WithCancel(context.Background())
	n.Hub = hub.New(n.config)
	return n
}

// Options returns the options of a connection for [New]. They detect a frozen NATS server
// within two seconds and buffer nothing for reconnects. They retry after a server refuses the
// credentials, since an operator may be changing them.
func Options() []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(50 * time.Millisecond), nats.ReconnectJitter(50*time.Millisecond, 50*time.Millisecond),
		nats.PingInterval(500 * time.Millisecond), nats.MaxPingsOutstanding(2), nats.ReconnectBufSize(-1),
		nats.Timeout(time.Second), nats.FlusherTimeout(2 * time.Second), nats.IgnoreAuthErrorAbort(),
		nats.SyncQueueLen(responses),
	}
}

// responses is the number of responses to one request that the connection keeps. Each request
// allocates room for them: 512 KB with the default of NATS. The store requests up to 1,000 messages
// at a time.
const responses = 4096

var clusterName = regexp.MustCompile(`^[a-zA-Z0-9-]{1,32}$`)

// CheckName checks the name of a cluster, which is part of NATS subjects.
func CheckName(name string) error {
	if !clusterName.MatchString(name) {
		return fmt.Errorf("cluster: name %.40q: use 1 to 32 letters from A to Z, digits and dashes", name)
	}
	return nil
}

// Recover joins the cluster and adopts games without an owner in the background. It returns
// the number of unfinished games on all servers. Call it once, before the first client
// connects.
func (n *Node) Recover(ctx context.Context) (int, error) {
	live, err := n.listLive(ctx)
	if err != nil {
		return 0, fmt.Errorf("cluster: recover: %w", err)
	}
	if err := n.subscribe(); err != nil {
		return 0, fmt.Errorf("cluster: recover: %w", err)
	}
	before := n.conn.DisconnectErrHandler()
	n.conn.SetDisconnectErrHandler(func(conn *nats.Conn, err error) {
		n.endSessions()
		if before != nil {
			before(conn, err)
		}
	})
	back := n.conn.ReconnectHandler()
	n.conn.SetReconnectHandler(func(conn *nats.Conn) {
		n.reconcileSoon()
		if back != nil {
			back(conn)
		}
	})
	n.lastBeat.Store(n.now().UnixNano())
	for _, do := range []func(){n.heartbeat, n.sendQueued, n.answerOwnerRequests, n.reconcileLoop} {
		n.group.Go(do)
	}
	return len(live), nil
}

// Recovered returns a channel that is closed when this server has adopted its share of the
// games.
func (n *Node) Recovered() <-chan struct{} { return n.recovered }

// Count returns the numbers of games on this server. Waiting includes the games that the server is
// adopting, whose number is unknown before the first inventory.
func (n *Node) Count() hub.Counts {
	c := n.Hub.Count()
	c.Waiting += int(n.adopting.Load())
	c.AdoptionUnknown, c.CutOff = !n.adoptingKnown.Load(), n.isolatedLong()
	return c
}

// Close closes the games, tells their clients to reconnect, and lets other servers adopt
// them.
func (n *Node) Close(ctx context.Context) error {
	n.mu.Lock()
	n.leaving = true
	n.mu.Unlock()
	_, clients := n.linksTo("")
	n.sendHeartbeat(false)
	err := n.Hub.Close(ctx)
	for _, g := range clients {
		g.end(movedReason)
	}
	n.mu.Lock()
	subs := slices.AppendSeq(n.subs, maps.Values(n.gameSubs))
	n.subs, n.gameSubs = nil, make(map[string]*nats.Subscription)
	n.mu.Unlock()
	for _, sub := range subs {
		_ = sub.Unsubscribe() // fails only on a closed connection
	}
	n.drain()
	n.mu.Lock() // handleQuery checks n.closing with this lock held
	n.stop()
	n.mu.Unlock()
	n.group.Wait()
	n.sendHeartbeat(true)
	_ = n.conn.FlushTimeout(flushWait) // other servers also notice the missing heartbeats
	return err
}

// flushWait is the maximum wait until NATS has received what this server has sent or queued.
const flushWait = time.Second
