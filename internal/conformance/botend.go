package conformance

import (
	"time"

	"gamed/protocol"
)

const byeMend = "Leave when a bye comes, at once and with exit status 0, whatever you are doing."

// endSteps are about how a bot ends.
var endSteps = []botStep{
	{"end", "bye ends it", byeMend, func(t *BotTest) string {
		t.greeted()
		t.bye()
		return ""
	}},
	{"end", "bye ends it with exit status 0", "End the program as usual: no error, no kill.", func(t *BotTest) string {
		t.greeted()
		t.bye()
		if status := t.ended.process.Status(); status != 0 {
			t.fail("its exit status is %d%s", status, t.lastSaid())
		}
		return ""
	}},
	{"end", "nothing of it is left", "End the processes that you have started, before you end yourself.", func(t *BotTest) string {
		t.greeted()
		t.ask(nil)
		t.bye()
		if t.ended.process.Left() {
			t.fail("processes of its group were still there when it had ended; they were killed")
		}
		return ""
	}},
	{"end", "the end of its stdin ends it", "Leave when stdin ends, as after a bye: whoever has started the bot is gone.", func(t *BotTest) string {
		t.ask(nil)
		t.peer.shut()
		t.wait("its stdin was closed")
		return ""
	}},
	{"end", "only messages came on its stdout", "Write everything else to stderr.", func(t *BotTest) string {
		if t.bad > 0 {
			t.fail("%s came that were no messages: see above", plural(t.bad, "line"))
		}
		return ""
	}},
	{"end", "what it wrote to stderr", "", func(t *BotTest) string {
		t.drop()
		if t.said == "" {
			return "nothing"
		}
		return "last " + clip(t.said)
	}},
}

// bye says bye and waits until the bot has ended.
func (t *BotTest) bye() {
	t.send(&protocol.Bye{})
	t.peer.shut()
	t.wait("it was told bye")
}

// wait waits until the bot has ended.
func (t *BotTest) wait(why string) {
	late := time.NewTimer(t.Limits.Grace)
	defer late.Stop()
	select {
	case <-t.peer.process.Done():
	case <-late.C:
		t.fail("%s, and %v later it was still there", why, t.Limits.Grace)
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
