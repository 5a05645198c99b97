package server_test

import (
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gamed/rules"
	"gamed/rules/elements"
	"gamed/server"
	"gamed/store"
)

// TestMetricsOfTheDocs checks that all metrics in the docs and alert rules exist.
func TestMetricsOfTheDocs(t *testing.T) {
	servers := startCluster(t, 2)
	game := servers[0].create(t, `{"rules":"elements","seats":[{},{}]}`)
	ada, bea := servers[1].join(t, game), servers[1].join(t, game)
	asked := ada.openDecision()["decision"].(map[string]any)
	bea.openDecision()
	ada.choose(asked["id"], 0)
	ada.next("update")
	there := metricsOf(t, servers[0])
	for there["gamed_requests_total"] == "" || there["gamed_cluster_nodes"] != "2" { // the counts may be later than the updates
		there = metricsOf(t, servers[0])
	}
	assert.Equal(t, "1", there["gamed_cluster_games"])
	assert.Equal(t, "2", there["gamed_cluster_guests"])
	assert.Equal(t, "1", there["gamed_cluster_received_total"])
	here := metricsOf(t, servers[1])
	assert.Equal(t, "2", here["gamed_cluster_visits"])
	assert.Equal(t, "1", here["gamed_cluster_forwarded_total"])
	assert.Equal(t, "1", here["gamed_cluster_connected"])
	require.NoError(t, servers[0].stop())
	again := servers[1].greet(t)
	again.send(`{"type":"join","game":"` + game + `","key":"` + ada.key + `"}`)
	again.next("update")
	assert.Equal(t, "1", metricsOf(t, servers[1])["gamed_cluster_takeovers_total"])
	again.drop()
	bea.drop()

	for _, file := range []string{"../docs/operate.md", "../deploy/alerts.yaml"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		named := regexp.MustCompile(`gamed_[a-z_]+`).FindAllString(string(text), -1)
		assert.NotEmpty(t, named)
		slices.Sort(named)
		for _, name := range slices.Compact(named) {
			assert.Contains(t, there, strings.TrimSuffix(name, "_bucket"), file)
		}
	}
}

// metricsOf returns the values of a server's metrics by name. For a metric with labels it
// returns the last value.
func metricsOf(t *testing.T, r *testServer) map[string]string {
	t.Helper()
	_, body := r.get(t, "/metrics")
	values := make(map[string]string)
	for _, line := range regexp.MustCompile(`(?m)^([a-z_]+?)(_bucket|_sum|_count)?(\{.*\})? (\S+)$`).FindAllStringSubmatch(body, -1) {
		values[line[1]] = line[4]
	}
	return values
}

// TestHeldIsMeasured checks the metric of the time that games wait for an unresponsive store.
func TestHeldIsMeasured(t *testing.T) {
	t.Parallel()
	log := store.NewMemory()
	r := start(t, log, fast())
	game := r.create(t, twoOpen)
	c, other := r.join(t, game), r.join(t, game)
	held := make(chan struct{})
	asked := c.openDecision()["decision"].(map[string]any)["id"]
	log.InjectFault(func(store.Call) store.Fault {
		<-held
		return store.Fault{}
	})
	c.choose(asked, 0)
	for c.next("table")["held"] != true {
	}
	assert.Equal(t, "1", metricsOf(t, r)["gamed_games_held"])
	close(held)
	c.next("update")
	after := metricsOf(t, r)
	assert.Equal(t, "0", after["gamed_games_held"])
	assert.NotEqual(t, "0", after["gamed_held_seconds_total"])
	assert.Contains(t, after, "gamed_store_append_seconds")
	c.drop()
	other.drop()
}

// TestMetricsArePrivate checks that programs can read metrics and profiles from this machine or
// with the token, but not through a proxy without the token.
func TestMetricsArePrivate(t *testing.T) {
	t.Parallel()
	token := strings.Repeat("t", 22)
	r := startConfig(t, server.Config{Addr: "127.0.0.1:0", Rules: rules.Of(elements.Rules), Store: store.NewMemory(), Limits: fast(), MetricsToken: token})
	other := start(t, store.NewMemory(), fast())
	bearer := http.Header{"Authorization": {"Bearer " + token}}
	for path, content := range map[string]string{"/metrics": "gamed_sockets", "/debug/pprof/": "goroutine", "/debug/pprof/heap?debug=1": "heap profile", "/debug/pprof/profile?seconds=1": "cpu"} {
		t.Run(path, func(t *testing.T) {
			for _, header := range []http.Header{nil, bearer, with(bearer, from("203.0.113.1"))} {
				answer, text := r.do(t, "GET", path, "", header)
				assert.Equal(t, 200, answer.StatusCode, header)
				if content != "cpu" { // the CPU profile is compressed
					assert.Contains(t, text, content)
				}
			}
			for _, header := range []http.Header{
				from("203.0.113.1"), from("unknown"), from("127.0.0.1"), {"Forwarded": {"for=127.0.0.1"}},
				with(from("203.0.113.1"), http.Header{"Authorization": {"Bearer " + token[1:]}}), with(from("203.0.113.1"), http.Header{"Authorization": {token}}),
			} {
				answer, text := r.do(t, "GET", path, "", header)
				assert.Equal(t, 403, answer.StatusCode, header)
				assert.NotContains(t, text, content)
			}
			answer, _ := other.do(t, "GET", path, "", with(from("203.0.113.1"), http.Header{"Authorization": {"Bearer "}}))
			assert.Equal(t, 403, answer.StatusCode, "without a token")
		})
	}
}
