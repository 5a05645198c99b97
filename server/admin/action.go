package admin

import (
	"context"
	"fmt"
	"slices"

	"gamed/store"
)

// An Operator is the author of an action. Other operators read both fields. Nothing verifies the name.
type Operator struct {
	Name string // the user name that the operator's program reports
	From string // the network address, or "" for a command with access to the store
}

// An Action is an entry in the log of the operators.
type Action struct {
	At     int64  `json:"at_ms"` // in ms since 1970
	By     string `json:"by"`
	From   string `json:"from,omitempty"`
	Verb   string `json:"verb"`             // such as "ban"
	Object string `json:"object,omitempty"` // such as the id of a ban or a game
	Detail string `json:"detail,omitempty"`
}

// NewAction returns an action of the operator for [Controls.LogAction].
func (o Operator) NewAction(verb, object, detail string) Action {
	return Action{By: o.Name, From: o.From, Verb: verb, Object: object, Detail: detail}
}

// LogAction adds an action to the log of the operators.
func (c *Controls) LogAction(ctx context.Context, a Action) error {
	now := c.now()
	a.At = now.UnixMilli()
	return add(ctx, c.kv, actionBucket, timeKey(now), a)
}

// Actions returns up to limit actions, newest first.
func (c *Controls) Actions(ctx context.Context, limit int) ([]Action, error) {
	keys, err := c.kv.Keys(ctx, actionBucket, "")
	if err != nil {
		return nil, fmt.Errorf("admin: %w", err)
	}
	actions := []Action{}
	for _, key := range slices.Backward(keys) {
		if len(actions) == limit {
			break
		}
		var a Action
		if _, err := store.ReadValue(ctx, c.kv, actionBucket, key, &a); err != nil {
			return nil, fmt.Errorf("admin: %w", err)
		}
		actions = append(actions, a)
	}
	return actions, nil
}
