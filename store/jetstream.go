package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
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

// noPeers reports whether too few servers are there to keep a stream. They may be on
// their way, when the cluster has just been started.
func noPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10005
}

// passing reports whether an error is one that a cluster gives while it elects or
// restarts, after which to try again.
func passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503 && !isFull(err)
	}
	return errors.Is(err, errStale) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) ||
		errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded)
}

// The codes of the API that mean that there is no room: resources of the server,
// of the account, and bytes of the stream.
var fullCodes = []jetstream.ErrorCode{10023, 10047, 10077}

func isFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains(fullCodes, api.ErrorCode)
}

// Append tries until the cluster has answered or ctx is done: what was sent
// before is taken once, whichever of the attempts arrives.
func (j *JetStream) Append(ctx context.Context, game string, expect uint64, record []byte) error {
	if err := check(game, record); err != nil {
		return err
	}
	ctx, done, err := j.use(ctx)
	if err != nil {
		return err
	}
	defer done()
	last, known := j.tip(game)
	if !known || last.records != expect {
		if last, _, err = j.ask(ctx, game); err != nil {
			return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
		}
	}
	if last.records != expect {
		return fenced(game, expect, last.records)
	}
	if expect == 0 { // first: a game without a log does no harm
		if err := j.mark(ctx, game); err != nil {
			return err
		}
	}
	err = j.together(ctx, game, last, record)
	if err == nil {
		return nil
	}
	refused := new(jetstream.APIError)
	sent := !errors.Is(err, errors.ErrUnsupported) && !errors.As(err, &refused)
	return j.insist(ctx, game, last, record, sent)
}

// insist sends the record that follows last alone until it is known what has become of it.
// sent says that it may be on its way already: then ErrFull is no answer, since a server of NATS that
// had no room for a record, and did not say so, has been seen to have it after its next start.
func (j *JetStream) insist(ctx context.Context, game string, last tip, record []byte, sent bool) error {
	expect := last.records
	for {
		again, err := j.publish(ctx, game, last, record)
		full := isFull(err) && !again
		switch {
		case err == nil:
			return nil
		case errors.Is(err, nats.ErrMaxPayload):
			return fmt.Errorf("store: game %s: %w", game, err)
		case !full:
			sent = true
		}
		now, text, failed := j.leader(ctx, game)
		switch {
		case failed == nil && now.records > expect:
			j.remember(game, now)
			return j.settle(game, expect, record, now, text)
		case failed == nil && now.records < expect: // by word of one who was leader, or it is lost
			if n, failed := j.count(ctx, game); failed == nil && n < expect {
				j.forget(game)
				return fenced(game, expect, n)
			}
		case failed == nil && full && !sent:
			return fmt.Errorf("store: game %s: %w: %w", game, ErrFull, err)
		case failed == nil:
			last = now
		}
		if ctx.Err() != nil {
			j.forget(game)
			return fmt.Errorf("store: game %s: %w: %w", game, ErrAmbiguous, err)
		}
		wait(ctx, pause)
	}
}

// together sends the record that follows last with those of other games. After any error
// it has to be sent alone.
func (j *JetStream) together(ctx context.Context, game string, last tip, record []byte) error {
	b := j.batchers[hash(game)%streams]
	if b == nil {
		return errors.ErrUnsupported
	}
	seq, err := b.publish(ctx, j.message(game, last, record))
	if err == nil {
		j.remember(game, tip{last.records + 1, seq})
	}
	return err
}

// message is the record that follows last, to be taken as that alone.
func (j *JetStream) message(game string, last tip, record []byte) *nats.Msg {
	return &nats.Msg{Subject: j.subject(game), Data: record, Header: nats.Header{
		numberHeader:                        {strconv.FormatUint(last.records, 10)},
		jetstream.ExpectedLastSubjSeqHeader: {strconv.FormatUint(last.seq, 10)},
	}}
}

// publish sends the record that follows last alone, and reports whether it has sent it
// again: then the error may be that of one copy, and another one have been kept.
func (j *JetStream) publish(ctx context.Context, game string, last tip, record []byte) (again bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	answer, again, err := j.request(ctx, j.message(game, last, record))
	if err != nil {
		return again, err
	}
	kept, err := readAck(answer)
	if err == nil {
		j.remember(game, tip{last.records + 1, kept.Seq})
	}
	return again, err
}

// wrongSequence reports whether a message was refused because another one has
// come before it. The code that a cluster gives while such a one is on its way is
// no proof of it, and is tried again.
func wrongSequence(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// settle says what has become of record number expect, now being the last one
// and text what it says: it was kept by an attempt whose answer was lost, or
// somebody else has written.
func (j *JetStream) settle(game string, expect uint64, record []byte, now tip, text []byte) error {
	if now.records == expect+1 && bytes.Equal(text, record) {
		return nil
	}
	return fenced(game, expect, now.records)
}

// mark notes that a game is live.
func (j *JetStream) mark(ctx context.Context, game string) error {
	for {
		try, cancel := context.WithTimeout(ctx, attempt)
		_, err := j.js.Publish(try, j.liveSubject(game), nil)
		cancel()
		switch {
		case err == nil:
			return nil
		case isFull(err):
			return fmt.Errorf("store: game %s: %w: %w", game, ErrFull, err)
		case ctx.Err() != nil || !passing(err):
			return fmt.Errorf("store: game %s: %w: %w", game, ErrUnavailable, err)
		}
		wait(ctx, pause)
	}
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
