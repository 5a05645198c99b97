package server_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestPageOfReasons asks the real page why a card cannot be used, chooses a kingdom by
// its cards, and decides a matter on its own card.
func TestPageOfReasons(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := start(t, store.NewMemory(), fast())
	p := browse(t, path)
	p.do(chromedp.EmulateViewport(1200, 850), chromedp.Navigate(r.url), chromedp.WaitReady("#player-1 option"))
	p.set("game", "dominion")
	p.do(chromedp.WaitVisible(".ten .king"))
	assert.Equal(t, "10", p.eval(`document.querySelectorAll(".ten .king").length`))
	assert.Equal(t, "$2: 2 cards", p.eval(`document.querySelector(".curve .visually-hidden").textContent`))
	p.do(chromedp.Click(".kingdom summary"), chromedp.WaitVisible(".ten.all [data-card=Witch]"))
	p.do(chromedp.Click(".ten.all [data-card=Witch]"), chromedp.WaitVisible(".ten:not(.all) [data-card=Witch]"))
	assert.Equal(t, "Witch", p.eval(`document.getElementById("kingdom").value`))
	p.fits("kingdom")
	p.do(chromedp.Click("#start"), chromedp.WaitVisible(".supply [data-ref='supply/Witch']"), chromedp.WaitVisible("#options button:enabled"))

	// The reason is there on focus, and for readers.
	const why = `(() => { document.querySelector("[data-ref='supply/Province']").focus(); return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(document.querySelector(".detail .why").textContent)))); })()`
	assert.Equal(t, "It costs $8, you have $0 so far. Cards are bought in the Buy phase, after Actions and Treasures.", p.eval(why))
	assert.Contains(t, p.eval(`document.querySelector("[data-ref='hand/Estate'], [data-ref='supply/Estate']").getAttribute("aria-description")`), ".")
	assert.Equal(t, "Your turn", p.eval(`document.querySelector(".strip-who").textContent`))

	// A matter is decided by a click on its card, and the stats tell how they moved.
	p.do(chromedp.Navigate(r.url), chromedp.Reload(), chromedp.WaitReady("#game option"))
	p.set("game", "polity")
	p.do(chromedp.WaitVisible("#rankings"))
	p.set("count", "1")
	p.do(chromedp.Click("#start"), chromedp.WaitVisible(".matter .way.can"))
	before := p.eval(`document.querySelector("#prompt").textContent + document.querySelectorAll(".came-of-it li").length`)
	assert.NotEmpty(t, before)
	p.do(chromedp.Click(".matter .way.can"), chromedp.WaitVisible(".came-of-it li"), chromedp.WaitVisible(".tallies .delta"))
	p.play(3)
	p.do(chromedp.WaitVisible(".spark"))
	p.fits("polity-desk")
	p.quiet()
}
