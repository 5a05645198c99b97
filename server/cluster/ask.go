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

// An ask is a question to another server. Kind says which of the others it has.
type ask struct {
	Kind  string `json:"kind"` // join, watch, get, follow, list, rank, accounts or games
	Node  string `json:"node"` // who asks
	Game  string `json:"game,omitempty"`
	Take  bool   `json:"take,omitempty"` // the game, which nobody has
	Visit string `json:"visit,omitempty"`
	Name  string `json:"name,omitempty"` // of the player
	// Player is the player's id, if it is known who that is.
	Player string `json:"player,omitempty"`

	Next string `json:"next,omitempty"` // the game that follows

	Join   json.RawMessage `json:"join,omitempty"`
	Filter *hub.Filter     `json:"filter,omitempty"`
	Rules  string          `json:"rules,omitempty"`
	By     string          `json:"by,omitempty"`
	Limit  int             `json:"limit,omitempty"`
}

// An answer is what comes back.
type answer struct {
	Node    string           `json:"node"`
	Seat    uint8            `json:"seat,omitempty"`
	Forks   *protocol.Budget `json:"forks,omitempty"`
	Info    *hub.Info        `json:"info,omitempty"`
	Infos   []hub.Info       `json:"infos,omitempty"`
	Ranking *hub.Ranking     `json:"ranking,omitempty"`
	Games   []string         `json:"games,omitempty"`
	Said    []game.Account   `json:"said,omitempty"` // by bots
	More    bool             `json:"more,omitempty"` // another answer follows
	Refusal *protocol.Error  `json:"refusal,omitempty"`
	Code    string           `json:"code,omitempty"` // of an error of the hub
	Text    string           `json:"text,omitempty"` // of any other
}

const (
	// answering is how long one server may take to answer another.
	answering = 4 * time.Second
	// scatter is how long the lobby waits for servers that may not be there any more.
	scatter = 500 * time.Millisecond
	// gamesAtOnce is how many ids fit into a message of NATS, with room to spare.
	gamesAtOnce = 50_000
)

// errSilent is a server that does not answer.
var errSilent = errors.New("another server does not answer")

// codes are the errors of the hub that another server has to tell apart.
var codes = map[string]error{
	"not_found": hub.ErrNotFound, "full": hub.ErrFull, "closed": hub.ErrClosed, "not_over": hub.ErrNotOver,
	"set_aside": hub.ErrSetAside, "unavailable": hub.ErrUnavailable, "elsewhere": hub.ErrElsewhere,
	"deadline": context.DeadlineExceeded,
}

// fail puts an error into an answer.
func (a *answer) fail(err error) {
	if err == nil || errors.As(err, &a.Refusal) {
		return
	}
	for code, why := range codes {
		if errors.Is(err, why) {
			a.Code = code
			return
		}
	}
	a.Text = err.Error()
}

// err is the error that was put into it.
func (a *answer) err() error {
	switch {
	case a.Refusal != nil:
		return a.Refusal
	case a.Code != "":
		if why := codes[a.Code]; why != nil {
			return why
		}
		return fmt.Errorf("cluster: server %s: %s", a.Node, a.Code)
	case a.Text != "":
		return fmt.Errorf("cluster: server %s: %s", a.Node, a.Text)
	}
	return nil
}

// ask asks one server. One that does not answer gets nothing new until it is heard.
func (n *Node) ask(ctx context.Context, node string, q *ask) (*answer, error) {
	q.Node = n.id
	data, err := json.Marshal(q)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, answering)
	defer cancel()
	msg, err := n.conn.RequestWithContext(ctx, n.subject("to", node, "ask"), data)
	if err != nil {
		n.suspect(node)
		return nil, fmt.Errorf("cluster: server %s: %w: %w", node, errSilent, err)
	}
	a := new(answer)
	if err := json.Unmarshal(msg.Data, a); err != nil {
		return nil, fmt.Errorf("cluster: server %s: %w", node, err)
	}
	return a, a.err()
}

// askAll asks all servers that are heard, and gives each answer to take, until all
// have answered or the time is up. It reports whether all have.
func (n *Node) askAll(ctx context.Context, wait time.Duration, q *ask, take func(*answer)) (all bool, err error) {
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
	defer func() { _ = answers.Unsubscribe() }() // fails with the connection alone
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
		take(a)
		if !a.More {
			delete(missing, a.Node)
		}
	}
	return true, nil
}

// roll returns the games that other servers have.
func (n *Node) roll(ctx context.Context) (map[string]bool, error) {
	theirs := make(map[string]bool)
	all, err := n.askAll(ctx, rollCall, &ask{Kind: "games"}, func(a *answer) {
		for _, id := range a.Games {
			theirs[id] = true
		}
	})
	if err == nil && !all {
		err = fmt.Errorf("cluster: roll of the games: %w", errSilent)
	}
	return theirs, err
}
