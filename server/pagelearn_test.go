package server_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/store"
)

// TestPageOfTutorials plays the lesson of each game by what it advises, to its end.
func TestPageOfTutorials(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := start(t, store.NewMemory(), fast())
	p := browse(t, path)
	p.do(chromedp.EmulateViewport(1200, 850), chromedp.Navigate(r.url), chromedp.WaitVisible(".tile"), chromedp.Click(`nav a[href="#/learn"]`), chromedp.WaitVisible(`.tile a[href="#/learn/polity"]`))
	p.fits("learn")
	for rules, comes := range map[string]string{"elements": "You have won!", "dominion": "You buy Province", "polity": "Turn 6"} {
		p.do(chromedp.Navigate(r.url+"/#/learn/"+rules), chromedp.WaitVisible("#begin"))
		p.fits("learn-" + rules)
		p.do(chromedp.Click("#begin"), chromedp.WaitVisible("#options .advised"))
		p.fits("lesson-" + rules)

		// A reload goes on where the lesson was.
		require.Equal(t, "stopped", p.follow(2), rules)
		before := p.eval(`document.querySelector(".coach").textContent`)
		p.do(chromedp.Reload(), chromedp.WaitVisible("#options .advised"))
		assert.Equal(t, before, p.eval(`document.querySelector(".coach").textContent`), rules)

		require.Equal(t, "over", p.follow(100), rules)
		assert.Contains(t, p.eval(`document.getElementById("table").innerText`), comes)
		p.fits("lesson-end-" + rules)
	}

	// Who takes another way is let go, and may begin again.
	p.do(chromedp.Navigate(r.url+"/#/learn/elements"), chromedp.WaitVisible("#begin"), chromedp.Click("#begin"), chromedp.WaitVisible("#options .advised"))
	p.do(chromedp.Click("#options li:not(:has(.advised)) button"), chromedp.WaitVisible(".coach-ways"))
	assert.Contains(t, p.eval(`document.querySelector(".coach-say").textContent`), "another way")
	assert.Equal(t, "0", p.eval(`document.querySelectorAll(".advised").length`))
	p.do(chromedp.Click(".coach-ways button"), chromedp.WaitVisible("#options .advised"))
	p.quiet()
}

// follow takes what the lesson advises up to n times, and returns "over" if that was its
// end.
func (p *page) follow(n int) string {
	p.t.Helper()
	return p.eval(`(async () => {
		const idle = 500;
		for (let i = 0, still = 0; still < idle; still++) {
			if (document.querySelector(".coach.done")) return "over";
			const advised = document.querySelector("#options .advised:enabled");
			if (advised && i === ` + number(n) + `) return "stopped";
			if (advised) {
				advised.click();
				i++;
				still = 0;
			}
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		return "stuck: " + document.querySelector("#choices").innerText;
	})()`)
}
