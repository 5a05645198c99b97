package lobby

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gamed/internal/test/leaktest"
	"gamed/protocol"
	"gamed/rules"
	"gamed/rules/builtin"
	"gamed/server/hub"
	"gamed/store"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

var (
	ada = Player{"a", "Ada", "guest"}
	bea = Player{"b", "Bea", "guest"}
	cat = Player{"c", "Cat", "guest"}
)

// A room is a lobby with its games and a fake clock.
type room struct {
	*Lobby
	t    *testing.T
	hub  *hub.Hub
	at   time.Time
	shut func() // closes the hub and the lobby, once
}

func open(t *testing.T, memory *store.Memory) *room {
	t.Helper()
	r := &room{t: t, at: time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)}
	list := rules.List{builtin.Elements(), builtin.Dominion(), builtin.Polity()}
	for i := range list {
		list[i].Bots = nil // keep only bots that play any ruleset
	}
	r.hub = hub.New(hub.Config{
		Rules: list.Dealers(), Log: memory, KV: memory, Program: "test", MaxGames: 1000, MaxUnfinished: 1000, KeepFinished: 10,
	})
	r.Lobby = New(Config{Log: memory, KV: memory, Rules: list, SettleFailed: func(game string, err error) { t.Log(game, err) }}, r.hub, r.hub)
	r.now = func() time.Time { return r.at }
	r.shut = sync.OnceFunc(func() {
		require.NoError(t, r.hub.Close(context.Background()))
		r.Close(context.Background())
	})
	t.Cleanup(r.shut)
	return r
}

// A listener is a client that ignores all messages.
type listener struct{}

func (*listener) WriteJSON(protocol.ServerMessage) error { return nil }

// sit takes a seat for a player, or returns to the player's seat.
func (r *room) sit(id string, who Player) *hub.Seating {
	r.t.Helper()
	if who.Known() {
		sum := sha256.Sum256([]byte(claim(who)))
		text, err := json.Marshal(who)
		require.NoError(r.t, err)
		_, err = r.c.KV.Put(r.t.Context(), seatBucket, id+"/"+hex.EncodeToString(sum[:]), text, 0)
		require.True(r.t, err == nil || errors.Is(err, store.ErrConflict), err)
	}
	seating, err := r.hub.Join(r.t.Context(), &protocol.Join{Game: id, Claim: claim(who)}, hub.Player{ID: who.ID, Name: who.Name}, new(listener))
	require.NoError(r.t, err)
	return seating
}

func claim(who Player) string { return who.ID + "-0123456789012345678901" }

func (r *room) quick(who Player, t Terms) FoundGame {
	r.t.Helper()
	match, err := r.QuickMatch(r.t.Context(), who, t, "", "")
	require.NoError(r.t, err)
	return match
}

// create creates a game and returns its id.
func (r *room) create(spec hub.Request) string {
	r.t.Helper()
	spec.Rules = "elements"
	if spec.Seats == nil {
		spec.Seats = make([]hub.SeatSpec, 2)
	}
	info, err := r.hub.Create(r.t.Context(), hub.Spec{Request: spec})
	require.NoError(r.t, err)
	return info.ID
}

// resign seats players at a game. All players but the first resign.
func (r *room) resign(id string, players ...Player) {
	r.t.Helper()
	var seatings []*hub.Seating
	for _, who := range players {
		seatings = append(seatings, r.sit(id, who))
	}
	for _, s := range seatings[1:] {
		require.NoError(r.t, s.Submit(&protocol.Resign{}))
	}
}

// waitFor waits for the result of a game.
func (r *room) waitFor(id string) *Result {
	r.t.Helper()
	var result *Result
	require.Eventually(r.t, func() bool {
		var err error
		result, err = r.Result(r.t.Context(), id)
		return err == nil && result != nil
	}, maxWait, time.Millisecond)
	return result
}

// maxWait is the maximum time of each wait in a test.
const maxWait = time.Minute
