package conformance

import (
	"encoding/json"

	"gamed/protocol"
)

// startPart is what nothing goes without.
const startPart = "start"

var startSteps = []botStep{
	{startPart, "the program starts", "Give the command as a shell would find it, and see that the file may be executed.", func(t *BotTest) string {
		t.start()
		return ""
	}},
	{startPart, "a line comes in time", "Send the hello first, before anything that takes long, and flush stdout after each line.", func(t *BotTest) string {
		l, ok := t.look(t.Limits.Startup)
		switch {
		case !ok:
			t.fail("no line within %v", t.Limits.Startup)
		case l.end != nil:
			t.fail("%v", l.end)
		}
		t.peer.back = []line{l} // for the steps that look into it
		return ""
	}},
	{startPart, "the first line is a hello", `Print nothing else to stdout, neither a banner nor a log: those go to stderr.`, func(t *BotTest) string {
		l, _ := t.look(t.Limits.Startup)
		_, hello := l.m.(*protocol.Hello)
		if !hello && (l.wrong == nil || !looksLike(l.text, "hello")) {
			t.fail("it is something else")
		}
		t.peer.back = []line{l}
		return ""
	}},
	{startPart, "the hello is read strictly", "Keep to the fields and types of docs/protocol.md.", func(t *BotTest) string {
		l, _ := t.look(t.Limits.Startup)
		if l.wrong != nil {
			t.fail("%v", l.wrong)
		}
		t.hello = *l.m.(*protocol.Hello)
		return ""
	}},
	{startPart, "it speaks this version of the protocol", `Send "protocol":1.`, func(t *BotTest) string {
		if t.hello.Protocol != protocol.Version {
			t.fail("it speaks version %d, and this is version %d", t.hello.Protocol, protocol.Version)
		}
		return ""
	}},
	{"hello", "it has a name", `Send a "name" of up to 60 bytes: it stands in results and ratings.`, func(t *BotTest) string {
		if t.hello.Name == "" {
			t.warn("the hello has no name")
		}
		return t.hello.Name
	}},
	{"hello", "nothing follows the hello before the welcome", "Wait for the welcome; in a match do not send a join, the games are dealt out.", func(t *BotTest) string {
		if t.peer == nil {
			t.start()
			t.next(t.Limits.Startup, "hello")
		}
		if l, ok := t.look(quiet); ok {
			if l.end != nil {
				t.fail("%v", l.end)
			}
			t.fail("it sent more before it was welcomed")
		}
		return ""
	}},
	{"hello", "unknown fields of the welcome are ignored", looseMend, func(t *BotTest) string {
		if t.peer == nil {
			t.start()
			t.next(t.Limits.Startup, "hello")
		}
		t.write(edited(encode(&protocol.Welcome{Protocol: protocol.Version, Server: server}), unknownFields))
		t.quiet("it was welcomed")
		return ""
	}},
	{"hello", "a ping is answered with its t", `Answer {"type":"ping","t":N} with {"type":"pong","t":N} at any time.`, func(t *BotTest) string {
		t.greeted()
		t.pong(1234567890123, t.Limits.Decision)
		return ""
	}},
	{"hello", "several pings are answered in order", "Answer each ping, in the order in which they come.", func(t *BotTest) string {
		t.greeted()
		var pings [][]byte
		for n := range int64(5) {
			pings = append(pings, encode(&protocol.Ping{T: 100 + n}))
		}
		t.write(pings...)
		for n := range int64(5) {
			pong, ok := t.next(t.Limits.Decision, "pong").(*protocol.Pong)
			if !ok || pong.T != 100+n {
				t.fail("pong %d of 5 must have the t %d", n+1, 100+n)
			}
		}
		return ""
	}},
	{"hello", "a message of an unknown type is ignored", looseMend, func(t *BotTest) string {
		t.greeted()
		t.write([]byte(`{"type":"weather","of":{"today":["rain",null,1.5]}}`))
		t.quiet("a message of an unknown type came")
		return ""
	}},
	{"hello", "it says nothing while there is no game", "Speak when you are asked: in a match nothing is sent before a joined but pongs.", func(t *BotTest) string {
		t.greeted()
		t.quiet("there is no game")
		return ""
	}},
}

const looseMend = "Ignore fields, and types of messages, that you do not know: new ones come without a new version."

// unknownFields adds fields that no message has.
func unknownFields(m map[string]any) {
	m["colour"] = "blue"
	m["more"] = map[string]any{"list": []any{1, "two", nil, true}}
}

// looksLike reports whether a line names that type, however wrong it is otherwise.
func looksLike(text, kind string) bool {
	var m struct{ Type string }
	return json.Unmarshal([]byte(text), &m) == nil && m.Type == kind
}
