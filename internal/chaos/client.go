package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"gamed/protocol"
)

// habits are how clients misbehave, in thousandths of their choices.
type habits struct {
	resigns int
	repeats int // the choice is sent twice
	drops   int // the connection is dropped right after it
}

var badHabits = habits{resigns: 1, repeats: 20, drops: 10}

const (
	// own is how many choices a second a client sends at most. The server takes 50
	// messages.
	own = 30
	// again is how long a message waits that the server could not take.
	again = 100 * time.Millisecond
	// silence is when a client connects anew to look how the game stands.
	silence = 20 * time.Second
	// frozen is when it does so if there are other servers: it pings them then.
	frozen = 2 * time.Second
	// pinging is how often.
	pinging = 500 * time.Millisecond
)

// errGone is a game that is no longer in the server's memory.
var errGone = errors.New("the game is not in memory")

// A client plays a seat, or watches, until the game is over. It comes back as
// docs/protocol.md says.
type client struct {
	at   *table
	j    *journal
	rand *rand.Rand
	own  *rate.Limiter

	conn     *websocket.Conn
	addr     string            // of the server
	seated   bool              // it has been told that it sits
	last     *uint64           // the number of the latest event that it knows
	choices  map[uint32]choice // what it has answered, so that it answers alike again
	answered uint32            // on this connection
	resigned bool
}

// A choice is an answer.
type choice struct {
	option int
	text   string
}

// play connects again and again until the game is over. It fails with an error of
// ctx, or with what the server must not say.
func (c *client) play(ctx context.Context) error {
	wait := 10 * time.Millisecond
	for {
		seen := len(c.j.entries)
		err := c.connect(ctx)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, errWrong), ctx.Err() != nil:
			return err
		case errors.Is(err, errGone):
			if over, err := c.at.isOver(ctx); over || err != nil {
				c.j.done = over
				return err
			}
		}
		if len(c.j.entries) > seen {
			wait = 10 * time.Millisecond
			c.add(entry{What: lost, Text: err.Error()})
		}
		if err := sleep(ctx, wait/2+rand.N(wait)); err != nil {
			return err
		}
		wait = min(2*wait, 500*time.Millisecond)
	}
}

// errWrong is wrapped by the errors of what a server that has lost nothing does not
// do.
var errWrong = errors.New("the server has lost something")

func (c *client) add(e entry) {
	e.At = time.Since(c.at.c.began)
	c.j.entries = append(c.j.entries, e)
}

// connect plays on one connection; nil when the game is over.
func (c *client) connect(ctx context.Context) error {
	c.addr = c.at.c.where(c.addr)
	conn, _, err := websocket.Dial(ctx, "ws://"+c.addr+"/ws", &websocket.DialOptions{HTTPClient: c.at.dialer})
	if err != nil {
		return err
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(-1)
	c.conn, c.answered = conn, 0
	if err := c.send(ctx, &protocol.Hello{Protocol: protocol.Version, Name: fmt.Sprintf("client %d", c.j.seat)}); err != nil {
		return err
	}
	if c.at.c.cluster {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		go ping(ctx, conn)
	}
	for {
		data, err := c.receive(ctx)
		if err != nil {
			return err
		}
		if over, err := c.handle(ctx, data); over || err != nil {
			return err
		}
	}
}

// ping asks the server for signs of life until ctx is done.
func ping(ctx context.Context, conn *websocket.Conn) {
	for sleep(ctx, pinging) == nil {
		if conn.Write(ctx, websocket.MessageText, []byte(`{"type":"ping","t":0}`)) != nil {
			return // the reader finds out as well
		}
	}
}

func (c *client) receive(ctx context.Context) ([]byte, error) {
	patience := silence
	if c.at.c.cluster {
		patience = frozen
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, data, err := c.conn.Read(ctx)
	return data, err
}

func (c *client) send(ctx context.Context, m protocol.ClientMessage) error {
	data, err := protocol.Append(nil, m)
	if err != nil {
		return err
	}
	return c.conn.Write(ctx, websocket.MessageText, data)
}

// join takes the seat or comes back to it. With a claim it need not know which.
func (c *client) join(ctx context.Context) error {
	if c.j.seat < 0 {
		return c.send(ctx, &protocol.Watch{Game: c.j.game})
	}
	return c.send(ctx, &protocol.Join{Game: c.j.game, Seat: &c.j.seat, Claim: c.j.claim, After: c.last})
}

// handle does what a message asks for.
func (c *client) handle(ctx context.Context, data []byte) (over bool, err error) {
	var kind struct{ Type string }
	if err := json.Unmarshal(data, &kind); err != nil {
		return false, fmt.Errorf("%w: %.80q is no message: %w", errWrong, data, err)
	}
	switch kind.Type {
	case "welcome":
		return false, c.join(ctx)
	case "joined":
		c.joined()
	case "update":
		return false, c.update(ctx, data)
	case "error":
		return false, c.refused(ctx, data)
	case "over":
		c.j.over, c.j.done = new(protocol.Over), true
		return true, json.Unmarshal(data, c.j.over)
	case "bye":
		return false, errors.New("bye")
	}
	return false, nil
}

func (c *client) joined() {
	c.add(entry{What: joined, Fresh: c.last == nil || c.j.seat < 0})
	c.seated = true
	c.at.c.entered.Add(1)
}
