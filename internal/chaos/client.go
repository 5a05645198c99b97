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

// Misbehaviour of clients, in thousandths of their choices.
const (
	resigns = 1
	repeats = 20 // the choice is sent twice
	drops   = 10 // the connection is dropped right after the choice
)

const (
	// own is the most choices a second of a client. The server accepts 50 messages.
	own = 30
	// again is the delay before a client repeats a message.
	again = 100 * time.Millisecond
	// pinging is the time between two pings.
	pinging = 500 * time.Millisecond
	// silence is the time without a message after which a client reconnects.
	silence = 2 * time.Second
)

var (
	// errGone is returned when the game is not in the server's memory.
	errGone = errors.New("the game is not in memory")
	// errWrong is returned for an answer that a correct server never gives.
	errWrong = errors.New("the server has lost something")
)

// A client plays a seat, or watches, until the game ends. It reconnects as
// docs/protocol.md describes.
type client struct {
	at   *session
	j    *journal
	rand *rand.Rand
	own  *rate.Limiter

	conn     *websocket.Conn
	addr     string // of the server
	seated   bool
	last     *uint64           // number of the latest event received
	choices  map[uint32]choice // by decision: a repeated decision gets the same answer
	answered uint32            // the decision answered on this connection
	resigned bool
}

// A choice is an option and its text.
type choice struct {
	option int
	text   string
}

// play reconnects until the game has ended. It returns an error of ctx, or one that wraps
// errWrong.
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

func (c *client) add(e entry) {
	e.At = time.Since(c.at.run.began)
	c.j.entries = append(c.j.entries, e)
}

// connect plays on one connection. It returns nil when the game has ended.
func (c *client) connect(ctx context.Context) error {
	c.addr = c.at.run.where(c.addr)
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
	pings, cancel := context.WithCancel(ctx)
	defer cancel()
	go ping(pings, conn)
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

// ping sends pings until ctx is done or the connection fails.
func ping(ctx context.Context, conn *websocket.Conn) {
	for sleep(ctx, pinging) == nil {
		if conn.Write(ctx, websocket.MessageText, []byte(`{"type":"ping","t":0}`)) != nil {
			return // connect fails too
		}
	}
}

func (c *client) receive(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	_, data, err := c.conn.Read(ctx)
	return data, err
}

func (c *client) send(ctx context.Context, m protocol.ClientMessage) error {
	data := protocol.Append(nil, m)
	return c.conn.Write(ctx, websocket.MessageText, data)
}

// join takes the seat, or returns to it with the same claim.
func (c *client) join(ctx context.Context) error {
	if c.j.seat < 0 {
		return c.send(ctx, &protocol.Watch{Game: c.j.game})
	}
	return c.send(ctx, &protocol.Join{Game: c.j.game, Seat: &c.j.seat, Claim: c.j.claim, After: c.last})
}

// handle handles a message.
func (c *client) handle(ctx context.Context, data []byte) (over bool, err error) {
	var kind struct{ Type string }
	if err := json.Unmarshal(data, &kind); err != nil {
		return false, fmt.Errorf("%w: malformed message %.80q: %w", errWrong, data, err)
	}
	switch kind.Type {
	case "welcome":
		return false, c.join(ctx)
	case "joined":
		c.add(entry{What: joined, Fresh: c.last == nil || c.j.seat < 0})
		c.seated = true
		c.at.run.entered.Add(1)
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

// update records an update and answers its decision.
func (c *client) update(ctx context.Context, data []byte) error {
	u := new(protocol.Update)
	if err := json.Unmarshal(data, u); err != nil {
		return err
	}
	c.j.see(time.Since(c.at.run.began), u)
	c.last = &u.N
	if c.answered != 0 && (u.Decision == nil || u.Decision.ID != c.answered) {
		c.at.run.acknowledged.Add(1)
		c.answered = 0
	}
	if u.Decision == nil || u.Decision.ID == c.answered || c.j.seat < 0 {
		return nil
	}
	return c.answer(ctx, u.Decision)
}

// answer answers a decision. A repeated decision gets the same answer, because the server
// may already have stored it.
func (c *client) answer(ctx context.Context, d *protocol.Decision) error {
	if err := c.own.Wait(ctx); err != nil {
		return err
	}
	if err := c.at.run.pace.Wait(ctx); err != nil {
		return err
	}
	luck := 1000
	if !c.at.run.tame {
		luck = c.rand.IntN(1000)
	}
	if !c.resigned && luck < resigns {
		c.resigned = true
		c.add(entry{What: sent, Option: resign})
		return c.send(ctx, &protocol.Resign{})
	}
	made, ok := c.choices[d.ID]
	if !ok {
		option := c.rand.IntN(len(d.Options))
		made = choice{option, d.Options[option].Text}
		c.choices[d.ID] = made
	}
	c.answered = d.ID
	m := &protocol.Choose{Decision: d.ID, Option: made.option}
	c.add(entry{What: sent, Decision: d.ID, Option: made.option, Text: made.text})
	if err := c.send(ctx, m); err != nil {
		return err
	}
	switch luck -= resigns; {
	case luck < repeats:
		return c.send(ctx, m)
	case luck < repeats+drops:
		return errors.New("dropped by the client")
	}
	return nil
}

// refused handles an error message. A code that a correct server never sends ends the
// client.
func (c *client) refused(ctx context.Context, data []byte) error {
	var e protocol.Error
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	c.add(entry{What: refused, Text: string(e.Code), Decision: e.Decision})
	switch e.Code {
	case protocol.Stale, protocol.NotAsked, protocol.GameOver:
		return nil // the newest update has the open decision
	case protocol.Busy, protocol.TooFast, protocol.Unavailable:
		return c.again(ctx)
	case protocol.NoGame:
		return errGone
	case protocol.NoSeat:
		if c.seated {
			return nil // it has resigned
		}
	}
	return fmt.Errorf("%w: %w", errWrong, &e)
}

// again repeats the message that the server could not accept.
func (c *client) again(ctx context.Context) error {
	if err := sleep(ctx, again); err != nil {
		return err
	}
	made, ok := c.choices[c.answered]
	if !ok {
		return c.join(ctx)
	}
	return c.send(ctx, &protocol.Choose{Decision: c.answered, Option: made.option})
}
