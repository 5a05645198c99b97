package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	mathrand "math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/rules/elements"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

// A player plays random moves in a seat through any of the servers. It reconnects as
// docs/protocol.md specifies.
type player struct {
	t     *testing.T
	game  string
	claim string
	nodes []*testNode
	n     float64 // the number of the latest event
	rng   *mathrand.Rand
	moves atomic.Int64
	moved chan struct{} // has a value for each of the first moves
	byes  atomic.Int64
	begin <-chan struct{} // unless nil, the player waits for this channel after the first move
}

func newPlayer(t *testing.T, game string, nodes ...*testNode) *player {
	return &player{t: t, game: game, claim: strings.ToLower(rand.Text()), nodes: nodes, rng: mathrand.New(mathrand.NewPCG(1, 2)), moved: make(chan struct{}, 3)}
}

// awaitMoves waits until the player has made n more moves. It counts only the first 3 moves of the
// player.
func (p *player) awaitMoves(n int) {
	for range n {
		<-p.moved
	}
}

// play plays until the game is over or ctx is done.
func (p *player) play(ctx context.Context) bool {
	for i := 0; ctx.Err() == nil; i++ {
		r := make(recorder, 10_000)
		join := &protocol.Join{Game: p.game, Claim: p.claim}
		s, err := p.nodes[i%len(p.nodes)].Join(ctx, join, hub.Player{Name: "Ada"}, r)
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

// follow plays until the server sends bye or the game is over.
func (p *player) follow(ctx context.Context, s *hub.Seating, r recorder) (over bool) {
	answered := float64(0)
	for {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(maxWait):
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
				assert.GreaterOrEqual(p.t, n, p.n, "the number of the latest event must not decrease")
				p.n = n
				d, _ := m["decision"].(map[string]any)
				if d == nil || d["id"] == answered {
					continue
				}
				answered = d["id"].(float64)
				option := p.rng.IntN(len(d["options"].([]any)))
				p.moves.Add(1)
				select {
				case p.moved <- struct{}{}:
				default:
				}
				if s.Submit(&protocol.Choose{Decision: uint32(answered), Option: option}) != nil {
					return false
				}
				if p.begin != nil {
					select {
					case <-p.begin:
					case <-ctx.Done():
					}
				}
			}
		}
	}
}

func object(t *testing.T, v any) map[string]any {
	t.Helper()
	data := protocol.Append(nil, v.(protocol.Message))
	m := make(map[string]any)
	require.NoError(t, json.Unmarshal(data, &m))
	return m
}

// verify replays the log of a game.
func verify(t *testing.T, log store.Log, id string) *table.Replay {
	t.Helper()
	records, err := log.Read(context.Background(), id)
	require.NoError(t, err)
	r, err := table.Restore(records, table.SameRules(elements.Rules))
	require.NoError(t, err)
	return r
}
