package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gamed/game"
	"gamed/protocol"
	"gamed/server/hub"
)

// A query is a request to another server. Kind selects the fields in use.
type query struct {
	Kind    string `json:"kind"` // join, watch, get, follow, list, rank, accounts, presences or games
	Node    string `json:"node"` // the sender
	Game    string `json:"game,omitempty"`
	Take    bool   `json:"take,omitempty"`  // take over the game, which has no owner
	Session string `json:"visit,omitempty"` // the id of the session of a client that joins or watches
	Name    string `json:"name,omitempty"`  // of the player
	Face    string `json:"face,omitempty"`  // of the player
	// Player is the player's id, "" for an unknown player.
	Player string `json:"player,omitempty"`
	// NeedsForks is as in [hub.Player].
	NeedsForks bool `json:"needs_forks,omitempty"`

	Next string `json:"next,omitempty"` // the game that follows

	Join   json.RawMessage `json:"join,omitempty"`
	join   *protocol.Join  // the decoded form of Join
	Filter *hub.Filter     `json:"filter,omitempty"`
	Rules  string          `json:"rules,omitempty"`
	By     string          `json:"by,omitempty"`
	Limit  int             `json:"limit,omitempty"`

	Players []string `json:"players,omitempty"` // ids
}

// An answer is another server's response to a query.
type answer struct {
	Node     string                  `json:"node"`
	Seat     uint8                   `json:"seat,omitempty"` // of the client that joined, or [state.Watcher]
	Forks    *protocol.Budget        `json:"forks,omitempty"`
	Info     hub.Info                `json:"info,omitzero"`
	Infos    []hub.Info              `json:"infos,omitempty"`
	Ranking  hub.Ranking             `json:"ranking,omitzero"`
	Games    []string                `json:"games,omitempty"`
	BotNotes []game.BotNote          `json:"said,omitempty"`    // the notes of bots
	Present  map[string]hub.Presence `json:"present,omitempty"` // by the id of the player
	More     bool                    `json:"more,omitempty"`    // another answer follows
	Refusal  *protocol.Error         `json:"refusal,omitempty"`
	Code     string                  `json:"code,omitempty"` // of a hub error
	// Incomplete distinguishes hub.ErrIncomplete, which has the code of hub.ErrSetAside.
	Incomplete bool   `json:"incomplete,omitempty"`
	Text       string `json:"text,omitempty"` // of another error
}

const (
	// answerTimeout is the maximum wait for one server's answer.
	answerTimeout = 4 * time.Second
	// listTimeout is the maximum time that a query to all servers waits for servers that may be gone. For
	// an inventory, inventoryTimeout applies.
	listTimeout = 500 * time.Millisecond
	// gamesAtOnce is the maximum number of game ids in one NATS message.
	gamesAtOnce = 50_000
)

// errNoAnswer is returned when another server does not respond.
var errNoAnswer = errors.New("another server does not answer")

// codes lists the errors for which an answer has a code, so that errors.Is recognizes them on the asking
// server too. If an error wraps several of these errors, the answer has the code of the first in the list.
var codes = []struct {
	code string
	err  error
}{
	{"not_found", hub.ErrNotFound},
	{"set_aside", hub.ErrSetAside},
	{"elsewhere", hub.ErrElsewhere},
	{"not_over", hub.ErrNotOver},
	{"full", hub.ErrFull},
	{"closed", hub.ErrClosed},
	{"unavailable", hub.ErrUnavailable},
	{"deadline", context.DeadlineExceeded},
}

// setError stores an error in an answer. On the asking server, asError returns the same error or
// its text.
func (a *answer) setError(err error) {
	if err == nil || errors.As(err, &a.Refusal) {
		return
	}
	for _, c := range codes {
		if errors.Is(err, c.err) {
			a.Code, a.Incomplete = c.code, errors.Is(err, hub.ErrIncomplete)
			return
		}
	}
	a.Text = err.Error()
}

// asError returns the error that setError stored.
func (a *answer) asError() error {
	switch {
	case a.Refusal != nil:
		return a.Refusal
	case a.Incomplete:
		return hub.ErrIncomplete
	}
	for _, c := range codes {
		if a.Code == c.code {
			return c.err
		}
	}
	if a.Code != "" || a.Text != "" {
		return fmt.Errorf("cluster: server %s: %s%s", a.Node, a.Code, a.Text)
	}
	return nil
}

// ask sends a query to one server. If the server does not answer, ask calls suspect.
func (n *Node) ask(ctx context.Context, node string, q *query) (a answer, err error) {
	q.Node = n.id
	data, err := json.Marshal(q)
	if err != nil {
		return a, fmt.Errorf("cluster: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	msg, err := n.conn.RequestWithContext(ctx, n.subject("to", node, "ask"), data)
	if err != nil {
		n.suspect(node)
		return a, fmt.Errorf("cluster: server %s: %w: %w", node, errNoAnswer, err)
	}
	if err := json.Unmarshal(msg.Data, &a); err != nil {
		return a, fmt.Errorf("cluster: server %s: %w", node, err)
	}
	return a, a.asError()
}

// askAll sends a query to all known servers and calls handle with each answer, until all servers
// have answered or the time is up. It reports whether all have answered.
func (n *Node) askAll(ctx context.Context, wait time.Duration, q *query, handle func(*answer)) (all bool, err error) {
	n.mu.Lock()
	missing := make(map[string]bool, len(n.peers))
	for id := range n.peers {
		missing[id] = true
	}
	n.mu.Unlock()
	if len(missing) == 0 {
		return true, nil
	}
	q.Node = n.id
	data, err := json.Marshal(q)
	if err != nil {
		return false, fmt.Errorf("cluster: %w", err)
	}
	inbox := n.conn.NewInbox()
	answers, err := n.conn.SubscribeSync(inbox)
	if err != nil {
		return false, fmt.Errorf("cluster: %w", err)
	}
	defer func() { _ = answers.Unsubscribe() }() // fails only with the connection
	if err := n.conn.PublishRequest(n.subject("all"), inbox, data); err != nil {
		return false, fmt.Errorf("cluster: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for len(missing) > 0 {
		msg, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return false, nil
		}
		a := new(answer)
		if json.Unmarshal(msg.Data, a) != nil {
			continue // a server of another version
		}
		handle(a)
		if !a.More {
			delete(missing, a.Node)
		}
	}
	return true, nil
}

// inventory returns the set of games that other servers own. It fails if a server does not answer
// in time.
func (n *Node) inventory(ctx context.Context) (map[string]bool, error) {
	theirs := make(map[string]bool)
	all, err := n.askAll(ctx, n.inventoryWait, &query{Kind: "games"}, func(a *answer) {
		for _, id := range a.Games {
			theirs[id] = true
		}
	})
	if err == nil && !all {
		err = fmt.Errorf("cluster: inventory of the games: %w", errNoAnswer)
	}
	return theirs, err
}
