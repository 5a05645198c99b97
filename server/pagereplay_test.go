package server_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// TestPageOfReplay goes through a game that is over, by mouse and by key, and takes
// away what the page offers.
func TestPageOfReplay(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := replays(t)
	game := r.played(t, bots)
	last := r.page(t, game, "").Steps
	p := browse(t, path)
	at := func() string { return p.eval(`document.getElementById("scrubber").value`) }

	// A link leads to the step that it names.
	p.do(chromedp.EmulateViewport(1280, 850), chromedp.Navigate(r.url+"/#/replay/"+game+"/2"), chromedp.WaitVisible("#scrubber"), chromedp.WaitVisible(".still .side"))
	assert.Equal(t, "2", at())
	p.fits("replay")

	// Step by step, by button, by key, and to both ends.
	p.do(chromedp.Click("#step-on"), chromedp.WaitVisible(`.step-log [aria-current="step"]`))
	assert.Equal(t, "3", at())
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	assert.Equal(t, "2", at())
	p.do(chromedp.KeyEvent(kb.End), chromedp.WaitVisible("#step-on:disabled"))
	assert.Equal(t, number(float64(last)), at())
	assert.Contains(t, p.eval(`document.querySelector(".replay-head").textContent`), "won")
	p.do(chromedp.KeyEvent(kb.Home), chromedp.WaitVisible("#step-back:disabled"))
	assert.Equal(t, "0", at())

	// It runs to its end by itself.
	p.set("speed", "15")
	p.set("scrubber", number(float64(last-3)))
	p.do(chromedp.Click("#play"), chromedp.WaitVisible("#step-on:disabled"), chromedp.WaitVisible(`#play[aria-label="Play"]`))

	// The log looks back, and leads back.
	p.eval(`(() => { const step = document.querySelector(".step-log .step"); step.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" })); })()`)
	p.do(chromedp.WaitVisible("#choices.glance"))
	assert.Equal(t, number(float64(last)), at(), "it only looks")
	first := p.eval(`(() => { const step = document.querySelector(".step-log .step"); step.click(); return step.querySelector(".number").textContent; })()`)
	p.do(chromedp.WaitNotPresent("#choices.glance"))
	assert.Equal(t, first, at())
	p.do(chromedp.KeyEvent(kb.Home), chromedp.WaitVisible("#step-back:disabled"))

	// A seat knows less than everybody together; the address says which one it is.
	p.set("viewpoint", "1")
	p.do(chromedp.WaitVisible(".side.own"), chromedp.WaitVisible(".backs"))
	p.do(chromedp.Click("#step-on"))
	p.eval(`(async () => { while (!location.hash.endsWith("/1/1")) await new Promise((resolve) => setTimeout(resolve, 20)); })()`)

	// Who was ahead, in a picture and in figures.
	p.do(chromedp.Click("#tab-chances"), chromedp.Click("#work-out"), chromedp.WaitVisible("#chances .line"), chromedp.WaitNotPresent("#worked"))
	assert.Equal(t, number(float64(last+1)), p.eval(`document.querySelectorAll("#chances tbody tr").length`))
	p.fits("replay-chances")

	// A test of it, and another game from here.
	p.do(chromedp.Click("#tab-more"), chromedp.Click("#copy-test"), chromedp.WaitVisible("dialog textarea"))
	assert.Contains(t, p.eval(`document.querySelector("dialog textarea").value`), "statetest.Play")
	p.do(chromedp.Click(".dialog-head button"), chromedp.Click("#play-from"), chromedp.WaitVisible("#from-1"))
	p.fits("replay-from")
	p.do(chromedp.Click(".play-from .primary"), chromedp.WaitVisible("#options button"), chromedp.WaitVisible(".own .hand"))
	p.quiet()
}
