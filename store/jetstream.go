package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// JetStream is a log on a NATS cluster, for servers that share their games. A
// game is a subject, spread over a few streams; a record is a message that is
// taken only if it is the next one, so that an owner who has been replaced cannot
// write, frozen and woken or not. How durable a message is when it is acknowledged
// is the cluster's to say: its servers have to sync always.
type JetStream struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	cluster  string
	live     jetstream.Stream
	logs     []jetstream.Stream
	batchers [streams]*batcher // by stream; nil for one that takes no batches
	buckets  buckets
	closing  context.Context // done when the log is closed: its calls end then
	close    context.CancelFunc
	group    sync.WaitGroup

	mu   sync.Mutex
	tips map[string]tip // by game; what is not there is asked for
}

// A tip is the last record of a game.
type tip struct {
	records uint64 // how many there are
	seq     uint64 // of the last one in its stream, 0 for none
}

const (
	// streams is how many streams the games are spread over: one alone takes a
	// sync after the other.
	streams = 8
	// attempt is how long the cluster may take for one answer. An election takes
	// 4 to 9 s, so a few attempts in a row may fail; what was sent just before its end
	// is lost and waits for the next one.
	attempt = 2 * time.Second
	// gathering is how long a cluster may take until enough of its servers are there.
	gathering = 10 * time.Second
	// pause is the wait before another attempt.
	pause = 50 * time.Millisecond
	// numberHeader holds the number of a record.
	numberHeader = "Gamed-Record"
	// remembered is how many tips are kept.
	remembered = 1 << 20
)

// OpenJetStream opens the log that a cluster of servers shares, on a connection
// that the caller closes after the log. The streams are made if there are none, on
// replicas servers each, 1 to 5. Cluster is a word: letters, digits, dashes.
func OpenJetStream(ctx context.Context, conn *nats.Conn, cluster string, replicas int) (*JetStream, error) {
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(attempt))
	if err != nil {
		return nil, fmt.Errorf("store: jetstream: %w", err)
	}
	j := &JetStream{conn: conn, js: js, cluster: cluster, tips: make(map[string]tip)}
	j.buckets.known = make(map[string]jetstream.Stream)
	j.closing, j.close = context.WithCancel(context.Background())
	config := jetstream.StreamConfig{
		Storage: jetstream.FileStorage, Replicas: replicas, Retention: jetstream.LimitsPolicy, Discard: jetstream.DiscardNew,
		DenyDelete: true, DenyPurge: true, AllowDirect: true, AllowAtomicPublish: true,
	}
	for i := range streams {
		config.Name, config.Subjects = fmt.Sprintf("GAMED_%s_%d", cluster, i), []string{fmt.Sprintf("gamed.%s.log.%d.*", cluster, i)}
		stream, err := j.stream(ctx, config)
		if err != nil {
			return nil, err
		}
		j.logs = append(j.logs, stream)
		if j.batched(ctx, stream) {
			j.batchers[i] = newBatcher(conn)
		}
	}
	config.Name, config.Subjects = "GAMED_"+cluster+"_LIVE", []string{j.liveSubject("*")}
	config.DenyDelete, config.DenyPurge, config.AllowAtomicPublish, config.MaxMsgsPerSubject, config.Discard = false, false, false, 1, jetstream.DiscardOld
	if j.live, err = j.stream(ctx, config); err != nil {
		return nil, err
	}
	for _, b := range j.batchers {
		if b != nil {
			j.group.Go(func() { b.run(j.closing) })
		}
	}
	return j, nil
}

// HasJetStream reports whether a cluster of servers has a log, which OpenJetStream would
// make.
func HasJetStream(ctx context.Context, conn *nats.Conn, cluster string) (bool, error) {
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(attempt))
	if err != nil {
		return false, fmt.Errorf("store: jetstream: %w", err)
	}
	for {
		_, err := js.Stream(ctx, "GAMED_"+cluster+"_LIVE")
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, jetstream.ErrStreamNotFound):
			return false, nil
		case ctx.Err() != nil || !passing(err):
			return false, fmt.Errorf("store: jetstream: %w", err)
		}
		wait(ctx, pause)
	}
}

// stream returns the stream of a name, made if there is none. One that is there
// stays as it is: how many replicas it has is for its operator to change.
func (j *JetStream) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	for begun := time.Now(); ; {
		stream, err := j.js.Stream(ctx, config.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			stream, err = j.js.CreateStream(ctx, config)
		}
		switch {
		case err == nil:
			return stream, nil
		case errors.Is(err, jetstream.ErrStreamNameAlreadyInUse): // another server was first
		case noPeers(err) && time.Since(begun) < gathering:
		case ctx.Err() != nil || !passing(err):
			return nil, fmt.Errorf("store: jetstream: stream %s: %w", config.Name, err)
		}
		wait(ctx, pause)
	}
}

// batched sees to it that a stream takes batches, as those of earlier versions do not,
// and reports whether it does: servers of NATS before 2.12 know none.
func (j *JetStream) batched(ctx context.Context, stream jetstream.Stream) bool {
	config := stream.CachedInfo().Config
	if config.AllowAtomicPublish {
		return true
	}
	config.AllowAtomicPublish = true
	stream, err := j.js.UpdateStream(ctx, config)
	return err == nil && stream.CachedInfo().Config.AllowAtomicPublish
}

func (j *JetStream) Finish(ctx context.Context, game string) error {
	if err := check(game, nil); err != nil {
		return err
	}
	ctx, done, err := j.use(ctx)
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	if err := j.live.Purge(ctx, jetstream.WithPurgeSubject(j.liveSubject(game))); err != nil {
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	j.forget(game)
	return nil
}

// Close ends what is under way. The connection stays open.
func (j *JetStream) Close() error {
	j.close()
	j.group.Wait()
	return nil
}

// use ends a call when the log is closed.
func (j *JetStream) use(ctx context.Context) (context.Context, func(), error) {
	if j.closing.Err() != nil {
		return nil, nil, errClosed
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(j.closing, cancel)
	return ctx, func() { stop(); cancel() }, nil
}

func (j *JetStream) tip(game string) (tip, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	t, known := j.tips[game]
	return t, known
}

func (j *JetStream) remember(game string, t tip) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.tips) >= remembered {
		clear(j.tips)
	}
	j.tips[game] = t
}

func (j *JetStream) forget(game string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.tips, game)
}

func (j *JetStream) liveSubject(game string) string { return "gamed." + j.cluster + ".live." + game }

func (j *JetStream) subject(game string) string {
	return fmt.Sprintf("gamed.%s.log.%d.%s", j.cluster, hash(game)%streams, game)
}

// wait waits unless ctx is done.
func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
