package conformance

import (
	"fmt"
	"io"
	"time"

	"gamed/agent"
	"gamed/agent/external"
	"gamed/protocol"
)

// A process runs a bot. It is an [external.Process] or, in tests, a goroutine.
type process interface {
	io.Writer
	Read() ([]byte, *external.Fault)
	CloseInput()
	Close()
	Done() <-chan struct{}
	Status() int
	LeftProcesses() bool
	Stderr() string
}

// A peer is the test's connection to a running bot, with queues for the bot's input and output.
type peer struct {
	process    process
	lines      chan line
	pushedBack []line      // lines for nextLine to return again
	out        chan []byte // lines to write; closing it closes the bot's stdin
	closed     bool        // whether out is closed
	gone       chan struct{}

	sent, received string // last line in each direction
}

// A line is a line of output from a bot, or the end of its output.
type line struct {
	text  string
	m     protocol.ClientMessage // or nil if malformed
	wrong error                  // the reason why the line is malformed
	end   error                  // the reason why no more lines follow
}

// maxQueued is the maximum number of queued messages in each direction.
const maxQueued = 1024

func newPeer(process process) *peer {
	p := &peer{process: process, lines: make(chan line, maxQueued), out: make(chan []byte, maxQueued), gone: make(chan struct{})}
	go p.read()
	go func() {
		for data := range p.out {
			_, _ = process.Write(data) // read reports the reason
		}
		process.CloseInput()
	}()
	return p
}

// read reads lines until the bot's output ends or close is called.
func (p *peer) read() {
	for {
		data, fault := p.process.Read()
		l := line{text: string(data)}
		switch {
		case fault == nil:
			l.m, l.wrong = protocol.Parse(data)
		case fault.Kind == external.Malformed:
			l.wrong = fault
		default:
			l.end = fault
		}
		select {
		case p.lines <- l:
		case <-p.gone:
			return
		}
		if l.end != nil {
			return
		}
	}
}

// closeInput closes the bot's stdin once all queued lines have been written.
func (p *peer) closeInput() {
	if !p.closed {
		p.closed = true
		close(p.out)
	}
}

// close stops the bot.
func (p *peer) close() {
	close(p.gone)
	p.closeInput()
	p.process.Close()
}

// quietTime is the time for which a bot that must be silent is observed.
const quietTime = 100 * time.Millisecond

// start starts the bot. The step fails if the program cannot be started.
func (t *BotTest) start() {
	if t.begin != nil {
		t.peer = newPeer(t.begin())
		return
	}
	p, err := external.StartProcess(t.Command, t.Limits)
	if err != nil {
		t.fail("%v", err)
	}
	t.peer = newPeer(p)
}

// ensureStarted starts a bot and waits for its hello, unless a bot is running. It reports whether
// it started one.
func (t *BotTest) ensureStarted() bool {
	if t.peer != nil {
		return false
	}
	t.start()
	hello, ok := t.next(t.Limits.Startup, "hello").(*protocol.Hello)
	if !ok {
		t.fail("its first message is not a hello")
	}
	t.hello = *hello
	return true
}

// ensureGreeted starts a bot and exchanges hello and welcome, unless a bot is running.
func (t *BotTest) ensureGreeted() {
	if t.ensureStarted() {
		t.send(&protocol.Welcome{Protocol: protocol.Version, Server: server})
	}
}

// server is the server name in the welcome message.
const server = "gamed check"

func (t *BotTest) send(m protocol.Message) { t.write(encode(m)) }

// encode returns a message as a line without its line break.
func encode(m protocol.Message) []byte { return protocol.Append(nil, m) }

// write sends lines to the bot with one write call.
func (t *BotTest) write(lines ...[]byte) {
	var all []byte
	for _, l := range lines {
		t.peer.sent = string(l)
		all = append(append(all, l...), '\n')
	}
	t.sendBytes(all)
}

// sendBytes queues raw bytes for the bot. It fails the step if the queue stays full for the limit of a
// decision.
func (t *BotTest) sendBytes(data []byte) {
	select {
	case t.peer.out <- data:
	case <-time.After(t.Limits.Decision):
		t.fail("it does not read its stdin")
	case <-t.ctx.Done():
		panic(t.ctx.Err())
	}
}

// nextLine returns the next line, or false if none arrives in time. In the meantime it answers
// pings and releases worlds.
func (t *BotTest) nextLine(within time.Duration) (line, bool) {
	if back := t.peer.pushedBack; len(back) > 0 {
		t.peer.pushedBack, t.peer.received = back[1:], back[0].text
		return back[0], true
	}
	late := time.NewTimer(within)
	defer late.Stop()
	for {
		select {
		case l := <-t.peer.lines:
			switch m := l.m.(type) {
			case *protocol.Ping:
				t.sendBytes(append(encode(&protocol.Pong{T: m.T}), '\n'))
				continue
			case *protocol.Release: // has no answer and may arrive late
				if t.game != nil {
					agent.Forward(t.game.worlds, m)
					continue
				}
			}
			if l.end == nil {
				t.peer.received = l.text
			}
			return l, true
		case <-late.C:
			return line{}, false
		case <-t.ctx.Done():
			panic(t.ctx.Err())
		}
	}
}

// next returns the next message. If none arrives in time, the error names the expected message.
func (t *BotTest) next(within time.Duration, expected string) protocol.ClientMessage {
	return t.nextSince(time.Now(), within, expected)
}

// nextSince returns the next message, as next does, but its time limit starts at the given time.
func (t *BotTest) nextSince(begun time.Time, within time.Duration, expected string) protocol.ClientMessage {
	l, ok := t.nextLine(within - time.Since(begun))
	switch {
	case !ok:
		t.peer.received = ""
		panic(stepFailure{Outcome: Failed, text: fmt.Sprintf("no %s within %v", expected, within), silent: true})
	case l.end != nil:
		t.peer.received = ""
		panic(stepFailure{Outcome: Failed, text: fmt.Sprintf("no %s: %v", expected, l.end), silent: true, gone: true})
	case l.wrong != nil:
		t.malformed++
		t.fail("a malformed message came instead of a %s: %v", expected, l.wrong)
	}
	return l.m
}

// checkQuiet checks that the bot has read all messages and sends none. An error ends with the
// occasion, such as "after the game".
func (t *BotTest) checkQuiet(occasion string) {
	t.send(&protocol.Ping{T: 7})
	m := t.next(t.Limits.Decision, "pong")
	if _, ok := m.(*protocol.Pong); !ok {
		t.fail("it sent a %s %s", external.TypeOf(m), occasion)
	}
	if l, ok := t.nextLine(quietTime); ok {
		switch {
		case l.end != nil:
			t.fail("%s: %v", occasion, l.end)
		case l.wrong != nil:
			t.malformed++
			t.fail("it sent a malformed message %s: %v", occasion, l.wrong)
		default:
			t.fail("it sent a %s %s", external.TypeOf(l.m), occasion)
		}
	}
}
