package server_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestPage plays on the real page in a real browser. GAMED_BROWSER names the
// browser; without it the test is left out, and with it a browser that does not
// start is a failure. GAMED_SCREENSHOTS names a folder for pictures.
func TestPage(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	log := store.NewMemory()
	r := start(t, log, fast())
	p := browse(t, path)
	p.do(chromedp.EmulateViewport(1200, 850), chromedp.Navigate(r.url), chromedp.WaitReady("#player-1 option"))
	p.set("player-1", "random")
	p.fits("lobby")

	// A game in one click; the first choice by keyboard.
	p.do(chromedp.Click("#start"), chromedp.WaitVisible("#options button"))
	p.do(chromedp.KeyEvent("1"), chromedp.WaitVisible("#log li"))
	p.play(3) // too few to lose by
	p.fits("table")

	// A reload comes back to the seat and the question, and so does the page by
	// itself when the server has been away.
	before := p.settled()
	p.do(chromedp.Reload(), chromedp.WaitVisible("#options button"))
	assert.Equal(t, before, p.settled())
	require.NoError(t, r.stop())
	p.do(chromedp.WaitVisible("#connection.lost"))
	r = startAt(t, strings.TrimPrefix(r.url, "http://"), log, fast())
	p.do(chromedp.WaitNotPresent("#connection.lost"))
	assert.Equal(t, before, p.settled())

	// To the end, and once more.
	if prompt := p.play(20); !strings.Contains(prompt, "won") {
		p.do(chromedp.Click("#resign"), chromedp.Click("#resign"))
	}
	assert.Contains(t, p.end(), "won")
	p.fits("end")
	p.do(chromedp.Click("#options .primary"), chromedp.WaitVisible(".own .hand"), chromedp.WaitVisible("#options button"))

	// A game with a friend gives a link; who follows it sits down.
	p.do(chromedp.Navigate(r.url), chromedp.Reload(), chromedp.WaitReady("#player-1 option"))
	p.set("player-1", "")
	p.do(chromedp.Click("#start"), chromedp.WaitVisible("#invite input"))
	p.fits("invite")
	link := p.eval(`document.querySelector("#invite input").value`)
	friend := r.join(t, link[strings.LastIndex(link, "/")+1:])
	p.do(chromedp.WaitNotPresent("#invite"), chromedp.WaitVisible("#options button"))
	p.do(chromedp.Click("#options button"))
	assert.NotNil(t, friend.asked())

	p.quiet()
}

// TestPageOfDominion plays Dominion on the real page: alone, and at a full table
// with a kingdom of its own.
func TestPageOfDominion(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := start(t, store.NewMemory(), fast())
	p := browse(t, path)
	p.do(chromedp.EmulateViewport(1200, 850), chromedp.Navigate(r.url), chromedp.WaitReady("#player-1 option"))
	p.set("game", "dominion")
	p.do(chromedp.WaitVisible("#kingdom"))
	p.set("count", "6")
	p.do(chromedp.WaitVisible("#player-5"))
	for i := 1; i < 6; i++ {
		p.set("player-"+strconv.Itoa(i), "random")
	}
	p.set("kingdom", "Mote")
	p.do(chromedp.Click("#start"), chromedp.WaitVisible("#lobby-error"))
	assert.Contains(t, p.eval(`document.getElementById("lobby-error").textContent`), `do you mean "Moat"?`)
	p.set("kingdom", "Witch, Militia, Chapel, Cellar")
	p.fits("dominion-lobby")
	p.do(chromedp.Click("#start"), chromedp.WaitVisible("#options button"), chromedp.WaitVisible(".own .hand"))
	assert.Equal(t, "17", p.eval(`document.querySelectorAll(".supply .pile").length`))
	assert.Equal(t, "6", p.eval(`document.querySelectorAll("#seats .side header").length`))

	// Cards of the hand and piles of the supply are buttons while they are on the
	// list.
	p.do(chromedp.Click(".own .hand .can[data-ref='hand/Copper']"), chromedp.WaitVisible(".own .chip"))
	p.do(chromedp.Click("#options button"), chromedp.WaitVisible(".supply .can[data-ref='supply/Copper']"))
	p.fits("dominion-buy")
	p.do(chromedp.Click(".supply .can[data-ref='supply/Copper']"), chromedp.WaitVisible("#log .buy"))
	assert.Equal(t, "You buy Copper", p.eval(`document.querySelector("#log .buy > p").textContent`))
	p.play(40)
	p.fits("dominion-table")
	p.do(chromedp.Click("#resign"), chromedp.Click("#resign"))
	p.do(chromedp.WaitVisible("#options .button"))

	// Alone, with another kingdom.
	p.do(chromedp.Navigate(r.url), chromedp.Reload(), chromedp.WaitVisible("#kingdom"))
	p.set("count", "1")
	p.do(chromedp.Click(".presets button"), chromedp.Click("#start"), chromedp.WaitVisible(".own .hand"), chromedp.WaitVisible("#options button"))
	p.play(30)
	p.fits("dominion-alone")

	// A game that the page does not know is shown as a tree.
	assert.Equal(t, "turn 3lamp 1. on true2. on falserow 1, 2rest none", p.eval(`Promise.all([import("./games/generic.js"), import("./vendor/preact.js")]).then(([{ Sides }, { h, render }]) => {
		const place = document.createElement("div");
		render(h(Sides, { scene: { view: { turn: 3, lamp: [{ on: true }, { on: false }], row: [1, 2], rest: {} } } }), place);
		return place.textContent;
	})`))
	p.quiet()
}

// A page is a tab of a browser.
type page struct {
	t       *testing.T
	ctx     context.Context
	console iter.Seq2[chromedp.ConsoleMessage, error]
}

func browse(t *testing.T, path string) *page {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // outlives the test, for its cleanups
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &page{t: t, ctx: ctx}
	require.NoError(t, chromedp.Do(ctx), "the browser %s does not start: install Chromium or name another one in GAMED_BROWSER", path)
	t.Cleanup(func() { assert.NoError(t, chromedp.Cancel(ctx)) })
	p.console = chromedp.Console(ctx)
	return p
}

// quiet fails if the page has thrown an error or broken its policy. That the
// server was away is no fault of the page.
func (p *page) quiet() {
	p.t.Helper()
	p.eval(`console.log("that is all")`)
	for m, err := range p.console {
		require.NoError(p.t, err)
		if m.Text == "that is all" {
			break
		}
		assert.True(p.t, m.Source == "network" || m.Type != chromedp.ConsoleError && !m.IsException(), "%v", m)
	}
}

func (p *page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, actions...))
}

// eval returns what an expression, or the promise that it is, comes to as text.
func (p *page) eval(expression string) string {
	p.t.Helper()
	text, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`(async () => String(await (`+expression+`)))()`, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, expression)
	return text
}

// set fills in a field of the form as a person does.
func (p *page) set(field, value string) {
	p.t.Helper()
	p.eval(`(() => {
		const field = document.getElementById("` + field + `");
		field.value = "` + value + `";
		for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
	})()`)
}

// play clicks through up to n choices, a new one each time, and returns the
// prompt where it stops: there, or at the end of the game.
func (p *page) play(n int) string {
	p.t.Helper()
	text := p.eval(`(async () => {
		const buttons = () => [...document.querySelectorAll("#options button:enabled")];
		for (let i = 0, idle = 0; idle < 2000; idle++) {
			if (i === ` + strconv.Itoa(n) + ` && buttons().length || buttons().some((b) => b.textContent === "Play again")) {
				return document.getElementById("prompt").textContent;
			}
			if (buttons().length) {
				buttons()[i++ % buttons().length].click();
				idle = 0;
			}
			await new Promise((resolve) => setTimeout(resolve, 2));
		}
		return "stuck: " + document.querySelector("main").innerText;
	})()`)
	require.NotContains(p.t, text, "stuck: ")
	return text
}

// end returns the prompt of the game that is over, or about to be.
func (p *page) end() string {
	p.t.Helper()
	return p.eval(`(async () => {
		const over = () => [...document.querySelectorAll("#options button")].some((b) => b.textContent === "Play again");
		for (let i = 0; i < 500 && !over(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
		return document.getElementById("prompt").textContent;
	})()`)
}

// settled returns the player's hand and question once the other seat has said
// what it has to say to it.
func (p *page) settled() string {
	p.t.Helper()
	return p.eval(`(async () => {
		const look = () => document.querySelector(".own .hand")?.textContent + document.getElementById("prompt").textContent;
		for (let before = "", calm = 0; calm < 20; before = look()) {
			calm = look() === before && document.querySelector("#options button:enabled") ? calm + 1 : 0;
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		return look();
	})()`)
}

// fits looks at the page on a desk and on a telephone, by day and by night: it
// never scrolls sideways.
func (p *page) fits(name string) {
	p.t.Helper()
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"360", 360, 740}, {"1200", 1200, 850}} {
		p.do(chromedp.EmulateViewport(size.width, size.height))
		assert.Equal(p.t, "0", p.eval(`document.documentElement.scrollWidth - innerWidth`), "%s is too wide at %s", name, size.name)
		if dir := os.Getenv("GAMED_SCREENSHOTS"); dir != "" {
			picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			require.NoError(p.t, err)
			require.NoError(p.t, os.WriteFile(filepath.Join(dir, name+"-"+size.name+".png"), picture, 0o600))
		}
	}
}
