package server_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestPageOfDecks builds a deck, hears what is wrong with it, and plays with it.
func TestPageOfDecks(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := start(t, store.NewMemory(), fast())
	p := browse(t, path)
	legal := func(want string) {
		t.Helper()
		assert.Contains(t, p.eval(`(async () => {
			for (let i = 0; i < 300; i++) {
				if (document.getElementById("legal").textContent.includes("`+want+`")) break;
				await new Promise((resolve) => setTimeout(resolve, 10));
			}
			return document.getElementById("legal").textContent;
		})()`), want)
	}
	p.do(chromedp.EmulateViewport(1200, 850), chromedp.Navigate(r.url), chromedp.WaitVisible(".tile"), chromedp.Click(`nav a[href="#/decks"]`), chromedp.WaitVisible("#new-deck"))
	assert.Equal(t, "6", p.eval(`document.querySelectorAll(".deck-tile").length`))
	p.fits("decks")

	// From nothing, by mouse and by keys: what is wrong is told in the server's words.
	p.do(chromedp.Click("#new-deck"), chromedp.WaitVisible(".shelf-cards .card"))
	legal("0 cards. Not yet: 0 cards: a deck has at least 21.")
	p.do(chromedp.Click(`[data-ref="Spark"]`), chromedp.Focus(`[data-ref="Spark"]`), chromedp.KeyEvent("\r"), chromedp.KeyEvent("\r"))
	p.do(chromedp.Click(`[aria-label="One Spark more"]`))
	legal("4 cards. Not yet: line 1: 4 copies of Spark: a deck may have 3.")
	p.do(chromedp.Click(`.deck-lines [aria-label="One Spark less"]`))
	legal("3 cards. Not yet")
	p.fits("deck-new")
	p.do(chromedp.Click("#remove-deck"), chromedp.Click("#remove-deck"), chromedp.WaitVisible("#new-deck"))

	// From a ready one, with a card put in.
	p.do(chromedp.Click(`a[href="#/decks/elements/old%20growth"]`), chromedp.WaitVisible("#make-own"))
	p.fits("deck-ready")
	p.do(chromedp.Click("#make-own"), chromedp.WaitVisible("#legal"), chromedp.Click(`[aria-label="One Mend more"]`))
	legal("26 cards. It may be played.")
	p.set("deck-name", "Mossy")
	p.do(chromedp.Click(".deck-contents summary"), chromedp.Click(".deck-contents summary"), chromedp.Click(".deck-file summary"))
	assert.Contains(t, p.eval(`document.getElementById("deck-text").value`), "# Mossy\n1 Mend\n")
	p.fits("deck")

	// It comes in again from its text, and is kept from visit to visit.
	text := p.eval(`JSON.stringify(document.getElementById("deck-text").value)`)
	p.do(chromedp.Click(`[role="switch"]`), chromedp.Navigate(r.url+"/#/decks"), chromedp.Reload(), chromedp.WaitVisible(".deck-import summary"), chromedp.Click(".deck-import summary"))
	p.eval(`(() => {
		const field = document.getElementById("import");
		field.value = ` + text + `;
		field.dispatchEvent(new Event("input", { bubbles: true }));
	})()`)
	p.do(chromedp.Click("#take-import"), chromedp.WaitVisible("#legal"))
	legal("26 cards. It may be played.")

	// The lobby has it, and so has the table.
	p.do(chromedp.Navigate(r.url), chromedp.WaitReady("#deck-0 option"))
	assert.Contains(t, p.eval(`document.getElementById("deck-0").textContent`), "Mossy (yours)")
	assert.Equal(t, "Mossy (yours)", p.eval(`document.getElementById("deck-0").selectedOptions[0].textContent`), "the deck that comes along")
	p.do(chromedp.Click("#start"), chromedp.WaitVisible("#options button"))
	assert.Equal(t, "23", p.eval(`document.querySelector(".own .future b").textContent`))

	// It is brought to the table of somebody who has left it open, and one where it is not free is joined all the same.
	for _, seat := range []struct{ spec, want string }{{`{}`, "23"}, {`{"deck":"wildfire"}`, "23"}, {`{"deck":"old growth"}`, "22"}} {
		game := r.create(t, `{"rules":"elements","seats":[{"bot":"random"},`+seat.spec+`]}`)
		p.do(chromedp.Navigate(r.url+"/#/play/"+game), chromedp.WaitVisible("#options button"))
		assert.Equal(t, seat.want, p.eval(`document.querySelector(".own .future b").textContent`), seat.spec)
	}
	p.quiet()
}
