package server

import (
	"fmt"
	"math"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"gamed/game"
	"gamed/server/hub"
)

// metrics are what an operator sees at /metrics. They are in a registry of
// their own, so that two servers in one process do not mix.
type metrics struct {
	registry    *prometheus.Registry
	sockets     prometheus.Gauge
	cuts        *prometheus.CounterVec   // by reason
	requests    *prometheus.CounterVec   // of seats, by result
	latency     prometheus.Histogram     // of accepted requests
	ended       prometheus.Counter       // games
	panics      prometheus.Counter       // in games and in HTTP requests
	busy        prometheus.Counter       // requests that found no room in a game's queue
	replaced    prometheus.Counter       // games
	held        prometheus.Counter       // seconds that games have waited for the store
	appends     *prometheus.HistogramVec // to the store, by result
	forwards    prometheus.Counter       // steps of the forward model
	forwardTime prometheus.Counter       // seconds spent on them, refused ones too
	http        *prometheus.HistogramVec // by route and status
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		sockets:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "gamed_sockets", Help: "WebSockets that are open."}),
		cuts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gamed_sockets_ended_total", Help: "WebSockets that have ended, by reason: gone, bye, or the code of the error that the client was cut off with."}, []string{"reason"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "gamed_requests_total", Help: "Requests in games, by result: accepted, expired (the clock played the default), not stored, or the reason of the refusal."}, []string{"result"}),
		latency: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "gamed_request_seconds", Help: "From a game's first look at a request until all seats have been told.",
			Buckets: prometheus.ExponentialBuckets(5e-6, 4, 10)}),
		ended:  prometheus.NewCounter(prometheus.CounterOpts{Name: "gamed_games_ended_total", Help: "Games that have come to their end."}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{Name: "gamed_panics_total", Help: "Panics that cost one game or one HTTP request."}),
		busy:   prometheus.NewCounter(prometheus.CounterOpts{Name: "gamed_queue_refusals_total", Help: "Messages that found no room in the queue of their game."}),
		replaced: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gamed_games_replaced_total", Help: "Games that this server would have gone on with after another one had taken them."}),
		held: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gamed_held_seconds_total", Help: "Seconds that games have stood still because the store took longer than one for a record, all games together."}),
		appends: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "gamed_store_append_seconds", Help: "How long the store takes for a record, by result: kept, fenced, full, unavailable or ambiguous.",
			Buckets: prometheus.ExponentialBuckets(10e-6, 4, 11)}, []string{"result"}),
		forwards: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gamed_forward_steps_total", Help: "Worlds of the forward model that were made or went on, for clients."}),
		forwardTime: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "gamed_forward_seconds_total", Help: "Seconds that the forward model of clients has taken."}),
		http: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "gamed_http_seconds", Help: "HTTP requests, by route and status.",
			Buckets: prometheus.ExponentialBuckets(100e-6, 4, 8)}, []string{"route", "status"}),
	}
	m.registry.MustRegister(m.sockets, m.cuts, m.requests, m.latency, m.ended, m.panics, m.busy, m.forwards, m.forwardTime, m.http,
		m.replaced, m.held, m.appends,
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// follow adds the figures of the games, and those of the cluster if they are in one.
func (m *metrics) follow(h Games) {
	m.registry.MustRegister(
		games(h, "live", "Games in memory that are not over.", func(c hub.Counts) float64 { return float64(c.Live) }),
		games(h, "asleep", "Games that have left memory as nobody needs them now.", func(c hub.Counts) float64 { return float64(c.Asleep) }),
		games(h, "waiting", "Games that have still to be brought back after a restart, NaN while that is not known.", waitingValue),
		games(h, "finished", "Games in memory that are over.", func(c hub.Counts) float64 { return float64(c.Over) }),
		games(h, "set_aside", "Games whose logs cannot be run again: see gamed doctor.", func(c hub.Counts) float64 { return float64(c.SetAside) }),
		games(h, "held", "Games whose seats have been told that the store does not answer.", func(c hub.Counts) float64 { return float64(c.Held) }))
	if c, ok := h.(prometheus.Collector); ok {
		m.registry.MustRegister(c)
	}
}

// games is a gauge of some of the games.
func games(h Games, name, help string, of func(hub.Counts) float64) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "gamed_games_" + name, Help: help}, func() float64 { return of(h.Count()) })
}

func waitingValue(c hub.Counts) float64 {
	if c.Unsure {
		return math.NaN()
	}
	return float64(c.Waiting)
}

// setAside names a game that cannot be brought back, and why. Any goroutine calls it.
func (s *Server) setAside(id string, why error) {
	s.c.Logger.Error().Str("game", id).Err(why).Msg("a game was set aside: its log cannot be run again")
}

// observe counts what becomes of the requests of all games. The games call it.
func (s *Server) observe(o game.Observation) {
	m := s.metrics
	switch o.Outcome {
	case game.Accepted:
		m.requests.WithLabelValues("accepted").Inc()
		m.latency.Observe(o.Took.Seconds())
	case game.Refused:
		m.requests.WithLabelValues(o.Why.String()).Inc()
	case game.NotStored:
		m.requests.WithLabelValues("not stored").Inc()
		s.faults.Error().Str("game", o.Game).Err(o.Err).Msg("a request could not be stored")
	case game.Expired:
		m.requests.WithLabelValues("expired").Inc()
	case game.Ended:
		m.ended.Inc()
	case game.Held:
		m.held.Add(o.Took.Seconds())
	case game.Replaced:
		m.replaced.Inc()
	case game.Faulted:
		m.panics.Inc()
		s.c.Logger.Error().Str("game", o.Game).Str("panic", fmt.Sprint(o.Fault)).Bytes("stack", o.Stack).Msg("a game was set aside")
	}
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
