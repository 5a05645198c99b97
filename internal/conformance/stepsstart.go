package conformance

import (
	"cmp"
	"encoding/json"
	"time"

	"gamed/agent/external"
	"gamed/protocol"
)

// startPart is the heading of the first steps. If one of them fails, the other steps are not tried.
const startPart = "start"

var startSteps = []botStep{
	{startPart, "the program starts", "Check the command's path, and that the file is executable.", func(t *BotTest) { t.start() }},
	{startPart, "it sends a line in time", "Send the hello before any slow work, and flush stdout after each line.", func(t *BotTest) {
		l, ok := t.nextLine(t.Limits.Startup)
		switch {
		case !ok:
			t.fail("no line within %v", t.Limits.Startup)
		case l.end != nil:
			t.fail("%v", l.end)
		}
		t.peer.pushedBack = []line{l} // returned again to the next steps
	}},
	{startPart, "the first line is a hello", `Print only messages to stdout. Banners and logs belong on stderr.`, func(t *BotTest) {
		l, _ := t.nextLine(t.Limits.Startup)
		_, hello := l.m.(*protocol.Hello)
		if !hello && (l.wrong == nil || !looksLike(l.text, "hello")) {
			t.fail("the first line is not a hello")
		}
		t.peer.pushedBack = []line{l}
	}},
	{startPart, "the hello is well formed", "Use only the fields and types in docs/protocol.md.", func(t *BotTest) {
		l, _ := t.nextLine(t.Limits.Startup)
		if l.wrong != nil {
			t.fail("%v", l.wrong)
		}
		t.hello = *l.m.(*protocol.Hello)
	}},
	{startPart, "it speaks this version of the protocol", `Send "protocol":1.`, func(t *BotTest) {
		if t.hello.Protocol != protocol.Version {
			t.fail("it speaks version %d, the server version %d", t.hello.Protocol, protocol.Version)
		}
	}},
	{"hello", "it has a name", `Send a "name" of up to 60 bytes, for results and ratings.`, func(t *BotTest) {
		if t.hello.Name == "" {
			t.warn("the hello has no name")
		}
		t.note = t.hello.Name
	}},
	{"hello", "it waits for the welcome", "Wait for the welcome after the hello. In a match, do not send a join.", func(t *BotTest) {
		t.ensureStarted()
		if l, ok := t.nextLine(quietTime); ok {
			if l.end != nil {
				t.fail("%v", l.end)
			}
			t.fail("it sent a message before the welcome")
		}
	}},
	{"hello", "it ignores unknown fields of welcome", looseFix, func(t *BotTest) {
		t.ensureStarted()
		t.write(editMessage(encode(&protocol.Welcome{Protocol: protocol.Version, Server: server}), addUnknownFields))
		t.checkQuiet("after the welcome")
	}},
	{"hello", "it answers a ping with the same t", `Answer {"type":"ping","t":N} with {"type":"pong","t":N} at any time.`, func(t *BotTest) {
		t.ensureGreeted()
		ping := &protocol.Ping{T: 1234567890123}
		t.send(ping)
		m := t.next(t.Limits.Decision, "pong")
		if pong, ok := m.(*protocol.Pong); !ok {
			t.fail("a %s came instead of the pong", external.TypeOf(m))
		} else if pong.T != ping.T {
			t.fail("pong with t %d for a ping with t %d", pong.T, ping.T)
		}
	}},
	{"hello", "it answers several pings in order", "Answer each ping, in order of arrival.", func(t *BotTest) {
		t.ensureGreeted()
		var pings [][]byte
		for n := range int64(5) {
			pings = append(pings, encode(&protocol.Ping{T: 100 + n}))
		}
		t.write(pings...)
		for n := range int64(5) {
			pong, ok := t.next(t.Limits.Decision, "pong").(*protocol.Pong)
			if !ok || pong.T != 100+n {
				t.fail("pong %d of 5 must have t %d", n+1, 100+n)
			}
		}
	}},
	{"hello", "it ignores messages of unknown types", looseFix, func(t *BotTest) {
		t.ensureGreeted()
		t.write([]byte(`{"type":"weather","of":{"today":["rain",null,1.5]}}`))
		t.checkQuiet("after a message of an unknown type")
	}},
	{"hello", "it is silent without a game", "Before a joined, send nothing but pongs.", func(t *BotTest) {
		t.ensureGreeted()
		t.checkQuiet("without a game")
	}},
}

const looseFix = "Ignore unknown fields and message types: the protocol adds them without a new version."

// addUnknownFields adds fields that the protocol does not define.
func addUnknownFields(m map[string]any) {
	m["colour"] = "blue"
	m["more"] = map[string]any{"list": []any{1, "two", nil, true}}
}

// looksLike reports whether a line has the given type, even if it is malformed.
func looksLike(text, kind string) bool {
	var m struct{ Type string }
	return json.Unmarshal([]byte(text), &m) == nil && m.Type == kind
}

const byeFix = "Exit with status 0 as soon as a bye comes."

// endSteps tests how a bot exits.
var endSteps = []botStep{
	{"end", "bye ends it", byeFix, func(t *BotTest) {
		t.ensureGreeted()
		t.bye()
	}},
	{"end", "bye ends it with exit status 0", "Exit normally, without an error or a signal.", func(t *BotTest) {
		t.ensureGreeted()
		t.bye()
		if status := t.ended.process.Status(); status != 0 {
			t.fail("its exit status is %d%s", status, t.lastSaid())
		}
	}},
	{"end", "it leaves no processes behind", "Stop all child processes before you exit.", func(t *BotTest) {
		t.ensureGreeted()
		t.ask(nil)
		t.bye()
		if t.ended.process.LeftProcesses() {
			t.fail("processes of its group were still running after it exited; gamed killed them")
		}
	}},
	{"end", "the end of stdin ends it", "Exit when stdin ends, as after a bye.", func(t *BotTest) {
		t.ask(nil)
		t.peer.closeInput()
		t.wait("after its stdin was closed")
	}},
	{"end", "its stdout has only messages", "Write everything else to stderr.", func(t *BotTest) {
		if t.malformed > 0 {
			t.fail("%s of stdout are not messages; see above", plural(t.malformed, "line"))
		}
	}},
	{"end", "last line of stderr", "", func(t *BotTest) {
		t.endBot()
		t.note = cmp.Or(clip(t.lastStderr), "none")
	}},
}

// bye sends a bye, closes the bot's stdin and waits for the bot to exit.
func (t *BotTest) bye() {
	t.send(&protocol.Bye{})
	t.peer.closeInput()
	t.wait("after bye")
}

// wait waits for the bot to exit. The step fails after the limit Grace. The error ends with the
// occasion, such as "after bye".
func (t *BotTest) wait(occasion string) {
	late := time.NewTimer(t.Limits.ExitGrace)
	defer late.Stop()
	select {
	case <-t.peer.process.Done():
	case <-late.C:
		t.fail("still running %v %s", t.Limits.ExitGrace, occasion)
	case <-t.ctx.Done():
		panic(t.ctx.Err())
	}
	t.ended = t.peer
	t.endBot()
}

func (t *BotTest) lastSaid() string {
	if t.lastStderr == "" {
		return ""
	}
	return "; the last line of its stderr: " + clip(t.lastStderr)
}
