package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Silence describes a stream whose leader does not respond. A silence of some seconds may be an
// election. In a longer silence, most replicas are down, or the leader is stuck: it keeps the
// leadership and stores nothing.
type Silence struct {
	Stream string
	Server string // NATS server that led the stream at its latest response, or "" if there was none
}

// SilentStreams requests every stream once, and returns the streams that do not respond, sorted by
// name. Only the leader of a stream responds, so SilentStreams remembers the leader for later
// calls. Any goroutine may call it. It returns an error if this program has no connection to NATS
// or ctx is done.
func (j *JetStream) SilentStreams(ctx context.Context) (silent []Silence, err error) {
	ctx, done, err := j.beginCall(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer done()
	names, err := j.allStreams(ctx)
	if !j.conn.IsConnected() {
		return nil, fmt.Errorf("store: %w: %w", ErrUnavailable, cmp.Or(err, nats.ErrDisconnected))
	}
	j.mu.Lock()
	if j.leaders == nil {
		j.leaders = make(map[string]string)
	}
	if err != nil { // perhaps because a silent NATS server is the one that lists the streams
		names = slices.AppendSeq(names, maps.Keys(j.leaders))
	}
	j.mu.Unlock()
	slices.Sort(names)
	names = slices.Compact(names)
	_ = forEach(len(names), func(i int) error {
		stream, err := j.findOnce(ctx, names[i])
		j.mu.Lock() // also guards silent
		defer j.mu.Unlock()
		switch {
		case errors.Is(err, jetstream.ErrStreamNotFound):
			delete(j.leaders, names[i])
		case err != nil:
			silent = append(silent, Silence{names[i], j.leaders[names[i]]})
		case stream.CachedInfo().Cluster != nil:
			j.leaders[names[i]] = stream.CachedInfo().Cluster.Leader
		}
		return nil
	})
	slices.SortFunc(silent, func(x, y Silence) int { return cmp.Compare(x.Stream, y.Stream) })
	return silent, ctx.Err()
}
