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

// A replicaReader reads one replica of a stream. NATS has no request that reads a given replica.
// But a consumer with a single replica reads from the NATS server on which it runs, and its
// information names that server.
type replicaReader struct {
	server string
	chunks chan []replicaMessage
	chunk  []replicaMessage
	err    error // valid after chunks is closed
}

// A replicaMessage describes a message of a replica by its sequence, its subject and the result of
// sumOfMessage.
type replicaMessage struct {
	seq, sum uint64
	subject  string
}

const (
	// maxConsumers is the maximum number of consumers to create until each replica of a stream has
	// one. NATS creates each consumer on a random server.
	maxConsumers = 200
	// replicaSilence is the time without a message after which a replica counts as unreadable.
	replicaSilence = 5 * time.Second
	// placeTimeout bounds the creation of the consumers for one stream. A stream whose leader does
	// not respond must not delay the comparison of the other streams.
	placeTimeout = 20 * time.Second
)

// readReplicas starts to read the replicas of a stream, each in a goroutine of group, until ctx is
// done. A reader ends after the messages that its replica has now.
func (j *JetStream) readReplicas(ctx context.Context, group *sync.WaitGroup, stream jetstream.Stream, p *pass) ([]*replicaReader, error) {
	consumers, err := j.placeConsumers(ctx, stream, p)
	if err != nil {
		return nil, err
	}
	readers := make([]*replicaReader, len(p.servers))
	for i, server := range p.servers {
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

// placeConsumers creates consumers until each server of the pass p has one.
func (j *JetStream) placeConsumers(ctx context.Context, stream jetstream.Stream, p *pass) (placed map[string]jetstream.Consumer, err error) {
	config := jetstream.ConsumerConfig{AckPolicy: jetstream.AckNonePolicy, Replicas: 1, MemoryStorage: true, InactiveThreshold: time.Minute}
	if p.from > 0 {
		config.DeliverPolicy, config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, p.from
	}
	ctx, cancel := context.WithTimeout(ctx, placeTimeout)
	defer cancel()
	placed = make(map[string]jetstream.Consumer, len(p.servers))
	var surplus []jetstream.Consumer
	defer func() {
		for _, c := range surplus {
			dropConsumer(ctx, stream, c)
		}
	}()
	for range maxConsumers {
		var c jetstream.Consumer
		err := retry(ctx, func(ctx context.Context) (err error) {
			c, err = stream.CreateConsumer(ctx, config)
			return err
		})
		if err != nil {
			surplus = slices.AppendSeq(surplus, maps.Values(placed))
			return nil, err
		}
		server := "" // the only server of an unclustered NATS
		if at := c.CachedInfo().Cluster; at != nil {
			server = at.Leader
		}
		if placed[server] != nil || !slices.Contains(p.servers, server) {
			surplus = append(surplus, c)
			continue
		}
		if placed[server] = c; len(placed) == len(p.servers) {
			return placed, nil
		}
	}
	surplus = slices.AppendSeq(surplus, maps.Values(placed))
	return nil, fmt.Errorf("NATS has not created a consumer on each of the servers %v in %d attempts: %w", p.servers, maxConsumers, ErrUnavailable)
}

// dropConsumer deletes a consumer. If the deletion fails, NATS removes the unused consumer later.
func dropConsumer(ctx context.Context, stream jetstream.Stream, c jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), attemptTimeout)
	defer cancel()
	_ = stream.DeleteConsumer(ctx, c.CachedInfo().Name)
}

// read sends the messages that the replica has now to r.chunks.
func (r *replicaReader) read(ctx context.Context, consumer jetstream.Consumer) error {
	return fetch(ctx, consumer, func(some []jetstream.Msg) error {
		chunk := make([]replicaMessage, len(some))
		for i, msg := range some {
			about, err := msg.Metadata()
			if err != nil {
				return err
			}
			chunk[i] = replicaMessage{about.Sequence.Stream, sumOfMessage(msg), msg.Subject()}
		}
		select {
		case r.chunks <- chunk:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// fetch calls do with chunks of the messages that the replica of a consumer has now. It stops at an
// unreadable message, so all later messages count as missing.
func fetch(ctx context.Context, consumer jetstream.Consumer, do func(some []jetstream.Msg) error) error {
	for left := consumer.CachedInfo().NumPending; left > 0; {
		n := min(left, perRequest)
		try, stop := context.WithTimeout(ctx, replicaSilence)
		fetched, err := consumer.Fetch(int(n), jetstream.FetchContext(try))
		if err != nil {
			stop()
			return err
		}
		some, behind := make([]jetstream.Msg, 0, n), left
		for msg := range fetched.Messages() {
			about, err := msg.Metadata()
			if err != nil {
				stop()
				return err
			}
			some = append(some, msg)
			behind = about.NumPending
		}
		stop()
		if ctx.Err() != nil || len(some) == 0 {
			return ctx.Err()
		}
		left = min(left-min(left, uint64(len(some))), behind)
		if err := do(some); err != nil {
			return err
		}
	}
	return nil
}

// peek returns the next message, or nil at the end. It does not advance the reader: see advance.
func (r *replicaReader) peek() *replicaMessage {
	for len(r.chunk) == 0 {
		chunk, more := <-r.chunks
		if !more {
			return nil
		}
		r.chunk = chunk
	}
	return &r.chunk[0]
}

func (r *replicaReader) advance() { r.chunk = r.chunk[1:] }

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
