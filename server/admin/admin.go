// Package admin stores the data of a server's operators: bans, the maintenance mode, the reports
// about players, and a log of the operators' actions. All servers of a cluster share the data
// through a [store.KV].
package admin

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"gamed/store"
)

// The buckets of the store and their contents.
const (
	settingBucket = "admin"  // "latest": a random value, new after each change; "removed": the same for removals; "maintenance": a [Maintenance]
	banBucket     = "ban"    // id: a [Ban]
	reportBucket  = "report" // time and id: a [Report]
	actionBucket  = "action" // time and id: an [Action]
)

const latestKey, maintenanceKey, removedKey = "latest", "maintenance", "removed"

// ErrUnknown is returned for the id of a ban or report that does not exist.
var ErrUnknown = errors.New("unknown id")

// Controls reads and changes the operator's decisions. Its methods may be called from any
// goroutine. Their errors wrap the store's errors.
type Controls struct {
	kv    store.KV
	now   func() time.Time
	cache atomic.Pointer[decisions]
}

// decisions holds the operator's decisions as of the last Refresh, so that requests do not wait for
// the store.
type decisions struct {
	revision    uint64 // of the latest change
	removals    uint64 // a number that changes with each removal
	maintenance Maintenance
	bans        banIndex
}

// New returns the Controls of a store. Until the first [Controls.Refresh], nothing is banned.
func New(kv store.KV) *Controls {
	c := &Controls{kv: kv, now: time.Now}
	c.cache.Store(new(decisions))
	return c
}

// Refresh rereads the decisions if any server has changed them, and reports whether they have
// changed. Servers call it every second.
func (c *Controls) Refresh(ctx context.Context) (changed bool, err error) {
	_, revision, err := c.kv.Get(ctx, settingBucket, latestKey)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return false, fmt.Errorf("admin: %w", err)
	}
	if revision == c.cache.Load().revision {
		return false, nil
	}
	now := &decisions{revision: revision}
	if _, err := store.ReadValue(ctx, c.kv, settingBucket, maintenanceKey, &now.maintenance); err != nil {
		return false, fmt.Errorf("admin: %w", err)
	}
	var mark string
	if now.removals, err = store.ReadValue(ctx, c.kv, settingBucket, removedKey, &mark); err != nil {
		return false, fmt.Errorf("admin: %w", err)
	}
	bans, err := c.Bans(ctx)
	if err != nil {
		return false, err
	}
	now.bans = indexBans(bans)
	c.cache.Store(now)
	return true, nil
}

// NoteRemoval tells all servers that an operator has deleted a game or erased a player, and logs
// the action.
func (c *Controls) NoteRemoval(ctx context.Context, a Action) error {
	if err := c.touch(ctx, removedKey); err != nil {
		return err
	}
	return c.announce(ctx, a)
}

// Removals returns a number that changes with each call of NoteRemoval on any server, as of the
// last Refresh.
func (c *Controls) Removals() uint64 { return c.cache.Load().removals }

// touch stores a new random value under a key. Servers notice a change by the revision of the
// value.
func (c *Controls) touch(ctx context.Context, key string) error {
	_, err := store.ChangeValue(ctx, c.kv, settingBucket, key, func(mark *string) bool {
		*mark = NewID()
		return true
	})
	if err != nil {
		return fmt.Errorf("admin: %w", err)
	}
	return nil
}

// announce tells all servers that a decision has changed, logs the action, and refreshes this
// server.
func (c *Controls) announce(ctx context.Context, a Action) error {
	if err := c.touch(ctx, latestKey); err != nil {
		return err
	}
	if err := c.LogAction(ctx, a); err != nil {
		return err
	}
	_, err := c.Refresh(ctx)
	return err
}

// Maintenance is a mode in which servers refuse new games. Running games continue.
type Maintenance struct {
	On    bool   `json:"on"`
	Text  string `json:"text,omitempty"`     // for players
	Since int64  `json:"since_ms,omitempty"` // in ms since 1970
}

// SetMaintenance turns the maintenance mode on or off, on all servers. If the mode is already on,
// an empty text keeps the current text.
func (c *Controls) SetMaintenance(ctx context.Context, by Operator, m Maintenance) error {
	verb := "end maintenance"
	if m.On {
		verb, m.Since = "begin maintenance", c.now().UnixMilli()
	} else {
		m = Maintenance{}
	}
	_, err := store.ChangeValue(ctx, c.kv, settingBucket, maintenanceKey, func(there *Maintenance) bool {
		if m.On && there.On {
			m.Text, m.Since = cmp.Or(m.Text, there.Text), there.Since
		}
		write := *there != m
		*there = m
		return write
	})
	if err != nil {
		return fmt.Errorf("admin: %w", err)
	}
	return c.announce(ctx, by.NewAction(verb, "", m.Text))
}

// Maintenance returns the mode as of the last Refresh.
func (c *Controls) Maintenance() Maintenance { return c.cache.Load().maintenance }

// NewID returns a random 80-bit id.
func NewID() string { return strings.ToLower(rand.Text()[:16]) }

// timeKey returns a new key. The keys of later times sort after it.
func timeKey(now time.Time) string { return fmt.Sprintf("%019d-%s", now.UnixNano(), NewID()) }

// readAll reads the values of a bucket in the order of their keys. It skips values that were
// removed after it listed the keys.
func readAll[T any](ctx context.Context, kv store.KV, bucket string) (all []T, err error) {
	keys, err := kv.Keys(ctx, bucket, "")
	if err != nil {
		return nil, fmt.Errorf("admin: %w", err)
	}
	for _, key := range keys {
		var v T
		revision, err := store.ReadValue(ctx, kv, bucket, key, &v)
		if err != nil {
			return nil, fmt.Errorf("admin: %w", err)
		}
		if revision != 0 {
			all = append(all, v)
		}
	}
	return all, nil
}

// add stores a value under a new key.
func add(ctx context.Context, kv store.KV, bucket, key string, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		_, err = kv.Put(ctx, bucket, key, text, 0)
	}
	if err != nil {
		return fmt.Errorf("admin: %w", err)
	}
	return nil
}
