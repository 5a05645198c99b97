package cluster

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// counts are counters since the start of the server.
type counts struct {
	takenGames     atomic.Int64 // that this server has taken over
	lateHeartbeats atomic.Int64 // of this server
	forwarded      atomic.Int64 // messages from clients to games on other servers
	received       atomic.Int64 // messages from other servers' clients
}

// Describe implements [prometheus.Collector].
func (n *Node) Describe(to chan<- *prometheus.Desc) { prometheus.DescribeByCollect(n, to) }

// Collect implements [prometheus.Collector].
func (n *Node) Collect(to chan<- prometheus.Metric) {
	n.mu.Lock()
	nodes, owned, visits, guests := 1+len(n.peers), len(n.gameSubs), len(n.sessions), len(n.clients)
	n.mu.Unlock()
	connected := 0
	if n.conn.IsConnected() {
		connected = 1
	}
	for _, m := range []struct {
		name, help string
		kind       prometheus.ValueType
		value      int64
	}{
		{"nodes", "Live servers of the cluster, including this one.", prometheus.GaugeValue, int64(nodes)},
		{"games", "Games that this server owns.", prometheus.GaugeValue, int64(owned)},
		{"visits", "Clients of this server whose games are on others.", prometheus.GaugeValue, int64(visits)},
		{"guests", "Clients of other servers whose games are on this one.", prometheus.GaugeValue, int64(guests)},
		{"connected", "Whether the server is connected to NATS: 1 or 0.", prometheus.GaugeValue, int64(connected)},
		{"takeovers_total", "Games that this server has taken over.", prometheus.CounterValue, n.counts.takenGames.Load()},
		{"late_total", "Times that this server stood still for so long that others may have taken its games.", prometheus.CounterValue, n.counts.lateHeartbeats.Load()},
		{"forwarded_total", "Messages of clients of this server to games on others.", prometheus.CounterValue, n.counts.forwarded.Load()},
		{"received_total", "Messages of clients of other servers to games on this one.", prometheus.CounterValue, n.counts.received.Load()},
	} {
		to <- prometheus.MustNewConstMetric(prometheus.NewDesc("gamed_cluster_"+m.name, m.help, nil, nil), m.kind, float64(m.value))
	}
}
