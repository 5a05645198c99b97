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

// resend is how often a message is sent again that nobody has answered: whoever leads a
// stream next hears it then, and not only when the wait for the former leader is over.
const resend = 250 * time.Millisecond

// request sends a message until one answer has come, or ctx is done, and reports whether
// it has sent it again. It is for messages that may arrive twice.
func (j *JetStream) request(ctx context.Context, msg *nats.Msg) (answer *nats.Msg, again bool, err error) {
	msg.Reply = j.conn.NewInbox()
	answers, err := j.conn.SubscribeSync(msg.Reply)
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, answers.Unsubscribe()) }()
	for ; ; again = true {
		if err := j.conn.PublishMsg(msg); err != nil {
			return nil, again, err
		}
		try, cancel := context.WithTimeout(ctx, resend)
		answer, err = answers.NextMsgWithContext(try)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return answer, again, err
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
