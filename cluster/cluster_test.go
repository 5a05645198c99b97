package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"gamed/ai"
	"gamed/game"
	"gamed/hub"
	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/state"
	"gamed/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// startNATS starts a NATS server of this process's own.
func startNATS(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
	})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(10*time.Second))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s.ClientURL()
}

// A box is a server's node with what it runs on.
type box struct {
	*Node
	t    *testing.T
	conn *nats.Conn
	log  *gate
}

// A gate is a log whose appends can be held up, as those of a frozen server are.
type gate struct {
	store.Log
	held chan string // games
	errs chan error  // of what was held

	mu  sync.Mutex
	ice chan struct{} // nil when nothing is held up
}

func (g *gate) Append(ctx context.Context, id string, expect uint64, record []byte) error {
	g.mu.Lock()
	ice := g.ice
	g.mu.Unlock()
	if ice == nil {
		return g.Log.Append(ctx, id, expect, record)
	}
	g.held <- id
	<-ice
	err := g.Log.Append(ctx, id, expect, record)
	g.errs <- err
	return err
}

func (g *gate) freeze() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.ice = make(chan struct{})
}

func (g *gate) thaw() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.ice)
	g.ice = nil
}

func startNode(t *testing.T, url string) *box {
	t.Helper()
	conn, err := nats.Connect(url, Options()...)
	require.NoError(t, err)
	log, err := store.OpenJetStream(t.Context(), conn, "test", 1)
	require.NoError(t, err)
	b := &box{t: t, conn: conn, log: &gate{Log: log, held: make(chan string, 10), errs: make(chan error, 10)}}
	b.Node = New(conn, "test", hub.Config{
		Rules: []state.Dealer{elements.Rules}, Bots: ai.Roster{}, Log: b.log, Program: "test", MaxGames: 100, MaxAll: 100, KeepFinished: 3,
	})
	_, err = b.Recover(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() {
		if conn.IsClosed() { // it is dead, and its games wait for the log
			require.NoError(t, log.Close())
		}
		_ = b.Close(context.Background())
		require.NoError(t, log.Close())
		conn.Close()
	})
	return b
}

// startNodes starts nodes that know each other.
func startNodes(t *testing.T, url string, n int) []*box {
	t.Helper()
	var boxes []*box
	for range n {
		boxes = append(boxes, startNode(t, url))
	}
	for _, b := range boxes {
		require.Eventually(t, func() bool {
			b.mu.Lock()
			defer b.mu.Unlock()
			return len(b.peers) == n-1
		}, 10*time.Second, 10*time.Millisecond)
	}
	return boxes
}

// die cuts a node off at once, as a kill does.
func (b *box) die() { b.conn.Close() }

func (b *box) duel() string {
	b.t.Helper()
	info, err := b.Create(b.t.Context(), hub.Spec{Rules: "elements", Seats: make([]hub.SeatSpec, 2), Table: map[string]string{"turns": "30"}})
	require.NoError(b.t, err)
	return info.ID
}

type recorder chan any

func (r recorder) WriteJSON(v any) error {
	r <- v
	return nil
}

// A player plays a seat of a game, by choosing at random, through whichever of the
// servers takes it, and comes back as docs/protocol.md says.
type player struct {
	t     *testing.T
	game  string
	claim string
	boxes []*box
	n     float64 // the number of the latest event
	moves atomic.Int64
	byes  atomic.Int64
}

func seat(t *testing.T, game string, boxes ...*box) *player {
	return &player{t: t, game: game, claim: strings.ToLower(rand.Text()), boxes: boxes}
}

// play plays until the game is over or ctx is done.
func (p *player) play(ctx context.Context) bool {
	for i := 0; ctx.Err() == nil; i++ {
		r := make(recorder, 10_000)
		join := &protocol.Join{Game: p.game, Claim: p.claim}
		s, err := p.boxes[i%len(p.boxes)].Join(ctx, join, "Ada", r)
		if err != nil {
			if wrong := (*protocol.Error)(nil); assert.ErrorAs(p.t, err, &wrong) {
				assert.Equal(p.t, protocol.Unavailable, wrong.Code, err)
			}
			pause(ctx, 10*time.Millisecond)
			continue
		}
		over := p.follow(ctx, s, r)
		s.Leave(ctx)
		if over {
			return true
		}
	}
	return false
}

// follow plays until the server says bye, or the game is over.
func (p *player) follow(ctx context.Context, s *hub.Seating, r recorder) (over bool) {
	answered := float64(0)
	for {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(20 * time.Second):
			assert.Fail(p.t, "nothing comes", "move %d of %s", p.moves.Load(), p.game)
			return false
		case v := <-r:
			m := object(p.t, v)
			switch m["type"] {
			case "over":
				return true
			case "bye":
				p.byes.Add(1)
				return false
			case "update":
				n := m["n"].(float64)
				assert.GreaterOrEqual(p.t, n, p.n, "the game goes back")
				p.n = n
				d, _ := m["decision"].(map[string]any)
				if d == nil || d["id"] == answered {
					continue
				}
				answered = d["id"].(float64)
				option := mathrand.IntN(len(d["options"].([]any)))
				p.moves.Add(1)
				if s.Submit(&protocol.Choose{Decision: uint32(answered), Option: option}) != nil {
					return false
				}
			}
		}
	}
}

func object(t *testing.T, v any) map[string]any {
	t.Helper()
	data, err := protocol.Append(nil, v)
	require.NoError(t, err)
	m := make(map[string]any)
	require.NoError(t, json.Unmarshal(data, &m))
	return m
}

// verify runs the logs again, which are all that counts, and returns them.
func verify(t *testing.T, log store.Log, id string) *game.Replay {
	t.Helper()
	records, err := log.Read(context.Background(), id)
	require.NoError(t, err)
	r, err := game.Restore(records, func(string) (state.Dealer, error) { return elements.Rules, nil })
	require.NoError(t, err)
	return r
}

// TestThereAndBack: a game that was made on one server is played through another, and
// goes on there when the first one dies.
func TestThereAndBack(t *testing.T) {
	boxes := startNodes(t, startNATS(t), 2)
	id := boxes[0].duel()
	one, two := seat(t, id, boxes[1]), seat(t, id, boxes[1])
	var players sync.WaitGroup
	for _, p := range []*player{one, two} {
		players.Go(func() { assert.True(t, p.play(t.Context())) })
	}
	require.Eventually(t, func() bool { return one.moves.Load() >= 3 }, 20*time.Second, time.Millisecond)
	assert.True(t, boxes[0].Has(id))
	assert.False(t, boxes[1].Has(id))
	boxes[0].die()
	players.Wait()
	assert.Equal(t, int64(1), one.byes.Load())
	assert.True(t, boxes[1].Has(id))
	assert.NotNil(t, verify(t, boxes[1].log, id).End)
}

// TestGoodbye: a server that stops hands its games over, and those who play them come
// back by themselves.
func TestGoodbye(t *testing.T) {
	boxes := startNodes(t, startNATS(t), 3)
	var players sync.WaitGroup
	var all []*player
	var ids []string
	for i := range 6 {
		id := boxes[0].duel()
		ids = append(ids, id)
		for range 2 {
			p := seat(t, id, boxes[1+i%2])
			all = append(all, p)
			players.Go(func() { assert.True(t, p.play(t.Context())) })
		}
	}
	quiet := boxes[0].duel()
	for _, p := range all {
		require.Eventually(t, func() bool { return p.moves.Load() >= 2 }, 20*time.Second, time.Millisecond)
	}
	require.NoError(t, boxes[0].Close(t.Context()))
	players.Wait()
	for _, id := range ids {
		assert.NotNil(t, verify(t, boxes[1].log, id).End)
	}
	// What nobody plays is adopted all the same, by one of the two.
	require.Eventually(t, func() bool { return boxes[1].Has(quiet) || boxes[2].Has(quiet) }, 20*time.Second, 10*time.Millisecond)
	info, err := boxes[1].Get(t.Context(), quiet)
	require.NoError(t, err)
	assert.Equal(t, hub.Open, info.Status)
	assert.NotEqual(t, boxes[1].Has(quiet), boxes[2].Has(quiet))
}

// TestFrozen: what a server would still write that was frozen, and whose game has gone
// on elsewhere, is refused, each time; it lets its games go.
func TestFrozen(t *testing.T) {
	boxes := startNodes(t, startNATS(t), 2)
	frozen, other := boxes[0], boxes[1]
	ids := []string{frozen.duel(), frozen.duel(), frozen.duel()}
	var first []*player
	var players sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	for _, id := range ids {
		for range 2 {
			p := seat(t, id, frozen)
			first = append(first, p)
			players.Go(func() { p.play(ctx) })
		}
	}
	for _, p := range first {
		require.Eventually(t, func() bool { return p.moves.Load() >= 1 }, 20*time.Second, time.Millisecond)
	}
	frozen.log.freeze()
	held := make(map[string]bool)
	for len(held) < len(ids) {
		held[<-frozen.log.held] = true
	}
	cancel()
	players.Wait()
	for _, id := range ids {
		require.NoError(t, other.Take(t.Context(), id, true))
		require.NoError(t, other.hold(id))
		for range 3 {
			assert.ErrorIs(t, frozen.log.Log.Append(t.Context(), id, 1, []byte("stale")), store.ErrFenced)
		}
	}
	frozen.log.thaw()
	for range ids {
		assert.ErrorIs(t, <-frozen.log.errs, store.ErrFenced)
	}
	for i, id := range ids {
		require.Eventually(t, func() bool { return !frozen.Has(id) }, 20*time.Second, time.Millisecond)
		for _, p := range first[2*i : 2*i+2] {
			p.boxes = boxes
			players.Go(func() { assert.True(t, p.play(t.Context())) })
		}
	}
	players.Wait()
	for _, id := range ids {
		assert.NotNil(t, verify(t, other.log, id).End)
	}
}

// TestLobby: lists, games and logs are those of all servers.
func TestLobby(t *testing.T) {
	boxes := startNodes(t, startNATS(t), 3)
	for _, b := range boxes {
		b.duel()
	}
	for _, b := range boxes {
		infos, err := b.List(t.Context(), hub.Filter{Limit: 10})
		require.NoError(t, err)
		require.Len(t, infos, 3)
		for _, info := range infos {
			got, err := b.Get(t.Context(), info.ID)
			require.NoError(t, err)
			assert.Equal(t, info, got)
			_, err = b.Log(t.Context(), info.ID)
			assert.ErrorIs(t, err, hub.ErrNotOver)
		}
		infos, err = b.List(t.Context(), hub.Filter{Limit: 2})
		require.NoError(t, err)
		assert.Len(t, infos, 2)
		_, err = b.Get(t.Context(), "0123456789")
		assert.ErrorIs(t, err, hub.ErrNotFound)
		_, err = b.Get(t.Context(), "*.>")
		assert.ErrorIs(t, err, hub.ErrNotFound, "it is no id, and no subject is made of it")
	}
	_, err := boxes[1].Join(t.Context(), &protocol.Join{Game: boxes[0].duel(), Key: "wrong"}, "", make(recorder, 10))
	wrong := (*protocol.Error)(nil)
	require.ErrorAs(t, err, &wrong)
	assert.Equal(t, protocol.BadKey, wrong.Code)
}

// TestLost: a message that was lost between two servers ends the visit, and is not
// missed in silence.
func TestLost(t *testing.T) {
	boxes := startNodes(t, startNATS(t), 2)
	id := boxes[0].duel()
	for _, kind := range []byte{aMark, aMessage} {
		r := make(recorder, 10)
		_, err := boxes[1].Watch(t.Context(), id, r)
		require.NoError(t, err)
		assert.Equal(t, "joined", object(t, <-r)["type"])
		boxes[1].mu.Lock()
		require.Len(t, boxes[1].visits, 1)
		var v *visit
		for _, v = range boxes[1].visits {
		}
		boxes[1].mu.Unlock()
		boxes[1].told(&nats.Msg{Subject: boxes[1].subject("to", boxes[1].id, "told", v.id), Data: frame(7, kind, []byte(`{}`))})
		assert.Equal(t, "bye", object(t, <-r)["type"])
	}
	boxes[0].mu.Lock()
	defer boxes[0].mu.Unlock()
	assert.LessOrEqual(t, len(boxes[0].guests), 2)
}

// TestWoken: a server whose heart was late shows nobody its games before it has made
// sure that they are its own.
func TestWoken(t *testing.T) {
	boxes := startNodes(t, startNATS(t), 2)
	kept, lost := boxes[0].duel(), boxes[0].duel()
	require.NoError(t, boxes[1].Take(t.Context(), lost, true))
	require.NoError(t, boxes[1].hold(lost))
	assert.True(t, boxes[0].Has(lost), "it does not know yet")
	boxes[0].beaten.Store(time.Now().Add(-time.Minute).UnixNano())
	for _, id := range []string{kept, lost} {
		_, err := boxes[0].Get(t.Context(), id)
		require.NoError(t, err)
	}
	assert.True(t, boxes[0].Has(kept))
	assert.False(t, boxes[0].Has(lost))
}

// TestChosen: all servers choose the same one, each gets its share, and only the games
// of one that is gone are given to others.
func TestChosen(t *testing.T) {
	boxes := startNodes(t, startNATS(t), 3)
	const games = 300
	before, share := make(map[string]string), make(map[string]int)
	for i := range games {
		id := fmt.Sprint("game", i)
		before[id] = boxes[0].chosen(id)
		share[before[id]]++
		assert.Equal(t, before[id], boxes[1].chosen(id))
	}
	for _, b := range boxes {
		assert.InDelta(t, games/3, share[b.id], games/6)
	}
	require.NoError(t, boxes[2].Close(t.Context()))
	require.Eventually(t, func() bool { return boxes[0].chosen("game0") == boxes[1].chosen("game0") }, 20*time.Second, time.Millisecond)
	for id, node := range before {
		if node != boxes[2].id {
			assert.Equal(t, node, boxes[0].chosen(id))
		}
	}
}
