package server_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestPageWords tries what the page works out in words, in the browser that it runs
// in: each row is an expression over the page's modules and what it comes to.
func TestPageWords(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := start(t, store.NewMemory(), fast())
	p := browse(t, path)
	p.do(chromedp.Navigate(r.url), chromedp.WaitReady("#player-1 option"))
	p.eval(`(async () => {
		const load = (name) => import("/" + name + ".js");
		window.m = Object.assign({}, ...await Promise.all(["store/picker", "store/history", "store/words", "kit/command/matching", "kit/clock", "kit/chart", "games/elements/cost"].map(load)));
		window.spark = [
			{ id: 0, do: "pass", text: "pass" },
			{ id: 1, do: "play", card: "Spark", on: "t1", text: "play Spark on Ash Imp t1" },
			{ id: 2, do: "play", card: "Spark", on: "s1", text: "play Spark on seat 1" },
			{ id: 3, do: "attack", card: "Old Oak", by: "t2", on: "s1", text: "attack seat 1 with Old Oak t2" },
			{ id: 4, do: "attack", card: "Old Oak", by: "t2", on: "s2", text: "attack seat 2 with Old Oak t2" },
		];
		window.ev = (n, depth, what, card = "") => ({ n, depth, what, card, text: [what, card].filter(Boolean).join(" ") });
		window.game = { role: ({ what }) => ({ turn: "turn", play: "act", trigger: "trigger" })[what] ?? "effect", causes: (view) => view.map((card, i) => ({ key: card, card, at: i + 2 })) };
		window.tree = (play) => {
			const h = new m.History();
			play(h);
			const told = (lines) => lines.flatMap((l) => [l.text + (l.times > 1 ? l.times : ""), ...(l.below.length > 0 ? [told(l.below)] : [])]);
			return told(m.nested(h.lines.value));
		};
		window.named = (text) => m.personal(text, 0, (seat) => ["You", "Ann", "Bob"][seat]);
	})()`)
	for _, row := range []struct{ expression, want string }{
		// Options that differ in their aim stand behind one line.
		{`m.grouped(spark, []).map((c) => c.text)`, `["pass","play Spark on …","attack … with Old Oak t2"]`},
		{`m.grouped(spark.slice(1, 3), ["Spark"]).map((c) => c.text)`, `["play Spark on Ash Imp t1","play Spark on seat 1"]`},
		{`m.common(["use Sprout t1 on Sprout t2 and Sprout t3", "use Sprout t1 on Sprout t3 and Sprout t2"])`, `"use Sprout t1 on …"`},
		{`m.refsOf({ do: "play", card: "Dig Up", on: "s0", also: "Spark" })`, `["Dig Up","s0","s0/Dig Up","s0/Spark"]`},

		// What is typed means an option.
		{`m.matching("play spark on ann", spark, named).map((o) => o.id)`, `[2]`},
		{`m.matching("spark", spark, named).map((o) => o.id)`, `[1,2]`},
		{`m.matching("oak bob", spark, named).map((o) => o.id)`, `[4]`},
		{`m.matching("fly", spark, named)`, `[]`},
		{`m.matching("", spark, named)`, `[]`},

		// The server counts the seats, the page names them.
		{`named("seat 0 draws Spark")`, `"You draw Spark"`},
		{`named("seat 1 attacks seat 0 with Ash Imp t1")`, `"Ann attacks you with Ash Imp t1"`},
		{`named("the game is over: seat 0 wins")`, `"The game is over: you win"`},

		// The log is nested by what waits on the stack, and says once what happens twice.
		{`tree((h) => h.note([ev(1, 0, "turn"), ev(2, 1, "play", "A"), ev(3, 2, "hit"), ev(4, 2, "hit")], game, []))`, `["turn",["play A",["hit2"]]]`},
		{`tree((h) => {
			h.note([ev(1, 0, "turn"), ev(2, 1, "play", "A")], game, ["A"]);
			h.note([ev(3, 2, "play", "B")], game, ["A", "B"]);
			h.note([ev(4, 3, "hit"), ev(5, 3, "trigger", "C")], game, ["A", "C"]);
			h.note([ev(6, 3, "heal"), ev(7, 2, "draw"), ev(8, 1, "play", "D")], game, ["D"]);
		})`, `["turn",["play A",["play B",["hit","trigger C",["heal"]],"draw"],"play D"]]`},

		// What a cost lacks.
		{`m.missing("2 red, 1 any", { red: 1, blue: 1 })`, `"1 red"`},
		{`m.missing("2 red, 1 any", { red: 2 })`, `"1 more of any element"`},
		{`m.missing("2 red, 1 any", { red: 3 })`, `""`},
		{`m.missing("1 red, 1 black", {})`, `"1 red and 1 black"`},

		{`[m.duration(0), m.duration(59_001), m.duration(3_600_000)]`, `["0:00","1:00","1:00:00"]`},
		{`m.ticks(0, 1000)`, `[0,200,400,600,800,1000]`},
	} {
		assert.JSONEq(t, row.want, p.eval(`JSON.stringify(`+row.expression+`)`), row.expression)
	}
	p.quiet()
}
