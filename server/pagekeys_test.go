package server_test

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestPageByKeys plays on the real page without a mouse, by keys and by words, and
// asks it why what cannot be used cannot.
func TestPageByKeys(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := start(t, store.NewMemory(), fast())
	p := browse(t, path)
	p.do(chromedp.EmulateViewport(1200, 850), chromedp.Navigate(r.url), chromedp.WaitReady("#player-1 option"))
	p.eval(`localStorage.setItem("gamed.commands", "on")`)

	// One press from the start page to a game against a bot.
	p.do(chromedp.Reload(), chromedp.WaitVisible(".tile button"), chromedp.Focus(".tile button"), chromedp.KeyEvent("\r"))
	p.do(chromedp.WaitVisible("#options button"), chromedp.WaitVisible("#command"))

	// By words.
	say := func(line string) string {
		p.do(chromedp.SetValue("#command", line), chromedp.Focus("#command"), chromedp.KeyEvent("\r"))
		return p.eval(`(async () => {
			await new Promise((resolve) => setTimeout(resolve, 20));
			return document.querySelector(".command output").textContent;
		})()`)
	}
	assert.Equal(t, "1: Keep. 2: Mulligan", say("options"))
	assert.Contains(t, say("fly"), "No option is called that.")
	assert.Contains(t, say("hand"), "Your hand: ")
	assert.Equal(t, "Keep.", say("keep"))

	// By keys: the focus stays with what there is to choose.
	p.do(chromedp.WaitVisible("#log .sunrise"))
	for range 3 {
		p.settled()
		p.do(chromedp.Focus("#options button"), chromedp.KeyEvent("\r"))
		p.settled()
		assert.Equal(t, "BUTTON", p.eval(`document.activeElement.tagName`))
	}

	// Every card can be read, and says why it cannot be used.
	assert.Equal(t, "true", p.eval(`[...document.querySelectorAll("#seats .card")].every((card) =>
		card.matches(".can") ? !card.ariaDisabled : card.ariaDisabled === "true" && card.ariaDescription.length > 10)`))
	p.eval(`document.querySelector(".own .hand .card").focus()`)
	detail := p.eval(`document.querySelector(".detail").innerText`)
	name := p.eval(`document.querySelector(".own .hand .card .name").textContent`)
	assert.True(t, strings.HasPrefix(detail, name), "%q is about %q", detail, name)

	// A fault of what is typed is no fault of the page.
	require.NotEmpty(t, say("help"))
	p.quiet()
}
