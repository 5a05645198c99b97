package conformance

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"gamed/protocol"
)

const onceFix = "Send one choose for each decision id."

// messageSteps tests single messages in a game.
var messageSteps = []botStep{
	{"messages", "it ignores unknown fields of joined", looseFix, func(t *BotTest) { t.startGame(dealSpec{joined: addUnknownFields}) }},
	{"messages", "it is ready in time", "Answer the ping after a joined when you are ready to play.", func(t *BotTest) { t.startGame(dealSpec{number: 1}) }},
	{"messages", "it does not answer an update without a decision", `Answer only updates with a "decision".`, func(t *BotTest) {
		g := t.askedGame()
		t.write(g.update(false))
		t.checkQuiet("after an update without a decision")
	}},
	{"messages", "it answers a decision", `Send {"type":"choose","decision":ID,"option":N} and a line break, and flush stdout.`, func(t *BotTest) {
		g := t.askedGame()
		t.write(g.update(true))
		t.first = t.awaitReply()
	}},
	{"messages", "its answer names the decision", `Copy the "id" of the decision to "decision" in the choose.`, func(t *BotTest) {
		if g := t.game; g == nil || t.first == nil {
			t.skip("no answer came")
		} else if t.first.decision != g.decision() {
			t.fail("it answered decision %d, the open decision is %d", t.first.decision, g.decision())
		}
	}},
	{"messages", "its option is on the list", `Choose the "id" of a listed option.`, func(t *BotTest) {
		g := t.game
		if g == nil || t.first == nil {
			t.skip("no answer came")
		}
		g.apply(g.seat, t.selected(t.first, len(g.options))...)
	}},
	{"messages", "it answers a decision once", onceFix, func(t *BotTest) {
		if t.game == nil || t.first == nil {
			t.ask(nil)
		}
		t.checkQuiet("after its answer")
	}},
	{"messages", "it does not answer a repeated decision", onceFix + " Updates may repeat an answered decision.", func(t *BotTest) {
		g := t.askedGame()
		again := g.update(true)
		t.ask(nil)
		t.write(again)
		t.checkQuiet("after a repeated decision")
	}},
	{"messages", "it answers a list of one option", "Answer even if only one option is listed.", func(t *BotTest) {
		g := t.askedGame()
		g.options = g.options[:1]
		t.write(g.update(true))
		t.answer(1)
	}},
	{"messages", "it answers a decision that asks for cards", `Choose an option, or send {"type":"pick","decision":ID,"cards":[N,…]} with "id"s of the cards of the "pick", each once.`, func(t *BotTest) {
		t.askedCards()
		t.ask(func(m map[string]any) { m["gap"] = true })
	}},
	{"messages", "it ignores unknown fields of update", looseFix, func(t *BotTest) {
		t.ask(func(m map[string]any) {
			addUnknownFields(m)
			addUnknownFields(m["decision"].(map[string]any))
			for _, list := range []any{m["events"], m["decision"].(map[string]any)["options"]} {
				for _, o := range list.([]any) {
					addUnknownFields(o.(map[string]any))
				}
			}
		})
	}},
	{"messages", "it accepts an update with missing events", `Read the position from the "view", which is complete. "gap" marks missing events.`, func(t *BotTest) {
		t.ask(func(m map[string]any) { m["gap"], m["events"], m["n"] = true, []any{}, 12345 })
	}},
	{"messages", "it accepts text in any language", "Read and write UTF-8, whatever the locale.", func(t *BotTest) {
		t.ask(func(m map[string]any) {
			for _, o := range m["decision"].(map[string]any)["options"].([]any) {
				o := o.(map[string]any)
				o["text"] = fmt.Sprintf("%v — Öl, Ωμέγα, שלום, 龍, \u2028, 🐉, \"\\\" ", o["text"])
			}
		})
	}},
	{"messages", "it answers a list of 200 options", "Do not limit the number of options.", func(t *BotTest) {
		g := t.askedGame()
		t.write(editMessage(g.update(true), func(m map[string]any) {
			decision := m["decision"].(map[string]any)
			known := decision["options"].([]any)
			var all []any
			for i := range 200 {
				o := map[string]any{}
				for name, value := range known[i%len(known)].(map[string]any) {
					o[name] = value
				}
				o["id"], o["text"] = i, fmt.Sprintf("%v, number %d", o["text"], i/len(known)+1)
				all = append(all, o)
			}
			decision["options"] = all
		}))
		t.answer(200)
	}},
	{"messages", "it reads a view of 64 KiB", "Do not limit the length of a line.", func(t *BotTest) {
		t.ask(func(m map[string]any) {
			m["view"].(map[string]any)["colour"] = strings.Repeat("blue and green ", 64<<10/15+1)
		})
	}},
	{"messages", "it joins a message read in pieces", "Read up to the line break: a read may end anywhere, even within a character.", func(t *BotTest) {
		g := t.askedGame()
		data := append(editMessage(g.update(true), func(m map[string]any) { m["colour"] = "grün" }), '\n')
		for i, part := range [][]byte{data[:1], data[1 : len(data)/2], data[len(data)/2 : len(data)-1], data[len(data)-1:]} {
			if i > 0 {
				time.Sleep(quietTime / 5) // the bot reads the pieces separately
			}
			t.sendBytes(part)
		}
		t.peer.sent = string(data[:len(data)-1])
		t.answer(len(g.options))
	}},
	{"messages", "it splits several messages in one read", "Process every line of a read.", func(t *BotTest) {
		g := t.askedGame()
		t.write([]byte(`{"type":"weather"}`), g.update(false), g.update(true))
		t.answer(len(g.options))
	}},
	{"messages", "it does not answer news of the table", looseFix, func(t *BotTest) {
		g := t.askedGame()
		t.write(encode(&protocol.Table{Game: g.id, Seats: []protocol.Seat{}}), encode(&protocol.ChatMessage{Game: g.id, Seat: -1, Name: "Ada", Text: "hi"}))
		t.checkQuiet("after news of the table")
		t.ask(nil)
	}},
	{"messages", "it answers a ping while it thinks", "Read in a separate thread, or check for pings while thinking. This is optional.", func(t *BotTest) {
		g := t.askedGame()
		g.ping = 99
		begun := time.Now()
		t.write(g.update(true), encode(&protocol.Ping{T: g.ping}))
		t.answer(len(g.options))
		if took := time.Since(begun); g.ping != 0 {
			if pong, ok := t.next(t.Limits.Decision, "pong").(*protocol.Pong); !ok || pong.T != g.ping {
				t.fail("no pong with t %d after the answer", g.ping)
			} else if took > time.Second+t.Slack {
				t.warn("the pong came after the answer, after %v", took.Round(time.Millisecond))
			}
		}
	}},
}

// askedCards returns a game in which the bot must choose cards. Until then the bot's seat is
// played at random.
func (t *BotTest) askedCards() *botGame {
	for n := range maxDeals {
		p := dealSpec{number: 500 + n, seat: n}
		if g := t.newBotGame(p); g.advanceToCards() {
			g = t.startGame(p)
			g.advanceToCards()
			return g
		}
	}
	t.skip("in %d games of %s no card asked for cards", maxDeals, t.Rules[0].Info().Name)
	return nil
}

// maxDeals is the number of games that askedCards searches for a pick.
const maxDeals = 50

// advanceToCards plays for all seats until the bot must choose cards. It returns false if the
// game ends first.
func (g *botGame) advanceToCards() bool {
	for g.advance() {
		if g.m.Selection(g.seat) != nil {
			g.events = nil
			return true
		}
		g.apply(g.seat, g.options[g.others.N(len(g.options))])
	}
	return false
}

const againFix = "When an error has retry_ms, wait that many milliseconds and send the same message again. Only servers send such errors, matches do not."

// errorSteps tests how a bot reacts to errors, and to a newer decision that replaces the open one.
var errorSteps = []botStep{
	{"errors", "it answers the newest decision", "Answer the newest decision. A late answer to an older one does no harm.", func(t *BotTest) {
		g := t.askedGame()
		older := g.update(true)
		g.overtaken = g.decision()
		g.idShift++
		t.write(older, g.update(true))
		t.answer(len(g.options))
	}},
	{"errors", "it continues after the error stale", "After the error stale, wait for the next update and answer its decision.", func(t *BotTest) { t.rejectStale(protocol.Stale) }},
	{"errors", "it continues after the error not_asked", "After the error not_asked, wait for the next update.", func(t *BotTest) { t.rejectStale(protocol.NotAsked) }},
	{"errors", "it repeats its answer after the error busy", againFix, func(t *BotTest) { t.rejectTemporarily(protocol.Busy) }},
	{"errors", "it repeats its answer after the error unavailable", againFix, func(t *BotTest) { t.rejectTemporarily(protocol.Unavailable) }},
	{"errors", "it repeats its answer after the error too_fast", againFix, func(t *BotTest) { t.rejectTemporarily(protocol.TooFast) }},
	{"errors", "it ignores errors with unknown codes", "Ignore unknown error codes, and wait for the next update.", func(t *BotTest) {
		t.ask(nil)
		t.send(&protocol.Error{Code: "eclipse", Text: "the sun has gone"})
		t.ask(nil)
	}},
}

// rejectStale rejects an answer with an error, sends a newer decision and checks its answer.
func (t *BotTest) rejectStale(code protocol.Code) {
	g := t.askedGame()
	t.write(g.update(true))
	t.awaitReply()
	g.idShift++
	t.send(&protocol.Error{Code: code, Text: "the situation has changed", Decision: g.decision()})
	t.write(g.update(true))
	t.answer(len(g.options))
}

// rejectTemporarily rejects an answer with an error that allows a retry, and waits for the bot to
// repeat the answer.
func (t *BotTest) rejectTemporarily(code protocol.Code) {
	g := t.askedGame()
	t.write(g.update(true))
	first := t.awaitReply()
	if first == nil {
		t.skip("it resigned")
	}
	t.send((&protocol.Error{Code: code, Text: "send it again"}).About(nil)) // with the retry_ms of a server
	l, ok := t.nextLine(min(t.Limits.Decision, 2*time.Second+t.Slack))
	if !ok || !reflect.DeepEqual(replyOf(l.m), first) {
		t.warn("it did not repeat its answer after the error %q", code)
	}
	g.apply(g.seat, t.selected(first, len(g.options))...)
}
