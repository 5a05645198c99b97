package cluster

import (
	"sync/atomic"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
)

// counts are counters since the start of the server.
type counts struct {
	taken     atomic.Int64 // games
	lates     atomic.Int64 // late heartbeats
	forwarded atomic.Int64 // messages of clients to games elsewhere
	received  atomic.Int64 // messages of other servers' clients
}

// metrics describes the metrics of a Node.
var metrics = struct{ nodes, owned, visits, guests, connected, taken, lates, forwarded, received *prometheus.Desc }{
	prometheus.NewDesc("gamed_cluster_nodes", "Live servers of the cluster, including this one.", nil, nil),
	prometheus.NewDesc("gamed_cluster_games", "Games that this server owns.", nil, nil),
	prometheus.NewDesc("gamed_cluster_visits", "Clients of this server whose games are on others.", nil, nil),
	prometheus.NewDesc("gamed_cluster_guests", "Clients of other servers whose games are on this one.", nil, nil),
	prometheus.NewDesc("gamed_cluster_connected", "Whether the server is connected to NATS: 1 or 0.", nil, nil),
	prometheus.NewDesc("gamed_cluster_takeovers_total", "Games that this server has taken over.", nil, nil),
	prometheus.NewDesc("gamed_cluster_late_total", "Times that this server stood still for so long that others may have taken its games.", nil, nil),
	prometheus.NewDesc("gamed_cluster_forwarded_total", "Messages of clients of this server to games on others.", nil, nil),
	prometheus.NewDesc("gamed_cluster_received_total", "Messages of clients of other servers to games on this one.", nil, nil),
}

// Describe implements [prometheus.Collector].
func (n *Node) Describe(to chan<- *prometheus.Desc) { prometheus.DescribeByCollect(n, to) }

// Collect implements [prometheus.Collector].
func (n *Node) Collect(to chan<- prometheus.Metric) {
	n.mu.Lock()
	nodes, owned, visits, guests := 1+len(n.peers), len(n.here), len(n.sessions), len(n.clients)
	n.mu.Unlock()
	connected := 0
	if n.conn.Status() == nats.CONNECTED {
		connected = 1
	}
	for desc, value := range map[*prometheus.Desc]int{
		metrics.nodes: nodes, metrics.owned: owned, metrics.visits: visits, metrics.guests: guests, metrics.connected: connected,
	} {
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(value))
	}
	for desc, value := range map[*prometheus.Desc]*atomic.Int64{
		metrics.taken: &n.counts.taken, metrics.lates: &n.counts.lates, metrics.forwarded: &n.counts.forwarded, metrics.received: &n.counts.received,
	} {
		to <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(value.Load()))
	}
}
