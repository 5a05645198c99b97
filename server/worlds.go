package server

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
	"gamed/server/admission"
	"gamed/state"
)

// Limits of the forward model. The server delays reading messages from a client that exceeds
// its limit. All clients together use at most half of the processors.
const (
	forwardShare   = 0.5                   // of one processor, for a connection
	forwardAhead   = time.Second           // of processor time, as a burst
	forwardMessage = 10 * time.Microsecond // of processor time, to read a message and write the reply
	maxForwards    = 1000                  // connections with a forward model, each of up to 64 worlds of 5 KB
)

// forwardLimits has the limits that the forward models of all clients share.
type forwardLimits struct {
	semaphore admission.Semaphore
	clients   admission.Counter[struct{}] // connections with a forward model
}

// A worldSession is a client's forward model at a table. It belongs to the goroutine that reads
// from the client.
type worldSession struct {
	s        *Server
	free     func() // uncounts this connection in forwardLimits.clients
	worlds   *ai.Worlds
	decision uint32 // the decision of the worlds, or 0 for none
}

// handleForward processes a Fork, Apply, Rollouts or Release message.
func (c *clientConn) handleForward(ctx context.Context, m protocol.ClientMessage) {
	if r, ok := m.(*protocol.Release); ok {
		switch {
		case c.forward != nil && c.forward.worlds.Release(r.WorldID) == nil:
			c.owedTime += forwardMessage
			c.ws.SkipRateLimit()
			c.acknowledge(m)
		case r.ID != "": // every message with an id has an answer
			c.refuse(&protocol.Error{Code: protocol.NoWorld, Text: fmt.Sprintf("release: unknown world: %d", r.WorldID)})
		}
		return
	}
	if !c.seated(false) {
		return
	}
	if err := c.acquireForward(); err != nil {
		c.refuse(err)
		return
	}
	if err := c.awaitBudget(ctx); err != nil {
		c.refuse(err)
		return
	}
	f, decision := c.forward, c.listener.openDecision()
	if f.decision != decision {
		f.close()
	}
	if f.decision == 0 && startsAnew(m) {
		world, err := c.seating.World(ctx)
		if err != nil {
			c.refuse(err)
			return
		}
		f.open(world, c.seating.Seat)
		decision = f.decision
	}
	answer, took, err := f.apply(ctx, m)
	c.owedTime += forwardMessage + took
	if err != nil {
		c.refuse(err)
		return
	}
	if c.listener.answer(decision, answer, m) {
		if _, refused := answer.(*protocol.Error); !refused {
			c.ws.SkipRateLimit()
			c.s.metrics.forwardSteps.Inc()
		}
	}
}

// startsAnew reports whether a message samples worlds of the open decision, instead of copying a world.
func startsAnew(m protocol.ClientMessage) bool {
	switch m := m.(type) {
	case *protocol.Fork:
		return m.From == nil
	case *protocol.Rollouts:
		return m.From == nil
	}
	return false
}

// acquireForward gives the client a forward model, or returns the reason for the refusal.
func (c *clientConn) acquireForward() error {
	if c.forward != nil {
		return nil
	}
	if c.seating.Budget == nil {
		return &protocol.Error{Code: protocol.OverBudget, Text: "this table has no forward model: create the game with the field forks"}
	}
	free := c.s.forwardLimits.clients.Enter(struct{}{}, maxForwards, 0)
	if free == nil {
		return &protocol.Error{Code: protocol.Busy, Text: "too many clients use the forward model: try again later"}
	}
	c.forward = &worldSession{s: c.s, free: free, worlds: ai.NewWorlds(ai.Budget(*c.seating.Budget))}
	return nil
}

// awaitBudget waits until the client may use the processor again and has read its messages. The
// wait for the processor is at most twice forwardAhead.
func (c *clientConn) awaitBudget(ctx context.Context) error {
	if c.limiter == nil {
		c.limiter = rate.NewLimiter(rate.Limit(forwardShare*float64(time.Second)), int(forwardAhead)) // in nanoseconds
	}
	if err := c.limiter.WaitN(ctx, int(min(c.owedTime, forwardAhead))); err != nil {
		return fmt.Errorf("wait for the forward model: %w", errors.Join(context.DeadlineExceeded, err))
	}
	c.owedTime = 0
	return c.ws.AwaitSpace(ctx)
}

// apply waits in the queue for the forward model and applies a message to the worlds. A panic in the rules drops
// only this client's worlds, and does not affect the game.
func (f *worldSession) apply(ctx context.Context, m protocol.ClientMessage) (answer protocol.ServerMessage, took time.Duration, err error) {
	if err := f.s.forwardLimits.semaphore.Acquire(ctx); err != nil {
		return nil, 0, fmt.Errorf("wait for the forward model: %w", err)
	}
	begun := time.Now()
	defer func() {
		f.s.forwardLimits.semaphore.Release()
		took = time.Since(begun)
		f.s.metrics.forwardTime.Add(took.Seconds())
		if v := recover(); v != nil {
			f.close()
			f.s.metrics.panics.Inc()
			f.s.c.Logger.Error().Str("panic", fmt.Sprint(v)).Bytes("stack", debug.Stack()).Msg("a world of the forward model panicked")
			answer = &protocol.Error{Code: protocol.Internal, Text: "a fault in the rules: the worlds of this decision are gone"}
		}
	}()
	return agent.Forward(f.worlds, m), 0, nil
}

// open lets the client sample worlds for a seat's open decision. The machine m is one of these
// worlds.
func (f *worldSession) open(m state.Machine, seat state.Seat) {
	f.decision = m.Decision(seat)
	f.worlds.Open(ai.NewAsk(m, seat, m.Options(seat, nil)))
}

// close drops all worlds.
func (f *worldSession) close() {
	f.decision = 0
	f.worlds.Close()
}
