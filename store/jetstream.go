package store

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// JetStream is a log on a NATS cluster, for servers that share their games. The records of a game
// are the messages of one subject, in one of a few streams. The stream accepts a record only if its
// number is the next one, so a replaced owner cannot write. Acknowledged messages are durable only
// if the NATS servers sync every write.
type JetStream struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	cluster  string
	live     jetstream.Stream
	streams  int             // number of streams that share the games
	batchers []*batcher      // by stream; nil for a stream without batch support
	closing  context.Context // canceled by Close; ends the calls in progress
	close    context.CancelFunc
	group    sync.WaitGroup

	mu      sync.Mutex
	tips    map[string]tip     // by game; missing tips are read from the cluster
	ages    map[string]version // by subject, of the values whose age is not their sequence
	buckets map[string]jetstream.Stream
	leaders map[string]string // NATS server that led a stream at its latest response, by stream
}

// A tip identifies the last record of a game.
type tip struct {
	records uint64 // number of records
	seq     uint64 // sequence of the last record in its stream, or 0 without records
}

const (
	// attemptTimeout bounds the wait for one response from the cluster. A leader election takes 4 to
	// 9 s, so several attempts in a row may fail.
	attemptTimeout = 2 * time.Second
	// retryPause is the delay before another attempt.
	retryPause = 50 * time.Millisecond
	// numberHeader is the header with the number of a record, counted from 0.
	numberHeader = "Gamed-Record"
	// maxCached is the number of entries at which the cache of tips, or the cache of ages, is
	// cleared.
	maxCached = 1 << 20
)

func (j *JetStream) Finish(ctx context.Context, game string) error {
	ctx, done, err := j.beginCall(ctx, checkGame(game, nil))
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	if err := j.live.Purge(ctx, jetstream.WithPurgeSubject(j.liveSubject(game))); err != nil {
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	j.forgetTip(game)
	return nil
}

// DeleteGame returns ErrPermanent if the stream of the game has the option DenyPurge, as streams of
// some earlier versions have. NATS cannot remove this option from a stream.
func (j *JetStream) DeleteGame(ctx context.Context, game string) error {
	ctx, done, err := j.beginCall(ctx, checkGame(game, nil))
	if err != nil {
		return err
	}
	defer done()
	stream, err := j.findOnce(ctx, j.logStream(j.streamOf(game)))
	if err == nil && stream.CachedInfo().Config.DenyPurge {
		return fmt.Errorf("store: game %s: %w", game, ErrPermanent)
	}
	if err == nil {
		err = j.noteDeletion(ctx, stream, game)
	}
	if err == nil {
		err = j.Finish(ctx, game)
	}
	if err == nil {
		err = retry(ctx, func(ctx context.Context) error {
			return stream.Purge(ctx, jetstream.WithPurgeSubject(j.subject(game)))
		})
	}
	j.forgetTip(game)
	if err != nil {
		return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
	}
	return nil
}

// The store has a deletedGame for each deleted game. If records of the game reappear on a damaged
// replica, the deletedGame shows that the other replicas have deleted these records and not lost
// them.
type deletedGame struct {
	Last uint64 `json:"last"` // the stream's last sequence before the deletion
}

// DeletedBucket has a value for each deleted game. The key is the id of the game.
const DeletedBucket = "deleted"

func (j *JetStream) noteDeletion(ctx context.Context, stream jetstream.Stream, game string) error {
	info, err := stream.Info(ctx)
	if err != nil {
		return err
	}
	_, err = ChangeValue(ctx, j, DeletedBucket, game, func(d *deletedGame) bool {
		d.Last = max(d.Last, info.State.LastSeq)
		return d.Last > 0
	})
	return err
}

// Ready returns an error if the connection to NATS is lost. It does not detect that the cluster has
// no majority.
func (j *JetStream) Ready() error {
	switch {
	case j.closing.Err() != nil:
		return errClosed
	case !j.conn.IsConnected():
		return fmt.Errorf("store: no connection to NATS: %w", ErrUnavailable)
	}
	return nil
}

// Close cancels the calls in progress. The connection stays open.
func (j *JetStream) Close() error {
	j.close()
	j.group.Wait()
	return nil
}

// beginCall begins a call. It returns a context that ends when the log is closed, and a function
// that the caller must call at the end of the call. invalid is the result of checking the arguments
// of the call.
func (j *JetStream) beginCall(ctx context.Context, invalid error) (context.Context, func(), error) {
	switch {
	case invalid != nil:
		return nil, nil, invalid
	case j.closing.Err() != nil:
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

func (j *JetStream) rememberTip(game string, t tip) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.tips) >= maxCached {
		clear(j.tips)
	}
	j.tips[game] = t
}

func (j *JetStream) forgetTip(game string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.tips, game)
}

// streamOf returns the index of the stream that contains a game.
func (j *JetStream) streamOf(game string) int { return int(hash(game) % uint32(j.streams)) }

func (j *JetStream) logStream(i int) string { return fmt.Sprintf("GAMED_%s_%d", j.cluster, i) }

func (j *JetStream) liveStream() string { return "GAMED_" + j.cluster + "_LIVE" }

func (j *JetStream) liveSubject(game string) string { return "gamed." + j.cluster + ".live." + game }

func (j *JetStream) subject(game string) string {
	return fmt.Sprintf("gamed.%s.log.%d.%s", j.cluster, j.streamOf(game), game)
}

// retry calls do until it succeeds, returns a permanent error, or ctx is done. Each call
// has its own timeout.
func retry(ctx context.Context, do func(ctx context.Context) error) error {
	for {
		try, cancel := context.WithTimeout(ctx, attemptTimeout)
		err := do(try)
		cancel()
		if err == nil || ctx.Err() != nil || !isTemporary(err) {
			return err
		}
		wait(ctx, retryPause)
	}
}

// wait waits for d or until ctx is done.
func wait(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
