package external

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"gamed/agent"
	"gamed/ai"
	"gamed/protocol"
)

// Server is the server name in the welcome message to external bots.
const Server = "gamed arena"

// maxWaiting is the number of queued bytes above which requests about worlds wait. The queue
// has room for twice as many.
const maxWaiting = 256 << 10

// errLate is the cause of a context that is canceled because the bot did not send or read a message
// in time.
var errLate = errors.New("late")

// A Conn is a connected bot that has sent its hello. Only one goroutine at a time may call its
// methods, except Stderr and Close, which any goroutine may call.
type Conn struct {
	limits Limits
	wire   wire
	in     *inbox
	out    *agent.Outbox
	group  sync.WaitGroup // the reader and writer goroutines
	end    sync.Once
	hello  protocol.Hello

	fault      *Fault // the fatal fault, or nil while the bot runs
	bank       time.Duration
	worlds     *ai.Worlds
	budget     ai.Budget // the budget with which worlds was made
	rules      string    // the ruleset for which worlds was made
	pings      int64     // number of pings sent so far
	lastPong   int64     // the last ping that was answered
	unanswered uint32    // the last decision that closed without an answer; the answer may still arrive
}

// Start starts a program as a bot and waits for its hello. ctx applies only to the start. The
// error is a [*Fault] or the error of ctx.
func Start(ctx context.Context, c Command, l Limits) (*Conn, error) {
	p, err := StartProcess(c, l)
	if err != nil {
		return nil, err
	}
	return handshake(ctx, p, l)
}

// handshake waits for the hello from a connected bot, and then sends the welcome. It closes the
// connection on failure.
func handshake(ctx context.Context, w wire, l Limits) (*Conn, error) {
	b := &Conn{limits: l, wire: w, in: newInbox(l.MaxUnexpected), worlds: ai.NewWorlds(ai.Budget{})}
	b.out = agent.NewOutbox(math.MaxInt, 2*maxWaiting, func() { b.group.Go(b.write) })
	b.group.Go(b.read)
	if err := b.greet(ctx); err != nil {
		_ = b.Close()
		if f := (*Fault)(nil); errors.As(err, &f) {
			f.Stderr = b.Stderr()
		}
		return nil, err
	}
	b.send(&protocol.Welcome{Protocol: protocol.Version, Server: Server})
	return b, nil
}

func (b *Conn) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, b.limits.Startup, errLate)
	defer cancel()
	received, err := b.in.take(ctx)
	hello, greeted := received.m.(*protocol.Hello)
	fault := (*Fault)(nil)
	switch {
	case errors.Is(err, errLate):
		return b.fail(faultf(Startup, "no hello within %v%s", b.limits.Startup, b.unfinishedText()))
	case errors.As(err, &fault):
		return b.fail(&Fault{Kind: Startup, Text: "no hello: " + fault.Text, lostBeforeHello: true})
	case err != nil:
		b.wire.Kill()
		return err
	case received.m == nil:
		return b.fail(faultf(Startup, "its first message is malformed: %s", received.wrong))
	case !greeted:
		return b.fail(faultf(Startup, "its first message is a %s, not a hello", TypeOf(received.m)))
	case hello.Protocol != protocol.Version:
		return b.fail(faultf(Startup, "it speaks protocol version %d, the server version %d", hello.Protocol, protocol.Version))
	}
	b.hello = *hello
	return nil
}

// Hello returns the bot's hello.
func (b *Conn) Hello() protocol.Hello { return b.hello }

// Stderr returns the last 64 KiB of a process's stderr, or "" for a remote bot. It may be
// called after Close.
func (b *Conn) Stderr() string { return b.wire.Stderr() }

// BankLeft returns the time left in the bank.
func (b *Conn) BankLeft() time.Duration { return b.bank }

// Close sends bye and waits for the bot to exit. After the grace period it kills the process and
// its descendants, or closes the WebSocket. After a fatal fault, the bot has already been killed.
// Only the first call of Close has an effect.
func (b *Conn) Close() error {
	b.end.Do(func() {
		b.in.close()
		b.out.Finish(protocol.Append(nil, &protocol.Bye{}), false)
		grace := time.NewTimer(b.limits.ExitGrace)
		defer grace.Stop()
		select {
		case <-b.wire.Done():
		case <-grace.C:
		}
		b.out.Finish(nil, true)
		b.wire.Close()
		b.group.Wait()
	})
	return nil
}

// write sends the queued messages. Once the outbox is finished and empty, write closes the bot's
// input.
func (b *Conn) write() {
	for {
		data, ok, last := b.out.Take()
		switch {
		case ok:
			if err := b.wire.write(data); err != nil {
				b.out.Finish(nil, true)
				if errors.Is(err, errInputClosed) { // otherwise the reader reports the reason
					b.endWith(faultf(Disconnect, "%v", err))
				}
			}
		case last:
			b.wire.CloseInput()
			return
		default:
			return
		}
	}
}

// ping sends a ping. The bot answers a ping after it has read all earlier messages.
func (b *Conn) ping() {
	b.pings++
	b.send(&protocol.Ping{T: b.pings})
}

// send queues a message. If the queue has no room for it, send kills the bot.
func (b *Conn) send(m protocol.ServerMessage) {
	if errors.Is(b.out.Put(protocol.Append(nil, m), false), agent.ErrBehind) {
		b.endWith(faultf(Stall, "it does not read its messages: the queue of %d KiB is full", 2*maxWaiting>>10))
	}
}

// sendWait queues a message. It waits until the queue has room. The error is the cause of ctx's
// cancellation.
func (b *Conn) sendWait(ctx context.Context, m protocol.ServerMessage) error {
	if err := b.out.PutWait(ctx, protocol.Append(nil, m)); !errors.Is(err, agent.ErrClosing) {
		return err
	}
	return nil // the connection is closing; the inbox has the reason
}

// fail returns f. If f is fatal, fail records it and kills the bot.
func (b *Conn) fail(f *Fault) error {
	if f.Fatal() {
		b.fault = f
		b.wire.Kill()
	}
	return f
}

// unfinishedText describes an unfinished message for the text of a Fault, or returns "".
func (b *Conn) unfinishedText() string {
	if n := b.wire.unfinished(); n > 0 {
		return fmt.Sprintf("; %d bytes without a line break", n)
	}
	return ""
}

// read puts the bot's messages into the inbox until the connection ends.
func (b *Conn) read() {
	pings := 0
	for {
		data, fault := b.wire.Read()
		received := message{at: time.Now()}
		switch {
		case fault == nil:
			var err error
			if received.m, err = protocol.Parse(data); err != nil {
				received.wrong = describeInvalid(err, data)
			}
		case fault.Kind == Malformed:
			received.wrong = fault.Text
		default:
			b.endWith(fault)
			return
		}
		if ping, ok := received.m.(*protocol.Ping); !ok {
			pings = 0
		} else if pings++; pings <= b.limits.MaxUnexpected {
			b.send(&protocol.Pong{T: ping.T})
			continue
		}
		if pings > 0 || !b.in.put(received) {
			b.endWith(b.floodFault())
			return
		}
	}
}

// endWith kills the bot. The inbox returns f after the last message.
func (b *Conn) endWith(f *Fault) {
	b.in.finish(f)
	b.wire.Kill()
}

// floodFault returns the fault for too many unexpected messages.
func (b *Conn) floodFault() *Fault {
	return faultf(Flood, "it sent more than %d unexpected messages", b.limits.MaxUnexpected)
}

// describeInvalid returns the text of the parse error err, with the invalid message.
func describeInvalid(err error, data []byte) string {
	text := err.Error()
	if e := (*protocol.Error)(nil); errors.As(err, &e) {
		text = e.Text
	}
	if len(data) == 0 {
		return text
	}
	return text + "; it sent " + clip(string(data))
}

// TypeOf returns the type of a message as its JSON names it, such as choose.
func TypeOf(m protocol.ClientMessage) string {
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", m), "*protocol."))
}
