package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// repairKey is the metadata key for the number of replicas of a stream under repair.
	repairKey = "gamed.repair"
	// repairTries is the maximum number of times that repair drops a replica.
	repairTries = 6
	// maxContactAge is the maximum time since a leader's last contact with each replica when repair
	// drops a replica. No other leader can be elected within 4 s after a contact.
	maxContactAge = time.Second
	// scaleTimeout limits the time for one change of the number of replicas.
	scaleTimeout = 2 * time.Minute
)

// Repair replaces each damaged replica with a copy of an intact replica, and calls done with the
// result. Servers may write in the meantime. The error wraps [ErrBusy] while another program repairs
// or restores the stream.
//
// A repair mostly waits for NATS. So Repair repairs all streams at the same time, but only one
// replica of a stream at a time. It calls done from several goroutines, but never concurrently.
func (j *JetStream) Repair(ctx context.Context, damaged []*Difference, done func(d *Difference, err error)) {
	withStreams(ctx, j, damaged, func(d *Difference) string { return d.Stream }, func(ctx context.Context, replicas []*Difference, done func(*Difference, error)) {
		for _, d := range replicas {
			done(d, j.repair(ctx, d))
		}
	}, done)
}

// repair replaces one damaged replica. It makes a server with an intact replica the leader, and
// lets NATS drop a replica and create a new copy of the leader. NATS chooses the replica to drop,
// but never drops the leader. So repair compares the replicas after each attempt, and tries again
// with another intact leader until the damaged replica equals the others.
func (j *JetStream) repair(ctx context.Context, d *Difference) error {
	ctx, done, err := j.beginCall(ctx, nil)
	if err != nil {
		return err
	}
	defer done()
	stream, err := j.findOnce(ctx, d.Stream)
	if err == nil {
		err = j.checkRunning(ctx, stream.CachedInfo().Cluster)
	}
	if err != nil {
		return fmt.Errorf("store: stream %s: %w", d.Stream, err)
	}
	n := stream.CachedInfo().Config.Replicas
	if full, interrupted := interruptedRepair(stream); interrupted { // otherwise this repair would leave the stream with a replica less
		if err := j.scale(ctx, stream, full, ""); err != nil {
			return err
		}
		n = full
	}
	for try := range repairTries {
		if d, err = j.stillDamaged(ctx, d); err != nil || d == nil {
			return err
		}
		if len(d.Intact) == 0 {
			return d
		}
		leader := d.Intact[try%len(d.Intact)]
		if err := j.makeLeader(ctx, stream, leader); err != nil {
			return fmt.Errorf("store: stream %s: %w", d.Stream, err)
		}
		if err := j.scale(ctx, stream, n-1, strconv.Itoa(n)); err != nil {
			return err
		}
		if err := j.makeLeader(ctx, stream, leader); err != nil {
			return fmt.Errorf("store: stream %s: %w", d.Stream, err)
		}
		if err := j.scale(ctx, stream, n, ""); err != nil {
			return err
		}
	}
	if d, err = j.stillDamaged(ctx, d); err != nil || d == nil {
		return err
	}
	return fmt.Errorf("store: %d attempts have not repaired the replica: %w", repairTries, d)
}

// stillDamaged compares the replicas of a stream again. It returns nil if the damaged replica
// equals the others now.
func (j *JetStream) stillDamaged(ctx context.Context, d *Difference) (*Difference, error) {
	complete, cancel := context.WithTimeout(ctx, scaleTimeout)
	defer cancel()
	var c *streamComparison
	for c == nil || len(c.notCompared) > 0 {
		last, err := c, error(nil)
		if c, err = j.compare(complete, d.Stream, noPace); err != nil {
			if last != nil && complete.Err() != nil {
				err = fmt.Errorf("store: %w: %w", last.notCompared[0].repairError(), err)
			}
			return nil, err
		}
		if i := slices.IndexFunc(c.notCompared, Absence.isOffline); i >= 0 {
			return nil, fmt.Errorf("store: %w", c.notCompared[i].repairError())
		}
		wait(complete, retryPause)
	}
	if len(c.first.unequal) == 0 {
		return nil, nil
	}
	wait(ctx, settlePause)
	left, err := j.confirm(ctx, c, noPace)
	for _, l := range left {
		if l.Server == d.Server {
			return l, err
		}
	}
	return nil, err
}

// ResumeRepairs restores the number of replicas after interrupted repairs. A stream that does not
// respond does not delay the other streams. ResumeRepairs skips the streams that another program
// repairs now. Any goroutine may call it.
func (j *JetStream) ResumeRepairs(ctx context.Context) error {
	ctx, done, err := j.beginCall(ctx, nil)
	if err != nil {
		return err
	}
	defer done()
	names, err := j.allStreams(ctx)
	if err != nil {
		return err
	}
	return forEach(len(names), func(i int) error {
		stream, err := j.findOnce(ctx, names[i])
		if err != nil {
			if a := j.stoppedServer(ctx, nil); a != nil { // the stopped server may have one of two replicas
				err = fmt.Errorf("%v: start it: %w", a, err)
			}
			return fmt.Errorf("store: stream %s: %w: %w", names[i], ErrUnavailable, err)
		}
		n, interrupted := interruptedRepair(stream)
		if !interrupted {
			return nil
		}
		if err := j.checkRunning(ctx, stream.CachedInfo().Cluster); err != nil {
			return fmt.Errorf("store: stream %s: %w", names[i], err)
		}
		err = j.withStream(ctx, names[i], func(ctx context.Context) error { return j.scale(ctx, stream, n, "") })
		if errors.Is(err, ErrBusy) && !errors.Is(err, ErrUnavailable) {
			return nil
		}
		return err
	})
}

// interruptedRepair returns the number of replicas to which a repair of the stream restores it, if a
// repair has begun and has not ended.
func interruptedRepair(stream jetstream.Stream) (n int, interrupted bool) {
	n, err := strconv.Atoi(stream.CachedInfo().Config.Metadata[repairKey])
	return n, err == nil
}

// clusterOf requests the list of a stream's servers from its leader. It returns nil if the leader
// does not respond.
func clusterOf(ctx context.Context, stream jetstream.Stream) *jetstream.ClusterInfo {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	info, err := stream.Info(ctx)
	if err != nil {
		return nil
	}
	return info.Cluster
}

// scale changes the number of replicas of a stream to n, and waits until the replicas are complete.
// The parameter repair is the number that ResumeRepairs restores after an interruption, or "" at the
// end of a repair.
func (j *JetStream) scale(ctx context.Context, stream jetstream.Stream, n int, repair string) error {
	ctx, cancel := context.WithTimeout(ctx, scaleTimeout)
	defer cancel()
	now, err := j.findOnce(ctx, stream.CachedInfo().Config.Name)
	if err != nil {
		return fmt.Errorf("store: stream %s: %w", stream.CachedInfo().Config.Name, cmp.Or(j.checkRunning(ctx, nil), err))
	}
	config := now.CachedInfo().Config
	config.Replicas, config.Metadata = n, maps.Clone(config.Metadata)
	delete(config.Metadata, repairKey)
	if repair != "" {
		if config.Metadata == nil {
			config.Metadata = make(map[string]string)
		}
		config.Metadata[repairKey] = repair
	}
	err = retry(ctx, func(try context.Context) error {
		_, err := j.js.UpdateStream(try, config)
		if err == nil {
			return nil
		}
		return cmp.Or(j.checkRunning(ctx, nil), err)
	})
	for err == nil {
		c := clusterOf(ctx, stream)
		if c != nil && c.Leader != "" && len(c.Replicas) == n-1 && !slices.ContainsFunc(c.Replicas, func(r *jetstream.PeerInfo) bool { return !r.Current }) {
			return nil
		}
		if err := j.checkRunning(ctx, c); err != nil {
			return fmt.Errorf("store: stream %s: %w", config.Name, err)
		}
		if ctx.Err() != nil {
			return fmt.Errorf("store: stream %s did not get %d complete replicas in time; it has %s: %w", config.Name, n, describe(c), ctx.Err())
		}
		wait(ctx, retryPause)
	}
	return fmt.Errorf("store: stream %s cannot be set to %d replicas: %w", config.Name, n, err)
}

// describe returns the names and states of a stream's servers as text.
func describe(c *jetstream.ClusterInfo) string {
	if c == nil {
		return "unknown"
	}
	text := "leader " + cmp.Or(c.Leader, "none")
	for _, r := range c.Replicas {
		text += fmt.Sprintf(", %s (current %t, offline %t)", r.Name, r.Current, r.Offline)
	}
	return text
}

// makeLeader makes a server the leader of a stream. It returns once the leader has had contact with
// all replicas, so that no other server becomes the leader for some seconds.
func (j *JetStream) makeLeader(ctx context.Context, stream jetstream.Stream, server string) error {
	ctx, cancel := context.WithTimeout(ctx, scaleTimeout)
	defer cancel()
	ask := requestJSON(map[string]any{"placement": map[string]any{"preferred": server}})
	for leads := 0; ; wait(ctx, 4*retryPause) {
		c := clusterOf(ctx, stream)
		if err := j.checkRunning(ctx, c); err != nil {
			return err
		}
		switch {
		case c == nil || c.Leader == "":
			leads = 0
		case c.Leader != server:
			leads = 0
			// An attempt sends only one copy of the request, because a second copy could remove the
			// new leader.
			try, cancel := context.WithTimeout(ctx, attemptTimeout)
			_, _ = j.conn.RequestWithContext(try, "$JS.API.STREAM.LEADER.STEPDOWN."+stream.CachedInfo().Config.Name, ask)
			cancel()
			wait(ctx, 10*retryPause)
		case !slices.ContainsFunc(c.Replicas, func(r *jetstream.PeerInfo) bool { return !r.Current || r.Active > maxContactAge }):
			if leads++; leads == 5 { // a request that was delayed has arrived meanwhile
				return nil
			}
		}
		if ctx.Err() != nil {
			return fmt.Errorf("NATS server %s does not become the leader; the stream has %s: %w", server, describe(c), ctx.Err())
		}
	}
}
