package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"gamed/agent/client"
	"gamed/protocol"
)

const (
	comeBack   = time.Minute            // how long a lost connection is tried again
	firstPause = 100 * time.Millisecond // before it is; then twice as long each time
	longPause  = 5 * time.Second
)

// errBotEnded is a bot that has ended before it was told to.
var errBotEnded = errors.New("the bot has ended")

// A lost is a connection that has ended without a bye.
type lost struct{ err error }

func (l *lost) Error() string { return fmt.Sprintf("the connection was lost: %v", l.err) }
func (l *lost) Unwrap() error { return l.err }

// A bridge carries messages between a bot and a server, or a match.
type bridge struct {
	url, token string
	join       *protocol.Join // nil until the game is known
	ours       bool           // join comes from --game; the bridge ends with that game
	joins      bool           // the bridge must join on behalf of the bot
	restart    bool
	notes      io.Writer

	hello   []byte // the hello message of the bot
	greeted bool   // the bot has received welcome
	pending int    // worlds that the bot waits for
}

// connect starts a bot and plays until it is told bye, or the game of --game is
// over.
func (b *bridge) connect(ctx context.Context, start func(context.Context) (*localBot, error)) error {
	for {
		bot, err := start(ctx)
		if err != nil {
			return err
		}
		err = b.serve(ctx, bot)
		ended := bot.end()
		if !errors.Is(err, errBotEnded) {
			return err // output of a bot after bye does not matter
		}
		if ended != nil {
			err = fmt.Errorf("%w: %w", err, ended)
		}
		if !b.restart || b.hello == nil {
			return err
		}
		fmt.Fprintf(b.notes, "%v; it is started again\n", err)
	}
}

// serve connects one bot, again and again if need be.
func (b *bridge) serve(ctx context.Context, bot *localBot) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := receive(ctx, bot)
	b.hello, b.greeted, b.pending = nil, false, 0
	select {
	case line := <-lines:
		if line.err != nil {
			return errBotEnded
		}
		b.hello = line.data
	case <-ctx.Done():
		return ctx.Err()
	}
	conn, err := client.Dial(ctx, b.url, b.token)
	for {
		if err != nil {
			return err
		}
		err = b.session(ctx, conn, bot, lines)
		_ = conn.Close()
		gone := (*lost)(nil)
		if !errors.As(err, &gone) {
			return err
		}
		fmt.Fprintf(b.notes, "%v; connecting again\n", err)
		conn, err = b.redial(ctx)
	}
}

// redial connects again, for some time.
func (b *bridge) redial(ctx context.Context) (*client.WebSocket, error) {
	late := time.Now().Add(comeBack)
	for pause := firstPause; ; pause = min(2*pause, longPause) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		conn, err := client.Dial(ctx, b.url, b.token)
		if err == nil || errors.Is(err, client.ErrToken) || time.Now().After(late) {
			return conn, err
		}
	}
}

// A received is a message, or why there are no more.
type received struct {
	data []byte
	err  error
}

// receive gives all that comes from a connection, and its end. It goes on until that
// or the end of ctx.
func receive(ctx context.Context, from client.Conn) <-chan received {
	all := make(chan received)
	go func() {
		for {
			data, err := from.Receive(ctx)
			select {
			case all <- received{data, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return all
}

// session carries messages over one connection. nil is the end of it all.
func (b *bridge) session(ctx context.Context, conn *client.WebSocket, bot *localBot, lines <-chan received) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := conn.Send(ctx, b.hello); err != nil {
		return &lost{err}
	}
	for ; b.pending > 0; b.pending-- { // what it waits for comes no more
		if err := say(ctx, bot, &protocol.Error{Code: protocol.NoWorld, Text: "the connection was lost meanwhile"}); err != nil {
			return errBotEnded
		}
	}
	messages := receive(ctx, conn)
	for {
		select {
		case m := <-messages:
			if m.err != nil {
				return &lost{m.err}
			}
			if done, err := b.toBot(ctx, conn, bot, m.data); done || err != nil {
				return err
			}
		case line := <-lines:
			if line.err != nil {
				return errBotEnded
			}
			b.note(line.data)
			if err := conn.Send(ctx, line.data); err != nil {
				return &lost{err}
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// say sends a message of our own.
func say(ctx context.Context, to client.Conn, m protocol.Message) error {
	data := protocol.Append(nil, m)
	return to.Send(ctx, data)
}

// A glance is what the bridge looks at in a message.
type glance struct {
	Type   string
	Server string
	Game   string
	Key    string
	N      uint64
	Code   protocol.Code
	Text   string
}

func look(data []byte) (g glance) {
	_ = json.Unmarshal(data, &g) // what it cannot read is not for it
	return g
}
