package store

import (
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// An Absence describes a replica that cannot be compared, because its NATS server does not run or the replica
// is behind the leader. A replica also stays behind if its NATS server stopped writing it after an error of
// the disk. Only a restart of that server helps then.
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
