// Package audit checks that the contents of a store agree with each other. It compares logs with
// their seals and results, results with ratings and lists, and sessions and seats with identities.
package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gamed/game"
	"gamed/server/identity"
	"gamed/server/lobby"
	"gamed/store"
	"gamed/table"
)

// An audit is one pass over a store: see [Run].
type audit struct {
	store         store.Store
	pace          func(ctx context.Context) error
	report        func(error)
	reportedGames map[string]bool // the games whose log was reported
}

// Run reads every log and value of a store. It calls the function found, from the caller's
// goroutine, with an error for each item that is damaged, is missing or contradicts another item.
// Each of these errors wraps [store.ErrDamaged]. Each also holds a [store.Damage], unless a whole
// list of games or keys is damaged. Run calls the function pace before each item. Run stops at any
// other error of the store or of pace, and returns that error. The store may be in use: Run reads
// an item again before it reports a contradiction.
func Run(ctx context.Context, s store.Store, pace func(ctx context.Context) error, found func(error)) error {
	a := &audit{s, pace, found, make(map[string]bool)}
	if err := a.checkLogs(ctx); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	if err := a.checkValues(ctx); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return nil
}

// reportDamage passes an error that wraps ErrDamaged to report, and returns every other error.
func (a *audit) reportDamage(err error) error {
	if errors.Is(err, store.ErrDamaged) {
		a.report(err)
		return nil
	}
	return err
}

func (a *audit) checkLogs(ctx context.Context) error {
	ids, err := a.store.Games(ctx)
	if err = a.reportDamage(err); err != nil {
		return err
	}
	for _, id := range ids {
		if err := a.pace(ctx); err != nil {
			return err
		}
		_, err := a.checkLog(ctx, id)
		if errors.Is(err, store.ErrDamaged) {
			a.reportedGames[id] = true
		}
		if err = a.reportDamage(err); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return nil
}

// checkLog reads a log, checks its seals, and summarizes it.
func (a *audit) checkLog(ctx context.Context, id string) (*table.Summary, error) {
	records, err := a.store.Read(ctx, id)
	if err == nil {
		_, err = game.Verify(records)
	}
	if err != nil {
		return nil, err
	}
	s, err := table.Summarize(records)
	switch {
	case err != nil:
		return nil, &store.Damage{Game: id, Reason: err.Error()}
	case s.Header.Game != id:
		return nil, &store.Damage{Game: id, Record: 1, Reason: "the log belongs to game " + s.Header.Game}
	}
	return s, nil
}

func (a *audit) checkValues(ctx context.Context) error {
	buckets, err := a.store.Buckets(ctx)
	if err = a.reportDamage(err); err != nil {
		return err
	}
	for _, bucket := range buckets {
		keys, err := a.store.Keys(ctx, bucket, "")
		if err = a.reportDamage(err); err != nil {
			return err
		}
		for _, key := range keys {
			if err := a.pace(ctx); err != nil {
				return err
			}
			err := a.checkValue(ctx, bucket, key)
			if d := (*store.Damage)(nil); errors.As(err, &d) && a.reportedGames[d.Game] {
				continue // the log is already reported
			}
			if err = a.reportDamage(err); err != nil && !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
	}
	return nil
}

// checkValue checks a value, and that the log, results or identity to which the value refers exist.
func (a *audit) checkValue(ctx context.Context, bucket, key string) error {
	text, _, err := a.store.Get(ctx, bucket, key)
	if err != nil {
		return err
	}
	switch bucket {
	case lobby.ResultBucket:
		return a.checkResult(ctx, key, text)
	case lobby.RatingBucket, lobby.ListBucket:
		return a.checkPage(ctx, bucket, key, text)
	}
	if id := identity.IdentityOf(bucket, key, text); id != "" {
		switch there, err := identity.Exists(ctx, a.store, id); {
		case err != nil:
			return err
		case !there && a.unchanged(ctx, bucket, key, text):
			return &store.Damage{Bucket: bucket, Key: key, Reason: "the identity " + id + " is missing"}
		}
	}
	return nil
}

// unchanged reports whether the store still has a value as it was read. If a server has changed the
// value meanwhile, a contradiction need not be damage.
func (a *audit) unchanged(ctx context.Context, bucket, key string, text []byte) bool {
	now, _, err := a.store.Get(ctx, bucket, key)
	return err == nil && string(now) == string(text)
}

// checkResult compares a result with the log of its game.
func (a *audit) checkResult(ctx context.Context, key string, text []byte) error {
	damage := func(format string, more ...any) error {
		if !a.unchanged(ctx, lobby.ResultBucket, key, text) {
			return nil
		}
		return &store.Damage{Bucket: lobby.ResultBucket, Key: key, Reason: fmt.Sprintf(format, more...)}
	}
	var r lobby.Result
	if err := json.Unmarshal(text, &r); err != nil {
		return damage("the result is not readable: %v", err)
	}
	s, err := a.checkLog(ctx, key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		if deleted, err := game.IsDeleted(ctx, a.store, key); err != nil || deleted {
			return err
		}
		return &store.Damage{Game: key, Reason: "its log is missing, but its result exists"}
	case err != nil:
		return err
	case !s.Closed():
		return &store.Damage{Game: key, Reason: "its result exists, but the end of its log is missing"}
	case r.Game != key || r.Rules != s.Header.Rules || r.Reason != s.Reason || !slices.Equal(r.Won, s.Won()):
		return damage("the result differs from the log: %v won (%s), in the log %v (%s)", r.Won, r.Reason, s.Won(), s.Reason)
	}
	return nil
}

// checkPage checks that each game in a page of ratings or of a list has a result. While the lobby
// settles a game, the game is in pages before it has a result. Until then, the store lists the game
// as live.
func (a *audit) checkPage(ctx context.Context, bucket, key string, text []byte) error {
	var p struct {
		Games []struct {
			Game string `json:"game"`
		} `json:"games"`
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return &store.Damage{Bucket: bucket, Key: key, Reason: "the value is not readable: " + err.Error()}
	}
	var games []string
	for _, g := range p.Games {
		games = append(games, g.Game)
	}
	missing, err := a.withoutResult(ctx, games)
	if err != nil || len(missing) == 0 {
		return err
	}
	live, err := a.store.Live(ctx)
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	missing = slices.DeleteFunc(missing, func(id string) bool { return slices.Contains(live, id) })
	if missing, err = a.withoutResult(ctx, missing); err != nil { // a game may have been settled before the call of Live
		return err
	}
	if len(missing) > 0 && a.unchanged(ctx, bucket, key, text) {
		return &store.Damage{Bucket: lobby.ResultBucket, Key: missing[0], Reason: fmt.Sprintf("%s in %s lists results that are missing: %s", key, bucket, strings.Join(missing, ", "))}
	}
	return nil
}

// withoutResult returns the games that have no result and are not deleted.
func (a *audit) withoutResult(ctx context.Context, games []string) ([]string, error) {
	var missing []string
	for _, id := range games {
		_, _, err := a.store.Get(ctx, lobby.ResultBucket, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			deleted, err := game.IsDeleted(ctx, a.store, id)
			if err != nil && !errors.Is(err, store.ErrDamaged) {
				return nil, err
			}
			if !deleted {
				missing = append(missing, id)
			}
		case err != nil && !errors.Is(err, store.ErrDamaged): // damaged results are reported separately
			return nil, err
		}
	}
	return missing, nil
}
