package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"gamed/store"
	"gamed/table"
)

// tablesBucket holds the card tables that the servers of a store have had, by ruleset. Their
// order distinguishes older rules from newer ones after a return to an earlier program. A
// version cannot: that of a game file is a hash.
const tablesBucket = "tables"

// tableList lists the [table.CardsHash] of each version of a ruleset, oldest first. Games of
// earlier programs may have tables that are not on the list. Those are older.
type tableList struct {
	Tables []string `json:"tables"`
}

func readTables(ctx context.Context, kv store.KV, rules string) (list tableList, revision uint64, err error) {
	text, revision, err := kv.Get(ctx, tablesBucket, Hash(rules))
	if errors.Is(err, store.ErrNotFound) {
		return list, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		return list, 0, fmt.Errorf("hub: card tables of %s: %w", rules, err)
	}
	return list, revision, nil
}

// Older reports whether the rules of a game are older than this program's rules. They are
// newer if an operator has returned to an earlier program.
func Older(ctx context.Context, kv store.KV, other *table.OtherRules) (bool, error) {
	if kv == nil {
		return true, nil
	}
	list, _, err := readTables(ctx, kv, other.Rules)
	now := slices.Index(list.Tables, other.NowCards)
	return now < 0 || slices.Index(list.Tables, other.Cards) < now, err
}

// noteTable stores that this program has a card table. A missing older table, unless it is
// "", comes first. The error is [ErrUnavailable].
func (h *Hub) noteTable(ctx context.Context, rules, now, older string) error {
	h.mu.Lock()
	noted := h.c.KV == nil || h.noted[now] && older == ""
	h.mu.Unlock()
	for !noted {
		list, revision, err := readTables(ctx, h.c.KV, rules)
		if err == nil {
			noted, err = list.note(ctx, h.c.KV, rules, revision, now, older)
		}
		if err != nil {
			return fmt.Errorf("hub: %w: %w", ErrUnavailable, err)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.noted[now] = true
	return nil
}

// note adds the missing tables and stores the list. It reports false if another server has
// changed the list.
func (l *tableList) note(ctx context.Context, kv store.KV, rules string, revision uint64, now, older string) (bool, error) {
	before := len(l.Tables)
	if !slices.Contains(l.Tables, now) {
		l.Tables = append(l.Tables, now)
	}
	if older != "" && !slices.Contains(l.Tables, older) {
		l.Tables = slices.Insert(l.Tables, 0, older)
	}
	if len(l.Tables) == before {
		return true, nil
	}
	text, err := json.Marshal(l)
	if err == nil {
		_, err = kv.Put(ctx, tablesBucket, Hash(rules), text, revision)
	}
	if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrAmbiguous) {
		return false, nil
	}
	return true, err
}
