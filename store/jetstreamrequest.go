package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// noPeers reports whether too few servers are there to keep a stream. They may be on
// their way, when the cluster has just been started.
func noPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == 10005
}

// The codes of the API that mean that there is no room: resources of the server,
// of the account, and bytes of the stream.
var fullCodes = []jetstream.ErrorCode{10023, 10047, 10077}

func isFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains(fullCodes, api.ErrorCode)
}

// wrongSequence reports whether a message was refused because another one has
// come before it. The code that a cluster gives while such a one is on its way is
// no proof of it, and is tried again.
func wrongSequence(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}
