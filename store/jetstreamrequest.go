package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// resend is how often an unanswered message is sent again, to reach a new leader or another
// replica.
const resend = 250 * time.Millisecond

// request sends a message until an answer to it can be taken, or ctx is done, and reports whether
// it has sent it again. It is for messages that may arrive twice. Several servers may
// answer: one that knows of no leader, as it has just woken, says so at once, while the leader's
// answer is on its way. So an answer that read finds to be passing is not the last one.
func (j *JetStream) request(ctx context.Context, msg *nats.Msg, read func(answer *nats.Msg) error) (again bool, err error) {
	msg.Reply = j.conn.NewInbox()
	answers, err := j.conn.SubscribeSync(msg.Reply)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, answers.Unsubscribe()) }()
	var said error // by the latest answer that was passing
	for ; ; again = true {
		if err := j.conn.PublishMsg(msg); err != nil {
			return again, err
		}
		try, cancel := context.WithTimeout(ctx, resend)
		for try.Err() == nil {
			answer, err := answers.NextMsgWithContext(try)
			switch {
			case err == nil:
				err = read(answer)
			case try.Err() != nil:
				continue
			}
			if !passing(err) {
				cancel()
				return again, err
			}
			said = err
		}
		cancel()
		if ctx.Err() != nil {
			return again, errors.Join(said, ctx.Err())
		}
	}
}

// An ack is what a stream answers to a message, or to a batch.
type ack struct {
	Error *jetstream.APIError `json:"error"`
	Seq   uint64              `json:"seq"` // of the last message
	Count int                 `json:"count"`
}

func readAck(answer *nats.Msg) (a ack, err error) {
	if err := json.Unmarshal(answer.Data, &a); err != nil {
		return a, fmt.Errorf("answer of the stream: %w", err)
	}
	if a.Error != nil {
		return a, a.Error
	}
	return a, nil
}
