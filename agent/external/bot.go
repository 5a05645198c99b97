package external

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
)

// Server is what a bot is told that it is connected to.
const Server = "gamed arena"

// maxWaiting is how many bytes may wait for a bot before its forks are no longer answered.
// A bot that does not read twice as much misses messages.
const maxWaiting = 256 << 10

// errLate is the cause when a bot does not send a message in time.
var errLate = errors.New("late")

// A Bot is a bot outside this process that has said hello. It is for one
// goroutine at a time, but for Stderr and Close.
type Bot struct {
	limits Limits
	wire   wire
	in     *inbox
	out    *agent.Outbox
	group  sync.WaitGroup // reader and writer
	end    sync.Once
	hello  protocol.Hello

	fault  *Fault // it has gone
	bank   time.Duration
	worlds *ai.Worlds
	budget ai.Budget // of worlds
	rules  string    // that worlds are of
	pings  int64     // how many it was sent
	void   uint32    // the last decision that was chosen for it, or is open no more; an answer may still come
}

// Start starts a program as a bot and waits for its hello. ctx is for the start
// alone. The error is a [*Fault], or that of ctx.
func Start(ctx context.Context, c Command, l Limits) (*Bot, error) {
	p, err := startChild(c, l)
	if err != nil {
		return nil, faultf(Startup, "%v", err)
	}
	return meet(ctx, p, l)
}

// meet waits for the hello of a bot that is connected, and closes one that says
// none.
func meet(ctx context.Context, w wire, l Limits) (*Bot, error) {
	b := &Bot{limits: l, wire: w, in: newInbox(l.Flood), out: agent.NewOutbox(math.MaxInt, 2*maxWaiting), worlds: ai.NewWorlds(ai.Budget{})}
	b.group.Go(b.read)
	b.group.Go(b.write)
	if err := b.greet(ctx); err != nil {
		_ = b.Close()
		return nil, err
	}
	b.send(&protocol.Welcome{Protocol: protocol.Version, Server: Server})
	return b, nil
}

// greet waits for the hello.
func (b *Bot) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, b.limits.Startup, errLate)
	defer cancel()
	came, err := b.in.take(ctx)
	hello, greeted := came.m.(*protocol.Hello)
	fault := (*Fault)(nil)
	switch {
	case errors.Is(err, errLate):
		return b.fail(faultf(Startup, "no hello within %v%s", b.limits.Startup, b.half()))
	case errors.As(err, &fault):
		return b.fail(&Fault{Kind: Startup, Text: "no hello: " + fault.Text, ended: true})
	case err != nil:
		b.wire.kill()
		return err
	case came.m == nil:
		return b.fail(faultf(Startup, "its first message is not a hello, but wrong: %s", came.wrong))
	case !greeted:
		return b.fail(faultf(Startup, "its first message is not a hello, but a %s", typeOf(came.m)))
	case hello.Protocol != protocol.Version:
		return b.fail(faultf(Startup, "it speaks version %d of the protocol, and this is version %d", hello.Protocol, protocol.Version))
	}
	b.hello = *hello
	return nil
}

// Hello returns what the bot has said of itself.
func (b *Bot) Hello() protocol.Hello { return b.hello }

// Stderr returns the last 64 KiB of what a process has written there. Any
// goroutine may call it, also after Close.
func (b *Bot) Stderr() string { return b.wire.stderr() }

// Left returns what its bank holds.
func (b *Bot) Left() time.Duration { return b.bank }

// Close says bye, and kills the process with its group if it is still there
// after the grace period; at once if the bot has failed in a way that is
// fatal. Nothing of it is left afterwards. Any goroutine may call it.
func (b *Bot) Close() error {
	b.end.Do(func() {
		b.in.close()
		b.send(&protocol.Bye{})
		b.out.Finish(nil, false)
		grace := time.NewTimer(b.limits.Grace)
		defer grace.Stop()
		select {
		case <-b.wire.done():
		case <-grace.C:
			b.wire.kill()
			<-b.wire.done()
		}
		b.out.Finish(nil, true)
		b.wire.close()
		b.group.Wait()
	})
	return nil
}

// write sends what is queued.
func (b *Bot) write() {
	for {
		data, ok, last := b.out.Take()
		switch {
		case ok:
			if b.wire.write(data) != nil {
				b.out.Finish(nil, true) // the reader reports why
			}
		case last:
			b.wire.shut()
			return
		default:
			<-b.out.Wake()
		}
	}
}

// send queues a message.
func (b *Bot) send(m protocol.ServerMessage) {
	_ = b.out.Put(protocol.Append(nil, m), false) // after Finish nothing is sent
}

// fail notes a fault. The bot is ended if it is fatal.
func (b *Bot) fail(f *Fault) error {
	if f.Fatal() {
		b.fault = f
		b.wire.kill()
	}
	return f
}

// half says that part of a message has come.
func (b *Bot) half() string {
	if n := b.wire.unfinished(); n > 0 {
		return fmt.Sprintf("; %d bytes came without a line break", n)
	}
	return ""
}
