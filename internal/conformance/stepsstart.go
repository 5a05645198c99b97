package conformance

import (
	"encoding/json"
	"time"

	"gamed/protocol"
)

// startPart holds the steps that all others require.
const startPart = "start"

var startSteps = []botStep{
	{startPart, "the program starts", "Check the command's path, and that the file is executable.", func(t *BotTest) string {
		t.start()
		return ""
	}},
	{startPart, "it sends a line in time", "Send the hello before any slow work, and flush stdout after each line.", func(t *BotTest) string {
		l, ok := t.look(t.Limits.Startup)
		switch {
		case !ok:
			t.fail("no line within %v", t.Limits.Startup)
		case l.end != nil:
			t.fail("%v", l.end)
		}
		t.peer.back = []line{l} // for the next steps
		return ""
	}},
	{startPart, "the first line is a hello", `Print only messages to stdout. Banners and logs belong on stderr.`, func(t *BotTest) string {
		l, _ := t.look(t.Limits.Startup)
		_, hello := l.m.(*protocol.Hello)
		if !hello && (l.wrong == nil || !looksLike(l.text, "hello")) {
			t.fail("the first line is not a hello")
		}
		t.peer.back = []line{l}
		return ""
	}},
	{startPart, "the hello is well formed", "Use only the fields and types in docs/protocol.md.", func(t *BotTest) string {
		l, _ := t.look(t.Limits.Startup)
		if l.wrong != nil {
			t.fail("%v", l.wrong)
		}
		t.hello = *l.m.(*protocol.Hello)
		return ""
	}},
	{startPart, "it speaks this version of the protocol", `Send "protocol":1.`, func(t *BotTest) string {
		if t.hello.Protocol != protocol.Version {
			t.fail("it speaks version %d, the server version %d", t.hello.Protocol, protocol.Version)
		}
		return ""
	}},
	{"hello", "it has a name", `Send a "name" of up to 60 bytes, for results and ratings.`, func(t *BotTest) string {
		if t.hello.Name == "" {
			t.warn("the hello has no name")
		}
		return t.hello.Name
	}},
	{"hello", "it waits for the welcome", "Wait for the welcome after the hello. In a match, do not send a join.", func(t *BotTest) string {
		if t.peer == nil {
			t.start()
			t.next(t.Limits.Startup, "hello")
		}
		if l, ok := t.look(quiet); ok {
			if l.end != nil {
				t.fail("%v", l.end)
			}
			t.fail("it sent a message before the welcome")
		}
		return ""
	}},
	{"hello", "it ignores unknown fields of welcome", looseFix, func(t *BotTest) string {
		if t.peer == nil {
			t.start()
			t.next(t.Limits.Startup, "hello")
		}
		t.write(edited(encode(&protocol.Welcome{Protocol: protocol.Version, Server: server}), unknownFields))
		t.quiet("after the welcome")
		return ""
	}},
	{"hello", "it answers a ping with the same t", `Answer {"type":"ping","t":N} with {"type":"pong","t":N} at any time.`, func(t *BotTest) string {
		t.greeted()
		t.pong(1234567890123, t.Limits.Decision)
		return ""
	}},
	{"hello", "it answers several pings in order", "Answer each ping, in order of arrival.", func(t *BotTest) string {
		t.greeted()
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
		return ""
	}},
	{"hello", "it ignores messages of unknown types", looseFix, func(t *BotTest) string {
		t.greeted()
		t.write([]byte(`{"type":"weather","of":{"today":["rain",null,1.5]}}`))
		t.quiet("after a message of an unknown type")
		return ""
	}},
	{"hello", "it is silent without a game", "Before a joined, send nothing but pongs.", func(t *BotTest) string {
		t.greeted()
		t.quiet("without a game")
		return ""
	}},
}

const looseFix = "Ignore unknown fields and message types: the protocol adds them without a new version."

// unknownFields adds fields unknown to the protocol.
func unknownFields(m map[string]any) {
	m["colour"] = "blue"
	m["more"] = map[string]any{"list": []any{1, "two", nil, true}}
}

// looksLike reports whether a line has the given type, malformed or not.
func looksLike(text, kind string) bool {
	var m struct{ Type string }
	return json.Unmarshal([]byte(text), &m) == nil && m.Type == kind
}

const byeFix = "Exit with status 0 as soon as a bye comes."

// endSteps test how a bot exits.
var endSteps = []botStep{
	{"end", "bye ends it", byeFix, func(t *BotTest) string {
		t.greeted()
		t.bye()
		return ""
	}},
	{"end", "bye ends it with exit status 0", "Exit normally, without an error or a signal.", func(t *BotTest) string {
		t.greeted()
		t.bye()
		if status := t.ended.process.Status(); status != 0 {
			t.fail("its exit status is %d%s", status, t.lastSaid())
		}
		return ""
	}},
	{"end", "it leaves no processes behind", "Stop all child processes before you exit.", func(t *BotTest) string {
		t.greeted()
		t.ask(nil)
		t.bye()
		if t.ended.process.Left() {
			t.fail("processes of its group were still running after it exited; gamed killed them")
		}
		return ""
	}},
	{"end", "the end of stdin ends it", "Exit when stdin ends, as after a bye.", func(t *BotTest) string {
		t.ask(nil)
		t.peer.shut()
		t.wait("after its stdin was closed")
		return ""
	}},
	{"end", "its stdout has only messages", "Write everything else to stderr.", func(t *BotTest) string {
		if t.bad > 0 {
			t.fail("%s of stdout are not messages; see above", plural(t.bad, "line"))
		}
		return ""
	}},
	{"end", "last line of stderr", "", func(t *BotTest) string {
		t.drop()
		if t.said == "" {
			return "none"
		}
		return clip(t.said)
	}},
}

// bye says bye and waits for the bot to exit.
func (t *BotTest) bye() {
	t.send(&protocol.Bye{})
	t.peer.shut()
	t.wait("after bye")
}

// wait waits for the bot to exit.
func (t *BotTest) wait(why string) {
	late := time.NewTimer(t.Limits.Grace)
	defer late.Stop()
	select {
	case <-t.peer.process.Done():
	case <-late.C:
		t.fail("still running %v %s", t.Limits.Grace, why)
	case <-t.ctx.Done():
		panic(t.ctx.Err())
	}
	t.ended = t.peer
	t.drop()
}

func (t *BotTest) lastSaid() string {
	if t.said == "" {
		return ""
	}
	return "; the last line of its stderr: " + clip(t.said)
}
