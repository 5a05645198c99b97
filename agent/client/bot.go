// Package client runs bots written in Go. A bot is a function that answers each decision with
// an option, or with cards if the decision asks for cards. The same bot can run as a child
// process of gamed, over stdin and stdout, or connect by WebSocket.
package client

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"gamed/protocol"
)

// Resign is the choice that resigns the game.
const Resign = -1

// picked is the choice that [Decision.Cards] returns.
const picked = -2

// retryDelay is the delay before a rejected message is sent again, if the error names no delay.
const retryDelay = 100 * time.Millisecond

// fatalCodes lists the error codes after which the bot cannot go on.
var fatalCodes = []protocol.Code{
	protocol.BadVersion, protocol.NoGame, protocol.NoSeat, protocol.BadKey, protocol.Illegal, protocol.BadField,
	protocol.Malformed, protocol.TooBig, protocol.UnknownType, protocol.Internal,
}

// A Choose returns the index of an option of d, the result of [Decision.Cards], or [Resign]. Any
// other number stops the bot. An error stops the bot too, unless it is a [*protocol.Error] and
// newer messages have arrived.
type Choose func(ctx context.Context, d *Decision) (int, error)

// A Bot is a program that plays for a seat.
type Bot struct {
	Hello  protocol.Hello // Run sets Protocol and Patches
	Choose Choose
	// Join selects the game on a server. A match needs no Join. If Join has no key and the
	// connection has no token, Run adds a claim. A later Run with the same claim or token
	// reconnects to the same seat.
	Join *protocol.Join
}

// Run plays until the server sends bye. If Join is set, Run also returns at the end of the
// game.
func (b Bot) Run(ctx context.Context, conn Conn) error {
	r := &run{bot: b, conn: conn}
	b.Hello.Protocol = protocol.Version
	_, b.Hello.Patches = conn.(*WebSocket) // a WebSocket turns patches into updates
	if err := r.send(ctx, &b.Hello); err != nil {
		return err
	}
	for {
		m, err := r.next(ctx)
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("the connection ended without a bye: %w", err)
		}
		if err != nil {
			return err
		}
		if done, err := r.handle(ctx, m); done || err != nil {
			return err
		}
	}
}

// A run is the state of one call to [Bot.Run].
type run struct {
	bot      Bot
	conn     Conn
	queue    []protocol.ServerMessage // received while a Decision waited for a world
	game     *protocol.Joined
	rand     *rand.Rand
	answered uint32                 // the latest decision with an answer
	answer   protocol.ClientMessage // the latest answer
}

// next returns the oldest message in queue, or receives a message if queue is empty.
func (r *run) next(ctx context.Context) (protocol.ServerMessage, error) {
	if len(r.queue) > 0 {
		m := r.queue[0]
		r.queue = r.queue[1:]
		return m, nil
	}
	return Receive(ctx, r.conn)
}

// send sends a message. It refuses an invalid message, which a match would count as a fault of the
// bot.
func (r *run) send(ctx context.Context, m protocol.ClientMessage) error {
	data := protocol.Append(nil, m)
	if _, err := protocol.Parse(data); err != nil {
		// err is not wrapped: the caller would take a [*protocol.Error] for a refusal by the other side.
		return fmt.Errorf("invalid message: %v", err)
	}
	return r.conn.Send(ctx, data)
}

// handle processes a message, or ignores a message that does not concern the bot. It reports in
// done whether Run must return.
func (r *run) handle(ctx context.Context, m protocol.ServerMessage) (done bool, err error) {
	switch m := m.(type) {
	case *protocol.Welcome:
		if r.bot.Join != nil {
			if r.bot.Join.Key == "" && r.bot.Join.Claim == "" && !r.identified() {
				r.bot.Join.Claim = crand.Text()
			}
			return false, r.send(ctx, r.bot.Join)
		}
	case *protocol.Joined:
		r.handleJoined(m)
		if r.bot.Join != nil {
			return false, r.send(ctx, EveryDecision())
		}
	case *protocol.Ping:
		return false, r.send(ctx, &protocol.Pong{T: m.T})
	case *protocol.Update:
		return false, r.handleUpdate(ctx, m)
	case *protocol.Error:
		return false, r.handleError(ctx, m)
	case *protocol.Over:
		return r.bot.Join != nil, nil
	case *protocol.Bye:
		return true, nil
	}
	return false, nil
}

// identified reports whether a token identifies the bot. A claim would make such a bot anonymous.
func (r *run) identified() bool {
	w, ok := r.conn.(*WebSocket)
	return ok && w.hasToken
}

// EveryDecision returns settings with which the server never answers a decision for the bot.
func EveryDecision() *protocol.Settings {
	return &protocol.Settings{Stops: []string{protocol.AllStops}}
}

// handleJoined resets the state for a new game.
func (r *run) handleJoined(game *protocol.Joined) {
	r.game, r.answered, r.answer = game, 0, nil
	seed := rand.Uint64()
	if game.Seed != nil {
		seed = *game.Seed
	}
	r.rand = rand.New(rand.NewPCG(seed, 0))
}

// handleUpdate answers the open decision of u, unless the bot has answered it before.
func (r *run) handleUpdate(ctx context.Context, u *protocol.Update) error {
	if r.game == nil || u.Decision == nil || u.Decision.ID == r.answered {
		return nil
	}
	d := &Decision{Decision: *u.Decision, Update: u, Game: r.game, Rand: r.rand, run: r}
	option, err := r.bot.Choose(ctx, d)
	if refusal := (*protocol.Error)(nil); errors.As(err, &refusal) && len(r.queue) > 0 {
		return nil // the refusal may concern the decision of a newer update
	}
	if err != nil {
		return err
	}
	r.answered = d.ID
	switch option {
	case Resign:
		r.answer = &protocol.Resign{}
	case picked:
		r.answer = &protocol.Pick{Decision: d.ID, Cards: d.cards}
	default:
		if option < 0 || option >= len(d.Options) {
			return fmt.Errorf("Choose returned option %d of %d, counted from 0; return the ID of an option, the result of Cards, or Resign", option, len(d.Options))
		}
		r.answer = &protocol.Choose{Decision: d.ID, Option: option}
	}
	return r.send(ctx, r.answer)
}

// temporary reports whether a later repetition of the rejected message may succeed.
func temporary(e *protocol.Error) bool {
	return e.Retry > 0 || e.Code == protocol.Busy || e.Code == protocol.TooFast || e.Code == protocol.Unavailable
}

// resend sends m again after the other side rejected it with the temporary error e. It first waits
// for the time that e names, or for retryDelay if e names none.
func (r *run) resend(ctx context.Context, e *protocol.Error, m protocol.ClientMessage) error {
	wait := time.Duration(e.Retry) * time.Millisecond
	if wait == 0 {
		wait = retryDelay
	}
	select {
	case <-time.After(wait):
		return r.send(ctx, m)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// handleError resends the answer or the join after a temporary error. It returns an error with a code in
// fatalCodes. Before the server has accepted the join, handleError also returns all errors that are not
// temporary. A returned error stops the bot. After other errors, such as a stale decision, the bot waits
// for the next update.
func (r *run) handleError(ctx context.Context, e *protocol.Error) error {
	switch {
	case temporary(e):
		if r.answer != nil {
			return r.resend(ctx, e, r.answer)
		}
		if r.bot.Join != nil && r.game == nil {
			return r.resend(ctx, e, r.bot.Join)
		}
	case slices.Contains(fatalCodes, e.Code):
		return e
	}
	if r.bot.Join != nil && r.game == nil {
		return e // the server rejected the join, so no update follows
	}
	return nil
}
