package conformance

import (
	"fmt"
	"strings"
	"time"

	"gamed/agent"
	"gamed/protocol"
)

// quiet is how long nothing may come from a bot that has nothing to say.
const quiet = 100 * time.Millisecond

// start starts the bot.
func (t *BotTest) start() {
	p, err := startPeer(t.Command, t.Limits)
	if err != nil {
		t.fail("%v", err)
	}
	t.peer = p
}

// greeted returns a bot that has said hello and has been welcomed.
func (t *BotTest) greeted() *peer {
	if t.peer == nil {
		t.start()
		hello, ok := t.next(t.Limits.Startup, "hello").(*protocol.Hello)
		if !ok {
			t.fail("its first message is no hello")
		}
		t.hello = *hello
		t.send(&protocol.Welcome{Protocol: protocol.Version, Server: server})
	}
	return t.peer
}

// server is what the bot is told that it is connected to.
const server = "gamed check"

// send sends a message.
func (t *BotTest) send(m protocol.Message) { t.write(encode(m)) }

// encode returns the line of a message, without its end.
func encode(m protocol.Message) []byte {
	data := protocol.Append(nil, m)
	return data
}

// write sends lines at once.
func (t *BotTest) write(lines ...[]byte) {
	var all []byte
	for _, l := range lines {
		t.peer.sent = string(l)
		all = append(append(all, l...), '\n')
	}
	t.bytes(all)
}

// bytes sends bytes as they are.
func (t *BotTest) bytes(data []byte) {
	select {
	case t.peer.out <- data:
	case <-time.After(t.Limits.Decision):
		t.fail("it does not read what it is sent")
	case <-t.ctx.Done():
		panic(t.ctx.Err())
	}
}

// look returns the next line, false if none comes in time. Pings are answered, and
// worlds released.
func (t *BotTest) look(within time.Duration) (line, bool) {
	if back := t.peer.back; len(back) > 0 {
		t.peer.back, t.peer.came = back[1:], back[0].text
		return back[0], true
	}
	late := time.NewTimer(within)
	defer late.Stop()
	for {
		select {
		case l := <-t.peer.lines:
			switch m := l.m.(type) {
			case *protocol.Ping:
				t.bytes(append(encode(&protocol.Pong{T: m.T}), '\n'))
				continue
			case *protocol.Release: // is never answered, and may come late
				if t.table != nil {
					agent.Forward(t.table.worlds, m)
					continue
				}
			}
			if l.end == nil {
				t.peer.came = l.text
			}
			return l, true
		case <-late.C:
			return line{}, false
		case <-t.ctx.Done():
			panic(t.ctx.Err())
		}
	}
}

// next returns the next message. what is waited for.
func (t *BotTest) next(within time.Duration, what string) protocol.ClientMessage {
	return t.since(time.Now(), within, what)
}

// since returns the next message of a time that has begun before.
func (t *BotTest) since(begun time.Time, within time.Duration, what string) protocol.ClientMessage {
	l, ok := t.look(within - time.Since(begun))
	switch {
	case !ok:
		t.peer.came = ""
		panic(trouble{Outcome: Failed, text: fmt.Sprintf("no %s within %v", what, within), silent: true})
	case l.end != nil:
		t.peer.came = ""
		panic(trouble{Outcome: Failed, text: fmt.Sprintf("no %s: %v", what, l.end), silent: true, gone: true})
	case l.wrong != nil:
		t.bad++
		t.fail("instead of a %s came what is no message: %v", what, l.wrong)
	}
	return l.m
}

// pong sends a ping and waits for its pong, which must be the next that comes.
func (t *BotTest) pong(n int64, within time.Duration) {
	t.send(&protocol.Ping{T: n})
	switch m := t.next(within, "pong").(type) {
	case *protocol.Pong:
		if m.T != n {
			t.fail("its pong has the t %d, the ping had %d", m.T, n)
		}
	default:
		t.fail("instead of the pong came a %s", typeOf(m))
	}
}

// quiet checks that the bot has read all and has nothing to say.
func (t *BotTest) quiet(what string) {
	t.send(&protocol.Ping{T: 7})
	m := t.next(t.Limits.Decision, "pong")
	if _, ok := m.(*protocol.Pong); !ok {
		t.fail("%s, and it sent a %s", what, typeOf(m))
	}
	if l, ok := t.look(quiet); ok {
		switch {
		case l.end != nil:
			t.fail("%s, and: %v", what, l.end)
		case l.wrong != nil:
			t.bad++
			t.fail("%s, and it sent what is no message: %v", what, l.wrong)
		default:
			t.fail("%s, and it sent a %s", what, typeOf(l.m))
		}
	}
}

// typeOf returns the type of a message as it stands in it.
func typeOf(m protocol.ClientMessage) string {
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", m), "*protocol."))
}
