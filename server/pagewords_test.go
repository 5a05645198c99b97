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
		window.m = Object.assign({}, ...await Promise.all(["store/picker", "store/history", "store/words", "kit/command", "kit/clock", "kit/chart", "games/elements/cost"].map(load)));
		window.spark = [
			{ id: 0, do: "pass", text: "pass" },
			{ id: 1, do: "play", card: "Spark", on: "t1", text: "play Spark on Ash Imp t1" },
			{ id: 2, do: "play", card: "Spark", on: "s1", text: "play Spark on seat 1" },
			{ id: 3, do: "attack", card: "Old Oak", by: "t2", on: "s1", text: "attack seat 1 with Old Oak t2" },
			{ id: 4, do: "attack", card: "Old Oak", by: "t2", on: "s2", text: "attack seat 2 with Old Oak t2" },
		];
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
		{`m.matching("2", spark, named).map((o) => o.id)`, `[1]`},
		{`m.matching("oak bob", spark, named).map((o) => o.id)`, `[4]`},
		{`m.matching("fly", spark, named)`, `[]`},
		{`m.matching("", spark, named)`, `[]`},

		// The server counts the seats, the page names them.
		{`named("seat 0 draws Spark")`, `"You draw Spark"`},
		{`named("seat 1 attacks seat 0 with Ash Imp t1")`, `"Ann attacks you with Ash Imp t1"`},
		{`named("the game is over: seat 0 wins")`, `"The game is over: you win"`},

		// The log is nested, and says once what happens twice.
		{`m.nested(m.extended([], [{ n: 1, what: "a", text: "a" }, { n: 2, what: "b", text: "b" }, { n: 3, what: "c", text: "c" }, { n: 4, what: "c", text: "c" }], (e) => ({ a: 0, b: 1, c: 2 })[e.what]))
			.map((l) => [l.text, l.below.map((l) => [l.text, l.below.map((l) => l.text + l.times)])])`, `[["a",[["b",["c2"]]]]]`},

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
