package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Reading one game or value alone costs as much as reading a hundred messages of a stream in sequence.
// So the functions in this file read whole streams if that costs less. The caller wants the games
// or values in the order of their names, which is not the order of the stream. So the functions
// keep what they have read in memory until the end of the stream. If this would take too much
// memory, they read the streams several times, each time for a part of the names.

const (
	// partBytes is the maximum size of a part in memory. splitNames estimates the size from the
	// mean size of the messages.
	partBytes = 64 << 20
	// readCost is the cost of reading one game or value alone, relative to the cost of reading one
	// message of a whole stream.
	readCost = 100
	// scanBytes is the number of bytes after which NATS ends a response to a request for many messages.
	scanBytes = 8 << 20
	// scanTries is the number of requests in a row without a new message after which a scan ends. A
	// replica that is behind returns no new message.
	scanTries = 3
)

// splitNames divides the names of games or values into consecutive parts. messages returns the
// number of messages of a game or value. total describes all streams together. If reading the games
// or values of a part alone costs less than reading the whole streams, splitNames divides the part
// further, into single names.
func splitNames(names []string, messages func(name string) uint64, total streamState) (list [][]string) {
	if total.Messages == 0 {
		return slices.Collect(slices.Chunk(names, 1))
	}
	size, begin := uint64(0), 0
	for i, name := range names {
		size += messages(name) * total.Bytes / total.Messages
		if size < partBytes && i < len(names)-1 {
			continue
		}
		part := names[begin : i+1]
		if uint64(len(part))*readCost < total.Messages {
			list = slices.AppendSeq(list, slices.Chunk(part, 1))
		} else {
			list = append(list, part)
		}
		size, begin = 0, i+1
	}
	return list
}

func (j *JetStream) readGames(ctx context.Context, games []string, do func(game string, records [][]byte, err error) error) error {
	ctx, done, err := j.beginCall(ctx, nil)
	if err != nil {
		return err
	}
	defer done()
	var all streamState
	counts := make(map[string]uint64)
	last := make([]uint64, j.streams)
	for i := range last {
		subjects, state, err := j.tally(ctx, j.logStream(i), ">")
		if err != nil {
			return fmt.Errorf("store: stream %s: %w: %w", j.logStream(i), ErrUnavailable, err)
		}
		last[i] = state.Last
		all.Messages += state.Messages
		all.Bytes += state.Bytes
		for subject, n := range subjects {
			counts[gameOf(subject)] = n
		}
	}
	for _, part := range splitNames(games, func(game string) uint64 { return counts[game] }, all) {
		logs := make(map[string]*scannedLog, len(part))
		for _, game := range part {
			logs[game] = new(scannedLog)
		}
		for i := 0; len(part) > 1 && i < j.streams; i++ {
			if err := j.scanLogs(ctx, i, last[i], logs); err != nil && ctx.Err() != nil {
				return ctx.Err()
			} // else some games are incomplete, and are read alone below
		}
		for _, game := range part {
			l := logs[game]
			delete(logs, game)
			known, _ := j.tip(game)
			if n := uint64(len(l.records)); n == 0 || l.gap || n < counts[game] || n < known.records || checkLog(game, l.records) != nil {
				l.records, err = j.Read(ctx, game)
			} else {
				err = nil
			}
			if err := do(game, l.records, err); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// A scannedLog holds the records of a game that scanLogs has found.
type scannedLog struct {
	records [][]byte
	gap     bool // a record is missing or repeated
}

// scanLogs reads the messages of stream i up to and including the given sequence. It adds each record
// of a game in logs to the game's scannedLog. Any replica may respond, so records may be missing.
func (j *JetStream) scanLogs(ctx context.Context, i int, last uint64, logs map[string]*scannedLog) error {
	next := uint64(1)
	for tries := 0; next <= last && tries < scanTries; tries++ {
		asked := next
		err := retry(ctx, func(ctx context.Context) error {
			return j.directBatch(ctx, j.logStream(i), map[string]any{"seq": next, "next_by_subj": ">", "batch": perRequest, "max_bytes": scanBytes}, func(msg *nats.Msg) error {
				seq, err := sequence(msg)
				if err != nil {
					return err
				}
				next = seq + 1
				if l := logs[gameOf(msg.Header.Get("Nats-Subject"))]; l != nil {
					number := msg.Header.Get(numberHeader) // "" from earlier versions
					l.gap = l.gap || number != "" && number != strconv.Itoa(len(l.records))
					l.records = append(l.records, msg.Data)
				}
				return nil
			})
		})
		if err != nil {
			return err
		}
		if next > asked {
			tries = -1
		}
	}
	return nil
}

// directBatch requests messages from any replica of a stream, and calls do with each. The error is
// context.DeadlineExceeded if the replica stops responding.
func (j *JetStream) directBatch(ctx context.Context, stream string, what map[string]any, do func(msg *nats.Msg) error) (err error) {
	inbox := j.conn.NewInbox()
	answers, err := j.conn.SubscribeSync(inbox)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, answers.Unsubscribe()) }()
	if err := j.conn.PublishRequest("$JS.API.DIRECT.GET."+stream, inbox, requestJSON(what)); err != nil {
		return err
	}
	for {
		try, cancel := context.WithTimeout(ctx, resendInterval)
		msg, err := answers.NextMsgWithContext(try)
		cancel()
		if err != nil {
			return err
		}
		if msg.Header.Get("Status") != "" { // 204 ends a batch, 404 means no message
			return nil
		}
		if err := do(msg); err != nil {
			return err
		}
	}
}

// gameOf returns the game of a subject.
func gameOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

func (j *JetStream) readValues(ctx context.Context, bucket string, keys []string, do func(key string, value []byte, err error) error) error {
	ctx, done, err := j.beginCall(ctx, checkBucket(bucket))
	if err != nil {
		return err
	}
	defer done()
	_, state, err := j.tally(ctx, j.bucketStream(bucket), ">")
	if err != nil && !isStreamMissing(err) {
		return fmt.Errorf("store: bucket %s: %w: %w", bucket, ErrUnavailable, err)
	}
	for _, part := range splitNames(keys, func(string) uint64 { return 1 }, state) {
		values := make(map[string][]byte, len(part))
		wanted := make(map[string]bool, len(part))
		for _, key := range part {
			wanted[key] = true
		}
		if len(part) > 1 {
			err := j.scanBucket(ctx, bucket, func(key string, k keyMessage) error {
				if wanted[key] && k.revision() != 0 && (k.sum == "" || k.sum == sumText(bucket, key, k.text)) {
					values[key] = k.text
				}
				return nil
			})
			if err != nil {
				clear(values) // the values may be old, so each is read alone
			}
		}
		for _, key := range part {
			value, found := values[key]
			delete(values, key)
			var err error
			if !found {
				value, _, err = j.Get(ctx, bucket, key)
			}
			if err := do(key, value, err); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// scanBucket reads from the leader of a bucket's stream, and calls do with the last message for each key.
// scanBucket may miss keys. If it returns an error, do may have received outdated messages, because
// the leader may have changed.
func (j *JetStream) scanBucket(ctx context.Context, bucket string, do func(key string, k keyMessage) error) error {
	stream, err := j.findOnce(ctx, j.bucketStream(bucket))
	if err != nil {
		return err
	}
	before, err := j.requestInfo(ctx, j.bucketStream(bucket), ">", 0)
	if err != nil {
		return err
	}
	leader := before.Cluster.Leader
	p := &pass{servers: []string{leader}}
	consumers, err := j.placeConsumers(ctx, stream, p)
	if err != nil {
		return err
	}
	defer dropConsumer(ctx, stream, consumers[leader])
	prefix := j.bucketSubject(bucket, "")
	err = fetch(ctx, consumers[leader], func(some []jetstream.Msg) error {
		for _, msg := range some {
			about, err := msg.Metadata()
			if err != nil {
				return err
			}
			k, err := newKeyMessage(about.Sequence.Stream, about.Timestamp, msg.Headers(), msg.Data())
			if err != nil {
				return err
			}
			if err := do(keyOf(strings.TrimPrefix(msg.Subject(), prefix)), k); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if after, err := j.requestInfo(ctx, j.bucketStream(bucket), ">", 0); err != nil || after.Cluster.Leader != leader {
		return errors.Join(err, errStale)
	}
	return nil
}
