package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// An Absence describes a replica that cannot be compared, because its NATS server does not run or
// the replica is behind the leader. A replica also stays behind if its NATS server stopped writing
// to the replica after an error of the disk. In that case only a restart of the NATS server helps.
type Absence struct {
	Stream  string
	Server  string // the NATS server with the replica
	Offline bool   // the NATS server does not run
	Lag     uint64 // number of changes by which the replica is behind, as far as the leader knows
}

func (a Absence) String() string {
	if a.Offline {
		return fmt.Sprintf("NATS server %s does not run", a.Server)
	}
	return fmt.Sprintf("the replica of stream %s on NATS server %s is behind by %d changes", a.Stream, a.Server, a.Lag)
}

// absences returns the replicas of a stream that cannot be compared.
func absences(stream string, c *jetstream.ClusterInfo) (all []Absence) {
	for _, r := range c.Replicas {
		if r.Offline || !r.Current {
			all = append(all, Absence{stream, r.Name, r.Offline, r.Lag})
		}
	}
	return all
}

// repairError returns the error of a repair that waits for the absent replica.
func (a Absence) repairError() error {
	advice := "restart"
	if a.Offline {
		advice = "start"
	}
	return fmt.Errorf("%v, so the repair waits: %s that NATS server: %w", a, advice, ErrUnavailable)
}

// stoppedServer returns the absence of a NATS server that does not run, or nil. c has the servers
// of a stream as its leader knows them, or is nil if the leader does not respond. A stream of two
// replicas has no leader while one of them is absent. In that case stoppedServer asks the leader of
// another stream, the list of unfinished games, which has all its replicas unless it is itself
// under repair.
func (j *JetStream) stoppedServer(ctx context.Context, c *jetstream.ClusterInfo) *Absence {
	if c == nil || c.Leader == "" {
		live, err := j.findOnce(ctx, j.liveStream())
		if err != nil {
			return nil
		}
		c = live.CachedInfo().Cluster
	}
	if c == nil { // a single NATS server
		return nil
	}
	away := absences("", c)
	if i := slices.IndexFunc(away, Absence.isOffline); i >= 0 {
		return &away[i]
	}
	return nil
}

func (a Absence) isOffline() bool { return a.Offline }

// checkRunning returns an error if a NATS server does not run, because a repair would wait for that
// server. c has the same meaning as for stoppedServer.
func (j *JetStream) checkRunning(ctx context.Context, c *jetstream.ClusterInfo) error {
	if a := j.stoppedServer(ctx, c); a != nil {
		return a.repairError()
	}
	return nil
}

// AwaitedServers returns the names of the NATS servers for which the repair of damaged replicas
// waits, sorted.
func AwaitedServers(damaged []*Difference) (servers []string) {
	for _, d := range damaged {
		for _, a := range d.NotCompared {
			servers = append(servers, a.Server)
		}
	}
	slices.Sort(servers)
	return slices.Compact(servers)
}
