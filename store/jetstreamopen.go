package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// streams is the number of streams that share the games of a new cluster. Several streams can
	// sync at the same time, while a single stream syncs one record or batch after another. But
	// many streams prolong the leader elections after the loss of a NATS server.
	streams = 3
	// formerStreams is the number of streams in earlier versions.
	formerStreams = 8
	// streamsKey is the metadata key for the number of streams.
	streamsKey = "gamed.streams"
	// startTimeout bounds the wait until enough NATS servers are running for the replicas of a stream.
	startTimeout = 10 * time.Second
)

// ErrNoCluster is returned when the cluster has no log.
var ErrNoCluster = errors.New("the NATS servers have no games of this cluster: check its name in --cluster")

// OpenJetStream opens the log of a cluster of servers. It creates missing streams with the given number of
// replicas, from 1 to 5. The name of the cluster must consist of letters, digits and dashes, which
// OpenJetStream does not check. The caller must close the log before conn.
func OpenJetStream(ctx context.Context, conn *nats.Conn, cluster string, replicas int) (*JetStream, error) {
	return newJetStream(ctx, conn, cluster, replicas, (*JetStream).openOrCreateStream)
}

// FindJetStream opens the log of a cluster and creates no stream. It returns ErrNoCluster if there
// is no log.
func FindJetStream(ctx context.Context, conn *nats.Conn, cluster string) (*JetStream, error) {
	return newJetStream(ctx, conn, cluster, 1, func(j *JetStream, ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
		stream, err := j.findStream(ctx, config.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			err = ErrNoCluster
		}
		return stream, err
	})
}

// newJetStream opens a log. It calls the given function to open or create each stream of the log.
func newJetStream(ctx context.Context, conn *nats.Conn, cluster string, replicas int, open func(*JetStream, context.Context, jetstream.StreamConfig) (jetstream.Stream, error)) (*JetStream, error) {
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(attemptTimeout))
	if err != nil {
		return nil, fmt.Errorf("store: jetstream: %w", err)
	}
	j := &JetStream{conn: conn, js: js, cluster: cluster, streams: streams, tips: make(map[string]tip), ages: make(map[string]version), buckets: make(map[string]jetstream.Stream)}
	config := jetstream.StreamConfig{
		Storage: jetstream.FileStorage, Replicas: replicas, Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardNew,
		DenyDelete: true, AllowDirect: true, AllowAtomicPublish: true, Metadata: map[string]string{streamsKey: strconv.Itoa(streams)},
	}
	for i := 0; i < j.streams; i++ {
		config.Name, config.Subjects = j.logStream(i), []string{fmt.Sprintf("gamed.%s.log.%d.*", cluster, i)}
		stream, err := open(j, ctx, config)
		if err != nil {
			return nil, fmt.Errorf("store: jetstream: stream %s: %w", config.Name, err)
		}
		j.streams = streamCount(stream)
		var b *batcher
		if stream.CachedInfo().Config.AllowAtomicPublish {
			b = newBatcher(conn)
		}
		j.batchers = append(j.batchers, b)
	}
	config.Name, config.Subjects, config.Metadata = j.liveStream(), []string{j.liveSubject("*")}, nil
	config.DenyDelete, config.AllowAtomicPublish, config.MaxMsgsPerSubject, config.Discard = false, false, 1, jetstream.DiscardOld
	if j.live, err = open(j, ctx, config); err != nil {
		return nil, fmt.Errorf("store: jetstream: stream %s: %w", config.Name, err)
	}
	j.closing, j.close = context.WithCancel(context.Background())
	for _, b := range j.batchers {
		if b != nil {
			j.group.Go(func() { b.run(j.closing) })
		}
	}
	return j, nil
}

// streamCount returns the number of streams that share the games, from the metadata of one stream.
func streamCount(stream jetstream.Stream) int {
	if n, err := strconv.Atoi(stream.CachedInfo().Config.Metadata[streamsKey]); err == nil && n > 0 {
		return n
	}
	return formerStreams
}

// openOrCreateStream returns the stream with a given configuration, and creates it if it does not exist.
// It changes an existing stream in one case: it enables batches on a stream of an earlier
// version, if the NATS servers support batches (since 2.12).
func (j *JetStream) openOrCreateStream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	stream, err := j.ensureStream(ctx, config)
	if err != nil || !config.AllowAtomicPublish || stream.CachedInfo().Config.AllowAtomicPublish {
		return stream, err
	}
	config = stream.CachedInfo().Config
	config.AllowAtomicPublish = true
	try, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	if switched, err := j.js.UpdateStream(try, config); err == nil {
		return switched, nil
	}
	return stream, nil
}

// ensureStream returns a stream, and creates it if it does not exist.
func (j *JetStream) ensureStream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	for begun := time.Now(); ; {
		stream, err := j.findOnce(ctx, config.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			try, cancel := context.WithTimeout(ctx, attemptTimeout)
			stream, err = j.js.CreateStream(try, config)
			cancel()
		}
		switch {
		case err == nil:
			return stream, nil
		case errors.Is(err, jetstream.ErrStreamNameAlreadyInUse): // another server created it first
		case isLackingServers(err) && time.Since(begun) < startTimeout:
		case ctx.Err() != nil || !isTemporary(err):
			return nil, err
		}
		wait(ctx, retryPause)
	}
}

// findStream returns a stream, or [jetstream.ErrStreamNotFound].
func (j *JetStream) findStream(ctx context.Context, name string) (stream jetstream.Stream, err error) {
	err = retry(ctx, func(ctx context.Context) error {
		stream, err = j.findOnce(ctx, name)
		return err
	})
	return stream, err
}

// findOnce requests a stream once. A cluster without a leader does not respond.
func (j *JetStream) findOnce(ctx context.Context, name string) (jetstream.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	return j.js.Stream(ctx, name)
}
