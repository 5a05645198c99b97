package server_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestPageOfCards searches the cards of every game, by mouse and by keys.
func TestPageOfCards(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := start(t, store.NewMemory(), fast())
	p := browse(t, path)
	shown := func() string { return p.eval(`document.querySelectorAll(".shelf-cards li").length`) }
	found := func() string {
		return p.eval(`new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => document.querySelector(".found").textContent)`)
	}

	// From the start page to the cards of a game.
	p.do(chromedp.EmulateViewport(1200, 850), chromedp.Navigate(r.url), chromedp.WaitVisible(".tile"), chromedp.Click(`nav a[href="#/cards"]`), chromedp.WaitVisible(`.tile a[href="#/cards/elements"]`))
	assert.Equal(t, "3", p.eval(`document.querySelectorAll(".tile").length`))
	p.fits("cards")
	p.do(chromedp.Click(`.tile a[href="#/cards/elements"]`), chromedp.WaitVisible(".shelf-cards .card"))
	assert.Equal(t, "67", shown())
	assert.Equal(t, "67", p.eval(`new Set([...document.querySelectorAll(".shelf-cards .art")].map((art) => art.innerHTML)).size`), "two cards look alike")
	p.fits("cards-elements")

	// What is pressed narrows it down, and pressed again lets go.
	p.do(chromedp.Click(`[data-value="red"]`), chromedp.Click(`[data-value="Spell"]`))
	assert.Equal(t, "4 of 67 cards", found())
	p.set("card-search", "damage PLAYER")
	assert.Equal(t, "1 of 67 cards", found())
	p.do(chromedp.Click(`[data-value="red"]`))
	assert.NotEqual(t, "1 of 67 cards", found())
	p.do(chromedp.Click(".clear"))
	assert.Equal(t, "All 67 cards", found())

	// A card is opened by Enter, has an address of its own, and gives the focus back.
	p.do(chromedp.Focus(`[data-ref="Spark"]`), chromedp.KeyEvent("\r"), chromedp.WaitVisible("dialog .one-card"))
	assert.Equal(t, "#/cards/elements/Spark", p.eval(`location.hash`))
	assert.Contains(t, p.eval(`document.querySelector(".one-card").textContent`), "Deal 2 damage to a Being or a player.")
	p.fits("cards-one")
	p.do(chromedp.KeyEvent("\x1b"), chromedp.WaitNotPresent("dialog"))
	assert.Equal(t, "#/cards/elements Spark", p.eval(`location.hash + " " + document.activeElement.dataset.ref`))

	// Every other game has its cards, and an address leads to one of them at once.
	for rules, card := range map[string]string{"dominion": "Witch", "polity": "harbour_sale"} {
		p.do(chromedp.Navigate(r.url+"/#/cards/"+rules+"/"+card), chromedp.WaitVisible("dialog .one-card"), chromedp.Click("dialog button"), chromedp.WaitNotPresent("dialog"))
		p.fits("cards-" + rules)
	}
	p.do(chromedp.Navigate(r.url+"/#/cards/chess"), chromedp.WaitVisible(".notice"))
	assert.Contains(t, p.eval(`document.querySelector(".notice").textContent`), "no rules go by that name")
	p.quiet()
}
