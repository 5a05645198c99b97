package server_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPageOfBots plays a game with the panel for faults, and looks at it afterwards as
// whoever writes bots does: its proof, the decisions of a seat, the record of a bot,
// and a token for one of one's own.
func TestPageOfBots(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := replays(t)
	p := browse(t, path)
	text := func(selector string) string { return p.eval(`document.querySelector("` + selector + `").textContent`) }
	open := func(address, until string) {
		p.do(chromedp.Navigate(r.url+"/#/"+address), chromedp.WaitVisible(until))
	}

	// The panel has every option with its ids, the position, and the messages.
	p.do(chromedp.EmulateViewport(1280, 850), chromedp.Navigate(r.url))
	p.eval(`localStorage.setItem("gamed.debug", "on")`)
	p.do(chromedp.Reload())
	game := r.create(t, `{"rules":"elements","seats":[{},{"bot":"random"}]}`)
	open("play/"+game+"/0", ".every button:enabled")
	assert.Contains(t, text("#debug"), "do=keep")
	assert.Contains(t, text("#debug .debug-tree"), "sides")
	p.do(chromedp.Click(".every button:enabled"), chromedp.WaitVisible(".messages .out"))
	p.eval(`(async () => { while (!document.querySelector("#debug .timing").textContent.includes("Last answer")) await new Promise((resolve) => setTimeout(resolve, 20)); })()`)
	p.fits("debug")

	// While the game runs its own seat is to be inspected, and no other.
	open("inspect/"+game+"/0", ".options-of .taken")
	assert.Contains(t, text(".replay-head"), "running")
	open("inspect/"+game+"/1", "#inspect-error:not([hidden])")
	assert.Contains(t, text("#inspect-error"), "Only whose seat it is")

	// The end leads to the replay, and the lobby does, too.
	open("play/"+game+"/0", "#resign")
	p.do(chromedp.Click("#resign"), chromedp.Click("#resign"), chromedp.WaitVisible(`#options a[href="#/replay/`+game+`"]`))
	p.do(chromedp.Navigate(r.url), chromedp.Reload(), chromedp.WaitVisible("#lately-title"))

	// Promise, nonce and deal fit together, as far as the browser can tell by itself.
	open("verify/"+game, "#verdict")
	assert.Contains(t, text("#verdict"), "Yes")
	assert.Contains(t, text(".findings"), "this browser was told when you sat down")
	assert.Contains(t, text(".findings"), "Yours is among it")
	assert.Contains(t, p.eval(`document.querySelector(".verify .copyable input").value`), "gamed verify --commit ")
	p.fits("verify")
	p.eval(`localStorage.setItem("gamed.fair", localStorage.getItem("gamed.fair").replace(/"commit":"..../, '"commit":"0000'))`)
	p.do(chromedp.Reload(), chromedp.WaitVisible("#verdict.foul"))

	// The decisions of a game that is over are for all.
	open("inspect/"+game+"/1", ".options-of .taken")
	p.fits("inspect")
	open("bots", "#make-token")
	p.set("bot-name", "Rook")
	p.do(chromedp.Click("#make-token"), chromedp.WaitVisible("#token"))
	token := p.eval(`document.querySelector("#token input").value`)
	assert.True(t, strings.HasPrefix(token, "gmd_"), token)
	p.fits("bots")

	// A bot with that token plays; its page has the game, its seat and its times.
	played := r.create(t, `{"rules":"elements","seats":[{},{"bot":"random"}]}`)
	bot := r.sit(t, played, http.Header{"Authorization": {"Bearer " + token}})
	decision := bot.asked()["decision"].(map[string]any)
	bot.send(fmt.Sprintf(`{"type":"choose","decision":%s,"option":99,"info":"a slip"}`, number(decision["id"])))
	bot.next("error")
	bot.send(fmt.Sprintf(`{"type":"choose","decision":%s,"option":0,"info":"{\"depth\":7}"}`, number(decision["id"])))
	bot.next("update")
	own := p.eval(`document.querySelector(".tokens a").getAttribute("href")`)
	open(strings.TrimPrefix(own, "#/"), ".numbers")
	p.eval(`(async () => { while (!document.querySelector(".numbers").textContent.includes("1 answers refused")) await new Promise((resolve) => setTimeout(resolve, 20)); })()`)
	assert.Contains(t, text(".bot-games"), "running")
	open("inspect/"+played+"/0", ".decided .info")
	assert.Contains(t, text(".decided .info"), "depth 7")
	assert.Contains(t, text(".decided"), "Option 99 was refused: illegal")

	// A token that is revoked is of no use.
	open("bots", ".tokens button")
	p.do(chromedp.Click(".tokens button"), chromedp.Click(".tokens button"), chromedp.WaitNotPresent(".tokens"))
	for err := error(nil); err == nil; { // it is told so, and cut off
		_, err = bot.read()
	}

	open("bots/random", "#bot .numbers")
	p.fits("bot")
	require.Contains(t, text(".bot-games"), "elements")
	p.quiet()
}
