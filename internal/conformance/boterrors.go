package conformance

import (
	"time"

	"gamed/protocol"
)

const againMend = "When an error has the code busy, unavailable or too_fast, send the same again after a tenth of a second. In a match this does not come; on a server it may."

// errorSteps are about decisions that are overtaken, and errors.
var errorSteps = []botStep{
	{"errors", "a newer decision makes the older one void", "Answer the newest decision that has come. An answer to the one before does no harm.", func(t *BotTest) string {
		g := t.asked()
		older := g.update(true)
		g.void = g.decision()
		g.shift++
		t.write(older, g.update(true))
		t.answer(len(g.options))
		return ""
	}},
	{"errors", "it goes on after a stale answer", "After the error \"stale\" wait for the next update, and answer the decision that it has.", func(t *BotTest) string {
		return t.refusedBy(protocol.Stale)
	}},
	{"errors", "it goes on after an answer that nobody had asked for", "After the error \"not_asked\" wait for the next update.", func(t *BotTest) string {
		return t.refusedBy(protocol.NotAsked)
	}},
	{"errors", "it sends again when the game is busy", againMend, func(t *BotTest) string { return t.again(protocol.Busy) }},
	{"errors", "it sends again when nothing can be stored", againMend, func(t *BotTest) string { return t.again(protocol.Unavailable) }},
	{"errors", "it sends again when it was too fast", againMend, func(t *BotTest) string { return t.again(protocol.TooFast) }},
	{"errors", "an error of an unknown code is ignored", "New codes may come: take an error that you do not know for news, and wait for the next update.", func(t *BotTest) string {
		t.ask(nil)
		t.send(&protocol.Error{Code: "eclipse", Text: "the sun has gone"})
		t.ask(nil)
		return ""
	}},
}

// refusedBy refuses an answer and asks something newer.
func (t *BotTest) refusedBy(code protocol.Code) string {
	g := t.asked()
	t.write(g.update(true))
	t.choice()
	g.shift++
	t.send(&protocol.Error{Code: code, Text: "the situation has changed", Decision: g.decision()})
	t.write(g.update(true))
	t.answer(len(g.options))
	return ""
}

// again refuses an answer for now, and waits until it comes again.
func (t *BotTest) again(code protocol.Code) string {
	g := t.asked()
	t.write(g.update(true))
	first := t.choice()
	if first == nil {
		t.skip("it has resigned")
	}
	t.send(&protocol.Error{Code: code, Text: "send it again"})
	l, ok := t.look(min(t.Limits.Decision, 2*time.Second))
	if c, same := l.m.(*protocol.Choose); !ok || !same || *c != *first {
		t.warn("the answer did not come again after the error %q", code)
	}
	g.apply(g.seat, g.options[first.Option%len(g.options)])
	return ""
}
