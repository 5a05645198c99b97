package conformance

import (
	"fmt"
	"strings"
	"time"

	"gamed/protocol"
)

const onceMend = "Answer a decision once: keep its id, and send one choose for it."

// messageSteps are about single messages of a game.
var messageSteps = []botStep{
	{"messages", "unknown fields of joined are ignored", looseMend, func(t *BotTest) string {
		t.sit(place{joined: unknownFields})
		return ""
	}},
	{"messages", "it is ready in time", "Answer the ping that follows a joined once the game may begin.", func(t *BotTest) string {
		t.sit(place{n: 1})
		return ""
	}},
	{"messages", "an update without a decision is not answered", `Answer only an update that has a "decision"; others are for looking.`, func(t *BotTest) string {
		g := t.asked()
		t.write(g.update(false))
		t.quiet("an update had no decision")
		return ""
	}},
	{"messages", "a decision is answered", `Answer with {"type":"choose","decision":ID,"option":N} and a line break, and flush stdout.`, func(t *BotTest) string {
		g := t.asked()
		t.write(g.update(true))
		t.first = t.choice()
		return ""
	}},
	{"messages", "the answer names the decision", `Put the "id" of the decision into the "decision" of the choose.`, func(t *BotTest) string {
		if g := t.table; g == nil || t.first == nil {
			t.skip("there is no answer")
		} else if t.first.Decision != g.decision() {
			t.fail("it answered decision %d, and decision %d is open", t.first.Decision, g.decision())
		}
		return ""
	}},
	{"messages", "the option is on the list", `Choose the "id" of an option: from 0, and less than there are.`, func(t *BotTest) string {
		g := t.table
		if g == nil || t.first == nil {
			t.skip("there is no answer")
		} else if t.first.Option >= len(g.options) {
			t.fail("it chose option %d, and there are %d, from 0", t.first.Option, len(g.options))
		}
		g.apply(g.seat, g.options[t.first.Option])
		return ""
	}},
	{"messages", "a decision is answered once", onceMend, func(t *BotTest) string {
		if t.table == nil || t.first == nil {
			t.ask(nil)
		}
		t.quiet("it had answered its decision")
		return ""
	}},
	{"messages", "a repeated decision is not answered again", onceMend + " Updates repeat a decision that is open.", func(t *BotTest) string {
		g := t.asked()
		again := g.update(true)
		t.ask(nil)
		t.write(again)
		t.quiet("a decision that it had answered was repeated")
		return ""
	}},
	{"messages", "a list of one option is answered", "Answer also where there is nothing to choose.", func(t *BotTest) string {
		g := t.asked()
		g.options = g.options[:1]
		t.write(g.update(true))
		t.answer(1)
		return ""
	}},
	{"messages", "unknown fields of an update are ignored", looseMend, func(t *BotTest) string {
		t.ask(func(m map[string]any) {
			unknownFields(m)
			unknownFields(m["decision"].(map[string]any))
			for _, list := range []any{m["events"], m["decision"].(map[string]any)["options"]} {
				for _, o := range list.([]any) {
					unknownFields(o.(map[string]any))
				}
			}
		})
		return ""
	}},
	{"messages", "an update that leaves out events is taken", `Take what is on the table from the "view": it is whole. "gap" says that events are missing.`, func(t *BotTest) string {
		t.ask(func(m map[string]any) { m["gap"], m["events"], m["n"] = true, []any{}, 12345 })
		return ""
	}},
	{"messages", "texts of any language are taken", "Read and write UTF-8, whatever the language of the machine.", func(t *BotTest) string {
		t.ask(func(m map[string]any) {
			for _, o := range m["decision"].(map[string]any)["options"].([]any) {
				o := o.(map[string]any)
				o["text"] = fmt.Sprintf("%v — Öl, Ωμέγα, שלום, 龍, \u2028, 🐉, \"\\\" ", o["text"])
			}
		})
		return ""
	}},
	{"messages", "a list of 200 options is answered", "Let no list of options have a fixed size.", func(t *BotTest) string {
		g := t.asked()
		t.write(edited(g.update(true), func(m map[string]any) {
			decision := m["decision"].(map[string]any)
			known := decision["options"].([]any)
			var all []any
			for i := range 200 {
				o := map[string]any{}
				for name, value := range known[i%len(known)].(map[string]any) {
					o[name] = value
				}
				o["id"], o["text"] = i, fmt.Sprintf("%v, for the %dth time", o["text"], i/len(known)+1)
				all = append(all, o)
			}
			decision["options"] = all
		}))
		t.answer(200)
		return ""
	}},
	{"messages", "a view of 64 KiB is read", "Read whole lines, however long they are.", func(t *BotTest) string {
		t.ask(func(m map[string]any) {
			m["view"].(map[string]any)["colour"] = strings.Repeat("blue and green ", 64<<10/15+1)
		})
		return ""
	}},
	{"messages", "a message that comes in pieces is put together", "Read up to the line break: a read may end anywhere, in the middle of a letter too.", func(t *BotTest) string {
		g := t.asked()
		data := append(edited(g.update(true), func(m map[string]any) { m["colour"] = "grün" }), '\n')
		for i, part := range [][]byte{data[:1], data[1 : len(data)/2], data[len(data)/2 : len(data)-1], data[len(data)-1:]} {
			if i > 0 {
				time.Sleep(quiet / 5) // so that it is read in pieces
			}
			t.bytes(part)
		}
		t.peer.sent = string(data[:len(data)-1])
		t.answer(len(g.options))
		return ""
	}},
	{"messages", "several messages at once are taken apart", "Go on with the next line when one has been read: a read may bring several.", func(t *BotTest) string {
		g := t.asked()
		t.write([]byte(`{"type":"weather"}`), g.update(false), g.update(true))
		t.answer(len(g.options))
		return ""
	}},
	{"messages", "news of the table is not answered", looseMend, func(t *BotTest) string {
		g := t.asked()
		t.write(encode(&protocol.Table{Game: g.id, Seats: []protocol.Seat{}}), encode(&protocol.Said{Game: g.id, Seat: -1, Name: "Ada", Text: "hi"}))
		t.quiet("it was told of its table")
		t.ask(nil)
		return ""
	}},
	{"messages", "a ping is answered while it thinks", "Read in a thread of its own, or look for pings while you think; it is no fault not to.", func(t *BotTest) string {
		g := t.asked()
		g.ping = 99
		begun := time.Now()
		t.write(g.update(true), encode(&protocol.Ping{T: g.ping}))
		t.answer(len(g.options))
		if took := time.Since(begun); g.ping != 0 {
			if pong, ok := t.next(t.Limits.Decision, "pong").(*protocol.Pong); !ok || pong.T != g.ping {
				t.fail("after the answer came no pong with the t %d", g.ping)
			} else if took > time.Second {
				t.warn("the pong came after the answer, %v late", took.Round(time.Millisecond))
			}
		}
		return ""
	}},
}
