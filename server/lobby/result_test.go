package lobby

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/protocol"
	"gamed/server/hub"
	"gamed/store"
	"gamed/table"
)

// TestResult checks that a result names the known players.
func TestResult(t *testing.T) {
	r := open(t, store.NewMemory())
	id := r.create(hub.Request{TableOptions: protocol.TableOptions{Rated: true}})
	r.resign(id, ada, bea)
	got := r.waitFor(id)
	assert.Positive(t, got.Began)
	assert.GreaterOrEqual(t, got.Ended, got.Began)
	assert.Equal(t, &Result{
		Game: id, Rules: "elements", Began: got.Began, Ended: got.Ended, Won: []int{0}, Reason: protocol.ReasonEnd, Rated: true,
		Seats: []ResultSeat{{Kind: protocol.SeatPerson, Name: "Ada", Player: &ada}, {Kind: protocol.SeatPerson, Name: "Bea", Player: &bea}},
	}, got)
	got.Anonymize()
	text, err := json.Marshal(got)
	require.NoError(t, err)
	assert.NotContains(t, string(text), `"id"`)

	id = r.create(hub.Request{})
	r.resign(id, ada, Player{Name: "stranger"})
	got = r.waitFor(id)
	assert.False(t, got.Rated)
	assert.Empty(t, got.WhyUnrated, "the game is not rated")
	assert.Nil(t, got.Seats[1].Player)
}

// TestNotRated checks the reason for each kind of game that cannot be rated.
func TestNotRated(t *testing.T) {
	for _, tt := range []struct {
		why    string
		reason string
		seats  []ResultSeat
	}{
		{"", protocol.ReasonEnd, []ResultSeat{{Player: &ada}, {Player: &bea}}},
		{"the game was set aside", protocol.ReasonFault, []ResultSeat{{Player: &ada}, {Player: &bea}}},
		{"all players left the game", protocol.ReasonAbandoned, []ResultSeat{{Player: &ada}, {Player: &bea}}},
		{"the rules changed during the game", protocol.ReasonRules, []ResultSeat{{Player: &ada}, {Player: &bea}}},
		{"a player was unknown", protocol.ReasonEnd, []ResultSeat{{Player: &ada}, {}}},
		{"a player had two seats", protocol.ReasonEnd, []ResultSeat{{Player: &ada}, {Player: &ada}}},
	} {
		assert.Equal(t, tt.why, (&Result{Reason: tt.reason, Seats: tt.seats}).unratedReason())
	}
}

// TestJoinRated checks that an unknown player cannot join a rated game.
func TestJoinRated(t *testing.T) {
	r := open(t, store.NewMemory())
	id := r.create(hub.Request{TableOptions: protocol.TableOptions{Rated: true}})
	_, err := r.hub.Join(t.Context(), &protocol.Join{Game: id}, hub.Player{Name: "stranger"}, new(listener))
	wrong := (*protocol.Error)(nil)
	require.ErrorAs(t, err, &wrong)
	assert.Equal(t, protocol.NoSeat, wrong.Code)
	assert.Contains(t, wrong.Text, "rated")
}

// TestResultOutage checks that no result is lost while the store fails, even if the server stops
// before the store works again.
func TestResultOutage(t *testing.T) {
	memory := store.NewMemory()
	silent := func(c store.Call) store.Fault {
		if c.Bucket == ResultBucket && c.Append {
			return store.Fault{Err: store.ErrUnavailable}
		}
		return store.Fault{}
	}
	memory.InjectFault(silent)
	r := open(t, memory)
	id := r.create(hub.Request{TableOptions: protocol.TableOptions{Rated: true}})
	r.resign(id, ada, bea)
	require.Eventually(t, func() bool {
		info, err := r.hub.Get(t.Context(), id)
		return err == nil && info.Status == hub.Over
	}, maxWait, time.Millisecond)
	r.shut()
	live, err := memory.Live(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{id}, live, "the next start must settle the game")

	memory.InjectFault(nil)
	r = open(t, memory)
	_, err = r.hub.Recover(t.Context())
	require.NoError(t, err)
	assert.True(t, r.waitFor(id).Rated)
	_, games, err := r.Ratings(t.Context(), "elements", 10)
	require.NoError(t, err)
	assert.Equal(t, 1, games, "the game counts once, although both servers stored its result")
	require.Eventually(t, func() bool {
		live, err := memory.Live(t.Context())
		return err == nil && len(live) == 0
	}, maxWait, time.Millisecond)
}

// TestResultComesLater checks that a result is stored without a restart after the store
// recovers.
func TestResultComesLater(t *testing.T) {
	memory := store.NewMemory()
	refused := make(chan struct{})
	refuse := sync.OnceFunc(func() { close(refused) })
	memory.InjectFault(func(c store.Call) store.Fault {
		if c.Bucket != ResultBucket || !c.Append {
			return store.Fault{}
		}
		refuse()
		return store.Fault{Err: store.ErrUnavailable}
	})
	r := open(t, memory)
	id := r.create(hub.Request{})
	r.resign(id, ada, bea)
	<-refused
	r.settlements.add(id) // a second server reports the same end
	memory.InjectFault(nil)
	r.waitFor(id)
}

// TestResultDamaged checks that the lobby reports damaged data once, and stores the result when the
// data is restored.
func TestResultDamaged(t *testing.T) {
	for name, damaged := range map[string]func(c store.Call) bool{
		"log":    func(c store.Call) bool { return c.Game != "" && !c.Append },
		"rating": func(c store.Call) bool { return c.Bucket == RatingBucket },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				memory := store.NewMemory()
				r := open(t, memory)
				var reports atomic.Int32
				r.c.SettleFailed = func(string, error) { reports.Add(1) }
				id := r.create(hub.Request{TableOptions: protocol.TableOptions{Rated: true}})
				memory.InjectFault(func(c store.Call) store.Fault {
					if damaged(c) {
						return store.Fault{Err: fmt.Errorf("%w: test", store.ErrDamaged)}
					}
					return store.Fault{}
				})
				r.resign(id, ada, bea)
				time.Sleep(time.Hour)
				assert.EqualValues(t, 1, reports.Load())
				live, err := memory.Live(t.Context())
				require.NoError(t, err)
				assert.Equal(t, []string{id}, live, "a restart must settle the game")
				memory.InjectFault(nil)
				time.Sleep(time.Minute)
				synctest.Wait()
				result, err := r.Result(t.Context(), id)
				require.NoError(t, err)
				require.NotNil(t, result)
				assert.True(t, result.Rated)
			})
		})
	}
}

// TestReadFinished checks that readFinished returns nil for an unfinished or damaged log, and the seats,
// decks and winners of a finished game.
func TestReadFinished(t *testing.T) {
	memory := store.NewMemory()
	r := open(t, memory)
	played := func(id string, lines ...string) *table.Summary {
		for n, line := range lines {
			require.NoError(t, memory.Append(t.Context(), id, uint64(n), []byte(line)))
		}
		s, _, err := r.readFinished(t.Context(), id)
		require.NoError(t, err)
		return s
	}
	header := `{"t":"header","header":{"game":"0123456789","rules":"elements","at_ms":5,"setup":{"seats":2,"decks":["","orchard"]},"seats":[{"kind":"open"},{"kind":"bot","name":"greedy"}]}}`
	sit := `{"t":"seat","seat":{"seat":0,"who":{"kind":"person","name":"Ada","key_hash":"ff"},"deck":"wildfire"}}`
	request := `{"t":"request","request":{"seat":0,"decision":1,"option":[1,0,0,0],"salt":"1","at_ms":9}}`
	end := `{"t":"end","end":{"won":[0],"digest":"00"}}`
	for i, lines := range [][]string{{}, {header}, {header, sit}, {sit, end}, {header, header, end}, {"{"}} {
		assert.Nil(t, played(fmt.Sprint("unfinished", i), lines...), lines)
	}
	got := played("finished", header, sit, request, end)
	require.NotNil(t, got)
	assert.Equal(t, []string{"wildfire", "orchard"}, got.Decks)
	assert.Equal(t, []table.Seat{{Kind: "person", Name: "Ada", KeyHash: "ff"}, {Kind: "bot", Name: "greedy"}}, got.Seats)
	assert.Equal(t, []int{0}, got.Won())
	assert.Equal(t, int64(9), got.LastChange)
}
