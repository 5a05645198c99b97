package hub

import (
	"context"
	"fmt"
	"slices"

	"gamed/store"
	"gamed/table"
)

// tablesBucket holds, by ruleset, the hashes of the card tables that the servers of a store have
// had. After a return to an earlier program, the order of the tables tells which rules are older.
// The versions have no order, since the version of a game file is a hash.
const tablesBucket = "tables"

// tableList lists the [table.CardsHash] of each version of a ruleset, oldest first. A game of an
// earlier program may have a table that is not on the list. Such a table counts as older than all
// tables on the list.
type tableList struct {
	Tables []string `json:"tables"`
}

// Older reports whether the rules of a game are older than this program's rules. If Older returns
// false, the game's rules are newer: an operator has returned to an earlier program.
func Older(ctx context.Context, kv store.KV, other *table.OtherRules) (bool, error) {
	if kv == nil {
		return true, nil
	}
	var list tableList
	_, err := store.ReadValue(ctx, kv, tablesBucket, Hash(other.Rules), &list)
	now := slices.Index(list.Tables, other.OwnCards)
	return now < 0 || slices.Index(list.Tables, other.Cards) < now, err
}

// noteTable adds the hash of this program's card table to the end of the ruleset's list, unless the
// list has it. If olderHash is not "" and the list lacks it, noteTable adds it to the beginning.
// The error wraps [ErrUnavailable].
func (h *Hub) noteTable(ctx context.Context, rules, now, olderHash string) error {
	h.mu.Lock()
	noted := h.c.KV == nil || h.notedTables[now] && olderHash == ""
	h.mu.Unlock()
	if !noted {
		_, err := store.ChangeValue(ctx, h.c.KV, tablesBucket, Hash(rules), func(l *tableList) (write bool) { return l.add(now, olderHash) })
		if err != nil {
			return fmt.Errorf("hub: %w: card tables of %s: %w", ErrUnavailable, rules, err)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notedTables[now] = true
	return nil
}

// add adds the missing tables, and reports whether it changed the list.
func (l *tableList) add(now, older string) bool {
	before := len(l.Tables)
	if !slices.Contains(l.Tables, now) {
		l.Tables = append(l.Tables, now)
	}
	if older != "" && !slices.Contains(l.Tables, older) {
		l.Tables = slices.Insert(l.Tables, 0, older)
	}
	return len(l.Tables) != before
}
