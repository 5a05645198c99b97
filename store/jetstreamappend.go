package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

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
