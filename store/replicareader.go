package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/nats-io/nats.go/jetstream"
)

// A replicaReader reads one replica of a stream. NATS has no request for one replica. But a
// consumer with one replica reads from the server that holds it, and its information names
// that server.
type replicaReader struct {
	server string
	chunks chan []replicaMessage
	chunk  []replicaMessage
	err    error // valid after chunks is closed
}

// A replicaMessage identifies a message.
type replicaMessage struct {
	seq, sum uint64
	subject  string
}

const (
	// placements is the maximum number of consumers to create for the replicas of a stream.
	// NATS puts a consumer on a random replica.
	placements = 200
	// silence is the time without a message after which a replica counts as unreadable.
	silence = 5 * time.Second
)

// readReplicas reads the messages that each server has now, until ctx is done. It reads all
// replicas at the same time, in goroutines of group.
func (j *JetStream) readReplicas(ctx context.Context, group *sync.WaitGroup, stream jetstream.Stream, servers []string) ([]*replicaReader, error) {
	consumers, err := j.placeConsumers(ctx, stream, servers)
	if err != nil {
		return nil, err
	}
	readers := make([]*replicaReader, len(servers))
	for i, server := range servers {
		r := &replicaReader{server: server, chunks: make(chan []replicaMessage, 1)}
		readers[i] = r
		group.Go(func() {
			defer close(r.chunks)
			defer dropConsumer(ctx, stream, consumers[server])
			r.err = r.read(ctx, consumers[server])
		})
	}
	return readers, nil
}

// placeConsumers creates consumers until there is one on each server.
func (j *JetStream) placeConsumers(ctx context.Context, stream jetstream.Stream, servers []string) (placed map[string]jetstream.Consumer, err error) {
	placed = make(map[string]jetstream.Consumer, len(servers))
	var surplus []jetstream.Consumer
	defer func() {
		for _, c := range surplus {
			dropConsumer(ctx, stream, c)
		}
	}()
	for range placements {
		var c jetstream.Consumer
		err := persist(ctx, func(ctx context.Context) (err error) {
			c, err = stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
				AckPolicy: jetstream.AckNonePolicy, Replicas: 1, MemoryStorage: true, InactiveThreshold: time.Minute,
			})
			return err
		})
		if err != nil {
			surplus = slices.AppendSeq(surplus, maps.Values(placed))
			return nil, err
		}
		at := c.CachedInfo().Cluster
		if at == nil || placed[at.Leader] != nil || !slices.Contains(servers, at.Leader) {
			surplus = append(surplus, c)
			continue
		}
		if placed[at.Leader] = c; len(placed) == len(servers) {
			return placed, nil
		}
	}
	surplus = slices.AppendSeq(surplus, maps.Values(placed))
	return nil, fmt.Errorf("NATS does not let gamed read each replica of %v: %w", servers, ErrUnavailable)
}

// dropConsumer deletes a consumer. If it fails, the consumer expires on its own.
func dropConsumer(ctx context.Context, stream jetstream.Stream, c jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), attempt)
	defer cancel()
	_ = stream.DeleteConsumer(ctx, c.CachedInfo().Name)
}

// read sends the messages that the replica has now. It stops at an unreadable one, so all
// after that count as missing.
func (r *replicaReader) read(ctx context.Context, consumer jetstream.Consumer) error {
	for left := consumer.CachedInfo().NumPending; left > 0; {
		n := min(left, batch)
		try, stop := context.WithTimeout(ctx, silence)
		fetched, err := consumer.Fetch(int(n), jetstream.FetchContext(try))
		if err != nil {
			stop()
			return err
		}
		chunk, behind := make([]replicaMessage, 0, n), left
		for msg := range fetched.Messages() {
			about, err := msg.Metadata()
			if err != nil {
				stop()
				return err
			}
			chunk = append(chunk, replicaMessage{about.Sequence.Stream, sumOfMessage(msg), msg.Subject()})
			behind = about.NumPending
		}
		stop()
		if ctx.Err() != nil || len(chunk) == 0 {
			return ctx.Err()
		}
		left = min(left-min(left, uint64(len(chunk))), behind)
		select {
		case r.chunks <- chunk:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// next returns the next message, or nil at the end.
func (r *replicaReader) next() *replicaMessage {
	for len(r.chunk) == 0 {
		chunk, more := <-r.chunks
		if !more {
			return nil
		}
		r.chunk = chunk
	}
	return &r.chunk[0]
}

func (r *replicaReader) skip() { r.chunk = r.chunk[1:] }

// sumOfMessage returns a hash of a message.
func sumOfMessage(msg jetstream.Msg) uint64 {
	h := xxhash.New()
	_, _ = h.WriteString(msg.Subject()) // a hash never fails
	for _, name := range slices.Sorted(maps.Keys(msg.Headers())) {
		_, _ = fmt.Fprintf(h, "\n%s:%q", name, msg.Headers()[name])
	}
	_, _ = h.WriteString("\n\n")
	_, _ = h.Write(msg.Data())
	return h.Sum64()
}
