package server_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"

	"gamed/store"
)

// TestBrowserIsSafe tries in a real browser what its rules and the server's are to
// prevent. GAMED_BROWSER is as for TestPage.
func TestBrowserIsSafe(t *testing.T) {
	path := os.Getenv("GAMED_BROWSER")
	if path == "" {
		t.Skip("GAMED_BROWSER does not name a browser, as in GAMED_BROWSER=/usr/bin/chromium")
	}
	r := start(t, store.NewMemory(), fast())
	game := r.create(t, twoOpen)
	p := browse(t, path)
	p.do(chromedp.Navigate(r.url))

	// A guest keeps its cookie, and no script sees it.
	who := p.eval(`fetch("/api/session", {method: "POST"}).then(r => r.json()).then(w => w.id + " " + w.kind)`)
	assert.Contains(t, who, " guest")
	assert.Equal(t, who, p.eval(`fetch("/api/session").then(r => r.json()).then(w => w.id + " " + w.kind)`))
	assert.Empty(t, p.eval(`document.cookie`))
	join := `new Promise((done, fail) => {
		const s = new WebSocket(URL_OF_IT);
		s.onopen = () => s.send('{"type":"hello","protocol":1}') + s.send('{"type":"join","game":"` + game + `"}');
		s.onmessage = e => { const m = JSON.parse(e.data); if (m.type === "joined" || m.type === "error") { s.close(); done(m.type + " " + m.seat + " " + m.key); } };
		s.onerror = () => done("refused");
	})`
	ours := strings.Replace(join, "URL_OF_IT", `location.origin.replace("http", "ws") + "/ws"`, 1)
	assert.Equal(t, "joined 0 undefined", p.eval(ours))
	p.do(chromedp.Reload())
	assert.Equal(t, "joined 0 undefined", p.eval(ours), "the same seat")

	// Text does not become a page or a script.
	for _, attack := range []string{
		`document.body.innerHTML = "<b>x</b>"`, `document.body.insertAdjacentHTML("beforeend", "<b>x</b>")`, `document.createElement("script").text = "1"`,
		`document.createElement("iframe").srcdoc = "x"`, `trustedTypes.createPolicy("mine", {createHTML: x => x})`,
	} {
		assert.Contains(t, p.eval(`(() => { try { `+attack+`; return "done" } catch (e) { return e.name } })()`), "Error", attack)
	}
	assert.Equal(t, "false", p.eval(`(() => { const s = document.createElement("style"); s.textContent = "body { --attack: 1 }"; document.head.append(s); return getComputedStyle(document.body).getPropertyValue("--attack") === "1" })()`))

	// A page on another port or name gets nothing, neither with the cookie nor without.
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}))
	defer other.Close()
	for _, site := range []string{other.URL, strings.Replace(other.URL, "127.0.0.1", "localhost", 1)} {
		p.do(chromedp.Navigate(site))
		assert.Equal(t, "refused", p.eval(strings.Replace(join, "URL_OF_IT", `"`+strings.Replace(r.url, "http", "ws", 1)+`/ws"`, 1)), site)
		for _, attack := range []string{
			`fetch("URL/api/session", {credentials: "include"})`,
			`fetch("URL/api/tokens", {method: "POST", credentials: "include", headers: {"Content-Type": "application/json"}, body: '{"name":"Evil"}'})`,
		} {
			attack = strings.Replace(attack, "URL", r.url, 1)
			assert.Equal(t, "refused", p.eval(attack+`.then(() => "done", () => "refused")`), site+" "+attack)
		}
		assert.Equal(t, "refused", p.eval(`new Promise(done => { const f = document.createElement("iframe"); f.src = "`+r.url+`"; f.onload = () => { try { done(f.contentDocument === null ? "refused" : "done") } catch { done("refused") } }; document.body.append(f); })`))
	}
	p.do(chromedp.Navigate(r.url))
	assert.Equal(t, "0", p.eval(`fetch("/api/tokens").then(r => r.json()).then(l => l.tokens.length)`), "nothing was done in the guest's name")
}
