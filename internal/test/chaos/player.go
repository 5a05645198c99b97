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

	"gamed/agent/client"
	"gamed/protocol"
)

// How often a client misbehaves, per thousand choices. These numbers do not include resignations:
// see [options.resigns].
const (
	repeats = 20 // the choice is sent twice
	drops   = 10 // the connection is dropped right after the choice
)

// maxResigns is the maximum of options.resigns.
const maxResigns = 1000 - repeats - drops

const (
	// choiceRate is the maximum number of choices per second by one client. The server accepts 50
	// messages per second.
	choiceRate = 30
	// retryDelay is the delay before a client repeats a message.
	retryDelay = 100 * time.Millisecond
	// pingInterval is the interval between pings.
	pingInterval = 500 * time.Millisecond
	// silenceLimit is the time without messages after which a client reconnects.
	silenceLimit = 2 * time.Second
)

var (
	// errGone is returned when the server answers that it does not have the game in memory.
	errGone = errors.New("the game is not in memory")
	// errWrong is returned for a response that a correct server never sends.
	errWrong = errors.New("invalid server response")
)

// A player is a client that plays a seat, or watches, until the game ends. It reconnects as
// docs/protocol.md describes.
type player struct {
	session *session
	journal *journal
	rand    *rand.Rand
	limiter *rate.Limiter

	conn     *client.WebSocket
	addr     string // of the server
	seated   bool
	last     *uint64           // number of the latest event received
	choices  map[uint32]choice // by decision, because a repeated decision gets the same answer
	answered uint32            // the decision answered on this connection
	resigned bool
}

// A choice is an option and its text.
type choice struct {
	option int
	text   string
}

// play plays until the game has ended, and reconnects when a connection fails. It returns nil at
// the end of the game, the error of ctx, or an error that wraps errWrong.
func (p *player) play(ctx context.Context) error {
	wait := 10 * time.Millisecond
	for {
		seen := len(p.journal.entries)
		err := p.connect(ctx)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, errWrong), ctx.Err() != nil:
			return err
		case errors.Is(err, errGone):
			if over, err := p.session.isOver(ctx); over || err != nil {
				return err
			}
		}
		if len(p.journal.entries) > seen {
			wait = 10 * time.Millisecond
			p.add(entry{What: lost, Text: err.Error()})
		}
		if err := sleep(ctx, wait/2+rand.N(wait)); err != nil {
			return err
		}
		wait = min(2*wait, 500*time.Millisecond)
	}
}

func (p *player) add(e entry) {
	e.At = time.Since(p.session.run.began)
	p.journal.entries = append(p.journal.entries, e)
}

// connect plays on one connection. It returns nil when the game has ended.
func (p *player) connect(ctx context.Context) error {
	p.addr = p.session.run.pickServer(p.addr)
	socket, _, err := websocket.Dial(ctx, "ws://"+p.addr+"/ws", &websocket.DialOptions{HTTPClient: p.session.dialer})
	if err != nil {
		return err
	}
	p.conn, p.answered = client.NewWebSocket(socket), 0
	defer func() { _ = p.conn.Close() }()
	if err := p.send(ctx, &protocol.Hello{Protocol: protocol.Version, Name: fmt.Sprintf("client %d", p.journal.seat)}); err != nil {
		return err
	}
	pings, cancel := context.WithCancel(ctx)
	defer cancel()
	go ping(pings, p.conn)
	for {
		if over, err := p.handle(ctx); over || err != nil {
			return err
		}
	}
}

// ping sends pings until ctx is done or the connection fails.
func ping(ctx context.Context, conn *client.WebSocket) {
	for sleep(ctx, pingInterval) == nil {
		if conn.Send(ctx, protocol.Append(nil, &protocol.Ping{})) != nil {
			return // connect fails as well
		}
	}
}

func (p *player) send(ctx context.Context, m protocol.ClientMessage) error {
	return p.conn.Send(ctx, protocol.Append(nil, m))
}

// join takes the seat, or returns to it with the same claim. A spectator watches instead.
func (p *player) join(ctx context.Context) error {
	if p.journal.seat < 0 {
		return p.send(ctx, &protocol.Watch{Game: p.journal.game})
	}
	return p.send(ctx, &protocol.Join{Game: p.journal.game, Seat: &p.journal.seat, Claim: p.journal.claim, After: p.last})
}

// handle waits for a message and handles it.
func (p *player) handle(ctx context.Context) (over bool, err error) {
	waiting, cancel := context.WithTimeout(ctx, silenceLimit)
	defer cancel()
	data, err := p.conn.Receive(waiting)
	if err != nil {
		return false, err
	}
	m, err := client.Decode(data)
	if err == nil && !json.Valid(data) {
		err = errors.New("it is not JSON")
	}
	if err != nil {
		return false, fmt.Errorf("%w: malformed message %.80q: %w", errWrong, data, err)
	}
	switch m := m.(type) {
	case *protocol.Welcome:
		return false, p.join(ctx)
	case *protocol.Joined:
		p.add(entry{What: joined, Fresh: p.last == nil || p.journal.seat < 0})
		p.seated = true
		p.session.run.joinCount.Add(1)
		if p.journal.seat >= 0 { // the player answers every decision itself
			return false, p.conn.Send(ctx, protocol.Append(nil, &protocol.Settings{Stops: []string{protocol.AllStops}}))
		}
	case *protocol.Update:
		return false, p.update(ctx, m)
	case *protocol.Error:
		return false, p.handleError(ctx, m)
	case *protocol.Over:
		p.journal.over = m
		return true, nil
	case *protocol.Bye:
		return false, errors.New("bye")
	}
	return false, nil
}

// update records an update and answers its decision.
func (p *player) update(ctx context.Context, u *protocol.Update) error {
	p.journal.addUpdate(time.Since(p.session.run.began), u)
	p.last = &u.N
	if p.answered != 0 && (u.Decision == nil || u.Decision.ID != p.answered) {
		p.session.run.acknowledged.Add(1)
		p.answered = 0
	}
	if u.Decision == nil || u.Decision.ID == p.answered || p.journal.seat < 0 {
		return nil
	}
	return p.answer(ctx, u.Decision)
}

// answer answers a decision. If the server asks the same decision again, the player repeats its
// answer, because the server may already have stored the first one.
func (p *player) answer(ctx context.Context, d *protocol.Decision) error {
	if err := p.limiter.Wait(ctx); err != nil {
		return err
	}
	if err := p.session.run.pace.Wait(ctx); err != nil {
		return err
	}
	p.session.run.gate.RLock()
	defer p.session.run.gate.RUnlock()
	luck := 1000
	if !p.session.run.wellBehaved {
		luck = p.rand.IntN(1000)
	}
	if !p.resigned && luck < p.session.run.resigns {
		p.resigned = true
		p.add(entry{What: sent, Option: resign})
		return p.send(ctx, &protocol.Resign{})
	}
	made, ok := p.choices[d.ID]
	if !ok {
		option := p.rand.IntN(len(d.Options))
		made = choice{option, d.Options[option].Text}
		p.choices[d.ID] = made
	}
	p.answered = d.ID
	m := &protocol.Choose{Decision: d.ID, Option: made.option}
	p.add(entry{What: sent, Decision: d.ID, Option: made.option, Text: made.text})
	if err := p.send(ctx, m); err != nil {
		return err
	}
	switch luck -= p.session.run.resigns; {
	case luck < repeats:
		return p.send(ctx, m)
	case luck < repeats+drops:
		return errors.New("dropped by the client")
	}
	return nil
}

// handleError handles an error message. If a correct server never sends the error code, the client
// stops.
func (p *player) handleError(ctx context.Context, e *protocol.Error) error {
	p.add(entry{What: refused, Text: string(e.Code), Decision: e.Decision})
	switch e.Code {
	case protocol.Stale, protocol.NotAsked, protocol.GameOver:
		return nil // the newest update has the open decision
	case protocol.Busy, protocol.TooFast, protocol.Unavailable:
		return p.repeat(ctx)
	case protocol.NoGame:
		return errGone
	case protocol.NoSeat:
		if p.seated {
			return nil // the seat has resigned
		}
	}
	return fmt.Errorf("%w: %w", errWrong, e)
}

// repeat sends again the message that the server could not accept.
func (p *player) repeat(ctx context.Context) error {
	if err := sleep(ctx, retryDelay); err != nil {
		return err
	}
	made, ok := p.choices[p.answered]
	if !ok {
		return p.join(ctx)
	}
	return p.send(ctx, &protocol.Choose{Decision: p.answered, Option: made.option})
}
