package server

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
	"gamed/state"
)

// What the forward model may take. A client that wants more is not refused: its
// messages are read later. The worlds of all clients together keep half of the
// processors busy at most, so that games go on as before.
const (
	forwardShare   = 0.5                   // of one processor, for a connection
	forwardAhead   = time.Second           // of processor time, that a connection may use at once
	forwardMessage = 10 * time.Microsecond // of it, for each message: to read it and to write the answer
	maxForwards    = 1000                  // connections that have one, with 64 worlds of up to 5 KB each
)

// models is what the forward models of all clients share.
type models struct {
	turns chan struct{} // holds one for each step that is under way

	mu   sync.Mutex
	held int // connections that have one
}

func newModels() *models {
	return &models{turns: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
}

// reserve makes room for one more connection and reports whether there was any.
func (m *models) reserve() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held >= maxForwards {
		return false
	}
	m.held++
	return true
}

func (m *models) free() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held--
}

// A forward is one client's forward model at one table. It belongs to the
// goroutine that reads from the client.
type forward struct {
	s        *Server
	worlds   *ai.Worlds
	decision uint32 // that worlds are for, 0 for none
}

// forwards does what a fork, an apply or a release asks for, and answers the
// first two.
func (c *session) forwards(ctx context.Context, m protocol.ClientMessage) {
	if r, ok := m.(*protocol.Release); ok {
		if c.forward != nil && c.forward.worlds.Release(r.Fork) == nil {
			c.owed += forwardMessage
			c.ws.Waive()
		}
		return
	}
	if !c.seated(false) {
		return
	}
	if err := c.reserve(); err != nil {
		c.refuse(err)
		return
	}
	if err := c.calm(ctx); err != nil {
		c.refuse(err)
		return
	}
	f, decision := c.forward, c.listener.asked()
	if f.decision != decision {
		f.close()
	}
	if fork, ok := m.(*protocol.Fork); ok && f.decision == 0 && fork.From == nil {
		world, now, err := c.seating.World(ctx)
		if err != nil {
			c.refuse(err)
			return
		}
		f.open(world, c.seating.Seat, now)
		decision = now
	}
	answer, took, err := f.do(ctx, m)
	c.owed += forwardMessage + took
	if err != nil {
		c.refuse(err)
		return
	}
	if c.listener.answer(decision, answer) {
		if _, ok := answer.(*protocol.World); ok {
			c.ws.Waive()
			c.s.metrics.forwards.Inc()
		}
	}
}

// reserve sees to it that the client has a forward model, or says why it cannot.
func (c *session) reserve() error {
	switch {
	case c.forward != nil:
	case c.seating.Forks == nil:
		return &protocol.Error{Code: protocol.OverBudget, Text: "this table has no forward model: it has to be made with forks, which joined then has as budget"}
	case !c.s.models.reserve():
		return &protocol.Error{Code: protocol.Busy, Text: "too many clients of this server use the forward model: try again later"}
	default:
		c.forward = &forward{s: c.s, worlds: ai.NewWorlds(ai.Budget(*c.seating.Forks))}
	}
	return nil
}

// calm waits until the client may use the processor again, and reads what it has
// been sent. The first takes twice forwardAhead at most.
func (c *session) calm(ctx context.Context) error {
	if c.limiter == nil {
		c.limiter = rate.NewLimiter(rate.Limit(forwardShare*float64(time.Second)), int(forwardAhead)) // in nanoseconds
	}
	if err := c.limiter.WaitN(ctx, int(min(c.owed, forwardAhead))); err != nil {
		return fmt.Errorf("wait for the forward model: %w", errors.Join(context.DeadlineExceeded, err))
	}
	c.owed = 0
	return c.ws.Calm(ctx)
}

// do carries out a message in the worlds when it is its turn among all clients. A
// panic in the rules costs the client its worlds, and nobody else anything: the
// game itself has not come there.
func (f *forward) do(ctx context.Context, m protocol.ClientMessage) (answer protocol.ServerMessage, took time.Duration, err error) {
	select {
	case f.s.models.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, 0, fmt.Errorf("wait for the forward model: %w", ctx.Err())
	}
	begun := time.Now()
	defer func() {
		<-f.s.models.turns
		took = time.Since(begun)
		f.s.metrics.forwardTime.Add(took.Seconds())
		if v := recover(); v != nil {
			f.close()
			f.s.metrics.panics.Inc()
			f.s.c.Logger.Error().Str("panic", fmt.Sprint(v)).Bytes("stack", debug.Stack()).Msg("a world of the forward model panicked")
			answer = &protocol.Error{Code: protocol.Internal, Text: "a fault in the rules; the worlds of this decision are gone"}
		}
	}()
	return agent.Forward(f.worlds, m), 0, nil
}

// open begins with a decision of seat, in whose game m is a world.
func (f *forward) open(m state.Machine, seat state.Seat, decision uint32) {
	f.decision = decision
	f.worlds.Open(ai.NewAsk(m, seat, m.Options(seat, nil)))
}

// close forgets all worlds.
func (f *forward) close() {
	f.decision = 0
	f.worlds.Close()
}
