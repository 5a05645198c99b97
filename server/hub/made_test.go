package hub

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/store"
)

const someKey = "6f2a3d0c9b7e48d1a5c4f0e1"

// keyed returns the Spec of a game for two people with an idempotency key.
func keyed(key string) Spec {
	spec := duel("", "")
	spec.Key = key
	return spec
}

// TestCreateAgain checks that concurrent requests with one key, and requests after a restart,
// create one game.
func TestCreateAgain(t *testing.T) {
	log := store.NewMemory()
	h := open(t, log, nil)
	var group sync.WaitGroup
	ids := make([]string, 8)
	for i := range ids {
		group.Go(func() {
			info, err := h.Create(context.Background(), keyed(someKey))
			assert.NoError(t, err)
			ids[i] = info.ID
		})
	}
	group.Wait()
	for _, id := range ids {
		assert.Equal(t, ids[0], id)
	}
	other, err := h.Create(t.Context(), keyed(someKey+"2"))
	require.NoError(t, err)
	assert.NotEqual(t, ids[0], other.ID)
	join(t, h, ids[0], "")
	require.NoError(t, h.Close(t.Context()))

	h = open(t, log, nil) // the hub has not loaded any game yet
	info, err := h.Create(t.Context(), keyed(someKey))
	require.NoError(t, err)
	assert.Equal(t, ids[0], info.ID)
	assert.Equal(t, protocol.SeatPerson, info.Seats[0].Kind, "as it is by now")
	timed := keyed(someKey)
	timed.Clock = &protocol.Clock{Bank: 1000}
	_, err = h.Create(t.Context(), timed)
	require.ErrorIs(t, err, ErrKeyUsed)
	games, err := log.Games(t.Context())
	require.NoError(t, err)
	assert.Len(t, games, 2)
}

// TestCreateAgainAfterALostAnswer checks that a retry returns the first game if the log has stored
// the game, but its response was lost.
func TestCreateAgainAfterALostAnswer(t *testing.T) {
	for name, kept := range map[string]bool{"kept": true, "not kept": false} {
		log := store.NewMemory()
		h := open(t, log, nil)
		log.InjectFault(func(c store.Call) store.Fault {
			if c.Append {
				return store.Fault{Err: store.ErrAmbiguous, TakesEffect: kept}
			}
			return store.Fault{}
		})
		_, err := h.Create(t.Context(), keyed(someKey))
		require.ErrorIs(t, err, store.ErrAmbiguous, name)
		log.InjectFault(func(store.Call) store.Fault { return store.Fault{Err: store.ErrUnavailable} })
		_, err = h.Create(t.Context(), keyed(someKey))
		require.ErrorIs(t, err, ErrUnavailable, name)
		log.InjectFault(nil)
		one, err := h.Create(t.Context(), keyed(someKey))
		require.NoError(t, err, name)
		two, err := h.Create(t.Context(), keyed(someKey))
		require.NoError(t, err, name)
		assert.Equal(t, one, two, name)
		games, err := log.Games(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{one.ID}, games, name)
	}
}

// TestCreateBesideAnother checks that Create uses the key's second id if an unrelated game has the
// first one.
func TestCreateBesideAnother(t *testing.T) {
	log := store.NewMemory()
	h := open(t, log, nil)
	taken := keyedID(someKey, 0)
	for n, line := range []string{`{"t":"header","header":{"game":"` + taken + `"}}`, `{"t":"end"}`} {
		require.NoError(t, log.Append(t.Context(), taken, uint64(n), []byte(line)))
	}
	info, err := h.Create(t.Context(), keyed(someKey))
	require.NoError(t, err)
	assert.Equal(t, keyedID(someKey, 1), info.ID)
	again, err := h.Create(t.Context(), keyed(someKey))
	require.NoError(t, err)
	assert.Equal(t, info, again)
	records, err := log.Read(t.Context(), info.ID)
	require.NoError(t, err)
	assert.NotContains(t, string(records[0]), someKey, "the log has its hash")
}

// TestRequestHash checks that the hash of a request does not change. Otherwise a retry after
// an upgrade would count as another request with the same key.
func TestRequestHash(t *testing.T) {
	spec := Spec{Key: "key", Request: Request{
		Rules: "elements", Seats: []SeatSpec{{}, {Bot: "greedy", Deck: "orchard"}}, RulesOptions: map[string]string{"turns": "30"}, BestOf: 3,
		TableOptions: protocol.TableOptions{
			Clock: &protocol.Clock{Bank: 1, PerDecision: 2, Increment: 3}, Private: true, Forks: &protocol.Budget{Worlds: 1, Steps: 2},
			Spectators: &protocol.Spectators{Delay: 4}, Name: "Tuesday", Rated: true,
		},
	}}
	assert.Equal(t, "2e6d90eb577aed33e61b1aea82bb26dddf1e680978ec347329428fc285a81a74", spec.requestHashes().Spec)
}
