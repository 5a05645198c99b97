package report_test

import (
	"context"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// overlaps lists the labels of charts that touch one another or leave the page.
const overlaps = `[...document.querySelectorAll("svg")].flatMap((svg) => {
	const texts = [...svg.querySelectorAll("text")].map((t) => [t.textContent, t.getBoundingClientRect()]);
	const out = texts.filter(([, r]) => r.left < -1 || r.right > innerWidth + 1);
	return out.map(([t]) => t + " leaves the page").concat(texts.flatMap(([s, a], i) => texts.slice(i + 1)
		.filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > .5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
		.map(([t]) => s + " touches " + t)));
}).join("\n")`

// TestInBrowser shows pages in a real browser, by day and by night, on a desk and on
// a telephone. GAMED_BROWSER names the browser; without it the test is left out.
// GAMED_SCREENSHOTS names a folder for pictures.
func TestInBrowser(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	pages := map[string]string{"match": written(t, matchPage(t)), "tournament": written(t, tournamentPage(t))}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(pages[r.URL.Path[1:]]))
	}))
	defer server.Close()
	for setting, scheme := range map[string]string{"preferredColorScheme=0": "dark", "preferredColorScheme=1": "light"} {
		tab := browse(t, path, setting)
		for name := range pages {
			for _, size := range []struct {
				name          string
				width, height int64
			}{{"360", 360, 740}, {"1200", 1200, 850}} {
				about := name + "-" + scheme + "-" + size.name
				tab.do(chromedp.EmulateViewport(size.width, size.height), chromedp.Navigate(server.URL+"/"+name), chromedp.WaitReady("main"))
				assert.Equal(t, "true", tab.eval(`matchMedia("(prefers-color-scheme: `+scheme+`)").matches`))
				assert.Equal(t, "0", tab.eval(`document.documentElement.scrollWidth - innerWidth`), "%s is too wide", about)
				assert.Empty(t, tab.eval(overlaps), about)
				if dir := os.Getenv("GAMED_SCREENSHOTS"); dir != "" {
					picture, err := chromedp.Run(tab.ctx, chromedp.FullScreenshot(100))
					require.NoError(t, err)
					require.NoError(t, os.WriteFile(filepath.Join(dir, about+".png"), picture, 0o600))
				}
			}
		}
		tab.do(chromedp.Navigate(server.URL+"/tournament"), chromedp.WaitReady("main"))
		// A click on a head sorts by its numbers.
		column := `[...document.querySelectorAll("#bots ~ div tbody tr")].map((r) => r.cells[1].textContent).join()`
		before := tab.eval(column)
		tab.eval(`[1, 2].forEach(() => document.querySelectorAll("#bots ~ div thead button")[1].click())`)
		assert.NotEqual(t, before, tab.eval(column))
		assert.Equal(t, "ascending", tab.eval(`document.querySelectorAll("#bots ~ div thead th")[1].getAttribute("aria-sort")`))
		tab.quiet()
	}
}

// A tab is a tab of a browser.
type tab struct {
	t       *testing.T
	ctx     context.Context
	console iter.Seq2[chromedp.ConsoleMessage, error]
}

func browse(t *testing.T, path, setting string) *tab {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // outlives the test, for its cleanups
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("blink-settings", setting))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx), "the browser %s does not start: install Chromium or name another one in GAMED_BROWSER", path)
	t.Cleanup(func() { assert.NoError(t, chromedp.Cancel(ctx)) })
	return &tab{t, ctx, chromedp.Console(ctx)}
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	require.NoError(b.t, chromedp.Do(b.ctx, actions...))
}

// eval returns what an expression comes to as text.
func (b *tab) eval(expression string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`String(`+expression+`)`))
	require.NoError(b.t, err, expression)
	return text
}

// quiet fails if a page has thrown an error or broken its policy.
func (b *tab) quiet() {
	b.t.Helper()
	b.eval(`console.log("that is all")`)
	for m, err := range b.console {
		require.NoError(b.t, err)
		if m.Text == "that is all" {
			break
		}
		assert.True(b.t, m.Source == "network" || m.Type != chromedp.ConsoleError && !m.IsException(), "%v", m)
	}
}
