package server

import (
	"cmp"
	"crypto/hmac"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"gamed/agent/external"
	"gamed/game"
	"gamed/server/admission"
	"gamed/server/hub"
	"gamed/server/rest"
	"gamed/store"
)

// metrics are the Prometheus metrics of a server. Each server has its own registry, so one
// process can run several servers.
type metrics struct {
	registry      *prometheus.Registry
	sockets       prometheus.Gauge
	closures      *prometheus.CounterVec // by reason
	requests      *prometheus.CounterVec // of seats, by result
	latency       prometheus.Histogram   // of accepted requests
	endedGames    prometheus.Counter
	panics        prometheus.Counter // in games and in HTTP requests
	busyRefusals  prometheus.Counter // messages refused because a game or the forward model was busy
	refused       prometheus.Counter // connections beyond the limits, including spare ones
	replacedGames prometheus.Counter
	storeWait     prometheus.Counter       // seconds of the long waits of games for the store
	appends       *prometheus.HistogramVec // to the store, by result
	forwardSteps  prometheus.Counter       // steps of the forward model
	forwardTime   prometheus.Counter       // seconds spent on the steps, including refused ones
	http          *prometheus.HistogramVec // by route and status
}

func newMetrics() *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewBuildInfoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	auto := promauto.With(registry)
	build := ReadBuild()
	auto.NewGauge(prometheus.GaugeOpts{
		Name: "gamed_build_info", Help: "Always 1. The labels identify the program.",
		ConstLabels: prometheus.Labels{"version": build.Version, "commit": cmp.Or(build.Commit, "unknown"), "goversion": build.Go},
	}).Set(1)
	counter := func(name, help string) prometheus.Counter {
		return auto.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	return &metrics{
		registry: registry,
		sockets:  auto.NewGauge(prometheus.GaugeOpts{Name: "gamed_sockets", Help: "Open WebSockets."}),
		closures: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "gamed_sockets_ended_total", Help: "Closed WebSockets, by reason: gone (the client left or lost the connection), bye (a goodbye, or the stop of the server), or the error code sent to the client."}, []string{"reason"}),
		requests: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "gamed_requests_total", Help: "Requests in games, by result: accepted, expired (the clock played the default), not stored, or the reason of a refusal."}, []string{"result"}),
		latency: auto.NewHistogram(prometheus.HistogramOpts{
			Name: "gamed_request_seconds", Help: "Time from a request's start in its game until all seats have the update.",
			Buckets: prometheus.ExponentialBuckets(5e-6, 4, 10)}),
		endedGames:    counter("gamed_games_ended_total", "Games that have ended."),
		panics:        counter("gamed_panics_total", "Panics in a game or an HTTP request."),
		busyRefusals:  counter("gamed_queue_refusals_total", "Messages refused because their game or the forward model was busy."),
		refused:       counter("gamed_connections_refused_total", "Connections refused because too many connections or files were open."),
		replacedGames: counter("gamed_games_replaced_total", "Games that another server took over while this server ran them."),
		storeWait:     counter("gamed_held_seconds_total", "Seconds for which games waited for the store, over all waits of at least a second for a record."),
		appends: auto.NewHistogramVec(prometheus.HistogramOpts{
			Name: "gamed_store_append_seconds", Help: "Time for the store to append a record, by result: kept, fenced, full, unavailable or ambiguous.",
			Buckets: prometheus.ExponentialBuckets(10e-6, 4, 11)}, []string{"result"}),
		forwardSteps: counter("gamed_forward_steps_total", "Forks and steps of the clients' forward models."),
		forwardTime:  counter("gamed_forward_seconds_total", "Processor seconds of the clients' forward models."),
		http: auto.NewHistogramVec(prometheus.HistogramOpts{
			Name: "gamed_http_seconds", Help: "HTTP requests, by route and status.",
			Buckets: prometheus.ExponentialBuckets(100e-6, 4, 8)}, []string{"route", "status"}),
	}
}

// registerGames registers the metrics of the games and of their cluster, if any.
func (m *metrics) registerGames(h hub.Games) {
	m.registry.MustRegister(
		gameGauge(h, "live", "Unfinished games in memory.", func(c hub.Counts) float64 { return float64(c.Live) }),
		gameGauge(h, "asleep", "Unfinished games not in memory, for lack of use.", func(c hub.Counts) float64 { return float64(c.Asleep) }),
		gameGauge(h, "waiting", "Games not loaded since the last restart, NaN while unknown.", waitingValue),
		gameGauge(h, "finished", "Finished games in memory.", func(c hub.Counts) float64 { return float64(c.Over) }),
		gameGauge(h, "set_aside", "Games that the server cannot continue: its log has the reasons.", func(c hub.Counts) float64 { return float64(c.SetAside) }),
		gameGauge(h, "held", "Games whose seats were told that the store is not responding.", func(c hub.Counts) float64 { return float64(c.Held) }))
	if c, ok := h.(prometheus.Collector); ok {
		m.registry.MustRegister(c)
	}
}

// onlyMonitors admits requests from this machine, and from programs with the metrics token.
func (s *Server) onlyMonitors(next rest.Handler) rest.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !admission.FromThisMachine(r) && !(ok && s.c.MetricsToken != "" && hmac.Equal([]byte(token), []byte(s.c.MetricsToken))) {
			return rest.Refusal(http.StatusForbidden, "not_allowed", "metrics and profiles are for the server's machine: send the token of --metrics-token as Authorization: Bearer TOKEN")
		}
		return next(w, r)
	}
}

// registerLog registers the number of lost log lines.
func (m *metrics) registerLog(lost func() uint64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "gamed_log_lines_lost_total", Help: "Log lines that were not written, because their reader stopped reading or ended."},
		func() float64 {
			if lost == nil {
				return 0
			}
			return float64(lost())
		}))
}

// gameGauge returns a gauge for one of the counts of games.
func gameGauge(h hub.Games, name, help string, of func(hub.Counts) float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_games_" + name, Help: help}, func() float64 { return of(h.Count()) })
}

func waitingValue(c hub.Counts) float64 {
	if c.AdoptionUnknown {
		return math.NaN()
	}
	return float64(c.Waiting)
}

// setAside logs a game that the server cannot continue, with the cause.
func (s *Server) setAside(id string, why error) {
	s.c.Logger.Error().Str("game", id).Err(why).Msg("a game was set aside: this server cannot continue it")
}

// rulesChanged logs that a game of older rules has ended.
func (s *Server) rulesChanged(id string, why error) {
	s.c.Logger.Warn().Str("game", id).AnErr("reason", why).Msg("the game ended as a draw: its rules have changed")
}

// observe counts and logs what games report: the outcomes of requests and appends, waits for the
// store, and ends.
func (s *Server) observe(o game.Observation) {
	m := s.metrics
	switch o.Outcome {
	case game.Accepted:
		m.requests.WithLabelValues("accepted").Inc()
		m.latency.Observe(o.Took.Seconds())
	case game.Refused:
		m.requests.WithLabelValues(string(o.Why)).Inc()
	case game.NotStored:
		m.requests.WithLabelValues("not stored").Inc()
		s.faults.Error().Str("game", o.Game).Err(o.Err).Msg("a request was not stored")
	case game.Expired:
		m.requests.WithLabelValues("expired").Inc()
	case game.Ended:
		m.endedGames.Inc()
	case game.Appended:
		m.appends.WithLabelValues(appendLabel(o.Err)).Observe(o.Took.Seconds())
	case game.Held:
		m.storeWait.Add(o.Took.Seconds())
	case game.Replaced:
		m.replacedGames.Inc()
	case game.Faulted:
		m.panics.Inc()
		s.c.Logger.Error().Str("game", o.Game).Str("panic", fmt.Sprint(o.Fault)).Bytes("stack", o.Stack).Msg("a game was set aside: its rules panicked")
	}
}

// appendLabel returns the label of an append's outcome.
func appendLabel(err error) string {
	switch {
	case err == nil:
		return "kept"
	case errors.Is(err, store.ErrFenced):
		return "fenced"
	case errors.Is(err, store.ErrFull):
		return "full"
	case errors.Is(err, store.ErrAmbiguous):
		return "ambiguous"
	}
	return "unavailable"
}

// botFailed logs a bot's fault.
func (s *Server) botFailed(id, bot string, why *external.Fault) {
	s.faults.Warn().Str("bot", bot).Str("game", id).Str("fault", string(why.Kind)).Msg(why.Text)
}

// settleFailed logs that the lobby could not settle a game and will try again.
func (s *Server) settleFailed(id string, err error) {
	s.faults.Error().Str("game", id).Err(err).Msg("the result of a game was not stored: the server tries again")
}

// observeHTTP counts a request and its time.
func (m *metrics) observeHTTP(route string, status int, took time.Duration) {
	m.http.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}
