package cluster

import (
	"sync/atomic"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
)

// counts are what a server counts from its start on.
type counts struct {
	taken     atomic.Int64 // games
	lates     atomic.Int64 // beats of the heart
	forwarded atomic.Int64 // messages of clients, to the servers of their games
	received  atomic.Int64 // messages of other servers' clients
}

// metrics are the figures of a Node, by what they are told from.
var metrics = struct{ nodes, owned, visits, guests, connected, taken, lates, forwarded, received *prometheus.Desc }{
	prometheus.NewDesc("gamed_cluster_nodes", "Servers of the cluster that are heard, this one included.", nil, nil),
	prometheus.NewDesc("gamed_cluster_games", "Games that this server answers for.", nil, nil),
	prometheus.NewDesc("gamed_cluster_visits", "Clients of this server whose games are on others.", nil, nil),
	prometheus.NewDesc("gamed_cluster_guests", "Clients of other servers whose games are on this one.", nil, nil),
	prometheus.NewDesc("gamed_cluster_connected", "Whether the server is connected to NATS: 1 or 0.", nil, nil),
	prometheus.NewDesc("gamed_cluster_takeovers_total", "Games that this server has taken from others, or has found without a server.", nil, nil),
	prometheus.NewDesc("gamed_cluster_late_total", "How often this server stood still for so long that others may have taken its games.", nil, nil),
	prometheus.NewDesc("gamed_cluster_forwarded_total", "What clients of this server have said to games on others.", nil, nil),
	prometheus.NewDesc("gamed_cluster_received_total", "What clients of other servers have said to games on this one.", nil, nil),
}

// Describe is for [prometheus.Collector].
func (n *Node) Describe(to chan<- *prometheus.Desc) { prometheus.DescribeByCollect(n, to) }

// Collect is for [prometheus.Collector].
func (n *Node) Collect(to chan<- prometheus.Metric) {
	n.mu.Lock()
	nodes, owned, visits, guests := 1+len(n.peers), len(n.here), len(n.visits), len(n.guests)
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
