package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"gamed/agent/client"
	"gamed/agent/external"
	"gamed/protocol"
)

const (
	redialTime = time.Minute            // how long to retry a lost connection
	firstPause = 100 * time.Millisecond // before the first retry; each further pause is twice as long
	longPause  = 5 * time.Second        // the longest pause
)

// A link is the connection of one bot to a server or a match. It joins the game, and it
// connects again when the connection is lost. It is a [client.Conn], but one goroutine may
// send while another receives. The first message to send is the bot's hello.
type link struct {
	url, token string
	join       *protocol.Join // nil until the game is known
	singleGame bool           // the link ends after one game, which the field join names
	noJoin     error          // the error at a server if join is nil; if noJoin is nil too, the bot sends its own join
	notes      io.Writer

	ownMessages [][]byte // messages from the link itself, which Receive returns next

	mu      sync.Mutex // guards the fields below, join, and all writes to conn
	conn    *client.WebSocket
	hello   []byte
	greeted bool // the bot has received welcome
	seat    int
	pending int // number of answers about worlds for which the bot waits
}

// Send sends a message of the bot. A message on a lost connection is dropped: the server
// repeats an open decision after the bot has joined again.
func (l *link) Send(ctx context.Context, data []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil {
		l.hello = data
		return l.dial(ctx)
	}
	switch parseLinkMessage(data).Type {
	case "fork", "apply", "rollouts":
		l.pending++
	case "join":
		if join := new(protocol.Join); json.Unmarshal(data, join) == nil {
			l.join = join
		}
	}
	l.write(ctx, data)
	return ctx.Err()
}

// dial connects and sends the hello. The caller holds l.mu.
func (l *link) dial(ctx context.Context) error {
	conn, err := client.Dial(ctx, l.url, l.token)
	if err != nil {
		return err
	}
	l.conn = conn
	l.write(ctx, l.hello)
	return nil
}

// successor returns a link for the next process of the bot, at the same seat.
func (l *link) successor() *link {
	l.mu.Lock()
	defer l.mu.Unlock()
	return &link{url: l.url, token: l.token, join: l.join, singleGame: l.singleGame, noJoin: l.noJoin, notes: l.notes}
}

// close closes the connection.
func (l *link) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		_ = l.conn.Close()
	}
}

// write sends a message. If it fails, Receive finds the connection closed. The caller holds l.mu.
func (l *link) write(ctx context.Context, data []byte) {
	if l.conn.Send(ctx, data) != nil {
		_ = l.conn.Close()
	}
}

// Receive returns the next message for the bot. The bot must have sent its hello before.
func (l *link) Receive(ctx context.Context) ([]byte, error) {
	for {
		if len(l.ownMessages) > 0 {
			data := l.ownMessages[0]
			l.ownMessages = l.ownMessages[1:]
			return data, nil
		}
		data, err := l.conn.Receive(ctx)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			fmt.Fprintf(l.notes, "the connection was lost: %v; connecting again\n", err)
			if err := l.redial(ctx); err != nil {
				return nil, err
			}
			continue
		}
		if pass, err := l.handle(ctx, parseLinkMessage(data)); pass || err != nil {
			return data, err
		}
	}
}

// redial retries the connection for a minute, or until the server refuses the token. It first refuses
// the bot's open requests about worlds, because the server drops worlds with the connection.
func (l *link) redial(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for ; l.pending > 0; l.pending-- {
		l.ownMessages = append(l.ownMessages, protocol.Append(nil, &protocol.Error{Code: protocol.NoWorld, Text: "the connection was lost"}))
	}
	_ = l.conn.Close()
	late := time.Now().Add(redialTime)
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		err := l.dial(ctx)
		if err == nil || errors.Is(err, client.ErrToken) || time.Now().After(late) {
			return err
		}
	}
}

// handle acts on a message and reports whether the bot receives it. An error ends the link.
func (l *link) handle(ctx context.Context, m linkMessage) (pass bool, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch m.Type {
	case "welcome":
		pass = !l.greeted
		l.greeted = true
		return pass, l.welcome(ctx, m)
	case "joined":
		l.seat = m.Seat
		if l.join == nil {
			break
		}
		if m.Key != "" {
			l.join.Key = m.Key
		}
		l.write(ctx, protocol.Append(nil, client.EveryDecision()))
	case "update":
		if l.join != nil {
			l.join.After = &m.N
		}
	case "world", "values":
		l.pending = max(l.pending-1, 0)
	case "error":
		l.pending = max(l.pending-1, 0)
		switch m.Code {
		case protocol.NoGame, protocol.NoSeat, protocol.BadKey, protocol.BadVersion, protocol.NoForks:
			return false, &protocol.Error{Code: m.Code, Text: m.Text}
		}
	case "over":
		if l.singleGame {
			fmt.Fprintf(l.notes, "game %s: %s (%s)\n", m.Game, m.result(l.seat), m.Reason)
			bye := protocol.Append(nil, &protocol.Bye{})
			l.write(ctx, bye)
			l.ownMessages = append(l.ownMessages, bye)
		}
	}
	return true, nil
}

// welcome joins the game at a server. A match needs no join, because the match starts the game.
func (l *link) welcome(ctx context.Context, m linkMessage) error {
	switch {
	case m.Server == external.Server:
	case l.join != nil:
		l.write(ctx, protocol.Append(nil, l.join))
	case l.noJoin != nil:
		return l.noJoin
	default:
		fmt.Fprintln(l.notes, "Connected to a server. Name a game with --game, or let the bot join one.")
	}
	return nil
}

// A linkMessage holds the fields of a message that matter to a link.
type linkMessage struct {
	Type   string
	Server string
	Key    string
	N      uint64
	Code   protocol.Code
	Text   string
	Game   string
	Seat   int
	Won    []int
	Draw   bool
	Reason string
}

// result returns the result of a seat: won, drawn or lost.
func (g *linkMessage) result(seat int) string {
	switch {
	case slices.Contains(g.Won, seat):
		return "won"
	case g.Draw:
		return "drawn"
	}
	return "lost"
}

func parseLinkMessage(data []byte) (g linkMessage) {
	_ = json.Unmarshal(data, &g) // the receiver reports invalid messages
	return g
}
