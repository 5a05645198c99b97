// Package lobby brings players together, on one server or on several that share their
// games: quick match, rematches and series, the results of games and the ratings that
// follow from them.
//
// All that the servers have to agree on is in a [store.KV] and changes by
// compare-and-set, so that it does not matter which of them is asked.
package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"gamed/ai"
	"gamed/server/hub"
	"gamed/state"
	"gamed/store"
)

// Games are what a lobby is for: those of a [hub.Hub], or of a cluster of them. See there
// for what the methods do.
type Games interface {
	Rules(name string) (state.Dealer, bool)
	Try(spec hub.Spec) error
	Create(ctx context.Context, spec hub.Spec) (hub.Info, error)
	Get(ctx context.Context, id string) (hub.Info, error)
	Log(ctx context.Context, id string) ([][]byte, error)
	Follow(ctx context.Context, id, next string) error
	OnEnd(ended func(id string))
}

// A Player is somebody of whom the server knows who it is, from one game to the next.
// The zero value is nobody in particular.
type Player struct {
	ID   string `json:"id,omitempty"` // for servers alone
	Name string `json:"name"`
	Kind string `json:"kind"` // guest, bot, or program for a bot of this program
}

// Known reports whether it is known who the player is.
func (p Player) Known() bool { return p.ID != "" }

// ErrUnknownPlayer is a request that only players may make of whom the server knows who
// they are.
var ErrUnknownPlayer = errors.New("this is for players whom the server knows: open a session first, or send a bot's token")

// A Config is what a lobby runs on.
type Config struct {
	Log  store.Log // of the games
	KV   store.KV
	Bots ai.Roster
	// Failed is told what could not be done about a game that has ended, by any
	// goroutine. It may be nil.
	Failed func(game string, err error)
}

// A Lobby is what players see of a server before and after a game. Its methods may be
// called from any goroutine.
type Lobby struct {
	c           Config
	games       Games
	now         func() time.Time
	settlements *settlementQueue
	ratings     shelf
	ends        ends
}

// New returns a lobby of games that settles each of them when it ends. Call it before the
// first game is created or recovered, and Close when the games are closed.
func New(c Config, games Games) *Lobby {
	l := &Lobby{c: c, games: games, now: time.Now, settlements: newSettlementQueue()}
	games.OnEnd(l.settlements.add)
	for range settlers {
		l.settlements.workers.Go(l.settleAll)
	}
	return l
}

// tries is how often a value is changed for one request that others change as well.
const tries = 20

// change reads a value, has do change it and writes it back, until nobody else has
// written meanwhile. A value that is not there is the zero value. do is called again
// each time, and says whether there is anything to write.
func change[T any](ctx context.Context, kv store.KV, bucket, key string, do func(*T) (write bool, err error)) error {
	for n := range tries {
		makeWay(ctx, n)
		var v T
		revision, err := read(ctx, kv, bucket, key, &v)
		if err != nil {
			return err
		}
		write, err := do(&v)
		if err != nil || !write {
			return err
		}
		text, err := json.Marshal(&v)
		if err != nil {
			return fmt.Errorf("lobby: %s %s: %w", bucket, key, err)
		}
		_, err = kv.Put(ctx, bucket, key, text, revision)
		if err == nil {
			return nil
		}
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrAmbiguous) {
			return fmt.Errorf("lobby: %w", err)
		}
	}
	return fmt.Errorf("lobby: %s %s: %w", bucket, key, store.ErrUnavailable)
}

// makeWay waits before a value is changed once more that others have changed, longer and
// longer and never as long as they: otherwise the slowest of them might never have its turn.
func makeWay(ctx context.Context, conflicts int) {
	if conflicts == 0 {
		return
	}
	timer := time.NewTimer(rand.N(min(100*time.Microsecond<<conflicts, 50*time.Millisecond)))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// read reads a value, which stays as it is if it is not there: its revision is 0 then.
func read(ctx context.Context, kv store.KV, bucket, key string, v any) (revision uint64, err error) {
	text, revision, err := kv.Get(ctx, bucket, key)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err == nil {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		return 0, fmt.Errorf("lobby: %s %s: %w", bucket, key, err)
	}
	return revision, nil
}
