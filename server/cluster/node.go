// Package cluster lets several servers share their games over NATS.
//
// A game is run by one server, its owner, the one whose epoch record is the last in the
// game's log; only that makes an owner, and no clock or lease does. The log takes a
// record only as the next one, so a server that has been replaced cannot write, frozen
// and woken or not. All the rest is there to find the owner quickly, and may be wrong
// at any time without harm:
//
//   - An owner listens at a subject of each of its games. Who needs a game asks there. When
//     nobody answers, the game is taken by the server that the hash of its id falls
//     to.
//   - Servers hear each other's hearts. When one falls silent or says goodbye, the others take
//     the roll of all games and adopt those that nobody has.
//   - A server with a client whose game is elsewhere passes on what the two have to say.
//
// What goes over NATS is for servers alone: players never reach it.
package cluster

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"gamed/server/hub"
	"gamed/state"
)

// A Node is one server of a cluster: the games that it has, and the way to the others.
// Its methods may be called from any goroutine.
type Node struct {
	local *hub.Hub // the games that this server owns

	config hub.Config
	conn   *nats.Conn
	name   string // of the cluster
	id     string // of this run of this server

	group     sync.WaitGroup
	closing   context.Context
	stop      context.CancelFunc
	recovered chan struct{}
	asked     chan *nats.Msg // who has a game?
	mail      chan *nats.Msg
	waiting   atomic.Int64  // bytes in mail
	wanted    chan struct{} // holds one when the games are to be gone through
	beaten    atomic.Int64  // when the heart beat last, in ns since 1970
	stale     atomic.Int64  // how often it was late, until that was looked into; 0 when it has been
	lates     int64         // the heart's own, as is beats
	beats     int
	adopting  atomic.Int64 // games that this server is about to take
	counted   atomic.Bool  // those of its start
	unheard   atomic.Bool  // the log has not said which games there are
	alone     atomic.Int64 // since when it reaches nobody, in ns since 1970; 0 if it does
	counts    counts

	mu      sync.Mutex
	here    map[string]*nats.Subscription // of each game
	gone    []string                      // games that have left, and may still be in here
	peers   map[string]*peer
	visits  map[string]*visit
	guests  map[string]*guest
	subs    []*nats.Subscription
	leaving bool
}

// A peer is another server, as this one knows it.
type peer struct {
	heard   time.Time
	leaving bool
}

// New returns a server of the cluster of that name, without games. It shares the log of
// config with the others of that name. The connection, which the caller closes after
// the Node, should be made with [Options].
func New(conn *nats.Conn, name string, config hub.Config) *Node {
	n := &Node{
		config: config, conn: conn, name: name, id: strings.ToLower(rand.Text()[:16]),
		recovered: make(chan struct{}), asked: make(chan *nats.Msg, maxMail), mail: make(chan *nats.Msg, maxMail),
		wanted: make(chan struct{}, 1), here: make(map[string]*nats.Subscription), peers: make(map[string]*peer),
		visits: make(map[string]*visit), guests: make(map[string]*guest),
	}
	n.config.Node, n.config.Gone = n.id, n.left
	n.closing, n.stop = context.WithCancel(context.Background())
	n.local = hub.New(n.config)
	return n
}

// Options are those of a connection for [New]: they notice within two seconds that a
// server of NATS is frozen, and send nothing late. A server that refuses the credentials is
// asked again: its operator may be changing them.
func Options() []nats.Option {
	return []nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(50 * time.Millisecond), nats.ReconnectJitter(50*time.Millisecond, 50*time.Millisecond),
		nats.PingInterval(500 * time.Millisecond), nats.MaxPingsOutstanding(2), nats.ReconnectBufSize(-1),
		nats.Timeout(time.Second), nats.FlusherTimeout(2 * time.Second), nats.IgnoreAuthErrorAbort(),
	}
}

// CheckName says whether a cluster may have that name, which is part of subjects.
func CheckName(name string) error {
	ok := name != "" && len(name) <= 32
	for _, c := range []byte(name) {
		ok = ok && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-')
	}
	if !ok {
		return fmt.Errorf("cluster: name %.40q: it is up to 32 letters, digits and dashes", name)
	}
	return nil
}

// Recover joins the cluster and adopts, in the background, the games of the log that
// no server has. It returns how many games there are that are not over, on all
// servers. Call it once, before the first player comes.
func (n *Node) Recover(ctx context.Context) (int, error) {
	live, err := n.live(ctx)
	if err != nil {
		return 0, fmt.Errorf("cluster: recover: %w", err)
	}
	if err := n.subscribe(); err != nil {
		return 0, fmt.Errorf("cluster: recover: %w", err)
	}
	before := n.conn.DisconnectErrHandler()
	n.conn.SetDisconnectErrHandler(func(conn *nats.Conn, err error) {
		n.cutOff()
		if before != nil {
			before(conn, err)
		}
	})
	back := n.conn.ReconnectHandler()
	n.conn.SetReconnectHandler(func(conn *nats.Conn) {
		n.want()
		if back != nil {
			back(conn)
		}
	})
	n.beaten.Store(time.Now().UnixNano())
	for _, do := range []func(){n.heart, n.post, n.answer, n.sweeps} {
		n.group.Go(do)
	}
	return len(live), nil
}

// Recovered is closed when this server has gone through all games once and has
// adopted its share.
func (n *Node) Recovered() <-chan struct{} { return n.recovered }

// Count counts the games of this server. Waiting are those that nobody has and that it is
// adopting; how many, is not known before it has asked the others.
func (n *Node) Count() hub.Counts {
	c := n.local.Count()
	c.Waiting += int(n.adopting.Load())
	c.Unsure, c.CutOff = !n.counted.Load(), n.cut()
	return c
}

// These methods concern this server alone, or the log that all servers share: see [hub.Hub].

func (n *Node) Rules(name string) (state.Dealer, bool) { return n.local.Rules(name) }

func (n *Node) Replace(rules state.Dealer) { n.local.Replace(rules) }

func (n *Node) Try(spec hub.Spec) error { return n.local.Try(spec) }

func (n *Node) OnEnd(ended func(id string)) { n.local.OnEnd(ended) }

func (n *Node) Log(ctx context.Context, id string) ([][]byte, error) { return n.local.Log(ctx, id) }

func (n *Node) Records(ctx context.Context, id string) ([][]byte, error) {
	return n.local.Records(ctx, id)
}

// Close hands the games over: it closes them here, tells the clients of other servers
// to come again, and then lets the other servers adopt them.
func (n *Node) Close(ctx context.Context) error {
	n.mu.Lock()
	n.leaving = true
	guests := make([]*guest, 0, len(n.guests))
	for _, g := range n.guests {
		guests = append(guests, g)
	}
	n.mu.Unlock()
	n.beat("")
	err := n.local.Close(ctx)
	for _, g := range guests {
		g.end(moved)
	}
	n.mu.Lock()
	subs := n.subs
	for _, sub := range n.here {
		subs = append(subs, sub)
	}
	n.subs, n.here = nil, make(map[string]*nats.Subscription)
	n.mu.Unlock()
	for _, sub := range subs {
		_ = sub.Unsubscribe() // fails when the connection is closed, and is needless then
	}
	n.drain()
	n.mu.Lock() // for question
	n.stop()
	n.mu.Unlock()
	n.group.Wait()
	n.beat(goodbye)
	_ = n.conn.FlushTimeout(flushWait) // those who do not hear it find out by themselves
	return err
}

// flushWait is how long a goodbye may take.
const flushWait = time.Second
